"""The hit points of foes in preparation: rolled by dice that are kept, or the average.

Hit points that the DM wrote, or a stat block has, stay as they are.
"""

from collections.abc import Mapping
from secrets import randbelow
from typing import Any

from encounters.models import Combatant
from rules.api import StatBlock, find_hit_point_dice, parse_dice

PARTY = "party"
DICE, FACES = "dice", "faces"


def may_roll(row: Combatant) -> bool:
    """Return whether dice may give the hit points of a row: of a foe, and not written by hand."""
    definition = row.definition
    is_character = definition.get("side") == PARTY or definition.get("played") is True or "left" in definition
    return not is_character and ("hp" not in definition or bool(row.rolled))


def forget_written_over(row: Combatant) -> None:
    """Forget the dice of a row whose hit points are others now."""
    if row.rolled and _list_points(row.definition) != _sum_faces(row.rolled)[: len(_list_points(row.definition))]:
        row.rolled = {}


def roll(row: Combatant, stat_block: StatBlock) -> None:
    """Roll for those of a row who have no dice yet, and write what came up into its definition."""
    dice = find_hit_point_dice(stat_block)
    if not dice:
        return
    count = row.definition.get("count", 1)
    text = parse_dice(dice)
    known = row.rolled.get(FACES, [])[:count] if row.rolled.get(DICE) == dice else []
    fresh = [[randbelow(text.sides) + 1 for _ in range(text.count)] for _ in range(count - len(known))]
    row.rolled = {DICE: dice, FACES: [*known, *fresh]}
    points = _sum_faces(row.rolled)
    row.definition = {**row.definition, "hp": points if "count" in row.definition else points[0]}


def take_average(row: Combatant) -> None:
    """Leave the hit points of a row to the tables."""
    row.rolled = {}
    row.definition = {key: value for key, value in row.definition.items() if key != "hp"}


def split_rolled(rolled: Mapping[str, Any], nth: int) -> dict[str, Any]:
    """Return the dice of one of several; empty where none were rolled."""
    return {DICE: rolled[DICE], FACES: [rolled[FACES][nth]]} if rolled else {}


def describe_rolled(rolled: Mapping[str, Any]) -> str:
    """Return the dice as they fell: "3d8+1: 4, 5, 4 = 14"; "" where none were rolled."""
    if not rolled:
        return ""
    pairs = zip(rolled[FACES], _sum_faces(rolled), strict=True)
    return f"{rolled[DICE]}: " + "; ".join(f"{', '.join(map(str, faces))} = {points}" for faces, points in pairs)


def _list_points(definition: Mapping[str, Any]) -> list[int]:
    points = definition.get("hp", [])
    return points if isinstance(points, list) else [points]


def _sum_faces(rolled: Mapping[str, Any]) -> list[int]:
    """Return what the dice of each come to, at least 1."""
    plus = parse_dice(rolled[DICE]).plus
    return [max(1, sum(faces) + plus) for faces in rolled[FACES]]
