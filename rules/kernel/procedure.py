"""The abstract class of a procedure of play, its code's table, and the effects it yields.

Nothing outside ``rules.procedures`` asks which procedure is in play.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.kernel import battlefield
from rules.kernel.battlefield import Reach
from rules.kernel.clock import TEN_SEGMENTS, Clock
from rules.kernel.deeds import Declaration
from rules.kernel.dice import OpenCall
from rules.kernel.drawn_movement import DrawnMovement
from rules.kernel.effect_entries import EffectEntry
from rules.kernel.effects import Answer, Ask, Roll, Rolled
from rules.kernel.event import Event, Voice
from rules.kernel.file_words import FileWords
from rules.kernel.foresight import UNKNOWN, Foresight
from rules.kernel.forms import Form, Refusal
from rules.kernel.frozen import frozen
from rules.kernel.options import OptionSpec, is_same
from rules.kernel.order import Order
from rules.kernel.own import Own, Sheet
from rules.kernel.question_words import QuestionInfo, QuestionWords
from rules.kernel.reference_table import ReferenceTable
from rules.kernel.rulings import COMBATANT_RULINGS, ENCOUNTER_RULINGS, MAP_RULING, OwnRuling
from rules.kernel.standing import Standing, describe_hit_points
from rules.kernel.stat_block import StatBlock
from rules.kernel.state import OpenQuestion, State
from rules.kernel.stored_forms import Converters, Renames
from rules.kernel.terms import Action, ClauseId, CombatantId

Effect = Event | Ask | Roll | Sequence[Ask | Roll]
Play = Generator[Effect, Any, Any]
"""A running part of a procedure: yields events, questions and rolls."""


@dataclass
class Table:
    """The state as a procedure's code sees it, and the procedure itself.

    The state must be read again after every yield.
    """

    ruleset: "Procedure"
    """The procedure in play."""
    state: State
    quiet: bool = False
    """No explanations are kept: used for odds, bots and benchmarks."""
    in_moment: bool = False
    """A moment is being resolved; the events yielded now are part of it."""
    began: State = field(init=False)
    """The state at the beginning of the moment in play; all deeds of the moment decide from it."""
    claimed: list[CombatantId] = field(default_factory=list)
    """Combatants who strike out of turn in the moment in play, one entry per blow.

    The state does not show them before the dice fall.
    """

    def __post_init__(self) -> None:
        self.began = self.state


Intent = Mapping[str, str]
"""A few choices of an answer, by the names of their fields: {"action": "D", "how": "shoot"}."""


@frozen
class Question:
    """A kind of question that a procedure asks."""

    form: Callable[[State, OpenQuestion], Form | None]
    """Return the form of the question, made from the state; None if nothing is left to decide."""
    words: QuestionWords | None = None
    """The question's wording for a person; None if its name alone is shown."""
    accept: Callable[[State, OpenQuestion, Answer], Sequence[Event]] | None = None
    """Return the events that follow at once from an answer."""
    repeat: Callable[[State, OpenQuestion], Answer | None] | None = None
    """Return the answer that repeats the declaration of the last round; None if there was none."""
    timed: Callable[[State, OpenQuestion], bool] | None = None
    """Return whether hesitating over the answer loses whole segments; None: the question has no clock."""
    question_info: Callable[[State, OpenQuestion], QuestionInfo | None] | None = None
    """Return the information that the person asked may have about the question."""
    secret: Callable[[State], bool] | None = None
    """Return whether answers stay hidden from everybody until all are in."""
    brief: bool = False
    """A blow waits for the answer, so a table may show for how long; no procedure reads this."""
    skipped_if_decided: bool = False
    """The question is withdrawn at once where nothing but its default may be answered."""
    default: str | int = ""
    """The ``choice`` of the default answer; "" where that is no single word or number."""
    commands: tuple[str, ...] = ()
    """The commands that a scenario file may give in an answer, in any of the question's steps."""
    read_written: Callable[[Form, OpenQuestion, Answer], Answer | None] | None = None
    """Return the answer of a scenario file in the fields of the form; None if it is for another step.

    None where files write the fields of the form.
    """
    changes_order: bool = False
    """A later declaration of a scenario file, with ``change``, answers it."""


