"""Inputs: all actions of the persons at the table, in one order per encounter.

Inputs and the seeds reproduce everything. Each has a position in the encounter's one log, counted from 1.
"""

from collections.abc import Collection, Mapping

from rules.kernel.dice import Call, parse_dice
from rules.kernel.forms import BadAnswer
from rules.kernel.frozen import frozen
from rules.kernel.stat_block import StatBlock
from rules.kernel.terms import CombatantId

SECONDS_IN_A_SEGMENT = 6


def compute_delay_segments(seconds: int, paused: int = 0) -> int:
    """Return the whole segments of so many seconds of hesitation.

    ``paused`` seconds, in which a question to the DM was open, do not count.
    """
    return max(0, seconds - paused) // SECONDS_IN_A_SEGMENT


@frozen
class BeginRound:
    """The beginning of the next round, with its own seeds."""


@frozen
class GiveAnswer:
    """A person's answer to the question with this token."""

    token: str
    answer: Mapping[str, object]
    by: str = ""
    """The person who gave it: "dm", or a player in any words. The site writes "seat-3", and once wrote names."""
    delay: int = 0
    """Whole segments of hesitation, where the table counts them."""
    paused: bool = False
    """The count stood still meanwhile for a question to the DM."""


@frozen
class GiveFaces:
    """Faces of real dice for the open roll with this token."""

    token: str
    faces: tuple[int, ...] | None
    """The faces; None asks the server to roll."""
    by: str = ""


@frozen
class CloseQuestions:
    """The closing of open questions by the DM.

    Every missing answer becomes its default, every missing die is rolled.
    """

    who: str = ""
    """The person whose questions are closed; "" for all."""


@frozen
class Change:
    """A change by the DM."""

    who: str
    """The combatant that is changed, or "dm" for the encounter."""
    what: str
    """The name of the ruling."""
    value: object = None
    """The new value."""
    until: tuple[int, int] | None = None
    """The round and clock at which the change ends."""
    by: int | None = None
    """The difference to a number, in place of ``value``; it is added to the number as it is at this input."""


@frozen
class MakeRuling:
    """A ruling by the DM at any stop, with a note."""

    changes: tuple[Change, ...]
    note: str = ""
    secret: bool = False
    """The DM alone sees the ruling."""


@frozen
class CallMorale:
    """A call by the DM for a morale check."""

    who: str
    """A combatant, a group of combatants alike, or a side."""
    occasion: str = ""
    """The occasion: an id of the tables' occasions, or ""."""
    modifier: int = 0
    """A further addition to the roll; above 0 is worse."""


@frozen
class MakeCall:
    """A call by the DM for a saving throw or dice of some combatants."""

    call: Call


@frozen
class Arrive:
    """Combatants that come into play; hidden ones stay unseen until a ruling shows them."""

    stat_blocks: tuple[StatBlock, ...]
    note: str = ""


@frozen
class TakeBack:
    """The taking back of everything after the input at position ``to``.

    With ``faces``, ``to`` may be the last input: then nothing is taken back, and only future dice are ruled.
    """

    to: int
    note: str = ""
    """The reason."""
    faces: tuple[tuple[str, str, int, int, int], ...] = ()
    """The faces that dice show from here on.

    Each is (purpose, by, sides, n, face), where n is which of its kind this round the die is, from 0.
    """


@frozen
class EndEncounter:
    """The end of the encounter by the DM."""

    note: str = ""


Input = (
    BeginRound
    | GiveAnswer
    | GiveFaces
    | CloseQuestions
    | MakeRuling
    | CallMorale
    | MakeCall
    | Arrive
    | TakeBack
    | EndEncounter
)


# The check of a call, for all who build one.

MOST_DICE = 20
"""The most dice that one combatant rolls."""
MOST_MODIFIER = 100
MOST_WANTED = 10_000
"""The greatest total that dice may have to reach."""
LONGEST_WORDS = 200
"""The greatest length of a text of a call, in letters."""


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
