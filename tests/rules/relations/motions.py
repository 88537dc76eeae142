"""Fights moved as a whole on the plane: mirrored, turned, shifted, stretched."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import cos, floor, radians, sin
from typing import Any

from rules.kernel.effects import Answer
from rules.kernel.map_plan import MapPlan
from rules.kernel.stat_block import StatBlock
from rules.kernel.terms import HUNDREDTHS
from rules.scenarios.script import AnswerEntry, DeclareEntry, RulingEntry, Script
from tests.rules.relations.fights import Fight

Place = tuple[int, int]

PLACED = ("moved", "appears")
"""Rulings whose value is a place, in units of the plane."""

PLACES = ("to", "position", "points", "path", "vertices")
"""Keys of answers and rulings whose value is a place or a list of places."""


@dataclass(frozen=True)
class Motion:
    """A linear map of the plane and an offset in hundredths of its unit."""

    rows: tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]
    offset: Place = (0, 0)

    def of(self, place: Sequence[Any]) -> Place:
        """Return the place to which this leads, in whole hundredths."""
        x, y = Fraction(place[0]), Fraction(place[1])
        (a, b), (c, d) = self.rows
        return _round(a * x + b * y + self.offset[0]), _round(c * x + d * y + self.offset[1])

    def back(self, place: Sequence[Any]) -> tuple[Fraction, Fraction]:
        """Return the place from which this leads here."""
        x, y = Fraction(place[0]) - self.offset[0], Fraction(place[1]) - self.offset[1]
        (a, b), (c, d) = self.rows
        size = a * d - b * c
        return (d * x - b * y) / size, (a * y - c * x) / size

    def of_units(self, place: Sequence[Any]) -> list[float]:
        """Return the place to which this leads, both in units of the plane."""
        return [each / HUNDREDTHS for each in self.of([Fraction(str(each)) * HUNDREDTHS for each in place])]


def _round(value: Fraction) -> int:
    return floor(value + Fraction(1, 2))


def turn_by(x: int, y: int, *, mirrored: bool = False, offset: Place = (0, 0)) -> Motion:
    """Return the turn that leads the first axis through a place at a whole distance."""
    far = Fraction(round((x * x + y * y) ** 0.5))
    across, down = x / far, y / far
    sign = -1 if mirrored else 1
    return Motion(((across, -sign * down), (down, sign * across)), offset)


def turn_by_degrees(degrees: float, offset: Place = (0, 0)) -> Motion:
    """Return the turn by any angle."""
    across, down = Fraction(cos(radians(degrees))), Fraction(sin(radians(degrees)))
    return Motion(((across, -down), (down, across)), offset)


def stretch_by(share: Fraction) -> Motion:
    """Return the motion that makes all distances longer by a share of them."""
    whole, none = 1 + share, Fraction(0)
    return Motion(((whole, none), (none, whole)))


# Fights and scripts.


def move_fight(fight: Fight, motion: Motion) -> Fight:
    """Return the fight elsewhere on the plane; everybody has a place."""
    answers = {key: said and _move_answer(said, motion, units=False) for key, said in fight.answers.items()}
    stat_blocks = tuple(_move_stat_block(each, motion) for each in fight.stat_blocks)
    return replace(fight, stat_blocks=stat_blocks, answers=answers)


def move_script(script: Script, motion: Motion) -> Script:
    """Return the scenario elsewhere on the plane; everybody has a place."""
    entries = replace(
        script.entries,
        declarations=tuple(_move_declaration(each, motion) for each in script.entries.declarations),
        answers=tuple(_move_answer_entry(each, motion) for each in script.entries.answers),
        rulings=tuple(_move_ruling(each, motion) for each in script.entries.rulings),
    )
    return replace(
        script,
        stat_blocks=tuple(_move_stat_block(each, motion) for each in script.stat_blocks),
        later=tuple(_move_stat_block(each, motion) for each in script.later),
        plan=move_plan(script.plan, motion),
        entries=entries,
    )


def move_plan(plan: MapPlan, motion: Motion) -> MapPlan:
    """Return the map elsewhere on the plane."""
    features = tuple(replace(each, points=tuple(map(motion.of, each.points))) for each in plan.features)
    return replace(plan, features=features)


def _move_stat_block(stat_block: StatBlock, motion: Motion) -> StatBlock:
    place = stat_block.start.position
    if place is None:
        return stat_block
    return replace(stat_block, start=replace(stat_block.start, position=motion.of(place)))


def _move_declaration(entry: DeclareEntry, motion: Motion) -> DeclareEntry:
    return replace(entry, deed=_move_deed(entry.deed, motion))


def _move_deed(deed: Mapping[str, Any], motion: Motion) -> dict[str, Any]:
    moved = dict(deed)
    if "to" in moved:
        moved["to"] = motion.of(moved["to"])
    if "with" in moved:
        moved["with"] = tuple(_move_deed(each, motion) for each in moved["with"])
    return moved


def _move_answer_entry(entry: AnswerEntry, motion: Motion) -> AnswerEntry:
    if not isinstance(entry.choice, Mapping):
        return entry
    # A later declaration is read as a deed, with places in hundredths.
    is_deed = "action" in entry.choice
    moved = _move_deed(entry.choice, motion) if is_deed else _move_answer(entry.choice, motion, units=True)
    return replace(entry, choice=moved)


def _move_ruling(entry: RulingEntry, motion: Motion) -> RulingEntry:
    return replace(entry, value=_move_value(entry.what, entry.value, motion))


def _move_value(what: object, value: Any, motion: Motion) -> Any:
    """Return the value of a ruling, in units of the plane."""
    if what in PLACED and isinstance(value, list | tuple) and value:
        return motion.of_units(value)
    if what == "map" and isinstance(value, list):
        return [_move_value(what, each, motion) for each in value]
    if what == "map" and isinstance(value, Mapping):
        return {
            key: [motion.of_units(place) for place in each] if key == "points" else each for key, each in value.items()
        }
    return value


def _move_answer(said: Answer, motion: Motion, *, units: bool) -> dict[str, Any]:
    """Return an answer with its places moved, which are in units of the plane or in hundredths."""
    return {key: _move_part(key, value, motion, units=units) for key, value in said.items()}


def _move_part(key: str, value: Any, motion: Motion, *, units: bool) -> Any:
    if key in PLACES and isinstance(value, list | tuple) and value:
        if isinstance(value[0], list | tuple):
            return [_move_part(key, each, motion, units=units) for each in value]
        return motion.of_units(value) if units else list(motion.of(value))
    if isinstance(value, Mapping):
        inner = _move_answer(value, motion, units=units)
        return {**inner, "value": _move_value(inner.get("what"), inner["value"], motion)} if "value" in inner else inner
    if isinstance(value, list):
        return [_move_part("", each, motion, units=units) for each in value]
    return value
