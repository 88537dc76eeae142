"""A player's phone: a character's open question, the rounds it saw, and its sheet."""

from collections.abc import Sequence
from dataclasses import replace

from encounters.screens.phone.regions import SCREEN, WHOLE, render
from encounters.screens.phone.view import Page, PlayerView
from encounters.view import View
from rules.api import events as e

__all__ = ["render_extra", "render_regions"]


def render_regions(view: View, new_events: Sequence[e.Event] | None) -> str:
    """Return the fragments that the new events touch, for each character on this phone.

    Returns all regions where ``new_events`` is None. A phone shows one character at a time: fragments of the others
    find no place on it.
    """
    views = _list_views(PlayerView.of(view, page=Page(new=new_events or ())))
    if new_events is None:
        return "".join(render(each, WHOLE) for each in views)
    return "".join(render(each, SCREEN.list_touched(each, new_events)) for each in views)


def render_extra(view: View, what: str) -> str:
    """Return the extra update ``what`` for the characters on this phone, or "".

    "signals" renders the signals of each, "clocks" the clock of each one with a timed question.
    """
    views = _list_views(PlayerView.of(view))
    if what == "signals":
        return "".join(render(each, ("signals",)) for each in views)
    counted = [each for each in views if what == "clocks" and each.clock is not None]
    return "".join(render(each, ("clock",)) for each in counted)


def _list_views(first: PlayerView) -> list[PlayerView]:
    """Return a view of each of the player's characters, or one view without a character."""
    return [replace(first, who=who) for who in first.own] or [first]
