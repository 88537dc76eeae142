"""The characters at a table that players may pick, and the seats that have them."""

from dataclasses import dataclass

from encounters.models import Encounter, Seat
from encounters.pages.wording import kind_line, letter_of, side_shape
from encounters.seats import pickable
from encounters.selectors import game_view, players_of
from encounters.services.preparing import figures_of, setting_of
from encounters.strip import Token
from encounters.viewers import Role, Viewer
from rules.api import StatBlock


@dataclass(frozen=True)
class Place:
    """A character that a player may pick."""

    id: str
    name: str
    line: str
    token: Token
    taken_by: str = ""
    """The name of the seat that has it; "" where it is free."""
    mine: bool = False
    """It is the viewer's own."""


def places(encounter: Encounter, viewer: Viewer | None = None) -> list[Place]:
    """Return the characters that players may pick, free or not, in roster order."""
    held = players_of(encounter.pk)
    figures = _figures(encounter)
    return [_place(figures[id], held, viewer) for id in pickable(encounter) if id in figures]


def _place(figure: StatBlock, held: dict[str, Seat], viewer: Viewer | None) -> Place:
    seat = held.get(figure.id)
    mine = viewer is not None and seat is not None and seat.pk == viewer.seat_id
    sign = Token(side_shape(figure.side), letter_of(figure.name))
    return Place(figure.id, figure.name, kind_line(figure), sign, str(seat) if seat else "", mine)


def _figures(encounter: Encounter) -> dict[str, StatBlock]:
    """Return stat blocks by the log's ids: as prepared, or in play as spectators see them."""
    if not encounter.opened:
        figures = figures_of([row.definition for row in encounter.combatants.all()], setting_of(encounter))
        return {figure.id: figure for figure in figures}
    viewing = game_view(Viewer(encounter.pk, Role.SPECTATOR)).viewing
    known = {id: viewing.find_alias(id) for id in pickable(encounter)}
    return {id: viewing.state.combatants[alias].stat_block for id, alias in known.items() if alias is not None}
