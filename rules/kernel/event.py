"""The base class of all events, and the voice that narrates them to one viewer."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import InitVar, dataclass
from typing import ClassVar, NamedTuple

from rules.kernel.drawing import DrawnFlight, EventMark
from rules.kernel.effects import Answer, Rolled
from rules.kernel.frozen import frozen
from rules.kernel.phrases import SEVERAL, group_numbered, mark_typed, to_past
from rules.kernel.state import State
from rules.kernel.terms import DM, PUBLIC, ClauseId, CombatantId, Place
from rules.kernel.visibility import COMMON, Audience, Sees

ShortWords = tuple[str, str, str]
"""Three words that name an event in a scenario file: subject, verb, object (or nothing)."""


class Verb(NamedTuple):
    """A verb by which scenario files name an event of its doer: "otis charges orc-1"."""

    word: str
    thing: str = ""
    """The field that holds its object; "" where it takes none."""
    what: str = ""
    """The kind of its object: combatant, spell or device."""


class Result(NamedTuple):
    """The result that an event gives a deed, or its doer, where procedures are compared."""

    what: str
    """The kind of deed in a word."""
    result: str
    """One word or a few."""
    thing: str = ""
    """What it is about, if its kind alone does not tell deeds apart."""
    targets: tuple[CombatantId, ...] = ()
    cause: str = ""
    face: int = 0
    needed: int = 0


@frozen
class Voice(ABC):
    """One viewer's way of narrating.

    A name is its id between two signs until the screen inserts it: "you" for the viewer's only character.
    """

    state: State
    """The fight as the viewer knows it."""
    own: tuple[CombatantId, ...] = ()
    """The viewer's characters."""
    several: bool = False
    """The verb is that of more than one doer."""
    knows: bool = False
    """The viewer is shown every number as it is, as the DM is."""
    past: bool = False
    """The sentence is told afterwards, in the recap of a round."""

    def is_you(self, who: CombatantId) -> bool:
        """Return whether the narration addresses this combatant as "you"."""
        return self.own == (who,)

    def name(self, who: CombatantId) -> str:
        """Return the combatant's name, as subject or object."""
        return f"\x02{who}\x03"

    def whose(self, who: CombatantId) -> str:
        """Return the combatant's possessive: "Otis’s", "your"."""
        return f"\x02'{who}\x03"

    def names(self, who: Sequence[CombatantId]) -> str:
        """Return several names: "Otis, Serten and Jaroo"; of a crowd the numbers: "Goblins 1-4"."""
        each = self._name_rows(who)
        return " and ".join([", ".join(each[:-1]), each[-1]]) if len(each) > 1 else "".join(each)

    def list_names(self, who: Sequence[CombatantId]) -> str:
        """Return several names without a word between them: "Otis, Serten, Goblins 1-4"."""
        return ", ".join(self._name_rows(who))

    def _name_rows(self, who: Sequence[CombatantId]) -> list[str]:
        """Return the names; members of a crowd are one name, with all their ids."""
        known = self.state.combatants
        rows = group_numbered([known[each].name if each in known else each for each in who])
        return [self.name(SEVERAL.join(who[n] for n in row)) for row in rows]

    def does(self, who: CombatantId, third: str, second: str = "") -> str:
        """Return subject and verb: ("otis", "hits") is "Otis hits" or "you hit"."""
        return f"{self.name(who)} {self.verb(who, third, second)}"

    def verb(self, who: CombatantId, third: str, second: str = "") -> str:
        """Return the verb alone, as it agrees with its subject."""
        if self.past:
            return to_past(third, several=self.several or self.is_you(who))
        return (second or third.removesuffix("s")) if self.several or self.is_you(who) else third

    def tense(self, present: str, past: str) -> str:
        """Return the words in the tense of the sentence."""
        return past if self.past else present

    def on(self, targets: Sequence[CombatantId], word: str = "on") -> str:
        """Return " on Orc 1 and Orc 2", or ""."""
        return f" {word} {self.names(targets)}" if targets else ""

    def side(self, side: str) -> str:
        """Return a side's name: "the party"."""
        return f"the {side.replace('_', ' ')}"

    def quote(self, text: str) -> str:
        """Return a text that a person typed; the screen shows it apart from the words around it."""
        return mark_typed(text)

    @abstractmethod
    def weapon(self, who: CombatantId, id: str) -> str:
        """Return the name of a combatant's weapon: "long sword"."""

    def weapon_short(self, who: CombatantId, id: str) -> str:
        """Return the name of a combatant's weapon in one word: a long sword is a sword."""
        return (self.weapon(who, id).split() or [""])[-1]

    @abstractmethod
    def spell(self, who: CombatantId, id: str) -> str:
        """Return the name of a combatant's spell, or "a prayer" where it was not shown."""

    @abstractmethod
    def device(self, who: CombatantId, id: str) -> str:
        """Return the name of a combatant's device."""

    @abstractmethod
    def magic(self, id: str) -> str:
        """Return a spell or device of any combatant who has one of this id."""


