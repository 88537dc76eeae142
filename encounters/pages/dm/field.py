"""The field as the DM sees it: everybody, those asked marked; he may put anybody elsewhere by a ruling."""

from encounters.field_map import FieldMap
from encounters.pages import field as anybody
from encounters.pages.dm.desk import Desk


def field(desk: Desk) -> FieldMap:
    """The field of the run page."""
    return anybody.field(
        desk.state,
        desk.events,
        all_known=True,
        asked=[*(each.who for each in desk.awaited), *(each.by for each in desk.rolls)],
        put=desk.url("put/"),
        origin=desk.origin,
    )
