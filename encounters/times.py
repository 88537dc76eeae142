"""The time by the server's clock; all that is measured reads it here."""

from datetime import datetime

from django.utils import timezone


def now() -> datetime:
    """Return the time now."""
    return timezone.now()
