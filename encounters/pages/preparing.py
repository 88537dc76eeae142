"""Preparing an encounter: sides, places, who reaches whom, and what is still missing, in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.conf import settings

from encounters.errors import NotTaken
from encounters.field_map import FieldMap
from encounters.field_map import Figure as Spot
from encounters.models import Combatant, Encounter, Seat
from encounters.pages import field
from encounters.pages.wording import kind_line, letter_of, side_shape, thing
from encounters.selectors import players_of, seats_of
from encounters.services.preparing import figures_of, setting_of
from encounters.strip import Token
from rules.battlefield import arrival, charging_stride, distance, feet
from rules.events import EncounterOpened
from rules.figure import Figure
from rules.fold import fold
from rules.reference import all_monsters, search
from rules.ruleset import get_ruleset
from rules.state import State

MOST_FOUND = 6


@dataclass(frozen=True)
class Bench:
    """One encounter in preparation."""

    encounter: Encounter

    @cached_property
    def rows(self) -> list[Combatant]:
        """The combatants as prepared, in roster order."""
        return list(self.encounter.combatants.all())

    @cached_property
    def figures(self) -> dict[int, tuple[Figure, ...]]:
        """The figures of each combatant, by its number; none for one that cannot be mustered."""
        found: dict[int, tuple[Figure, ...]] = {}
        for row in self.rows:
            try:
                found[row.pk] = figures_of([row.definition], setting_of(self.encounter))
            except NotTaken:
                found[row.pk] = ()
        return found

    @cached_property
    def everyone(self) -> tuple[Figure, ...]:
        """All figures, in roster order."""
        return tuple(figure for row in self.rows for figure in self.figures[row.pk])

    @cached_property
    def sides(self) -> list[str]:
        """The sides, in the order they come."""
        return list(dict.fromkeys(figure.side for figure in self.everyone))

    @cached_property
    def players(self) -> dict[str, Seat]:
        """Who plays each figure that somebody plays."""
        return players_of(self.encounter.pk)

    @cached_property
    def seats(self) -> list[Seat]:
        """Who sits at the table already."""
        return list(seats_of(self.encounter.pk).prefetch_related("holds"))

    @cached_property
    def state(self) -> State:
        """The state that opening would give."""
        notes = {key: value for key, value in self.encounter.notes.items() if key != "setting"}
        opening = EncounterOpened(
            ruleset=self.encounter.ruleset, version="", setting=setting_of(self.encounter).value, notes=notes,
            figures=self.everyone, options=self.encounter.options,
        )  # fmt: skip
        return fold([opening])

    def url(self, rest: str = "") -> str:
        """An address of this encounter."""
        return f"/e/{self.encounter.pk}/{rest}"


def token(figure: Figure, count: int = 1) -> Token:
    """A figure's sign; of several alike, how many they are."""
    return Token(side_shape(figure.side), str(count) if count > 1 else letter_of(figure.name))


def sides(bench: Bench) -> list[dict[str, Any]]:
    """The sides with their members, as components/sides.html reads them."""
    shown = []
    for side in bench.sides:
        rows = [row for row in bench.rows if any(figure.side == side for figure in bench.figures[row.pk])]
        count = sum(len(bench.figures[row.pk]) for row in rows)
        shown.append({
            "label": side.capitalize(),
            "note": f"{count} figure{'s' if count != 1 else ''}",
            "members": [_member(bench, row) for row in rows],
        })  # fmt: skip
    return shown


def _member(bench: Bench, row: Combatant) -> dict[str, Any]:
    figures = bench.figures[row.pk]
    first = figures[0]
    weapons = ", ".join(thing(weapon.name) for weapon in first.weapons)
    spells = f"{len(first.spells)} spell{'s' if len(first.spells) != 1 else ''}" if first.spells else ""
    line = ", ".join(part for part in (kind_line(first), f"{first.hit_points} hp", weapons, spells) if part)
    seat = bench.players.get(first.id)
    cond = "hidden" if first.hidden else "as a mob" if len(figures) > 1 else ""
    if first.played and seat is None:
        cond = "no phone yet"
    name = str(row) if len(figures) == 1 else f"{row.definition.get('name') or row.definition['id']} × {len(figures)}"
    return {
        "name": name,
        "token": token(first, len(figures)),
        "line": line,
        "seat": seat.name if seat is not None else "",
        "cond": cond,
        "href": bench.url(f"prepare/{row.pk}/"),
    }


