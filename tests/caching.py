"""The cache between tests."""

from django.conf import settings
from django.core.cache import cache

from combat_site.storage import COUNTS
from tests.services import drop_keys


def forget_cached() -> None:
    """Clear the cache; on a Redis that workers share, only what is under this worker's prefix.

    A table in PostgreSQL is left alone: its rows go with those of each test.
    """
    if settings.CACHES["default"].get("LOCATION") == COUNTS:
        return
    if settings.REDIS_URL:
        drop_keys(settings.REDIS_URL, f"{settings.REDIS_PREFIX}:")
    else:
        cache.clear()
