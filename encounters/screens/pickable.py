"""The characters at a table that players may pick, and the seats that have them."""

from dataclasses import dataclass

from encounters.models import Encounter, Seat
from encounters.narration.names import describe_kind
from encounters.screens.tokens import Token, build_token
from encounters.seats import list_pickable
from encounters.selectors import find_players, read_view
from encounters.services.preparing import build_roster, read_setting
from encounters.viewers import Role, Viewer
from rules.api import StatBlock


@dataclass(frozen=True)
class PickableCharacter:
    """A character that a player may pick."""

    id: str
    name: str
    line: str
    token: Token
    taken_by: str = ""
    """The name of the seat that has it; "" where it is free."""
    mine: bool = False
    """It is the viewer's own."""
    seat: int | None = None
    """The number of the seat that has it."""


def list_characters(encounter: Encounter, viewer: Viewer | None = None) -> list[PickableCharacter]:
    """Return the characters that players may pick, free or not, in roster order."""
    held = find_players(encounter.pk)
    stat_blocks = _index_stat_blocks(encounter)
    return [_make_character(stat_blocks[id], held, viewer) for id in list_pickable(encounter) if id in stat_blocks]


def _make_character(stat_block: StatBlock, held: dict[str, Seat], viewer: Viewer | None) -> PickableCharacter:
    seat = held.get(stat_block.id)
    mine = viewer is not None and seat is not None and seat.pk == viewer.seat_id
    sign = build_token(stat_block.side, stat_block.name)
    kind, taken_by = describe_kind(stat_block), str(seat) if seat else ""
    return PickableCharacter(
        stat_block.id, stat_block.name, kind, sign, taken_by, mine, seat.pk if seat is not None else None
    )


def _index_stat_blocks(encounter: Encounter) -> dict[str, StatBlock]:
    """Return stat blocks by the log's ids: as prepared, or in play as spectators see them."""
    if not encounter.opened:
        stat_blocks = build_roster([row.definition for row in encounter.combatants.all()], read_setting(encounter))
        return {stat_block.id: stat_block for stat_block in stat_blocks}
    viewer_log = read_view(Viewer(encounter.pk, Role.SPECTATOR)).viewer_log
    known = {id: viewer_log.find_alias(id) for id in list_pickable(encounter)}
    return {id: viewer_log.state.combatants[alias].stat_block for id, alias in known.items() if alias is not None}
