"""A scenario as data: one fight with its declarations, dice, answers and rulings."""

from collections.abc import Mapping
from dataclasses import field

from rules.kernel.dice import Call
from rules.kernel.effect_entries import EffectEntry
from rules.kernel.frozen import frozen
from rules.kernel.map_plan import MapPlan
from rules.kernel.stat_block import StatBlock
from rules.kernel.terms import ClauseId
from rules.scenarios.in_order import InputEntry
from rules.scenarios.lines import Lines, Spot
from rules.scenarios.short_forms import Roster, ShortForm

STOP = "stop"
"""A question that only files have: it stands for a choice of this name in another question.

Psionic combat, for example, is broken off by it.
"""

CALL = "call"
"""A question that only files have: the DM calls for a saving throw or dice."""

OTHER_NAMES = {"modes": "change"}
"""Questions that a file may also answer by another name."""


@frozen
class DeclareEntry:
    """One ``[[declare]]``."""

    round: int
    who: str
    deed: Mapping[str, object]
    """Its keys as written; ``to`` in hundredths of a foot, ``with`` a tuple of further deeds."""
    segment: int | None
    change: bool
    spot: Spot = field(compare=False)
    by: str = ""
    """The person who gave it, in a file that is played in order."""


@frozen
class RollEntry:
    """One ``[[roll]]``: faces for a purpose, in order."""

    round: int
    purpose: str
    by: str
    """Empty: for any roller."""
    faces: tuple[int, ...]
    sides: int
    """0: for any die."""
    spot: Spot = field(compare=False)
    first: int | None = None
    """Which die of its kind this round the first face is of, from 0; None for the one after those before it."""
    shown: bool = False
    """Everybody has seen these faces before, in what was taken back: nobody is asked for them again."""


@frozen
class AnswerEntry:
    """One ``[[answer]]``."""

    round: int
    question: str
    who: str
    choice: object
    """A word or number, or a whole answer as a mapping."""
    spot: Spot = field(compare=False)
    segment: int | None = None
    """The column before which the DM calls for a morale check or dice; None if the file has none."""
    occasion: str = ""
    """The occasion that calls for a morale check."""
    modifier: int = 0
    """A further modifier of a morale check."""
    call: Call | None = None
    """The dice for which the DM calls; its combatants are those of the file."""
    by: str = ""
    """The person who gave it, in a file that is played in order."""

    @property
    def is_about_something_due(self) -> bool:
        """Return whether the entry is wrong where nothing asks for it.

        It is a stop, or a morale check that is not made.
        """
        return self.question == STOP or (self.question == "morale_due" and not self.is_morale_call)

    @property
    def is_morale_call(self) -> bool:
        """Return whether this calls for a morale check, with or without a question."""
        return self.question == "morale_due" and self.choice == "yes"


@frozen
class RulingEntry:
    """One ``[[ruling]]``."""

    round: int
    segment: int | None
    """The column that it comes with; None for the beginning of the round."""
    who: str
    what: str
    value: object
    until: tuple[int, int] | None
    note: str
    spot: Spot = field(compare=False)


@frozen
class ExpectedEvent:
    """An entry of ``events`` or ``never``."""

    kind: str
    fields: Mapping[str, object]
    """The fields it must have."""
    clauses: tuple[ClauseId, ...]
    """The clauses it must at least cite."""


@frozen
class Expect:
    """The expectations of ``[expect]``."""

    order: tuple[ShortForm, ...] = ()
    orders: tuple[tuple[ShortForm, ...], ...] = ()
    together: tuple[tuple[ShortForm, ...], ...] = ()
    count: tuple[tuple[ShortForm, int], ...] = ()
    refused: tuple[ClauseId, ...] | None = None
    """None where the file has no such list."""
    events: tuple[ExpectedEvent, ...] = ()
    never: tuple[ExpectedEvent, ...] = ()


@frozen
class Entries:
    """The entries that are played, each used once."""

    declarations: tuple[DeclareEntry, ...]
    rolls: tuple[RollEntry, ...]
    answers: tuple[AnswerEntry, ...]
    rulings: tuple[RulingEntry, ...]
    inputs: tuple[InputEntry, ...] = ()


@frozen
class Script:
    """A scenario file, read and checked."""

    lines: Lines
    ruleset: str
    title: str
    clauses: tuple[ClauseId, ...]
    seed: str
    """Gives the dice that no entry names, unless ``unscripted`` does."""
    unscripted: str
    """ "low", "high" or empty."""
    options: Mapping[str, object]
    setting: str
    notes: Mapping[str, object]
    """The keys of ``[encounter]``."""
    plan: MapPlan
    """The battle map of ``[map]``."""
    roster: Roster
    stat_blocks: tuple[StatBlock, ...]
    """On the field when it opens."""
    later: tuple[StatBlock, ...]
    """Stat blocks that a ruling makes appear."""
    entries: Entries
    expect: Expect
    effects: tuple[EffectEntry, ...] = ()
    """The effects of magic that the file changes."""
    is_own: bool = True
    """It is played by the file's own ruleset."""
    order: tuple[Spot, ...] | None = None
    """The entries in their order, of a file that is played in order; None for any other."""

    @property
    def file(self) -> str:
        """Return the file's name, as errors give it."""
        return self.lines.file