class LatestForm:
    """A builder of forms that keeps the latest form.

    In one state the referee, a bot and a page ask for the form of the same question. A form is made as it is read, so
    what one of them has read is not made again for the next.
    """

    def __init__(self, build: Callable[[State, OpenQuestion], Form | None]) -> None:
        self._build = build
        self._latest: tuple[State, OpenQuestion, Form | None] | None = None

    def __call__(self, state: State, question: OpenQuestion) -> Form | None:
        latest = self._latest
        if latest is None or latest[0] is not state or latest[1] is not question:
            latest = self._latest = state, question, self._build(state, question)
        return latest[2]


@frozen
class Phase:
    """A phase of a round, with the number and name that the text gives it."""

    number: int
    name: str
    by_column: bool = False
    """The phase is played column by column."""


class Plane:
    """The plane on which the fights of a procedure take place."""

    unit: str = "feet"
    """Feet or inches."""
    space: int = 500
    """The room that a combatant takes, in hundredths of the unit; a large one takes twice as much."""

    def list_reaches(self, state: State, who: CombatantId) -> Sequence[Reach]:
        """Return how far a combatant reaches, moves and shoots, in hundredths of the unit."""
        return battlefield.list_reaches(state, who)

    def find_gap(self, state: State, who: CombatantId, other: CombatantId) -> int:
        """Return the distance between two combatants, in hundredths of the unit."""
        return battlefield.measure_distance(state, who, other)

    def find_drawn_movement(self, events: Iterable[Event]) -> DrawnMovement | None:
        """Return the round's movement along paths that these events reveal, or None."""
        return None


@frozen
class GroupOrder:
    """An order for a group, which each member carries out as it stands: "attack nearest"."""

    id: str
    label: str
    """Verb and noun, as a button names it."""
    near: tuple[Intent, ...]
    """What a member with a foe near by tries, one after the other."""
    far: tuple[Intent, ...]
    """What a member with no foe near by tries."""


class Morale(ABC):
    """The checks of morale for which the DM may call."""

    @abstractmethod
    def check(self, table: Table, who: CombatantId, occasion: str, modifier: int) -> Play:
        """Check the morale of a combatant, group or side on an occasion."""


@frozen
class Family:
    """Procedures that can play each other's fights."""

    name: str
    kept_in_common: tuple[type[Own], ...] = ()
    """The kinds of own state that one takes over from another."""


class Saves:
    """The saving throws for which the DM may call."""

    words: Mapping[str, str] = {}
    """The categories, each as a sentence names it."""

    def tell_called(self, table: Table, who: CombatantId, open_call: OpenCall, rolled: Rolled) -> Iterator[Event]:
        """Yield the event of a saving throw that the DM called for."""
        yield from ()


class DeclaringRules:
    """The rules of the stage in which everybody declares."""

    def describe_clock(self, options: Mapping[str, object]) -> str:
        """Return what hesitating over orders will cost, in words to players; "" for nothing."""
        return ""

    def may_hold_orders(self, state: State) -> bool:
        """Return whether orders may wait for the DM to close them: not where each waits for another."""
        return True

    def forbid_new_order(self, state: State, question: OpenQuestion) -> Refusal | None:
        """Return the refusal of an order in place of one that is sealed; None: it may be changed."""
        return None


@frozen
class Intents:
    """The likely intents of combatants who mean to fight, the likeliest first."""

    near: tuple[Intent, ...] = ()
    """With a foe near by."""
    far: tuple[Intent, ...] = ()
    """With no foe near by."""
    of_groups: tuple[GroupOrder, ...] = ()
    """The orders that the DM may give to a group at once."""