@dataclass(slots=True, kw_only=True)
class Event:
    """Something that happened, in the past tense. Nobody changes an event once it is in the log.

    The referee fills in round, clock and moment, and the segment where the clock's number is that of every deed. Who
    perceives it follows from its kind and its doer, unless it was said (``seen_by``).
    """

    round: int = 0
    """0 in the opening."""
    segment: int | None = None
    """The deed's own number."""
    clock: int | None = None
    """The column in which it was played."""
    moment: int | None = None
    """The number of the moment within the round."""
    clauses: tuple[ClauseId, ...] = ()
    """The clauses that caused it."""
    rolls: tuple[Rolled, ...] = ()
    """The dice that were rolled for it."""
    perceived_by: tuple[str, ...] = (PUBLIC,)
    """Ids of combatants, "public" or "dm"."""
    seen_by: InitVar[tuple[str, ...] | None] = None
    """Those who perceive it, where the rules say others than ``list_perceivers``; the DM alone for an empty tuple."""
    kind: ClassVar[str] = "Event"
    audience: ClassVar[Audience]
    """The audience of the event. Each kind declares it; a kind that does not is shown to nobody."""
    inherited: ClassVar[Mapping[str, Sees]] = COMMON
    """The visibility of the fields above; a kind declares that of its own fields in their annotations."""
    is_narrated: ClassVar[bool] = True
    """True where it has a sentence; an event without one is drawn, asked or counted instead."""
    is_retold: ClassVar[bool] = True
    """True where its sentence is part of the recap of a round."""
    is_act: ClassVar[bool] = False
    """True where its doer's order, or a step of it, is carried out by it."""
    leads_to_act: ClassVar[bool] = False
    """True where it leads up to such an act."""
    verbs: ClassVar[tuple[Verb, ...]] = ()
    """The verbs of its short forms in scenario files."""

    def __init_subclass__(cls) -> None:
        cls.kind = cls.__name__

    def __post_init__(self, seen_by: tuple[str, ...] | None) -> None:
        if seen_by is not None:
            self.perceived_by = seen_by or (DM,)

    def fill_in_perceivers(self, state: State) -> None:
        """Fill in who perceives it, by the state before it, unless that was said."""
        if self.perceived_by == (PUBLIC,):
            self.perceived_by = self.list_perceivers(state)

    def list_perceivers(self, state: State) -> tuple[str, ...]:
        """Return who perceives it, by the state before it: all, or its doer alone if that is hidden.

        An event for one player is perceived by its combatant alone.
        """
        if self.audience is Audience.DM:
            return (DM,)
        who: str = getattr(self, "who", "")
        if self.audience is Audience.OWNER:
            return (who or DM,)
        doer = state.combatants.get(who)
        return (who,) if doer is not None and doer.hidden else (PUBLIC,)

    def list_perceivers_by_dice(self, state: State) -> tuple[str, ...]:
        """Return who perceives it if the DM may roll for it: the DM alone without an open die."""
        return Event.list_perceivers(self, state) if any(not each.hidden for each in self.rolls) else (DM,)

    def apply(self, state: State) -> State:
        """Return the state after the event. Many events only narrate and change nothing."""
        return state

    def narrate(self, voice: Voice) -> str:
        """Return the sentence that narrates it, without a capital; "" if there is none."""
        return ""

    def narrate_in_rulebook(self, voice: Voice) -> str:
        """Return its text for the rule book's fights, if it is not narrated; "" for its kind."""
        return ""

    def list_short_forms(self) -> tuple[ShortWords, ...]:
        """Return its short forms in scenario files: one for each of its verbs."""
        return tuple(self.write_short_form(verb) for verb in self.verbs)

    def write_short_form(self, verb: Verb) -> ShortWords:
        """Return its doer, one of its verbs, and the object of that."""
        who: str = getattr(self, "who", "")
        return who, verb.word, getattr(self, verb.thing) if verb.thing else ""

    def get_result(self) -> Result | None:
        """Return what it says of a deed where procedures are compared; None if nothing."""
        return None

    def is_logged(self) -> bool:
        """Return whether the DM's log has a line for it, if it is narrated."""
        return True

    def join(self, later: "Event") -> "Event | None":
        """Return both as one event where the later one continues this one; None otherwise."""
        return None

    def list_places(self) -> Iterable[tuple[CombatantId, Place]]:
        """Yield the places of combatants whose movement the battle map draws in another way."""
        return ()

    def answer_again(self) -> Answer | None:
        """Return the answer that would repeat the choice that it records; None if it records none."""
        return None

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        """Return the marks that the strip draws for it."""
        return ()

    def find_flight(self, voice: Voice) -> DrawnFlight | None:
        """Return the flight that the battle map shows while its column is played, if any."""
        return None
