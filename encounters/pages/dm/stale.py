"""The answer to a tap that came too late."""

from encounters.pages.dm.desk import Desk
from encounters.pages.dm.telling import clock
from rules.api import events as e

LOOKED_BACK = 1
"""Rounds before this one in which the answer is looked for: what was asked earlier is just asked no longer."""


def stale_words(desk: Desk, token: str) -> str:
    """Return words on a question no longer open: its time of answer, if any, and the next."""
    id = token.partition("~")[0]
    for entry in reversed(desk.standing_since(LOOKED_BACK)):
        if isinstance(entry.event, e.Answered | e.DiceGiven) and entry.event.id == id:
            return f"That question was already answered ({clock(desk, entry)}). Here is the next."
    return "That question is no longer asked. Here is the next."
