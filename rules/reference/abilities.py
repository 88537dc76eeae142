"""Adjustments for ability scores."""

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


@frozen
class StrengthChecks:
    """Chances to force doors and bars."""

    open_doors: int
    """The highest number on a d6 that opens a stuck door."""
    open_locked_doors: int
    """The highest number on a d6 that opens a locked or magically held door, tried once; 0 for no chance."""
    bend_bars: int
    """The percentage to bend bars or lift a gate, tried once."""


@frozen
class Constitution:
    """Adjustments for a constitution score."""

    hit_points: int
    """Added to each hit die."""
    hit_points_of_fighters: int
    """Added to each hit die of fighters, paladins and rangers."""
    system_shock: int
    """The percentage to survive."""
    resurrection: int
    """The percentage to survive."""


@frozen
class Charisma:
    """Adjustments for a charisma score."""

    henchmen: int
    """The most henchmen."""
    loyalty: int
    """The percentage added to their loyalty."""
    reaction: int
    """The percentage added to reactions."""


def lookup_dexterity(score: int) -> Dexterity:
    """Return the adjustments for a dexterity of 3 to 19. Raises ValueError outside the table."""
    row = _find_score_row("dexterity", score)
    return Dexterity(int(row["reaction_attacking"]), int(row["reaction_attacking"]), int(row["defensive_ac"]))


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


def lookup_strength_checks(score: int | str, class_: str = "") -> StrengthChecks:
    """Return the chances to force doors and bars. Raises as lookup_strength."""
    row = _find_strength_row(score, class_)
    return StrengthChecks(int(row["open_doors_in_6"]), int(row["open_locked_in_6"]), int(row["bend_bars_pct"]))


def lookup_constitution(score: int) -> Constitution:
    """Return the adjustments for a constitution of 3 to 19. Raises ValueError outside the table."""
    row = _find_score_row("constitution", score)
    return Constitution(
        hit_points=int(row["hp_per_die"]),
        hit_points_of_fighters=int(row["hp_per_die_fighter"]),
        system_shock=int(row["system_shock_pct"]),
        resurrection=int(row["resurrection_pct"]),
    )


def lookup_charisma(score: int) -> Charisma:
    """Return the adjustments for a charisma of 3 to 18. Raises ValueError outside the table."""
    row = _find_score_row("charisma", score)
    return Charisma(int(row["henchmen_max"]), int(row["loyalty_pct"]), int(row["reaction_pct"]))


def lookup_mental_save(wisdom: int) -> int:
    """Return what wisdom adds to saves against attacks on the mind.

    Raises ValueError for a score that is not from 3 to 18.
    """
    return int(_find_score_row("wisdom", wisdom)["mental_save_adj"])


def lookup_languages(intelligence: int) -> int:
    """Return the further languages that a human of an intelligence can learn.

    Other races learn fewer; the DM says which. Raises ValueError for a score that is not from 3 to 18.
    """
    return int(_find_score_row("intelligence", intelligence)["languages"])


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
    last = list_rows("abilities", ability)[-1]["score"]
    raise ValueError(f"{score} is not a {ability} of 3 to {last}")
