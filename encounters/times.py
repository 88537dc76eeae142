"""The time by the server's clock: the one place where anything that is measured reads it."""

from datetime import datetime

from django.utils import timezone


def now() -> datetime:
    """The time now."""
    return timezone.now()
