"""What each viewer's screen shows. ``render_regions`` is the one way by which fragments are made for the socket."""

from collections.abc import Sequence
from importlib import import_module
from typing import cast

from encounters.viewers import Role, Viewer
from rules.events import Event
from rules.reveal import Viewing

SCREENS = {
    Role.DM: "encounters.pages.dm",
    Role.PLAYER: "encounters.pages.phone",
    Role.SPECTATOR: "encounters.pages.watch",
}
"""The module of each kind of screen: its ``render_regions`` takes the same three things."""


def render_regions(viewer: Viewer, viewing: Viewing, new_events: Sequence[Event] | None) -> str:
    """The fragments of this viewer's screen that the new events touch, as HTML; of all of it where None is given."""
    screen = import_module(SCREENS[viewer.role])
    return cast("str", screen.render_regions(viewer, viewing, new_events))


def render_beside(viewer: Viewer, viewing: Viewing, what: str) -> str:
    """The fragments of this viewer's screen that show ``what`` no event tells: clocks, recap, signals; "" for none."""
    screen = import_module(SCREENS[viewer.role])
    return cast("str", screen.render_beside(viewer, viewing, what))
