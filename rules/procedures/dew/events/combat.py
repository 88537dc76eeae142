"""Events of combat: initiative, blows and EN, great blows, parries, breakage, criticals."""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Annotated, Any

from rules.kernel.changes import put_under
from rules.kernel.drawing import EventMark, Flight, FlightKind, MarkKind, Topic
from rules.kernel.effects import Answer, Facts
from rules.kernel.events.base import Event
from rules.kernel.frozen import frozen
from rules.kernel.state import State
from rules.kernel.visibility import (
    OUTSIDE_MOMENTS,
    PRIVATE,
    Audience,
    Doer,
    Face,
    Mask,
    Open,
    Reader,
    Record,
    SeenCombatant,
    SeenCombatants,
    Words,
    dm_only,
    needed,
    own_needed,
    shown_as,
)
from rules.kernel.voice import Voice, noted, thing
from rules.procedures.dew.changes import (
    carry,
    name_another,
    prepare,
    with_changed,
    with_dew,
    with_each,
    with_range,
    with_round,
)
from rules.procedures.dew.state import SHIELD, round_of
from rules.procedures.dew.terms import COMBAT, attributes, dew_of, now
from rules.procedures.dew.words import FATES, LOST, MANEUVERS, REASONS, option_clause, spoken


@frozen(slots=True)
class Complement(Record):
    """A combatant's complement of blows for a round."""

    who: str
    active: int
    """Active blows."""
    reactive: int
    """Reactive blows."""
    blows: int = 0
    """Blows that are already counted to the round."""
    en_previous: int = 0
    """EN expended in the round before."""
    borrowed: int = 0
    """Blows that were taken off, since they had been borrowed."""
    fought: bool = False
    """True if borrowed blows exclude the combatant from the noncombat phase."""

    def show(self, who: str, reader: Reader) -> "Complement":
        return replace(self, who=who)


@frozen(slots=True)
class Chosen(Record):
    """One combatant's option among several that are revealed together."""

    who: str
    option: str
    params: Facts = field(default_factory=dict)

    def show(self, who: str, reader: Reader) -> "Chosen":
        return replace(self, who=who, params=reader.plain_mapping(self.params))

    def without_words(self) -> "Chosen":
        return replace(self, params={key: value for key, value in self.params.items() if key != "text"})

    def clause(self, voice: Voice) -> str:
        """Return the option as a clause of a sentence."""
        return option_clause(voice, self.who, self.option, self.params)


@frozen(slots=True)
class ParryMade(Record):
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
class AlertChanged(Event):
    """A combatant became alert, or is alert no longer, and why."""

    audience = Audience.PERCEIVERS

    who: Doer
    alert: Open[bool]
    why: Open[str] = ""
    """The cause: setup, pass, noncombat, movement, stop, unconscious or dm."""

    def apply(self, state: State) -> State:
        return with_dew(state, self.who, alert=self.alert)

    def sentence(self, voice: Voice) -> str:
        return f"{voice.does(self.who, 'is', 'are')} {'alert' if self.alert else 'no longer alert'}."


@dataclass(slots=True, kw_only=True)
class RoundStarted(Event):
    """All combatants have their blows for the round, less those borrowed from it."""

    audience = Audience.ALL
    inherited = OUTSIDE_MOMENTS
    is_narrated = False  # the blows everybody has

    complements: Annotated[tuple[Complement, ...], shown_as(Mask.OF_OWN)] = ()
    """The blows of each combatant."""
    anew: Open[bool] = True
    """False if a fight is taken up: then the blows are left as they are."""

    def apply(self, state: State) -> State:
        complements = self.complements if self.anew else ()
        state = with_each(state, {each.who: _begin_round(each) for each in complements})
        return with_round(state, movement="", time=Fraction(0))


@dataclass(slots=True, kw_only=True)
class PhaseStarted(Event):
    """A phase began (combat, noncombat or movement): who may choose in it, and their EN limits."""

    audience = Audience.ALL
    inherited = OUTSIDE_MOMENTS

    phase: Open[str]
    eligible: SeenCombatants = ()
    """Combatants who may choose in it."""
    en_limits: Annotated[tuple[tuple[str, int], ...], shown_as(Mask.OF_OWN)] = ()
    """The EN that each may expend in it."""

    def apply(self, state: State) -> State:
        if self.phase != COMBAT:
            state = with_each(state, {who: {"en_phase": 0} for who in state.combatants})
        return with_round(state, phase=self.phase)

    def sentence(self, voice: Voice) -> str:
        return f"The {self.phase} phase begins."


