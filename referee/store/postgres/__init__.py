"""The store for several servers at once: a PostgreSQL database. Needs the extra `postgres`."""

from referee.store.postgres.store import PostgresStore

__all__ = ["PostgresStore"]
