"""A player's clock on screens: its seconds, a box for every six of them, the segments lost."""

from dataclasses import dataclass

from encounters.clocks import Reading
from encounters.countdown import Countdown
from rules.api import SECONDS_IN_A_SEGMENT, SEGMENTS


@dataclass(frozen=True)
class Ticks:
    """A clock as the template components/ticks.html reads it."""

    seconds: int
    runs: bool
    time: str
    least: int
    """The least number of boxes shown."""
    boxes: list[int]
    late: str
    """The segments lost, in words."""
    ruled: bool
    """The DM has ruled how much is lost."""


def build_ticks(reading: Reading, least: int = 0) -> Ticks:
    """Return a clock with at least so many boxes."""
    counted = reading.counted
    shown, late = fill_boxes(counted, least), describe_late(reading)
    return Ticks(counted, reading.runs, format_time(counted), least, shown, late, reading.ruled is not None)


def fill_boxes(seconds: int, least: int = 0) -> list[int]:
    """Return the number of full sixths of each box: a box is six seconds, and ten are the most."""
    count = min(SEGMENTS, max(least, seconds // SECONDS_IN_A_SEGMENT + 1))
    return [min(SECONDS_IN_A_SEGMENT, max(0, seconds - SECONDS_IN_A_SEGMENT * n)) for n in range(count)]


@dataclass(frozen=True)
class TimeLeft:
    """A countdown as the template components/time_left.html reads it."""

    seconds: int
    words: str
    up: str
    """The words shown when the time is up."""


def build_time_left(countdown: Countdown, up: str) -> TimeLeft:
    """Return a countdown. ``up`` are the words shown when the time is up."""
    words = f"{format_time(countdown.left)} left" if countdown.left else up
    return TimeLeft(countdown.left, words, up)


def format_time(seconds: int) -> str:
    """Return minutes and seconds: 0:08."""
    return f"{seconds // 60}:{seconds % 60:02}"


def describe_late(reading: Reading) -> str:
    """Return the time lost in words, such as "1 segment late"; "" where none is lost."""
    if reading.ruled == 0:
        return "no delay, as the DM rules"
    words = describe_segments(reading.late)
    return f"{words}, as the DM rules" if reading.ruled is not None else words


def describe_segments(segments: int) -> str:
    """Return a number of segments lost in words; ten or more are the whole round."""
    if segments >= SEGMENTS:
        return "the whole round late"
    return f"{segments} segment{'s' if segments != 1 else ''} late" if segments else ""