@dataclass(slots=True, kw_only=True)
class PhaseEnded(Event):
    """A phase ended, and why."""

    audience = Audience.ALL
    inherited = OUTSIDE_MOMENTS
    is_narrated = False

    phase: Open[str]
    why: Open[str] = ""
    """The cause: no_eligible, all resolved or all ended."""


@dataclass(slots=True, kw_only=True)
class Initiative(Event):
    """Combatants have the initiative in this beat, by active blows, reactive blows and EN."""

    audience = Audience.PERCEIVERS

    holders: SeenCombatants = ()
    keys: Annotated[tuple[int, ...], dm_only(())] = ()
    """The active blows, reactive blows and EN that decided it."""

    def sentence(self, voice: Voice) -> str:
        if not self.holders:
            return "Nobody has the initiative."
        has = "have" if len(self.holders) > 1 or voice.is_you(self.holders[0]) else "has"
        return f"{voice.names(self.holders)} {has} the initiative."


@dataclass(slots=True, kw_only=True)
class OptionsRevealed(Event):
    """Options that were chosen unseen by each other were revealed together."""

    audience = Audience.PERCEIVERS

    options: Annotated[tuple[Chosen, ...], shown_as(Mask.CHOICES)] = ()

    def sentence(self, voice: Voice) -> str:
        # A pass is narrated by its own event.
        told = [each.clause(voice) for each in self.options if each.option != "pass"]
        if not told:
            return "" if self.options else "Nobody chooses anything."
        return f"{'Together: ' if len(self.options) > 1 else ''}{'; '.join(told)}."


@dataclass(slots=True, kw_only=True)
class OptionChosen(Event):
    """A combatant's option (pass, draw, grab, prepare, maneuver, attack) and its parameters."""

    audience = Audience.PERCEIVERS
    is_narrated = False  # its results are narrated

    who: Doer
    option: Open[str]
    params: Annotated[Facts, shown_as(Mask.PLAIN)] = field(default_factory=dict)

    def marks(self, voice: Voice) -> tuple[EventMark, ...]:
        if self.option != "maneuver":
            return ()
        label = MANEUVERS.get(str(self.params.get("kind", "")), "maneuver")
        return (EventMark(self.who, label, MarkKind.MOVE),)

    def answer_again(self) -> Answer:
        return {"command": self.option, **self.params}


@dataclass(slots=True, kw_only=True)
class Spoke(Event):
    """A combatant spoke a few syllables."""

    audience = Audience.PERCEIVERS

    who: Doer
    text: Words

    def sentence(self, voice: Voice) -> str:
        return f"{voice.does(self.who, 'says', 'say')}: “{self.text}”."


@dataclass(slots=True, kw_only=True)
class BlowSpent(Event):
    """A blow was expended: its kind, its number in the round, its cost in EN, and its use."""

    audience = Audience.PERCEIVERS
    is_narrated = False

    who: Doer
    blow: Open[str]
    """The kind: active or reactive."""
    ordinal: Open[int]
    """The number of the blow in its round, from 1."""
    en_cost: Open[int]
    """Its cost in EN."""
    borrowed: Open[bool] = False
    """True if it was taken from the next round."""
    booked: Open[str] = "this"
    """The round to which it counts: this or next."""
    use: Open[str] = ""
    """The option, or parry, that it was expended on."""

    def apply(self, state: State) -> State:
        each, kind = now(state, self.who), "reactive" if self.blow == "reactive" else "active"
        changes: dict[str, Any] = {"blows": each.blows + (self.booked == "this")}
        if self.borrowed:
            name = f"borrowed_{kind}"
            changes[name] = getattr(each, name) + 1
        else:
            changes[kind] = max(0, getattr(each, kind) - 1)
        if round_of(state).phase == COMBAT:
            changes["fought"] = True
        return with_dew(state, self.who, **changes)


