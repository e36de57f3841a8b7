"""How often the facts of a game were put, so that no process overwrites what another one has put meanwhile."""

from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    # 1, not 0: the facts that are there were put once at least.
    op.execute("ALTER TABLE games ADD COLUMN revision bigint NOT NULL DEFAULT 1")
    op.execute("CREATE INDEX requests_by_version ON requests (game, version)")


def downgrade() -> None:
    op.execute("DROP INDEX requests_by_version")
    op.execute("ALTER TABLE games DROP COLUMN revision")
