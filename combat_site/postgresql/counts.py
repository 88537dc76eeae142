"""The cache in a table of PostgreSQL, by which processes count together without Redis."""

from typing import Any

from django.core.cache.backends.db import DatabaseCache
from django.core.management import call_command
from django.db import connection, transaction


class CountingCache(DatabaseCache):
    """A cache in a table, with a count that loses nothing where many add to it at once."""

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Add to a count, one request after the other. Raises ValueError for an unknown key."""
        with transaction.atomic(), connection.cursor() as cursor:
            name = self.make_and_validate_key(key, version=version)
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [name])
            return int(super().incr(key, delta, version))


def make_table(**_: Any) -> None:
    """Make the table of the cache where it is missing, after migrating."""
    call_command("createcachetable", verbosity=0)