@dataclass(slots=True, kw_only=True)
class EnChanged(Event):
    """A combatant's EN changed otherwise than by damage: before, after, and why."""

    audience = Audience.OWNER
    inherited = PRIVATE

    who: Doer
    old: Open[int]
    new: Open[int]
    why: Open[str]
    """The cause: blow, spell, rest or dm."""

    def apply(self, state: State) -> State:
        each = now(state, self.who)
        if self.why == "rest":
            return with_dew(state, self.who, en=self.new)
        spent = self.old - self.new
        return with_dew(
            state,
            self.who,
            en=self.new,
            en_phase=each.en_phase + spent,
            en_round=each.en_round + spent,
            fought=each.fought or round_of(state).phase == COMBAT,
        )

    def sentence(self, voice: Voice) -> str:
        if self.new < self.old:
            return f"{voice.does(self.who, 'spends')} {self.old - self.new} EN, {self.new} left."
        return f"{voice.does(self.who, 'gets')} {self.new - self.old} EN back, {self.new} in all."

    def join(self, later: Event) -> "EnChanged | None":
        """Return both as one change, if the later change goes on from here in the same direction."""
        if not isinstance(later, EnChanged) or (later.who, later.why, later.old) != (self.who, self.why, self.new):
            return None
        if (later.new < later.old) != (self.new < self.old):
            return None
        joined = copy(self)
        joined.new = later.new
        joined.clauses = tuple(dict.fromkeys((*self.clauses, *later.clauses)))
        return joined


@dataclass(slots=True, kw_only=True)
class Passed(Event):
    """A combatant passed."""

    audience = Audience.PERCEIVERS

    who: Doer
    counts: Open[bool] = True
    """False if another option of the same beat cleared the pass at once."""

    def apply(self, state: State) -> State:
        return with_dew(state, self.who, passed=True) if self.counts else state

    def sentence(self, voice: Voice) -> str:
        return f"{voice.does(self.who, 'passes', 'pass')}."

    def marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, "passes"),)


@dataclass(slots=True, kw_only=True)
class PassesCleared(Event):
    """All who had passed may have the initiative again, since a combatant chose another option."""

    audience = Audience.PERCEIVERS
    is_narrated = False

    by: SeenCombatant
    """The combatant whose option cleared the passes."""

    def apply(self, state: State) -> State:
        passed = [who for who, each in state.combatants.items() if dew_of(each).passed]
        return with_each(state, {who: {"passed": False} for who in passed}) if passed else state


@dataclass(slots=True, kw_only=True)
class WeaponDrawn(Event):
    """A combatant drew a weapon and wields it."""

    audience = Audience.PERCEIVERS

    who: Doer
    weapon: Open[str]
    mode: Open[str]

    def apply(self, state: State) -> State:
        return carry(state, self.who, {self.weapon: "hand"})

    def sentence(self, voice: Voice) -> str:
        return f"{voice.does(self.who, 'draws')} the {voice.weapon(self.who, self.weapon)}."

    def marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, f"draws {voice.weapon_short(self.who, self.weapon)}", MarkKind.TASK),)


@dataclass(slots=True, kw_only=True)
class Grabbed(Event):
    """A combatant grabbed at an object, with or without success."""

    audience = Audience.PERCEIVERS

    who: Doer
    object: Words
    ok: Open[bool]
    """True if the combatant got it."""
    needed: Annotated[int | None, own_needed(None)] = None
    """The dexterity that the die must not exceed; None without a die."""

    def apply(self, state: State) -> State:
        if not self.ok:
            return state
        each = now(state, self.who)
        if each.carried.get(self.object, "hand") != "hand":
            return carry(state, self.who, {self.object: "hand"})
        if self.object == SHIELD and not each.shield_held and attributes(state, self.who).shield is not None:
            return with_dew(state, self.who, shield_held=True)
        return with_dew(state, self.who, objects=(*each.objects, name_another(each, self.object)))

    def sentence(self, voice: Voice) -> str:
        verb = ("grabs", "grab") if self.ok else ("grabs in vain at", "grab in vain at")
        return f"{voice.does(self.who, *verb)} the {spoken(self.object)}."

    def marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, f"{'grabs' if self.ok else 'misses'} {thing(self.object)}", MarkKind.TASK),)


@dataclass(slots=True, kw_only=True)
class PreparationLost(Event):
    """Preparations of a great blow came to nothing: how many, and why."""

    audience = Audience.PERCEIVERS

    who: Doer
    weapon: Open[str]
    count: Open[int]
    why: Open[str]
    """The cause: blow, dropped, round_end, not_followed or other_mode."""
    mode: Open[str] = ""

    def apply(self, state: State) -> State:
        return with_changed(state, self.who, prepare(state.combatants[self.who], self.weapon, self.mode, 0))

    def sentence(self, voice: Voice) -> str:
        why = LOST.get(self.why, self.why)
        blow = f"{voice.whose(self.who)} great blow with the {voice.weapon(self.who, self.weapon)}"
        return f"{blow} comes to nothing: {why}."


