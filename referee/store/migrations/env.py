"""Run by Alembic for every command: the steps are gone on the connection that it was given, in one transaction."""

from alembic import context
from sqlalchemy import text

connection = context.config.attributes["connection"]
context.configure(connection=connection, version_table="schema_version")
with context.begin_transaction():
    # Whoever waits for a table keeps all others waiting for it: rather give up, and try again.
    connection.execute(text("SET LOCAL lock_timeout = '2s'"))
    # Two who upgrade at once: the second waits and then finds nothing to do.
    connection.execute(text("SELECT pg_advisory_xact_lock(7337333)"))
    context.run_migrations()
