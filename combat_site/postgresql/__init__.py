"""The database backend for PostgreSQL; ``storage.POSTGRESQL`` names it."""
