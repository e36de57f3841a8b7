"""How the tables of a PostgreSQL store came to be, step by step; Alembic goes the steps. See `referee db --help`."""
