"""The tables: logs, requests, facts of games, players, snapshots, rulesets, and the servers' secret.

Texts are compared byte by byte (`COLLATE "C"`): names are no language, and an index on them outlives every upgrade of
the machine's sorting rules.
"""

from alembic import op

revision = "1"
down_revision = None

TABLES = """
CREATE TABLE log (
    game text COLLATE "C" NOT NULL, version bigint NOT NULL, payload bytea NOT NULL,
    PRIMARY KEY (game, version)
);
CREATE TABLE requests (
    game text COLLATE "C" NOT NULL, seat text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL,
    content bytea NOT NULL, version bigint NOT NULL,
    PRIMARY KEY (game, seat, id)
);
CREATE TABLE games (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text COLLATE "C" NOT NULL UNIQUE,
    facts bytea NOT NULL, labels text[] COLLATE "C" NOT NULL
);
CREATE INDEX games_by_label ON games USING gin (labels);
CREATE TABLE players (
    game text COLLATE "C" NOT NULL, seat text COLLATE "C" NOT NULL, name text NOT NULL,
    external_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (game, seat)
);
CREATE INDEX players_by_person ON players (external_id) WHERE external_id <> '';
CREATE TABLE snapshots (game text COLLATE "C" PRIMARY KEY, version bigint NOT NULL, payload bytea NOT NULL);
CREATE TABLE rulesets (
    digest text COLLATE "C" PRIMARY KEY, source bytea NOT NULL, until bigint, sender text COLLATE "C" NOT NULL
);
CREATE INDEX rulesets_unused ON rulesets (sender, until) WHERE until IS NOT NULL;
CREATE TABLE secrets (name text PRIMARY KEY, value bytea NOT NULL);
"""


def upgrade() -> None:
    op.execute(TABLES)


def downgrade() -> None:
    op.execute("DROP TABLE log, requests, games, players, snapshots, rulesets, secrets")
