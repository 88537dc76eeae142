"""Adjustments for ability scores, as far as a fight needs them."""

import re

from rules.kernel.frozen import frozen
from rules.reference.tables import Row, list_rows

_STRENGTH = re.compile(r"(?P<score>\d{1,2})(?:/(?P<percent>\d\d))?", re.ASCII)


@frozen
class Dexterity:
    """Adjustments for a dexterity score."""

    reaction: int
    """Added to the die of surprise."""
    attacking: int
    """Added to hit with missiles."""
    armor_class: int
    """Added to the armor class: a negative number improves it."""


COINS_TO_THE_POUND = 10


@frozen
class Strength:
    """Adjustments to hit and to damage."""

    hit: int
    damage: int


def lookup_dexterity(score: int) -> Dexterity:
    """Return the adjustments for a dexterity of 3 to 18. Raises ValueError outside the table."""
    row = _find_score_row("dexterity", score)
    return Dexterity(int(row["reaction_attacking"]), int(row["reaction_attacking"]), int(row["defensive_ac"]))


def lookup_charisma_reaction(score: int) -> int:
    """Return the percentage that a speaker's charisma adds to reactions.

    Raises ValueError for a score that is not from 3 to 18.
    """
    return int(_find_score_row("charisma", score)["reaction_pct"])


def lookup_strength(score: int | str, class_: str = "") -> Strength:
    """Return the adjustments for a strength of 3 to 18, or from "18/01" to "18/00", the highest.

    Exceptional strength counts for fighters, paladins, rangers and combatants without a class. For any other class it
    is 18. Raises ValueError outside the table.
    """
    row = _find_strength_row(score, class_)
    return Strength(int(row["hit"]), int(row["damage"]))


def lookup_weight_allowance(score: int | str, class_: str = "") -> int:
    """Return the pounds that a strength adds to what may be carried. Raises as lookup_strength."""
    return int(_find_strength_row(score, class_)["weight_allowance_gp"]) // COINS_TO_THE_POUND


def _find_strength_row(score: int | str, class_: str) -> Row:
    match = _STRENGTH.fullmatch(str(score))
    value, percent = (int(match["score"]), match["percent"]) if match else (0, None)
    if percent is not None and value != 18:
        value = 0
    hundredths = None if percent is None else int(percent) or 100
    for row in reversed(list_rows("abilities", "strength")):
        if row["score_min"] <= value <= row["score_max"] and _is_for_class(row, hundredths, class_):
            return row
    raise ValueError(f'"{score}" is not a strength of 3 to 18 or 18/01 to 18/00')


def _is_for_class(row: Row, percent: int | None, class_: str) -> bool:
    if "percent_min" not in row:
        return True
    if percent is None or (class_ and class_ not in row["classes"]):
        return False
    return bool(row["percent_min"] <= percent <= row["percent_max"])


def _find_score_row(ability: str, score: int) -> Row:
    for row in list_rows("abilities", ability):
        if row["score"] == score:
            return row
    raise ValueError(f"{score} is not a {ability} of 3 to 18")
