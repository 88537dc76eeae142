"""Adjustments of the ability scores, as far as a fight needs them."""

import re
from dataclasses import dataclass

from rules.reference.tables import Row, rows

_STRENGTH = re.compile(r"(?P<score>\d{1,2})(?:/(?P<percent>\d\d))?", re.ASCII)


@dataclass(frozen=True)
class Dexterity:
    """``reaction`` adjusts surprise, ``attacking`` missiles, ``armor_class`` itself (negative improves)."""

    reaction: int
    attacking: int
    armor_class: int


COINS_TO_THE_POUND = 10


@dataclass(frozen=True)
class Strength:
    """Adjustments to hit and to damage."""

    hit: int
    damage: int


def lookup_dexterity(score: int) -> Dexterity:
    """The adjustments of a dexterity of 3 to 18. Raises ValueError outside the table."""
    row = _of_score("dexterity", score)
    return Dexterity(int(row["reaction_attacking"]), int(row["reaction_attacking"]), int(row["defensive_ac"]))


def lookup_charisma_reaction(score: int) -> int:
    """The percentage that a speaker's charisma of 3 to 18 adds to reactions. Raises ValueError outside the table."""
    return int(_of_score("charisma", score)["reaction_pct"])


def lookup_strength(score: int | str, class_: str = "") -> Strength:
    """The adjustments of a strength of 3 to 18, or of an exceptional one such as "18/63" ("18/00" is the highest).

    Exceptional strength counts for fighters, paladins and rangers only; to any other class it is 18, to a figure
    without class it counts. Raises ValueError outside the table.
    """
    row = _of_strength(score, class_)
    return Strength(int(row["hit"]), int(row["damage"]))


def lookup_allowance(score: int | str, class_: str = "") -> int:
    """The pounds that a strength adds to what may be carried, at ten coins to the pound. Raises as lookup_strength."""
    return int(_of_strength(score, class_)["weight_allowance_gp"]) // COINS_TO_THE_POUND


def _of_strength(score: int | str, class_: str) -> Row:
    match = _STRENGTH.fullmatch(str(score))
    value, percent = (int(match["score"]), match["percent"]) if match else (0, None)
    if percent is not None and value != 18:
        value = 0
    hundredths = None if percent is None else int(percent) or 100
    for row in reversed(rows("abilities", "strength")):
        if row["score_min"] <= value <= row["score_max"] and _counts(row, hundredths, class_):
            return row
    raise ValueError(f'"{score}" is not a strength of 3 to 18 or 18/01 to 18/00')


def _counts(row: Row, percent: int | None, class_: str) -> bool:
    if "percent_min" not in row:
        return True
    if percent is None or (class_ and class_ not in row["classes"]):
        return False
    return bool(row["percent_min"] <= percent <= row["percent_max"])


def _of_score(ability: str, score: int) -> Row:
    for row in rows("abilities", ability):
        if row["score"] == score:
            return row
    raise ValueError(f"{score} is not a {ability} of 3 to 18")
