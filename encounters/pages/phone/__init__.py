"""A player's phone: what is asked of a character, what it saw, its sheet; and what is pushed of them."""

from collections.abc import Sequence
from dataclasses import replace

from encounters.pages.phone.hand import Hand
from encounters.pages.phone.regions import context, names_for, render
from encounters.selectors import Seen
from rules.api import events as e

__all__ = ["Hand", "context", "names_for", "render", "render_beside", "render_regions"]


def render_regions(seen: Seen, new_events: Sequence[e.Event] | None) -> str:
    """The fragments of this phone that the new events touch, for each character on it; all of them where None is given.

    A phone shows one character at a time: fragments of those that it does not show find no place on it.
    """
    first = Hand.of(seen)
    hands = [replace(first, who=who) for who in first.own] or [first]
    return "".join(render(hand, names_for(hand, new_events), new=new_events) for hand in hands)


def render_beside(seen: Seen, what: str) -> str:
    """The clock of each character on this phone of whom an answer is awaited that is counted; what it may signal."""
    first = Hand.of(seen)
    hands = [replace(first, who=who) for who in first.own]
    if what == "signals":
        return "".join(render(hand, ("signals",)) for hand in hands or [first])
    counted = [hand for hand in hands if what == "clocks" and hand.clock is not None]
    return "".join(render(hand, ("clock",)) for hand in counted)
