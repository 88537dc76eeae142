"""The presence of a seat as a DM sees it: here, without signal, or away."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from encounters.models import Seat

SILENT_SECONDS = 600
"""The time after the last sign of life in which a page may have lost its signal; later its person is away."""


@dataclass(frozen=True, slots=True)
class Presence:
    """The presence of a seat when the page was read."""

    state: str
    """"live" for here, "silent" without signal, "away"."""
    words: str


AWAY = Presence("away", "away")


def find_presence(seat: Seat, now: datetime) -> Presence:
    """Return whether a seat's page is open, in words: "here", "no signal for 40 s"."""
    if seat.is_here(now):
        return Presence("live", "here")
    seconds = int((now - seat.last_seen).total_seconds())
    if seat.left is None and seconds < SILENT_SECONDS:
        return Presence("silent", f"no signal for {_write_duration(seconds)}")
    last, today = timezone.localtime(seat.last_seen), timezone.localtime(now).date()
    return Presence("away", "away" if last.date() == today else f"last here {last:%-d %B}")


def _write_duration(seconds: int) -> str:
    return f"{seconds // 10 * 10} s" if seconds < 100 else f"{round(seconds / 60)} min"
