"""A player's phone: a character's open question, the rounds it saw, and its sheet."""

from collections.abc import Sequence
from dataclasses import replace

from encounters.pages.phone.hand import Hand
from encounters.pages.phone.regions import context, names_for, render
from encounters.selectors import Seen
from rules.api import events as e

__all__ = ["Hand", "context", "names_for", "render", "render_beside", "render_regions"]


def render_regions(seen: Seen, new_events: Sequence[e.Event] | None) -> str:
    """Return the fragments that the new events touch, for each character on this phone.

    Returns all regions where ``new_events`` is None. A phone shows one character at a time: fragments of the others
    find no place on it.
    """
    first = Hand.of(seen)
    hands = [replace(first, who=who) for who in first.own] or [first]
    return "".join(render(hand, names_for(hand, new_events), new=new_events) for hand in hands)


def render_beside(seen: Seen, what: str) -> str:
    """Return the extra update ``what`` for the characters on this phone, or "".

    "signals" renders the signals of each, "clocks" the clock of each one with a timed question.
    """
    first = Hand.of(seen)
    hands = [replace(first, who=who) for who in first.own]
    if what == "signals":
        return "".join(render(hand, ("signals",)) for hand in hands or [first])
    counted = [hand for hand in hands if what == "clocks" and hand.clock is not None]
    return "".join(render(hand, ("clock",)) for hand in counted)
