"""The declaration clock on the phone: the cost of hesitation, and a way to ask the DM."""

from typing import Any

from encounters.pages.phone.hand import Hand
from encounters.pages.ticking import ticking

STANDS = {
    "asks": ("You have asked the DM.", "Your clock stands still until the DM lets it go on."),
    "paused": ("The DM has stopped your clock.", ""),
    "away": ("Your clock stands still.", "Your phone was away."),
}
"""The reasons for which a clock stands still, in words."""

BOXES = 4
"""The least number of boxes shown."""


def clock(hand: Hand) -> dict[str, Any] | None:
    """Return the clock as components/clock.html reads it, or None where the question has none."""
    reading = hand.clock if hand.viewing is not None and hand.shown else None
    if reading is None or hand.question is None:
        return None
    shown: dict[str, Any] = ticking(reading, BOXES)
    shown |= {"token": hand.question.token, "clauses": hand.question.clauses}
    if reading.since is None:
        return shown | {"title": "Your clock has not begun.", "words": "You are asked for another of yours first."}
    title, words = STANDS.get(reading.state, ("", ""))
    shown |= {"title": title, "words": words, "away": reading.state == "away"}
    if reading.runs:
        shown["ask"] = hand.screen("ask/")
    return shown
