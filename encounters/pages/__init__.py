"""What each viewer's screen shows. ``render_regions`` is the one way by which fragments are made for the socket."""

from collections.abc import Sequence
from importlib import import_module
from typing import cast

from encounters.selectors import Seen
from encounters.viewers import Role
from rules.api import events as e

SCREENS = {
    Role.DM: "encounters.pages.dm",
    Role.PLAYER: "encounters.pages.phone",
    Role.SPECTATOR: "encounters.pages.watch",
}
"""The module of each kind of screen: its ``render_regions`` takes the same two things."""


def render_regions(seen: Seen, new_events: Sequence[e.Event] | None) -> str:
    """The fragments of this viewer's screen that the new events touch, as HTML; of all of it where None is given."""
    screen = import_module(SCREENS[seen.viewer.role])
    return cast("str", screen.render_regions(seen, new_events))


def render_beside(seen: Seen, what: str) -> str:
    """The fragments of this viewer's screen that show ``what`` no event tells: clocks, recap, signals; "" for none."""
    screen = import_module(SCREENS[seen.viewer.role])
    return cast("str", screen.render_beside(seen, what))
