"""A clock as screens show it: the seconds that count, a box for every six of them, and the segments they cost."""

from typing import Any

from encounters.clocks import Reading
from encounters.countdown import Countdown
from rules.api import SECONDS_IN_A_SEGMENT, SEGMENTS


def ticking(reading: Reading, least: int = 0) -> dict[str, Any]:
    """What components/ticks.html reads: ``seconds``, ``runs``, ``time``, ``boxes``, ``late`` in words."""
    return {
        "seconds": reading.counted,
        "runs": reading.runs,
        "time": time_words(reading.counted),
        "least": least,
        "boxes": boxes(reading.counted, least),
        "late": late_words(reading),
        "ruled": reading.ruled is not None,
    }


def boxes(seconds: int, least: int = 0) -> list[int]:
    """How many sixths of each box are full: one box for six seconds, ten boxes at most."""
    count = min(SEGMENTS, max(least, seconds // SECONDS_IN_A_SEGMENT + 1))
    return [min(SECONDS_IN_A_SEGMENT, max(0, seconds - SECONDS_IN_A_SEGMENT * n)) for n in range(count)]


def time_left(countdown: Countdown, up: str) -> dict[str, Any]:
    """What components/time_left.html reads: ``seconds`` left, ``words`` for them, and what is told when time is up."""
    words = f"{time_words(countdown.left)} left" if countdown.left else up
    return {"seconds": countdown.left, "words": words, "up": up}


def time_words(seconds: int) -> str:
    """Minutes and seconds: 0:08."""
    return f"{seconds // 60}:{seconds % 60:02}"


def late_words(reading: Reading) -> str:
    """What it has cost: "1 segment late"; nothing where nothing is lost."""
    if reading.ruled == 0:
        return "no delay, as the DM rules"
    words = segments_late(reading.late)
    return f"{words}, as the DM rules" if reading.ruled is not None else words


def segments_late(segments: int) -> str:
    """So many segments late, in words: more than ten are the whole round."""
    if segments >= SEGMENTS:
        return "the whole round late"
    return f"{segments} segment{'s' if segments != 1 else ''} late" if segments else ""
