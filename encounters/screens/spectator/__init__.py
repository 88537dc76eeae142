"""The table screen and a spectator's phone: what has happened, as everybody perceives it."""

from collections.abc import Sequence

from encounters.pages.sight import Sight
from encounters.screens.spectator.regions import EXTRA, SCREEN, render
from encounters.screens.spectator.view import SpectatorView
from encounters.selectors import Seen
from rules.api import events as e

__all__ = ["render_beside", "render_regions"]


def render_regions(seen: Seen, new_events: Sequence[e.Event] | None) -> str:
    """Return the fragments of the table screen that the new events touch; with None all."""
    names = tuple(SCREEN.regions) if new_events is None else SCREEN.list_touched(new_events)
    return render(SpectatorView(Sight.of(seen), new=new_events or ()), names)


def render_beside(seen: Seen, what: str) -> str:
    """Return a recap as soon as it is told, or that a choice is being made.

    Who hesitates is not told.
    """
    return render(SpectatorView(Sight.of(seen)), EXTRA.get(what, ()))
