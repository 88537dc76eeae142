"""A player's clock on screens: its seconds, a box for every six of them, the segments lost."""

from dataclasses import dataclass, field

from encounters.clocks import Reading
from encounters.countdown import Countdown
from rules.api import SECONDS_IN_A_SEGMENT, SEGMENTS


@dataclass(frozen=True)
class Ticks:
    """A clock as the template components/ticks.html reads it."""

    seconds: int = field(compare=False)
    """The seconds counted. The page counts them on, as it does what is made of them."""
    time: str = field(compare=False)
    boxes: tuple[int, ...] = field(compare=False)
    late: str = field(compare=False)
    """The segments lost, in words."""
    next: str = field(compare=False)
    """What comes next, in words: "One segment late at 0:06."; "" where no more can be lost."""
    runs: bool
    mark: int
    """The second from which it counts, from 1970 on, without the time that did not count; of a clock that stands still,
    the seconds that it shows."""
    least: int
    """The least number of boxes shown."""
    ruled: str
    """How much is lost, where the DM has ruled it; "" otherwise."""


def build_ticks(reading: Reading, least: int = 0) -> Ticks:
    """Return a clock with at least so many boxes."""
    counted, late = reading.counted, describe_late(reading)
    return Ticks(
        seconds=counted,
        time=format_time(counted),
        boxes=fill_boxes(counted, least),
        late=late,
        next=describe_next(counted),
        runs=reading.runs,
        mark=int(reading.start.timestamp()) if reading.runs else counted,
        least=least,
        ruled=late if reading.ruled is not None else "",
    )


def fill_boxes(seconds: int, least: int = 0) -> tuple[int, ...]:
    """Return the number of full sixths of each box: a box is six seconds, and ten are the most."""
    count = min(SEGMENTS, max(least, seconds // SECONDS_IN_A_SEGMENT + 1))
    return tuple(min(SECONDS_IN_A_SEGMENT, max(0, seconds - SECONDS_IN_A_SEGMENT * n)) for n in range(count))


@dataclass(frozen=True)
class TimeLeft:
    """A countdown as the template components/time_left.html reads it."""

    seconds: int = field(compare=False)
    """The seconds that are left. The page counts them down."""
    words: str = field(compare=False)
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


def describe_next(seconds: int) -> str:
    """Return what is lost next, and when, in words; "" where the whole round is lost."""
    segments = seconds // SECONDS_IN_A_SEGMENT + 1
    if segments > SEGMENTS:
        return ""
    words = describe_segments(segments)
    return f"{words[:1].upper()}{words[1:]} at {format_time(segments * SECONDS_IN_A_SEGMENT)}."


def describe_segments(segments: int) -> str:
    """Return a number of segments lost in words; ten or more are the whole round."""
    if segments >= SEGMENTS:
        return "the whole round late"
    return f"{segments} segment{'s' if segments != 1 else ''} late" if segments else ""