@frozen
class Secrecy:
    """The clauses that some alone are shown, and the texts shown as they were typed."""

    own_clauses: tuple[ClauseId, ...] = ()
    """Clauses cited because of something a combatant has, such as spells: shown to its player alone."""
    target_clauses: tuple[ClauseId, ...] = ()
    """Clauses cited because of the armor class of the target of an attack: shown to the target's player alone."""
    typed_fields: frozenset[str] = frozenset()
    """The text fields of its forms in which players type; their answers are shown as they were typed."""


@frozen
class Rulings:
    """The rulings that the DM may make in the fights of a procedure."""

    of_combatants: tuple[str, ...] = COMBATANT_RULINGS
    of_encounter: tuple[str, ...] = (*ENCOUNTER_RULINGS, MAP_RULING)
    own: Mapping[str, OwnRuling] = field(default_factory=dict)
    """The rulings that only this procedure knows."""
    frequent: tuple[str, ...] = ("hp", "moved", "hidden", "appears", "ac")
    """The rulings that are made most often, which a form lists first."""
    list_following: Callable[[State, CombatantId, str], Sequence[Event]] = lambda state, who, what: ()
    """Return the events that follow at once from a ruling on a combatant."""
    read_effect: Callable[[State, object], tuple[tuple[str, ...], EffectEntry | None]] | None = None
    """Return the magic that a ruling changes, and its effect from now on: None for that of the tables.

    Raises BadAnswer, naming the key. None where magic has no effects of a table.
    """

    def is_happening(self, what: str) -> bool:
        """Return whether a ruling says what happens, in the DM's words."""
        return what in self.own and self.own[what].is_happening


OwnChange = Callable[[Any, State, State], State]
"""Return the procedure's own state changed by an event: the event, the state before and after it."""

OwnChanges = Mapping[type[Event], OwnChange]


def join_changes(*tables: OwnChanges) -> OwnChanges:
    """Return one table made of several.

    Where two tables hold the same kind of event, the change of the earlier table is made first.
    """
    joined: dict[type[Event], OwnChange] = {}
    for table in tables:
        for kind, change in table.items():
            joined[kind] = _join_two(joined[kind], change) if kind in joined else change
    return joined


def _join_two(first: OwnChange, second: OwnChange) -> OwnChange:
    return lambda event, before, after: second(event, before, first(event, before, after))


