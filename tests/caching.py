"""The cache between tests."""

from django.conf import settings
from django.core.cache import cache

from tests.services import drop_keys


def forget_cached() -> None:
    """Nothing is cached any more. On a Redis that workers share only what is under one's own prefix is forgotten:
    ``cache.clear`` would empty it for all of them."""
    if settings.REDIS_URL:
        drop_keys(settings.REDIS_URL, f"{settings.REDIS_PREFIX}:")
    else:
        cache.clear()
