"""The screens of each kind of viewer.

All fragments for the socket are rendered by what ``draw`` returns.
"""

from collections.abc import Mapping
from typing import Any

from encounters.encounter_view import EncounterView
from encounters.screens.dm.regions import SCREEN as DM_SCREEN
from encounters.screens.phone.regions import SCREEN as PHONE
from encounters.screens.region import Drawing, Screen
from encounters.screens.spectator.regions import SCREEN as TABLE_SCREEN
from encounters.viewers import Role

SCREENS: Mapping[Role, Screen[Any]] = {Role.DM: DM_SCREEN, Role.PLAYER: PHONE, Role.SPECTATOR: TABLE_SCREEN}


def draw(view: EncounterView) -> Drawing[Any]:
    """Return a viewer's screens, ready to be compared with what was sent and to be rendered."""
    return SCREENS[view.viewer.role].draw(view)
