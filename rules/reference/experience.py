"""The experience that monsters and people are worth."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from rules.kernel.frozen import frozen
from rules.reference.combat import read_hit_dice
from rules.reference.tables import Edition, Row, index_rows, list_rows

_PRINTED = "printed"
_BANDS = {Edition.FIRST: "value_band", Edition.OSRIC: "osric_value_band"}


@frozen(slots=True)
class ExperienceValue:
    """The experience that a monster of one kind is worth."""

    base: int
    per_point: int
    """The addition for each of its full hit points."""
    is_printed: bool
    """The book has this value; otherwise it is made of the table by hit dice and powers."""
    special: int
    """The number of special abilities that the base includes."""
    exceptional: int
    """The number of exceptional abilities that the base includes."""
    per_special: int
    """The points for each special ability of such a monster."""
    per_exceptional: int
    """The points for each exceptional ability of such a monster."""

    def compute(self, points: int) -> int:
        """Return what one with these full hit points is worth."""
        return self.base + self.per_point * points

    def with_counts(self, special: int, exceptional: int) -> "ExperienceValue":
        """Return the value with other numbers of special and exceptional abilities."""
        more = (special - self.special) * self.per_special + (exceptional - self.exceptional) * self.per_exceptional
        return replace(self, base=self.base + more, special=special, exceptional=exceptional)


def find_experience(id: str, edition: Edition = Edition.FIRST) -> ExperienceValue | None:
    """Return what a monster of the table is worth; None where no value is known."""
    return _load_values(edition).get(id)


def compute_experience_value(
    hit_dice: str, special: int = 0, exceptional: int = 0, edition: Edition = Edition.FIRST
) -> ExperienceValue:
    """Return what hit dice with so many special and exceptional abilities are worth.

    Hit dice are "4+1", "1d4 hp" and the like. Raises ValueError for any other text.
    """
    return _make_value(_find_band(hit_dice, edition), special, exceptional)


def compute_person_value(
    level: int, special: int = 0, exceptional: int = 0, edition: Edition = Edition.FIRST
) -> ExperienceValue:
    """Return what a character of a level is worth to those who fight it.

    It has as many dice as levels, with points added; level 0 has one die.
    """
    return compute_experience_value(f"{level}+1" if level > 0 else "1", special, exceptional, edition)


def find_monster_level(base: int, edition: Edition = Edition.FIRST) -> int:
    """Return the dungeon level, 1 to 10, of a monster with this base value."""
    rows = list_rows("experience", "monster_level")
    return next((int(row["level"]) for row in rows if base <= _read_base_max(row, base, edition)), len(rows))


def _read_base_max(row: Row, base: int, edition: Edition) -> int:
    printed = int(row.get("base_max", base))
    return printed if edition is Edition.FIRST else int(row.get("osric_base_max", printed))


@cache
def _load_values(edition: Edition) -> Mapping[str, ExperienceValue]:
    monsters = index_rows(list_rows("monsters", "monster"))
    return {
        str(row["id"]): _read_value(row, str(monsters[row["id"]]["hd"]), edition)
        for row in list_rows("experience", "monster")
    }


def _read_value(row: Row, hit_dice: str, edition: Edition) -> ExperienceValue:
    labelled = index_rows(list_rows("experience", _BANDS[edition]), "label")
    band = labelled.get(row.get("row", "")) or _find_band(hit_dice, edition)
    counted = _make_value(band, int(row["special"]), int(row["exceptional"]))
    if edition is Edition.FIRST:
        return replace(
            counted, base=int(row["base"]), per_point=int(row["per_hp"]), is_printed=row["basis"] == _PRINTED
        )
    if "osric" in row:
        return replace(counted, base=int(row["osric"]["base"]), per_point=int(row["osric"]["per_hp"]), is_printed=True)
    return counted


def _make_value(band: Row, special: int, exceptional: int) -> ExperienceValue:
    per_special, per_exceptional = int(band["special"]), int(band["exceptional"])
    base = int(band["base"]) + special * per_special + exceptional * per_exceptional
    return ExperienceValue(base, int(band["per_hp"]), False, special, exceptional, per_special, per_exceptional)


def _find_band(hit_dice: str, edition: Edition) -> Row:
    dice = read_hit_dice(hit_dice)
    rows = list_rows("experience", _BANDS[edition])
    reached = [row for row in rows if (row["from_dice"], row["from_plus"]) <= (dice.dice, dice.plus)]
    return reached[-1] if reached else rows[0]
