"""A scenario as data: one fight with what is declared, rolled, answered, ruled and expected."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.figure import Figure
from rules.scenario.lines import Lines, Spot
from rules.scenario.short import Roster, ShortForm
from rules.terms import ClauseId

QUESTIONS = {
    "retaliate": "no",
    "parry": "no",
    "opportunity": "yes",
    "shoot_first": "shoot",
    "aim": "",
    "change": "keep",
    "modes": "keep",
    "cancel": "no",
    "stop": "no",
    "thwart": "yes",
    "trigger": "no",
    "opening_morale": "no",
    "morale_due": "no",
    "observation": 0,
    "effect": "",
    "dodge": "no",
    "follow": "no",
    "letter": "E",
    "range": "",
    "symbol": "yes",
    "recover": "rest",
    "opposes": "no",
    "circumstances": "roll",
    "distance": "",
    "extra_attack": "no",
    "group_roll": "no",
    "let_fight": "no",
    "rally": "allow",
    "option": "",
    "noncombat": "",
    "trace": "",
    "at_stop": "",
    "consult": "",
}
"""Every question a file may answer, with what happens otherwise; "" where that is not one word or number."""

COMMANDS: Mapping[str, tuple[str, ...]] = {
    "option": ("pass", "draw", "grab", "prepare", "maneuver", "attack", "abandon", "nothing", "declare"),
    "parry": ("parry", "decline"),
    "noncombat": ("none", "rest", "cast", "adjust_armor", "other"),
    "trace": (
        *("stay_alert", "cease_alert", "move", "stay", "trace", "stand"),
        *("end_at", "end_when", "keep", "to_the_end"),
    ),
    "at_stop": ("become_alert", "act", "nothing"),
    "consult": (
        *("proceed", "rule", "cancel", "nothing", "adjudicate", "roll", "fate", "confirm", "deny"),
        *("allow", "cap", "forbid", "reduce", "simple", "trace", "skip", "stop", "done"),
    ),
}
"""What may be commanded in an answer to each question that is put in several steps, in any of its steps."""

ALSO_CALLED = {"modes": "change"}
"""Questions that a file may also answer by another name."""


@dataclass(frozen=True)
class DeclareEntry:
    """One ``[[declare]]``: keys as written, ``to`` in hundredths of a foot, ``with`` a tuple of further deeds."""

    round: int
    who: str
    deed: Mapping[str, object]
    segment: int | None
    change: bool
    spot: Spot = field(compare=False)


@dataclass(frozen=True)
class RollEntry:
    """One ``[[roll]]``: faces for a purpose, in order. ``by`` is empty for whoever rolls, ``sides`` 0 for any die."""

    round: int
    purpose: str
    by: str
    faces: tuple[int, ...]
    sides: int
    spot: Spot = field(compare=False)


@dataclass(frozen=True)
class AnswerEntry:
    """One ``[[answer]]``: a word or number, or a whole answer as a mapping."""

    round: int
    question: str
    who: str
    choice: object
    spot: Spot = field(compare=False)
    segment: int | None = None
    """The column as which begins the DM calls for a morale check; None where the file does not say."""
    occasion: str = ""
    """What calls for a morale check."""
    modifier: int = 0
    """What else is added to the roll of a morale check."""

    @property
    def calls(self) -> bool:
        """Whether this calls for a morale check, be it asked about or not."""
        return self.question == "morale_due" and self.choice == "yes"


@dataclass(frozen=True)
class RulingEntry:
    """One ``[[ruling]]``: at the round's beginning, or as the column ``segment`` of the clock begins."""

    round: int
    segment: int | None
    who: str
    what: str
    value: object
    until: tuple[int, int] | None
    note: str
    spot: Spot = field(compare=False)


@dataclass(frozen=True)
class Wanted:
    """An entry of ``events`` or ``never``: a kind, the fields it must have, the clauses it must at least cite."""

    kind: str
    fields: Mapping[str, object]
    clauses: tuple[ClauseId, ...]


@dataclass(frozen=True)
class Expect:
    """What ``[expect]`` asks for. ``refused`` is None where the file does not say."""

    order: tuple[ShortForm, ...] = ()
    orders: tuple[tuple[ShortForm, ...], ...] = ()
    together: tuple[tuple[ShortForm, ...], ...] = ()
    count: tuple[tuple[ShortForm, int], ...] = ()
    refused: tuple[ClauseId, ...] | None = None
    events: tuple[Wanted, ...] = ()
    never: tuple[Wanted, ...] = ()


@dataclass(frozen=True)
class Script:
    """A scenario file, read and checked.

    ``figures`` are on the field when it opens; ``later`` are those whom a ruling makes appear. ``notes`` are the keys
    of ``[encounter]``. ``unscripted`` is "low", "high" or empty: then ``seed`` gives the dice that no entry names.
    """

    lines: Lines
    ruleset: str
    title: str
    clauses: tuple[ClauseId, ...]
    seed: str
    unscripted: str
    options: Mapping[str, object]
    setting: str
    notes: Mapping[str, object]
    roster: Roster
    figures: tuple[Figure, ...]
    later: tuple[Figure, ...]
    declarations: tuple[DeclareEntry, ...]
    rolls: tuple[RollEntry, ...]
    answers: tuple[AnswerEntry, ...]
    rulings: tuple[RulingEntry, ...]
    expect: Expect

    @property
    def file(self) -> str:
        """The file's name, as errors give it."""
        return self.lines.file