class Procedure(ABC):
    """A procedure of play: everything in which procedures may differ, with the usual answers.

    A procedure derives a class from this one and overrides what its text rules otherwise. The registry makes one
    object of it. A layer is also such a class, placed before its base: ``super()`` calls the base.
    """

    # Its text.

    id: str
    title: str
    summary: str = ""
    """A line about it, where rulesets are chosen."""
    catalogues: tuple[str, ...] = ()
    """The catalogues that hold the clauses it cites, its own first."""
    options: Mapping[str, OptionSpec]
    secrecy: Secrecy = Secrecy()
    """What is shown to some alone, or as it was typed."""
    purposes: tuple[str, ...] = ()
    """The purposes of rolls that it alone has."""
    family: Family | None = None
    """Procedures of one family share combatants and declarations: one can play a fight of the other."""
    may_be_base: bool = False
    """True where a layer may lie over it."""
    file_words: FileWords = FileWords()
    """The words of scenario files that it alone knows."""

    # A round.

    stages: Mapping[str, Callable[[Table], Play]]
    """Generators by name; each returns the next stage's name, or None when the round is over."""
    questions: Mapping[str, Question]
    order: Order
    clock: Clock = TEN_SEGMENTS
    """The meaning of its columns."""
    letters: tuple[Action, ...] = ()
    """The letters by which players give orders; none where they choose options."""
    orders: str = "declare"
    """The stage in which everybody declares before anything happens; "" where each chooses on their own turn."""
    phases: Mapping[str, Phase] = {}
    """The text's own phases, in order, by the stage that plays each ("recap": between rounds).

    Other stages are no phase.
    """
    starts: tuple[str, ...] = ("encounter", "surprise", "melee")
    """The steps at which an encounter may begin, the usual one last."""

    # Its own events, state and rulings.

    events: tuple[type[Event], ...] = ()
    """Its own kinds of events, which no other procedure yields."""
    changes: OwnChanges = {}
    """The changes that events make to its own state, by kind of event."""
    converters: Converters = {}
    """What older versions stored of its own classes, turned into their present fields."""
    renamed: Renames = {}
    """The names that its own classes had in older versions."""
    rulings: Rulings = Rulings()
    """The rulings that the DM may make."""
    plane: Plane = Plane()
    """The plane on which its fights take place."""
    own_sheet: type[Sheet] | None = None
    """The attributes that its combatants have in place of levels; None where they have levels."""
    intents: Intents = Intents()
    """What combatants likely intend, and the orders of groups."""
    morale: Morale | None = None
    """Its checks of morale, for which the DM may call; None where there is no morale."""
    saves: Saves = Saves()
    """Its saving throws, for which the DM may call."""
    declaring_rules: DeclaringRules = DeclaringRules()
    """Its rules for the stage of orders."""

    @property
    def short(self) -> str:
        """Return a short name for a title, made of the id: "Chess", "Layer over Chess"."""
        names = [each.replace("_", " ") for each in self.id.split("/")]
        return " over ".join(each.upper() if each.upper() in self.title else each.title() for each in names)

    @abstractmethod
    def choose_first_stage(self, state: State) -> str:
        """Return the name of the stage that a round begins with."""

    def has_opening(self, state: State) -> bool:
        """Return whether round 0 is played."""
        return False

    def read_sheet(self, entry: Mapping[str, object], where: str) -> Sheet:
        """Return a combatant's own sheet from its entry; ``where`` names the entry in messages.

        Raises ValueError, naming the key.
        """
        raise ValueError(f"{where}: combatants of {self.title} have no sheet of their own")

    def answer_clause(self, voice: Voice, question: OpenQuestion, answer: Answer) -> str:
        """Return an answer as a clause whose subject is the combatant; "" where it needs no words."""
        return ""

    def foresee_order(self, state: State, order: Declaration) -> Foresight:
        """Return the distance, reach and arrival of an order, as far as they are known.

        ``state`` is what the combatant's player was shown, so that the words tell nothing else.
        """
        return UNKNOWN

    def list_reference_tables(self) -> Sequence[ReferenceTable]:
        """Return the tables of figures that the DM may look up while a fight is played."""
        return ()

    def describe_standing(self, state: State, who: CombatantId) -> Standing:
        """Return what a combatant has left, for its player."""
        return describe_hit_points(state, who)


def read_option(procedure: Procedure, key: str, written: object) -> object:
    """Return an option's value as it is kept, from the value that a file holds.

    Raises ValueError, naming the key.
    """
    spec = procedure.options.get(key)
    if spec is None:
        raise ValueError(f"'{key}' is no option of {procedure.id}")
    return spec.read_value(written)


def check_options(procedure: Procedure, options: Mapping[str, object]) -> None:
    """Raise ValueError, naming the key, for an unknown option or a value that it cannot have."""
    for key, value in options.items():
        kept = read_option(procedure, key, value)
        if not is_same(value, kept):
            raise ValueError(f"'{key}' is kept as {kept!r}; not {value!r}")


def find_lacking(procedure: Procedure, stat_block: StatBlock) -> str:
    """Return in words what a combatant lacks to fight by a procedure; "" for nothing."""
    own = procedure.own_sheet
    if own is None or isinstance(stat_block.sheet, own):
        return ""
    return "has none of the attributes that this procedure needs"
