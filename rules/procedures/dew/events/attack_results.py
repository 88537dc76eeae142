"""Events of attacks: parries, the DM's part, breakage, criticals, who is out (1.2.5)."""

from dataclasses import dataclass, replace
from typing import Annotated

from rules.kernel.drawing import DrawnFlight, EventMark, FlightKind, MarkKind
from rules.kernel.events.base import Event, ShortWords
from rules.kernel.frozen import frozen
from rules.kernel.state import State, with_condition
from rules.kernel.visibility import (
    Audience,
    Doer,
    EventEntry,
    Face,
    Mask,
    Open,
    Reader,
    SeenCombatant,
    Words,
    show_as,
    show_to_needed,
)
from rules.kernel.voice import Voice, format_note
from rules.procedures.dew.changes import with_part
from rules.procedures.dew.state import Body, DewGear
from rules.procedures.dew.terms import get_dew
from rules.procedures.dew.words import FATES, REASONS


@dataclass(slots=True, kw_only=True)
class AttackDeclared(Event):
    """An attack was declared and paid for: target, weapon, preparations, and range."""

    audience = Audience.PERCEIVERS
    is_narrated = False

    who: Doer
    target: Doer
    weapon: Open[str]
    mode: Open[str]
    use: Open[str]
    preparations: Open[int] = 0
    range: Open[int] = 0
    """The range of the pair."""
    limit: Open[int] = 0
    """The greatest range of the weapon."""

    def find_flight(self, voice: Voice) -> DrawnFlight | None:
        if self.use not in ("missile", "thrown"):
            return None
        verb = "shoots" if self.use == "missile" else "throws"
        return DrawnFlight(FlightKind.SHOT, self.who, (self.target,), f"{verb} at")


@frozen(slots=True)
class ParryMade(EventEntry):
    """One parry of an attack."""

    who: str
    weapon: str
    mode: str
    value: int
    """The number by which it lowers the hit roll."""
    blow: str = ""
    """The kind of blow that it took: active or reactive."""

    def show(self, who: str, reader: Reader) -> "ParryMade":
        return replace(self, who=who)


@dataclass(slots=True, kw_only=True)
class ParriesClosed(Event):
    """The parries of an attack are complete; nobody else parries it."""

    audience = Audience.PERCEIVERS

    who: Doer
    target: Doer
    parries: Annotated[tuple[ParryMade, ...], show_as(Mask.OF_THE_SEEN)] = ()

    def narrate(self, voice: Voice) -> str:
        attack = f"{voice.whose(self.who)} attack"
        if not self.parries:
            return voice.tense(f"Nobody parries {attack}.", "")
        first, *more = ((each.who, voice.weapon(each.who, each.weapon)) for each in self.parries)
        parried = [f"{voice.does(first[0], 'parries', 'parry')} {attack} with the {first[1]}"]
        return ", and ".join([*parried, *(f"{voice.name(who)} with the {weapon}" for who, weapon in more)]) + "."

    def list_short_forms(self) -> tuple[ShortWords, ...]:
        return tuple((each.who, "parries", self.who) for each in self.parries)

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return tuple(EventMark(each.who, "parries") for each in self.parries)


@dataclass(slots=True, kw_only=True)
class ConsultOpened(Event):
    """The DM is consulted about a combatant. The dice are among the event's rolls."""

    audience = Audience.PERCEIVERS
    is_retold = False

    reason: Open[str]
    """The id of the reason."""
    who: Doer
    """The combatant about which the DM is asked."""
    target: SeenCombatant = ""

    def narrate(self, voice: Voice) -> str:
        return f"The DM is consulted about {voice.name(self.who)}: {REASONS.get(self.reason, self.reason)}."


