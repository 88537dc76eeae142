"""Times of day, which a page shows in its reader's own zone."""

from datetime import UTC, datetime

from django.utils.html import format_html
from django.utils.safestring import SafeString


def write_time_of_day(at: datetime) -> SafeString:
    """Return a time of day, which the reader's browser writes in its own zone.

    Without scripts it is UTC, and says so.
    """
    shown = f"{at.astimezone(UTC):%H:%M:%S} UTC"
    return format_html('<time data-clock-time="{}">{}</time>', int(at.timestamp()), shown)