@dataclass(slots=True, kw_only=True)
class PreparationUsed(Event):
    """Preparations of a great blow went into an attack."""

    audience = Audience.PERCEIVERS
    is_narrated = False

    who: Doer
    weapon: Open[str]
    count: Open[int]
    mode: Open[str] = ""

    def apply(self, state: State) -> State:
        return with_changed(state, self.who, prepare(state.combatants[self.who], self.weapon, self.mode, 0))


@dataclass(slots=True, kw_only=True)
class ChainOpened(Event):
    """A great blow with a thrusting weapon or bow must be followed up at once."""

    audience = Audience.PERCEIVERS

    who: Doer
    weapon: Open[str]
    count: Open[int]

    def sentence(self, voice: Voice) -> str:
        return (
            f"{voice.does(self.who, 'must', 'must')} follow up with the {voice.weapon(self.who, self.weapon)} at once."
        )


@dataclass(slots=True, kw_only=True)
class RangeChanged(Event):
    """The range between two combatants changed: before, after, and why."""

    audience = Audience.PERCEIVERS

    a: Doer
    """The first of the two in the roster."""
    b: Doer
    old: Open[int]
    new: Open[int]
    why: Open[str]
    """The cause: a maneuver (close, open, step_close, step_open, change_range), movement, dm or start. At the start it
    is the range with which a pair begins, as entered or from their places."""

    def apply(self, state: State) -> State:
        return with_range(state, self.a, self.b, self.new)

    def sentence(self, voice: Voice) -> str:
        if self.why == "start":
            return ""
        return f"Between {voice.name(self.a)} and {voice.name(self.b)} the range is {self.new}."


@dataclass(slots=True, kw_only=True)
class DxChecked(Event):
    """A dexterity check: its kind, the die, the face, and whether it succeeded."""

    audience = Audience.PERCEIVERS

    who: Doer
    check: Open[str]
    """The kind: close, open or fall."""
    sides: Open[int]
    """The sides of the die."""
    needed: Annotated[int, own_needed(0)]
    """The number that the face must not exceed."""
    face: Face[int]
    made: Open[bool]

    def apply(self, state: State) -> State:
        return with_dew(state, self.who, fall_die=0) if self.check == "fall" else state

    def sentence(self, voice: Voice) -> str:
        what = {"fall": "to stay up"}.get(self.check, f"to {self.check} quickly")
        ends = voice.verb(self.who, "succeeds") if self.made else voice.verb(self.who, "fails")
        return f"{voice.does(self.who, 'tries', 'try')} {what} and {ends}."


@dataclass(slots=True, kw_only=True)
class FellDown(Event):
    """A combatant went to the ground, and why."""

    audience = Audience.PERCEIVERS

    who: Doer
    why: Open[str] = ""
    """The cause: choice, maneuver, unconscious or dm."""

    def apply(self, state: State) -> State:
        return with_dew(state, self.who, fallen=True)

    def sentence(self, voice: Voice) -> str:
        return (
            f"{voice.does(self.who, 'goes', 'go')} to the ground."
            if self.why == "choice"
            else f"{voice.does(self.who, 'falls')}."
        )

    def marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, "goes down"),)


@dataclass(slots=True, kw_only=True)
class Rose(Event):
    """A combatant got up."""

    audience = Audience.PERCEIVERS

    who: Doer

    def apply(self, state: State) -> State:
        return with_dew(state, self.who, fallen=False)

    def sentence(self, voice: Voice) -> str:
        return f"{voice.does(self.who, 'gets', 'get')} up."

    def marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, "gets up"),)


@dataclass(slots=True, kw_only=True)
class AttackDeclared(Event):
    """An attack was declared and paid for: target, weapon, preparations, and range."""

    audience = Audience.PERCEIVERS
    is_narrated = False
    topics = frozenset({Topic.MAP, Topic.FLIGHT})

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

    def flight(self, voice: Voice) -> Flight | None:
        if self.use not in ("missile", "thrown"):
            return None
        verb = "shoots" if self.use == "missile" else "throws"
        return Flight(FlightKind.SHOT, self.who, (self.target,), f"{verb} at")


