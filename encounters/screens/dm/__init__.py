"""The DM's screen of a fight in play: the run page, its panels, and what is pushed to it."""

from collections.abc import Sequence

from encounters.screens.dm.regions import SCREEN, WHOLE, list_extra, render
from encounters.screens.dm.view import DmView
from encounters.view import View
from rules.api import events as e

__all__ = ["render_extra", "render_regions"]


def render_regions(view: View, new_events: Sequence[e.Event] | None) -> str:
    """Return the fragments that the new events touch; for None the work area and all around it."""
    dm_view = DmView.of(view)
    return render(dm_view, WHOLE if new_events is None else SCREEN.list_touched(dm_view, new_events))


def render_extra(view: View, what: str) -> str:
    """Return the regions that change without an event: "clocks", "signals" of phones, "seating"."""
    dm_view = DmView.of(view)
    return render(dm_view, list_extra(dm_view, what))
