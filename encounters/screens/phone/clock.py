"""The declaration clock on the phone: the cost of hesitation, and a way to ask the DM."""

from collections.abc import Sequence
from dataclasses import dataclass

from encounters.screens.phone.view import PlayerView
from encounters.screens.ticking import Ticks, build_ticks

STANDS = {
    "asks": ("You have asked the DM.", "Your clock stands still until the DM lets it go on."),
    "paused": ("The DM has stopped your clock.", ""),
    "away": ("Your clock stands still.", "Your phone was away."),
}
"""The reasons for which a clock stands still, in words."""

NOT_BEGUN = ("Your clock has not begun.", "You are asked for another of yours first.")

BOXES = 4
"""The least number of boxes shown."""


@dataclass(frozen=True)
class PhoneClock(Ticks):
    """The clock of the question on the screen."""

    token: str
    clauses: Sequence[str]
    title: str
    """Why it stands still; "" while it counts."""
    words: str
    away: bool
    ask: str
    """The address of a question to the DM; "" while the clock stands still."""


def build_clock(view: PlayerView) -> PhoneClock | None:
    """Return the clock of the question on the screen; None where it has none."""
    reading = view.clock if view.has_begun and view.shown else None
    if reading is None or view.question is None:
        return None
    has_begun = reading.since is not None
    title, words = STANDS.get(reading.state, ("", "")) if has_begun else NOT_BEGUN
    return PhoneClock(
        **vars(build_ticks(reading, BOXES)),
        token=view.question.token,
        clauses=view.question.clauses,
        title=title,
        words=words,
        away=has_begun and reading.state == "away",
        ask=view.make_url("ask/") if has_begun and reading.runs else "",
    )
