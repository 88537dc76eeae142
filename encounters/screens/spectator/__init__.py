"""The table screen and a spectator's phone: what has happened, as everybody perceives it."""

from collections.abc import Sequence

from encounters.screens.spectator.regions import EXTRA, SCREEN, render
from encounters.screens.spectator.view import SpectatorView
from encounters.view import View
from rules.api import events as e

__all__ = ["render_extra", "render_regions"]


def render_regions(view: View, new_events: Sequence[e.Event] | None) -> str:
    """Return the fragments of the table screen that the new events touch; with None all."""
    shown = SpectatorView.of(view, new=new_events or ())
    return render(shown, SCREEN.list_touched(shown, new_events) if new_events is not None else tuple(SCREEN.regions))


def render_extra(view: View, what: str) -> str:
    """Return the regions that change without an event: a recap, and that a choice is being made."""
    return render(SpectatorView.of(view), EXTRA.get(what, ()))
