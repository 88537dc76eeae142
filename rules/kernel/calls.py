"""Calls of the DM: a saving throw or any dice, asked of chosen combatants at once."""

from collections.abc import Collection

from rules.kernel.dice import DiceText, parse_dice
from rules.kernel.effects import Roll
from rules.kernel.form_fields import BadAnswer
from rules.kernel.frozen import frozen
from rules.kernel.terms import DM, CombatantId

SAVE_DIE = 20
"""The sides of the die of a saving throw."""
MOST_DICE = 20
"""The most dice that one combatant rolls."""
MOST_MODIFIER = 100
MOST_WANTED = 10_000
"""The greatest total that dice may have to reach."""
LONGEST_WORDS = 200
"""The greatest length of a text of a call, in letters."""


@frozen
class Call:
    """Dice that the DM calls for: a saving throw, or any dice with or without a number to reach."""

    who: tuple[CombatantId, ...]
    """The combatants who roll, each for itself."""
    save: str = ""
    """The category of the saving throw; "" for other dice."""
    dice: str = ""
    """The other dice: "1d20", "3d6+1"; "" for a saving throw."""
    modifier: int = 0
    """An addition to what is rolled; above 0 is better for a saving throw."""
    at_least: int | None = None
    """The least total that makes it; None where there is none, and for a saving throw."""
    at_most: int | None = None
    """The greatest total that makes it."""
    why: str = ""
    """The purpose in words, such as "the rope bridge"."""
    follows: str = ""
    """The result of a failure in words; nothing is changed by it."""
    secret: bool = False
    """The DM alone learns of it, and rolls."""

    @property
    def total_dice(self) -> DiceText:
        """Return the dice with the modifier.

        A saving throw is a d20: its number to reach has the modifier.
        """
        if self.save:
            return DiceText(1, SAVE_DIE)
        text = parse_dice(self.dice)
        return DiceText(text.count, text.sides, text.plus + self.modifier)

    @property
    def has_failure(self) -> bool:
        """Return whether the dice can fail."""
        return bool(self.save) or self.at_least is not None or self.at_most is not None

    def judge(self, total: int) -> bool | None:
        """Return whether a total of other dice is good enough; None without a number."""
        if not self.has_failure:
            return None
        return (self.at_least is None or total >= self.at_least) and (self.at_most is None or total <= self.at_most)

    def make_roll(self, who: CombatantId, hidden: bool) -> Roll:
        """Return the roll of one combatant.

        The DM's own dice are counted apart from those of the combatants.
        """
        dice = self.total_dice
        purpose = "saving_throw" if self.save else "effect"
        return Roll(purpose, DM if self.secret else who, dice.count, dice.sides, hidden)


@frozen
class CallResult:
    """The result of one combatant."""

    who: CombatantId
    total: int
    made: bool | None
    """None where there was no number to reach."""


@frozen
class OpenCall:
    """A call that not all have rolled for."""

    number: int
    """The number by which events name it while it is open, from 1."""
    call: Call
    results: tuple[CallResult, ...] = ()


def write_dice(typed: str) -> str:
    """Return dice as they are kept, from what a person typed: "1d20" from "D20"."""
    text = "".join(typed.lower().split())
    return f"1{text}" if text.startswith("d") else text


def check_call(call: Call, known: Collection[CombatantId], saves: Collection[str]) -> None:
    """Raise BadAnswer for a call that cannot be made.

    ``known`` are the combatants in the fight, ``saves`` the categories of saving throws of its rules.
    """
    if not call.who:
        raise BadAnswer("who", "Choose at least one combatant.")
    for who in call.who:
        if who not in known:
            raise BadAnswer("who", f"nobody here is '{who}'")
    if len(dict.fromkeys(call.who)) < len(call.who):
        raise BadAnswer("who", "Each combatant rolls once.")
    if bool(call.save) == bool(call.dice):
        raise BadAnswer("dice", "Choose a saving throw or dice.")
    if call.save and call.save not in saves:
        raise BadAnswer("save", f"there is no saving throw '{call.save}'")
    if call.dice:
        _check_dice(call.dice)
    elif call.at_least is not None or call.at_most is not None:
        raise BadAnswer("at_least", "A saving throw has its number from the tables.")
    if abs(call.modifier) > MOST_MODIFIER:
        raise BadAnswer("modifier", f"A modifier is from -{MOST_MODIFIER} to {MOST_MODIFIER}.")
    for name, wanted in (("at_least", call.at_least), ("at_most", call.at_most)):
        if wanted is not None and abs(wanted) > MOST_WANTED:
            raise BadAnswer(name, f"The number to reach is at most {MOST_WANTED}.")
    for name, words in (("why", call.why), ("follows", call.follows)):
        if len(words) > LONGEST_WORDS:
            raise BadAnswer(name, f"Use at most {LONGEST_WORDS} letters.")


def _check_dice(text: str) -> None:
    try:
        dice = parse_dice(text)
    except ValueError:
        raise BadAnswer("dice", f"'{text}' is not dice such as 1d20 or 3d6+1") from None
    if not 1 <= dice.count <= MOST_DICE or dice.sides < 2:
        raise BadAnswer("dice", f"Roll 1 to {MOST_DICE} dice of 2 sides or more.")
