"""The cast of an encounter in preparation: the party, its foes, and what is missing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from encounters.hit_points import describe_rolled
from encounters.models import Combatant
from encounters.narration.names import join_names, list_in_words
from encounters.screens.prepare.preparation_view import PreparationView, make_token
from encounters.screens.tokens import Token
from rules.api import find_lacking, get_ruleset, shorten_names

PARTY, FOES = "party", "foes"


@dataclass(frozen=True, slots=True)
class CastRow:
    """A row of the cast: one combatant, or several alike."""

    pk: int
    name: str
    token: Token
    line: str
    """What it is, in a line."""
    points: str
    """Its hit points, where they stand by themselves; "" where the line has them."""
    seat: str
    """The name of the seat that plays it; "" for none."""
    count: int
    """How many it stands for, where that can be changed; 0 where it cannot."""
    hidden: bool
    wave: int | None
    """The round in which it comes; None from the beginning."""
    href: str
    """The page on which it is changed."""
    rolled: str
    """The dice of its hit points, as they fell; "" where they were not rolled."""
    character: str
    """The address of its sheet in the campaign; "" without one."""

    @property
    def fewer(self) -> int:
        return self.count - 1

    @property
    def more(self) -> int:
        return self.count + 1


@dataclass(frozen=True, slots=True)
class CastSide:
    """A side with its rows."""

    side: str
    label: str
    count: int
    """The number of its combatants."""
    rows: Sequence[CastRow]
    has_points: bool
    """Under its heading stands how hit points of foes are found."""


def list_cast(prepared: PreparationView) -> list[CastSide]:
    """Return the sides: the party, the foes, and then the others."""
    others = [each for each in prepared.sides if each not in (PARTY, FOES)]
    return [_make_side(prepared, side) for side in (PARTY, FOES, *others)]


def _make_side(prepared: PreparationView, side: str) -> CastSide:
    rows = [row for row in prepared.rows if any(each.side == side for each in prepared.stat_blocks[row.pk])]
    count = sum(len(prepared.stat_blocks[row.pk]) for row in rows)
    return CastSide(
        side,
        side.capitalize(),
        count,
        [_make_row(prepared, row) for row in rows],
        side == FOES and prepared.sheet.pastes,
    )


def _make_row(prepared: PreparationView, row: Combatant) -> CastRow:
    stat_blocks, definition = prepared.stat_blocks[row.pk], row.definition
    first = stat_blocks[0]
    seat = prepared.players.get(first.id)
    counted = not first.played and "left" not in definition
    points = _describe_points(definition, first.defence.hit_points)
    parts = [prepared.sheet.line(first, "" if first.played else points), *_list_arrival(definition)]
    return CastRow(
        pk=row.pk,
        name=join_names(each.name for each in stat_blocks),
        token=make_token(first, len(stat_blocks)),
        line="; ".join(part for part in parts if part),
        points=points if first.played else "",
        seat=seat.name if seat is not None else "",
        count=len(stat_blocks) if counted else 0,
        hidden=first.start.hidden,
        wave=definition.get("wave"),
        href=prepared.make_url("prepared-combatant", pk=row.pk),
        rolled=describe_rolled(row.rolled),
        character=prepared.sheet_pages.get(first.id, ""),
    )


def _list_arrival(definition: Mapping[str, Any]) -> list[str]:
    hidden = ["hidden"] if definition.get("hidden") else []
    return [*hidden, f"from round {definition['wave']}"] if definition.get("wave") else hidden


def _describe_points(definition: Mapping[str, Any], full: int) -> str:
    """Return the hit points of each of several combatants, or those left of the full number."""
    points = definition.get("hp", full)
    if isinstance(points, list):
        return f"{', '.join(map(str, points))} hp"
    return f"{definition['left']} of {points}" if "left" in definition else f"{points} hp"


@dataclass(frozen=True, slots=True)
class Lacking:
    """A row of the cast that lacks attributes of the ruleset."""

    pk: int
    name: str
    words: str
    """What it lacks."""
    side: str
    href: str


def list_lacking(prepared: PreparationView) -> list[Lacking]:
    """Return the combatants that lack attributes of the ruleset."""
    rules = get_ruleset(prepared.encounter.ruleset)
    found = []
    for row in prepared.rows:
        stat_blocks = prepared.stat_blocks[row.pk]
        if words := find_lacking(rules, stat_blocks[0]) if stat_blocks else "cannot be read":
            side, href = str(row.definition.get("side")), prepared.make_url("prepared-combatant", pk=row.pk)
            found.append(Lacking(row.pk, str(row), words, side, href))
    return found


@dataclass(frozen=True, slots=True)
class Need:
    """The things that an encounter needs before the table is opened, and those that can wait."""

    missing: tuple[str, ...]
    """What stops the opening, in words."""
    unplaced: int
    """How many stand where they would be placed."""
    unplayed: str
    """The players' characters whose orders the DM gives; "" for none."""


def find_need(prepared: PreparationView) -> Need:
    """Return what is still missing before the encounter can be opened, and what can wait."""
    free = [each.name for each in prepared.everyone if each.played and each.id not in prepared.players]
    arrived = [each for each in prepared.everyone if each.id in prepared.state.combatants]
    return Need(
        missing=tuple(_list_missing(prepared)),
        unplaced=sum(each.start.position is None for each in arrived),
        unplayed=list_in_words(shorten_names(free, least=2)) if free else "",
    )


def _list_missing(prepared: PreparationView) -> list[str]:
    by_search = prepared.sheet.searches
    lacking = ["Some attributes are missing: see above."] if list_lacking(prepared) else []
    if not prepared.rows:
        return [f"Nobody is in it yet. {'Search above.' if by_search else 'Add a combatant above.'}"]
    if len(prepared.sides) < 2:
        absent = "No foes yet." if FOES not in prepared.sides else "Nobody stands against the foes yet."
        return [f"{absent} {'Search above.' if by_search else 'Add a combatant above.'}", *lacking]
    return lacking
