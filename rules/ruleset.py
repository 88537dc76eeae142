"""What a ruleset provides, and the registry of rulesets.

A ruleset is a frozen record of named procedures; a layer is a function from such a record to another. Nothing
outside ``rules.rulesets`` asks which ruleset it is.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from rules.battlefield import Reach, distance, reaches
from rules.clock import TEN_SEGMENTS, Clock
from rules.effects import Answer, Ask, Roll
from rules.events import Event
from rules.figure import Figure
from rules.fold.rulings import FIGURE_RULINGS
from rules.forms import Form
from rules.order import Order, Precedence
from rules.stakes import Stakes
from rules.standing import Standing, hit_points
from rules.state import Declaration, Deed, OpenQuestion, State
from rules.terms import ClauseId, CombatantId

Effect = Event | Ask | Roll | Sequence[Ask | Roll]
Play = Generator[Effect, Any, Any]
"""A procedure: yields events, asks and rolls."""


@dataclass
class Table:
    """What procedures see: the state, read afresh after every yield, and the ruleset they are part of.

    ``quiet`` play keeps no explanations: for odds, bots and benchmarks. ``in_moment`` is whether a moment is being
    resolved, which its events are then part of.
    """

    ruleset: "Ruleset"
    state: State
    quiet: bool = False
    in_moment: bool = False
    began: State = field(init=False)
    """The state as the moment in play began, from which all of its deeds decide."""
    claimed: list[CombatantId] = field(default_factory=list)
    """Who strikes out of turn in the moment in play, one entry a blow; the state does not tell before the dice fall."""

    def __post_init__(self) -> None:
        self.began = self.state

    def option(self, key: str) -> object:
        """The value of one of the ruleset's options. Raises KeyError for an option it does not have."""
        return lookup_option(self.ruleset, self.state, key)


@dataclass(frozen=True)
class OptionSpec:
    """One of a ruleset's options: its key, default, choices and the clause it belongs to.

    ``reads`` makes the value that is kept of what a file writes, where it may write more than the choices that are
    offered; it raises ValueError for what cannot be.
    """

    key: str
    default: object
    choices: tuple[object, ...]
    clause: ClauseId
    reads: Callable[[object], object] | None = field(default=None, compare=False, repr=False)

    def value(self, written: object) -> object:
        """The value that is kept of what is written. Raises ValueError, naming the key, for one it cannot have."""
        if any(_is(written, choice) for choice in self.choices):
            return written
        choices = ", ".join(str(choice) for choice in self.choices)
        if self.reads is None:
            raise ValueError(f"'{self.key}' is one of {choices}; not {written!r}")
        try:
            return self.reads(written)
        except ValueError as error:
            raise ValueError(f"'{self.key}' is one of {choices}, or {error}; not {written!r}") from error


def _is(value: object, other: object) -> bool:
    return value is other or (type(value) is type(other) and value == other)


@dataclass(frozen=True)
class Question:
    """A kind of question: its form from the state (None: nothing is left to decide), and what hearing it emits.

    ``again`` is the answer that would repeat what this one did in the last round; None where there was nothing.
    ``timed``: whether whole segments are lost by hesitating over it; without it there is no clock. ``stakes`` is what
    whoever is asked can know of it. ``secret``: whether an answer is kept from everybody until all are in. ``brief``:
    somebody's blow waits for the answer, so that a table may show how long; no procedure reads that.
    ``forced``: it is withdrawn at once where only its default may be given.
    """

    form: Callable[[State, OpenQuestion], Form | None]
    heard: Callable[[State, OpenQuestion, Answer], Sequence[Event]] | None = None
    again: Callable[[State, OpenQuestion], Answer | None] | None = None
    timed: Callable[[State, OpenQuestion], bool] | None = None
    stakes: Callable[[State, OpenQuestion], Stakes | None] | None = None
    secret: Callable[[State], bool] | None = None
    brief: bool = False
    forced: bool = False


@dataclass(frozen=True)
class Phase:
    """A phase of a round as a text numbers and names it. ``by_column``: it is played column by column."""

    number: int
    name: str
    by_column: bool = False


CheckMorale = Callable[["Table", CombatantId, str, int], Play]
"""A morale check that the DM calls for: of a figure, group or side, on an occasion, with what else is added."""


