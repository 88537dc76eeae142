"""A time that only the test moves."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.utils import timezone

from encounters import seats

TICK = 10
"""Seconds after which a page that is connected is heard of again."""


@dataclass
class Hours:
    """The time, as the server reads it. ``here`` are the seats whose pages are connected."""

    now: datetime = field(default_factory=timezone.now)
    here: list[int] = field(default_factory=list)

    def go(self, seconds: float) -> None:
        """So much time passes."""
        left = seconds
        while left > 0:
            step = min(TICK, left)
            self.now += timedelta(seconds=step)
            left -= step
            seats.note_connected(self.here)
