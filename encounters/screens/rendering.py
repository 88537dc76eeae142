"""The screens of each kind of viewer.

All fragments for the socket are rendered by ``render_regions`` and ``render_extra``.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import cast

from encounters.view import View
from encounters.viewers import Role
from rules.api import events as e

SCREENS = {
    Role.DM: "encounters.screens.dm",
    Role.PLAYER: "encounters.screens.phone",
    Role.SPECTATOR: "encounters.screens.spectator",
}
"""The module of each kind of screen; it has functions of the same names as the two below."""


def render_regions(view: View, new_events: Sequence[e.Event] | None) -> str:
    """Return the fragments of a viewer's screen that the new events change, as HTML.

    None for ``new_events`` returns the fragments of the whole screen.
    """
    screen = import_module(SCREENS[view.viewer.role])
    return cast("str", screen.render_regions(view, new_events))


def render_extra(view: View, what: str) -> str:
    """Return the fragments of a viewer's screen for ``what``, which changes without events.

    Examples are clocks, a recap and signals. The result is "" where the screen has no such fragment.
    """
    screen = import_module(SCREENS[view.viewer.role])
    return cast("str", screen.render_extra(view, what))