@dataclass(slots=True, kw_only=True)
class ParriesClosed(Event):
    """The parries of an attack are complete; nobody else parries it."""

    audience = Audience.PERCEIVERS

    who: Doer
    target: Doer
    parries: Annotated[tuple[ParryMade, ...], shown_as(Mask.OF_THE_SEEN)] = ()

    def sentence(self, voice: Voice) -> str:
        attack = f"{voice.whose(self.who)} attack"
        if not self.parries:
            return f"Nobody parries {attack}."
        first, *more = ((each.who, voice.weapon(each.who, each.weapon)) for each in self.parries)
        parried = [f"{voice.does(first[0], 'parries', 'parry')} {attack} with the {first[1]}"]
        return ", and ".join([*parried, *(f"{voice.name(who)} with the {weapon}" for who, weapon in more)]) + "."

    def marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return tuple(EventMark(each.who, "parries") for each in self.parries)


@dataclass(slots=True, kw_only=True)
class BreakageWorked(Event):
    """A breakage check: multiplier times breakage number, the roll, and whether the item broke."""

    audience = Audience.PERCEIVERS

    item: Open[str]
    owner: Doer
    multiplier: Annotated[int, needed(0)]
    number: Annotated[int, needed(0)]
    """The breakage number of the item."""
    limit: Annotated[int, needed(0)]
    """The multiplier times the breakage number, or the limit for checks over 100."""
    face: Face[int]
    """The roll; the item breaks if it is not above the limit."""
    broke: Open[bool]

    def sentence(self, voice: Voice) -> str:
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
        return with_dew(state, self.owner, broken=(*now(state, self.owner).broken, self.item))

    def sentence(self, voice: Voice) -> str:
        return f"{voice.whose(self.owner)} {voice.weapon(self.owner, self.item)} breaks."

    def marks(self, voice: Voice) -> tuple[EventMark, ...]:
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
    ac_mod2: Annotated[int, needed(0)]
    preparations: Open[int]
    result: Annotated[int, needed(0)]
    """The roll after the multiplier, the second modifier and the preparations."""
    needed: Annotated[int, needed(0)]
    """The number that makes it critical."""
    critical: Open[bool]

    def sentence(self, voice: Voice) -> str:
        return f"It is a critical hit on {voice.name(self.target)}." if self.critical else ""


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
class ConsultOpened(Event):
    """The DM is consulted about a combatant. The dice are among the event's rolls."""

    audience = Audience.PERCEIVERS

    reason: Open[str]
    """The reason, as in ``words.REASONS``."""
    who: Doer
    """The combatant about which the DM is asked."""
    target: SeenCombatant = ""

    def sentence(self, voice: Voice) -> str:
        return f"The DM is consulted about {voice.name(self.who)}: {REASONS.get(self.reason, self.reason)}."


@dataclass(slots=True, kw_only=True)
class Unconscious(Event):
    """A combatant lost consciousness: EN or BD was too low."""

    audience = Audience.PERCEIVERS

    who: Doer
    why: Open[str] = ""
    """The pool that was too low: EN or BD."""

    def apply(self, state: State) -> State:
        return put_under(with_dew(state, self.who, conscious=False), self.who, "helpless")

    def sentence(self, voice: Voice) -> str:
        return f"{voice.does(self.who, 'loses')} consciousness."

    def marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, "unconscious"),)


@dataclass(slots=True, kw_only=True)
class Out(Event):
    """The DM decided the fate of a combatant whose BD is spent."""

    audience = Audience.PERCEIVERS

    who: Doer
    fate: Open[str]
    """The fate: dying, dead, stable or other."""
    text: Words = ""

    def apply(self, state: State) -> State:
        state = with_dew(state, self.who, fate=self.fate)
        return put_under(state, self.who, "dead") if self.fate == "dead" else state

    def sentence(self, voice: Voice) -> str:
        fate = self.fate if self.fate != "other" else "out"
        return f"{voice.does(self.who, 'is', 'are')} {fate}.{noted(self.text)}"

    def marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, FATES.get(self.fate, "out")),)


def _begin_round(each: Complement) -> Mapping[str, Any]:
    """Return the fields with which a combatant begins a round; nothing is left of the last."""
    return {
        "active": each.active,
        "reactive": each.reactive,
        "blows": each.blows,
        "en_previous": each.en_previous,
        "fought": each.fought,
        "en_phase": 0,
        "en_round": 0,
        "passed": False,
        "borrowed_active": 0,
        "borrowed_reactive": 0,
        "acted": "",
        "trace": (),
        "chase": "",
        "plan": None,
        "ended_at": None,
        "allowance": 0,
    }