def field_of(bench: Bench, chosen: int | None = None) -> FieldMap:
    """Everybody where he is to stand; those without a place on the line at their distance. ``chosen`` is marked."""
    state, everybody = bench.state, bench.state.combatants
    rows = {figure.id: pk for pk, figures in bench.figures.items() for figure in figures}
    spots = [
        Spot(
            each.name,
            token(each.figure),
            each.place,
            asked=chosen is not None and rows.get(who) == chosen,
            unseen=each.hidden,
            rings=field.rings(state, who, known=True),
            gaps=field.gaps(state, dict(everybody), who),
            handle=str(rows[who]) if chosen is None else "",
        )
        for who, each in everybody.items()
    ]
    put = bench.url("prepare/places/") if chosen is None else ""
    return FieldMap(spots, scale_of=field.scale(state), put=put, prepares=True)


def reach(bench: Bench) -> dict[str, Any]:
    """Feet from each of the first side to each other, and when a charge would arrive, where columns measure time."""
    state, first = bench.state, (bench.sides or [""])[0]
    mine = [each for each in state.combatants.values() if each.side == first]
    theirs = [each for each in state.combatants.values() if each.side != first][:8]
    rows = []
    for each in mine:
        cells = [_cell(state, each.id, other.id) for other in theirs]
        nearest = min((cell["feet"] for cell in cells), default=None)
        for cell in cells:
            cell["hot"] = cell["feet"] == nearest and cell["segment"] == 1
        rows.append({"name": each.name, "token": token(each.figure), "cells": cells})
    columns = [{"name": each.name, "token": token(each.figure)} for each in theirs]
    clock = get_ruleset(bench.encounter.ruleset).clock
    return {"columns": columns, "rows": rows, "unit": clock.unit if clock.seconds else ""}


def _cell(state: State, one: str, other: str) -> dict[str, Any]:
    gap = distance(state, one, other)
    me = state.combatants[one]
    held = me.weapon(me.in_hand)
    segment = arrival(gap, held.length if held is not None else 0, charging_stride(state, one))
    return {"feet": feet(gap), "segment": segment if segment <= 10 else "a later round"}


def missing(bench: Bench) -> list[str]:
    """What is still missing before it can be opened, in words."""
    words = []
    if not bench.rows:
        words.append("No combatants yet. Search the bestiary or add the default party.")
    elif len(bench.sides) < 2:
        words.append("One side is empty: add combatants to another.")
    return words


def remarks(bench: Bench) -> list[str]:
    """What may well stay as it is, but should be known."""
    free = [each.name for each in bench.everyone if each.played and each.id not in bench.players]
    words = [f"{', '.join(free)}: you declare"] if free else []
    placed = [each.position is not None for each in bench.everyone]
    if any(placed) and not all(placed):
        words.append("some have no place: they stand on the line")
    return words


def beasts(text: str) -> list[dict[str, Any]]:
    """The monsters that a search finds, with what one wants to know of them."""
    found: Sequence[Any] = search(all_monsters(), text) if text.strip() else ()
    return [
        {
            "id": each.id,
            "name": each.name,
            "line": f'HD {each.hit_dice}, AC {each.armor_class}, move {each.movement}", {_morale(each.morale)}',
        }
        for each in found[:MOST_FOUND]
    ]


def _morale(percent: int) -> str:
    return "never checks morale" if percent > 200 else f"morale {percent}%"


def address() -> str:
    """Where phones reach this table."""
    return str(settings.ADDRESSES.urls[0])
