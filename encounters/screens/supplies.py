"""Missiles as strokes in fives: filled are left, hollow are spent, with the number."""

from collections.abc import Iterable
from dataclasses import dataclass

from encounters.narration.supplies import count_of, list_missiles_left
from rules.api import Combatant

MOST_STROKES = 30
"""The most missiles that are drawn; of more the number is enough."""

PITCH, GAP = 5, 4
"""From stroke to stroke, and beside it after each fifth, in pixels."""


@dataclass(frozen=True, slots=True)
class Supply:
    """The missiles of one kind that a combatant has left."""

    item: str
    words: str
    """The number of them: "14 of 20 arrows"."""
    width: int = 0
    """The width of the drawing, in pixels; 0 for too many to draw."""
    left: str = ""
    """The strokes of those that are left, as the path of a drawing."""
    spent: str = ""
    """The strokes of those that are spent."""


def list_supplies(each: Combatant) -> tuple[Supply, ...]:
    """Return the missiles of a combatant that are counted."""
    had = dict(each.stat_block.gear.charges)
    return tuple(
        build_supply(item, name, left, max(left, had.get(item, left))) for item, name, left in list_missiles_left(each)
    )


def build_supply(item: str, name: str, left: int, most: int) -> Supply:
    """Return the missiles of one kind, of which there were ``most``."""
    words = count_of(left, name) if left == most else f"{left} of {count_of(most, name)}"
    if not 0 < most <= MOST_STROKES:
        return Supply(item, words)
    return Supply(item, words, _find_place(most), _draw_strokes(range(left)), _draw_strokes(range(left, most)))


def _find_place(number: int) -> int:
    """Return where a stroke begins, in pixels from the first."""
    return number * PITCH + number // 5 * GAP


def _draw_strokes(numbers: Iterable[int]) -> str:
    """Return strokes as the path of a drawing that is 14 pixels high."""
    return "".join(f"M{_find_place(number) + 0.5:g} .5h2v13h-2z" for number in numbers)
