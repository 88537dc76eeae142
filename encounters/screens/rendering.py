"""The screens of each kind of viewer.

All fragments for the socket are rendered by what ``draw`` returns.
"""

from importlib import import_module
from typing import Any

from encounters.screens.region import Drawing
from encounters.view import View
from encounters.viewers import Role

SCREENS = {
    Role.DM: "encounters.screens.dm.regions",
    Role.PLAYER: "encounters.screens.phone.regions",
    Role.SPECTATOR: "encounters.screens.spectator.regions",
}
"""The module of each kind of screen; its ``SCREEN`` is the screen."""


def draw(view: View) -> Drawing[Any]:
    """Return a viewer's screens, ready to be compared with what was sent and to be rendered."""
    drawing: Drawing[Any] = import_module(SCREENS[view.viewer.role]).SCREEN.draw(view)
    return drawing
