"""The field as the DM sees it: everybody, and the ways gone this round."""

from encounters.field_map import FieldMap, Figure, Trail
from encounters.pages.dm.desk import Desk
from encounters.pages.wording import side_shape, token_of
from rules import events as e
from rules.state import Place


def field(desk: Desk) -> FieldMap:
    """Everybody on the field, those asked marked, with their ways of this round."""
    asked = {each.who for each in desk.awaited} | {each.by for each in desk.rolls}
    figures = [
        Figure(each.name, token_of(each), each.place, asked=each.id in asked, down=not each.able)
        for each in desk.state.combatants.values()
        if each.present
    ]
    return FieldMap(figures, trails(desk))


def trails(desk: Desk) -> list[Trail]:
    """The way of each figure that moved in this round, as far as it is known where it came from."""
    at: dict[str, Place] = {}
    ways: dict[str, list[Place]] = {}
    for entry in desk.standing:
        event = entry.event
        if isinstance(event, e.EncounterOpened):
            at.update({each.id: each.position for each in event.figures if each.position is not None})
        elif isinstance(event, e.RoundBegan):
            ways.clear()
        elif isinstance(event, e.Moved):
            if event.who in at and event.feet:
                ways.setdefault(event.who, [at[event.who]]).append(event.to)
            at[event.who] = event.to
    sides = {each.id: side_shape(each.side) for each in desk.state.combatants.values()}
    return [Trail(sides.get(who, "other"), tuple(corners)) for who, corners in ways.items()]
