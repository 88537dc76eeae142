"""Copies of everything that is stored: one file for SQLite and for PostgreSQL.

Such a file is a zip of an SQLite database and of a manifest that describes it (docs/decisions/0051).
"""
