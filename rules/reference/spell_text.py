"""Readers of short texts in the spell tables: casting times, ranges and damage."""

import re
from fractions import Fraction

from rules.kernel.dice_text import DiceText, parse_dice

_UNITS = {"segment": 1, "round": 10, "turn": 100, "hour": 600}
_CASTING = re.compile(r"(?P<number>\d+)(?P<more>-\d+\+?)? (?P<unit>segment|round|turn|hour)s?(?:/\w+)?")
_NUMBER = r"\d+(?:/\d+)?"
_RANGE = re.compile(
    rf'(?:(?P<base>{_NUMBER})")?(?: \+ )?(?:(?P<step>{_NUMBER})"/level)?(?:, (?:maximum )?(?P<most>\d+)"(?: max)?)?',
    re.IGNORECASE,
)

FULL_ROUND = 10
"""Segments of a spell with a special casting time: it takes the round."""

_MISSILES = "; missiles = (level + 1) / 2"


def read_casting(text: str) -> int:
    """Return a casting time in segments: "3 segments" is 3, "1 round" 10, "2 turns" 200.

    Of "1-24 hours" the least counts, of "1 round/seed" one. Raises ValueError for a text without such a number.
    """
    match = _CASTING.fullmatch(text)
    if match is None:
        raise ValueError(f'"{text}" is not a casting time such as "3 segments" or "1 round"')
    return int(match["number"]) * _UNITS[match["unit"]]


def read_range(text: str, level: int) -> int | None:
    """Return a range in hundredths of an inch at a caster's level; touch and 0 are 0.

    None for a range that is not in inches (miles, unlimited, special, a radius).
    """
    if text in ("Touch", "0"):
        return 0
    match = _RANGE.fullmatch(text)
    if not text or match is None:
        return None
    reach = Fraction(match["base"] or 0) + Fraction(match["step"] or 0) * level
    if match["most"]:
        reach = min(reach, Fraction(match["most"]))
    return int(reach * 100)


def read_damage(text: str, level: int) -> str | None:
    """Return damage as dice at a caster's level; None for a text that says more than dice.

    Spaces matter. "1d4+1 per level" is one die and one point for each level; "1d4 + 1 per level" is one die and a
    point for each level. Missiles are (level + 1) / 2, rounded down.
    """
    if text.endswith(_MISSILES):
        return _multiply_dice(text.removesuffix(_MISSILES).removesuffix(" per missile"), (level + 1) // 2)
    if not text.endswith(" per level"):
        return _multiply_dice(text, 1)
    first, plus, second = text.removesuffix(" per level").rpartition(" + ")
    growing = _multiply_dice(second.removeprefix("(").removesuffix(")"), level)
    if not plus or growing is None:
        return growing
    return _add_dice(first, growing)


def _multiply_dice(text: str, times: int) -> str | None:
    try:
        dice = parse_dice(text)
    except ValueError:
        return None
    return str(DiceText(dice.count * times, dice.sides, dice.plus * times))


def _add_dice(first: str, second: str) -> str | None:
    try:
        one, other = parse_dice(first), parse_dice(second)
    except ValueError:
        return None
    if one.count and other.count and one.sides != other.sides:
        return None
    return str(DiceText(one.count + other.count, max(one.sides, other.sides), one.plus + other.plus))
