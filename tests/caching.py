"""The cache between tests."""

from django.conf import settings
from django.core.cache import cache

from tests.services import drop_keys


def forget_cached() -> None:
    """Clear the cache; on a Redis that workers share, only what is under this worker's prefix."""
    if settings.REDIS_URL:
        drop_keys(settings.REDIS_URL, f"{settings.REDIS_PREFIX}:")
    else:
        cache.clear()