@dataclass(frozen=True)
class Ruleset:
    """A procedure of play as named procedures, called by the round that reads like the book.

    ``stages`` are generators by name; each returns the next stage's name, or None when the round is over.
    ``first_stage`` names the stage a round begins with. ``begins_with_opening`` is whether round 0 is played.
    ``rulings`` are what the DM may rule of a figure, ``starts`` the steps at which an encounter may begin, the usual
    one last. ``lacks`` says in words what a figure would need to fight by this procedure; nothing where it is fit.
    ``procedures`` holds what a family of rulesets hands to the procedures it shares, by the family's name. ``clock`` is
    what its columns are. ``orders`` is the stage in which everybody declares before anything happens; none where each
    chooses on his own turn. ``phases`` are the text's own, by the stage that plays each (``recap``: between rounds), in
    their order; a stage that is not among them is no phase. ``catalogues`` are those whose clauses it cites, its own
    first. ``unit`` is what its plane is measured in, feet or inches; ``reaches`` how far a figure reaches, moves and
    shoots on it, ``apart`` how far two are from each other. ``sheet`` names the attributes its figures are prepared
    with: "levels" (class, hit dice, hit points) or "sequence" (blows, EN and BD). ``order_keys`` are keys of an order
    that not every ruleset takes. ``follows`` is what follows at once from a ruling: on whom, and what was ruled.
    ``standing`` is what a combatant has left, for its player.
    """

    id: str
    title: str
    prefix: str
    options: Mapping[str, OptionSpec]
    stages: Mapping[str, Callable[[Table], Play]]
    first_stage: Callable[[State], str]
    questions: Mapping[str, Question]
    order: Order
    begins_with_opening: Callable[[State], bool]
    rulings: tuple[str, ...] = FIGURE_RULINGS
    starts: tuple[str, ...] = ("encounter", "surprise", "melee")
    lacks: Callable[[Figure], str] = lambda figure: ""
    procedures: Mapping[str, Any] = field(default_factory=dict)
    catalogues: tuple[str, ...] = ()
    clock: Clock = TEN_SEGMENTS
    orders: str = "declare"
    phases: Mapping[str, Phase] = field(default_factory=dict)
    unit: str = "feet"
    reaches: Callable[[State, CombatantId], Sequence[Reach]] = reaches
    apart: Callable[[State, CombatantId, CombatantId], int] = distance
    sheet: str = "levels"
    order_keys: tuple[str, ...] = ()
    follows: Callable[[State, CombatantId, str], Sequence[Event]] = lambda state, who, what: ()
    check_morale: CheckMorale | None = None
    """How morale is checked when the DM calls for it; None where the text has no morale."""
    standing: Callable[[State, CombatantId], Standing] = hit_points

    @property
    def short(self) -> str:
        """Its name in a word or two, for a title: "Dew", "Lakofka over Demon Idol", "ADDICT"."""
        names = [each.replace("_", " ") for each in self.id.split("/")]
        return " over ".join(each.upper() if each.upper() in self.title else each.title() for each in names)


RULESETS = ("addict", "demon_idol", "crucible", "lakofka", "lakofka/demon_idol", "dew")
"""Rulesets that exist, in the order they are offered."""

LAYERS = {"lakofka": ("lakofka", "addict"), "lakofka/demon_idol": ("lakofka", "demon_idol")}
"""Rulesets that are a layer over another: the layer, and the ruleset it lies over."""

_loaded: dict[str, Ruleset] = {}


class UnknownRuleset(ValueError):
    """No ruleset has this id."""


def get_ruleset(id: str) -> Ruleset:
    """The ruleset of this id. Raises UnknownRuleset."""
    if id not in RULESETS and id not in LAYERS:
        raise UnknownRuleset(f"no ruleset is called '{id}': there are {', '.join(RULESETS)}")
    if id not in _loaded:
        _loaded[id] = _load(id)
    return _loaded[id]


def _load(id: str) -> Ruleset:
    if id not in LAYERS:
        ruleset: Ruleset = import_module(f"rules.rulesets.{id}").RULESET
        return ruleset
    layer, base = LAYERS[id]
    over: Callable[[Ruleset, str], Ruleset] = import_module(f"rules.rulesets.{layer}").over
    return over(get_ruleset(base), id)


def layered(layer: str, base: str) -> str:
    """The id of the ruleset that is this layer over that one. Raises UnknownRuleset."""
    for id, (name, under) in LAYERS.items():
        if (name, under) == (layer, base):
            return id
    known = " or ".join(under for name, under in LAYERS.values() if name == layer)
    raise UnknownRuleset(f"'{layer}' lies over {known or 'no other ruleset'}, not over '{base}'")


def lookup_option(ruleset: Ruleset, state: State, key: str) -> object:
    """The value of an option in this encounter, or its default. Raises KeyError for an unknown option."""
    spec = ruleset.options[key]
    return state.options.get(key, spec.default)


def check_options(ruleset: Ruleset, options: Mapping[str, object]) -> None:
    """Raise ValueError, naming the key, where an option is unknown or has a value it cannot have."""
    for key, value in options.items():
        kept = read_option(ruleset, key, value)
        if not _is(value, kept):
            raise ValueError(f"'{key}' is kept as {kept!r}; not {value!r}")


def read_option(ruleset: Ruleset, key: str, written: object) -> object:
    """The value of an option as it is kept, of what a file writes. Raises ValueError, naming the key."""
    spec = ruleset.options.get(key)
    if spec is None:
        raise ValueError(f"'{key}' is no option of {ruleset.id}")
    return spec.value(written)


__all__ = [
    "Clock",
    "Declaration",
    "Deed",
    "Effect",
    "OptionSpec",
    "Phase",
    "Play",
    "Precedence",
    "Question",
    "RULESETS",
    "Reach",
    "Ruleset",
    "Table",
    "UnknownRuleset",
    "check_options",
    "get_ruleset",
    "layered",
    "lookup_option",
    "read_option",
]
