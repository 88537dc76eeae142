"""The action list: which letter a deed is under, and where its letter and its side's die put it in the round."""

from rules.adnd.numbers import die_of
from rules.rulesets.demon_idol.options import option
from rules.state import Deed, State
from rules.terms import SEGMENTS, CombatantId

LETTERS = "PABCDEFG"
_OF_KIND = {
    "psionic": "P",
    "flee": "A",
    "parley": "B",
    "wait": "C",
    "missile": "D",
    "spell": "D",
    "device": "D",
    "turning": "D",
    "move": "E",
    "charge": "E",
    "set": "F",
    "melee": "G",
}
FIRST_OF_ALL = -99
"""The place of an act that has just been set off, or that was prepared in the round before."""

CARRIED = "still prepared"
"""What becomes of a declaration that was carried over from the round before."""

DISCHARGED = ("missile", "spell", "device", "turning")
"""The kinds of deeds under D."""


def letter_of(state: State, deed: Deed) -> str:
    """The letter of a deed; of what takes no blow, the letter it was declared under or the DM put it under."""
    if deed.kind in _OF_KIND:
        return _OF_KIND[deed.kind]
    declared = state.declared.get(deed.who)
    if declared is None:
        return "E"
    return declared.letter or (declared.action if declared.action in "DE" else "E")


def delay_of(deed: Deed) -> int:
    """Segments that were lost in declaring a deed."""
    return max(0, deed.begins - 1)


def time_to_move(state: State, deed: Deed) -> int:
    """Return the segments a figure moves in: those lost in declaring are a tenth of the distance each (6.3.delay)."""
    declared = state.declared.get(deed.who)
    return SEGMENTS - min(delay_of(deed), declared.delay if declared is not None else 0)


def place_of(state: State, deed: Deed, sub: int = 0) -> tuple[int, ...]:
    """Winner's side before loser's, within a side by letter; one who hesitated comes after those he is tied with.

    Under E one after the other, so that a charge is over, blows and all, before the next begins.
    """
    late, letter = 1 if delay_of(deed) else 0, letter_of(state, deed)
    place = (-deed.initiative, late, LETTERS.index(letter))
    if letter == "E" and not is_shared(state, deed.who):
        return (*place, list(state.combatants).index(deed.who), sub)
    return (*place, sub)


def is_shared(state: State, who: CombatantId) -> bool:
    """Whether a figure's side does what it does under one letter together: on a tie, and by option always."""
    return option(state, "same_side_order") == "simultaneous" or tied_with_anyone(state, who)


def dice_tied(state: State, one: CombatantId, other: CombatantId) -> bool:
    """Whether the sides of two figures rolled the same."""
    return die_of(state, one) == die_of(state, other)


def tied_with_anyone(state: State, who: CombatantId) -> bool:
    """Whether another side rolled the same as this figure's."""
    side = state.combatants[who].side
    return any(state.initiative.get(other) == state.initiative.get(side) for other in state.sides if other != side)
