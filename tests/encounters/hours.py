"""A time that only the test moves."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.utils import timezone

from encounters import services
from encounters.viewers import Viewer

BEAT = 2
"""Seconds after which a page that has a signal says again that it is there."""


@dataclass
class Hours:
    """The time, as the server reads it. ``here`` are the viewers whose pages have a signal."""

    now: datetime = field(default_factory=timezone.now)
    here: list[Viewer] = field(default_factory=list)

    def go(self, seconds: float) -> None:
        """So much time passes."""
        left = seconds
        while left > 0:
            step = min(BEAT, left)
            self.now += timedelta(seconds=step)
            left -= step
            for viewer in self.here:
                services.note_heard(viewer)
