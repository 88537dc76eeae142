"""The battle map as the DM sees it: every combatant, marked if asked, all movable."""

from encounters.field_map import FieldMap
from encounters.pages import field as anybody
from encounters.pages.dm.desk import Desk


def field(desk: Desk) -> FieldMap:
    """Return the battle map of the run page."""
    return anybody.field(
        desk.state,
        desk.events,
        all_known=True,
        asked=[*(each.who for each in desk.awaited), *(each.by for each in desk.rolls)],
        put=desk.url("put/"),
        origin=desk.origin,
    )