@dataclass(slots=True, kw_only=True)
class BreakageWorked(Event):
    """A breakage check: multiplier times breakage number, the roll, and whether the item broke."""

    audience = Audience.PERCEIVERS
    is_retold = False

    item: Open[str]
    owner: Doer
    multiplier: Annotated[int, show_to_needed(0)]
    number: Annotated[int, show_to_needed(0)]
    """The breakage number of the item."""
    limit: Annotated[int, show_to_needed(0)]
    """The multiplier times the breakage number, or the limit for checks over 100."""
    face: Face[int]
    """The roll; the item breaks if it is not above the limit."""
    broke: Open[bool]

    def narrate(self, voice: Voice) -> str:
        return (
            f"{voice.whose(self.owner)} {voice.weapon(self.owner, self.item)} {'gives way' if self.broke else 'holds'}."
        )


@dataclass(slots=True, kw_only=True)
class Broke(Event):
    """An item broke."""

    audience = Audience.PERCEIVERS

    item: Open[str]
    owner: Doer

    def apply(self, state: State) -> State:
        return with_part(state, self.owner, DewGear, broken=(*get_dew(state, self.owner).gear.broken, self.item))

    def narrate(self, voice: Voice) -> str:
        return f"{voice.whose(self.owner)} {voice.weapon(self.owner, self.item)} {voice.tense('breaks', 'broke')}."

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.owner, f"{voice.weapon_short(self.owner, self.item)} breaks"),)


@dataclass(slots=True, kw_only=True)
class CriticalStruck(Event):
    """A check for a critical hit: the natural D12, its result, and the number needed."""

    audience = Audience.PERCEIVERS

    who: Doer
    target: Doer
    natural: Open[int]
    """The D12 as rolled."""
    multiplier: Open[int]
    ac_mod2: Annotated[int, show_to_needed(0)]
    preparations: Open[int]
    result: Annotated[int, show_to_needed(0)]
    """The roll after the multiplier, the second modifier and the preparations."""
    needed: Annotated[int, show_to_needed(0)]
    """The number that makes it critical."""
    critical: Open[bool]

    def narrate(self, voice: Voice) -> str:
        return f"It {voice.tense('is', 'was')} a critical hit on {voice.name(self.target)}." if self.critical else ""


@dataclass(slots=True, kw_only=True)
class DamageRolled(Event):
    """The damage of a blow, as rolled; it is done with everything that was chosen together."""

    audience = Audience.PERCEIVERS
    is_narrated = False  # the damage itself is narrated

    who: Doer
    target: Doer
    original: Open[int]
    """The dice, before preparations."""
    amount: Open[int]
    """The points of damage."""


@dataclass(slots=True, kw_only=True)
class Unconscious(Event):
    """A combatant lost consciousness: EN or BD was too low."""

    audience = Audience.PERCEIVERS

    who: Doer
    why: Open[str] = ""
    """The pool that was too low: EN or BD."""

    def apply(self, state: State) -> State:
        return with_condition(with_part(state, self.who, Body, conscious=False), self.who, "helpless")

    def narrate(self, voice: Voice) -> str:
        return f"{voice.does(self.who, 'loses')} consciousness."

    def list_short_forms(self) -> tuple[ShortWords, ...]:
        return ((self.who, "falls", ""),)

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, "unconscious", MarkKind.DOWN),)


@dataclass(slots=True, kw_only=True)
class Out(Event):
    """The DM decided the fate of a combatant whose BD is spent."""

    audience = Audience.PERCEIVERS

    who: Doer
    fate: Open[str]
    """The fate: dying, dead, stable or other."""
    text: Words = ""

    def apply(self, state: State) -> State:
        state = with_part(state, self.who, Body, fate=self.fate)
        return with_condition(state, self.who, "dead") if self.fate == "dead" else state

    def narrate(self, voice: Voice) -> str:
        fate = self.fate if self.fate != "other" else "out"
        return f"{voice.does(self.who, 'is', 'are')} {fate}.{format_note(self.text)}"

    def list_short_forms(self) -> tuple[ShortWords, ...]:
        return ((self.who, "dies", ""),) if self.fate == "dead" else ()

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        kind = MarkKind.DEAD if self.fate == "dead" else MarkKind.DOWN
        return (EventMark(self.who, FATES.get(self.fate, "out"), kind),)
