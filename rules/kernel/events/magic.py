"""Events of magic and the mind: spells, devices, turning, effects, saves, psionics."""

from dataclasses import dataclass
from typing import Annotated

from rules.kernel.drawing import DrawnFlight, EventMark, FlightKind
from rules.kernel.event import Event, Result, ShortWords, Verb, Voice
from rules.kernel.frozen import evolve
from rules.kernel.stat_block import NumberChange
from rules.kernel.state import (
    OngoingCasting,
    State,
    remove_conditions,
    with_call_result,
    with_combatant,
    with_condition,
)
from rules.kernel.visibility import (
    UNDER_WAY,
    Audience,
    Doer,
    Face,
    Mask,
    Open,
    SeenCombatant,
    SeenCombatants,
    Words,
    show_to_dm,
    show_to_own_needed,
    show_to_owner,
)


@dataclass(slots=True, kw_only=True)
class SavedOrNot(Event):
    """A saving throw: against what, the number needed, the face, and whether it was made."""

    audience = Audience.PERCEIVERS

    who: Doer
    against: Words
    needed: Annotated[int, show_to_own_needed(0)]
    face: Face[int]
    saved: Open[bool]
    working: Annotated[str, show_to_own_needed("", Mask.WORKING)] = ""
    """What effects add to the die, in words; "" for nothing."""
    follows: Words = ""
    """The result of the failure in the DM's words, where the DM called for it."""
    call: Annotated[int, show_to_dm(0)] = 0
    """The number of the DM's call for it; 0 without one."""

    def apply(self, state: State) -> State:
        return with_call_result(state, self.call, self.who, self.face, self.saved)


@dataclass(slots=True, kw_only=True)
class SpellBegan(Event):
    """A spell began."""

    audience = Audience.PERCEIVERS
    inherited = UNDER_WAY
    leads_to_act = True

    who: Doer
    spell: Annotated[str, show_to_owner("")]
    target: Annotated[str, show_to_owner("", Mask.COMBATANT)] = ""
    targets: Annotated[tuple[str, ...], show_to_owner((), Mask.COMBATANTS)] = ()
    segments: Annotated[int, show_to_owner(0)] = 0
    """Segments still to be cast."""
    done: Annotated[int, show_to_owner(0)] = 0
    """Segments cast before."""

    def apply(self, state: State) -> State:
        return with_combatant(state, self.who, casting=OngoingCasting(self.spell, self.targets, self.done))


@dataclass(slots=True, kw_only=True)
class SpellContinues(Event):
    """A spell is not complete at the end of the segment or round."""

    audience = Audience.PERCEIVERS
    inherited = UNDER_WAY
    is_retold = False

    who: Doer
    spell: Annotated[str, show_to_owner("")]
    targets: Annotated[tuple[str, ...], show_to_owner((), Mask.COMBATANTS)] = ()
    done: Annotated[int, show_to_owner(0)] = 0
    """Segments done so far."""

    def apply(self, state: State) -> State:
        return with_combatant(state, self.who, casting=OngoingCasting(self.spell, self.targets, self.done))


@dataclass(slots=True, kw_only=True)
class SpellCompleted(Event):
    """A spell took effect."""

    audience = Audience.PERCEIVERS
    is_act = True
    verbs = (Verb("casts", "spell", "spell"),)

    who: Doer
    spell: Open[str]
    target: SeenCombatant = ""
    targets: SeenCombatants = ()
    deed: Annotated[str, show_to_dm("")] = ""
    """The id of the deed that it is part of; "" in older logs, and where there is none."""

    def apply(self, state: State) -> State:
        return _end_casting(state, self.who, self.spell, True)

    def find_flight(self, voice: Voice) -> DrawnFlight:
        targets = self.targets or ((self.target,) if self.target else ())
        return DrawnFlight(FlightKind.SPELL, self.who, targets, f"casts {voice.spell(self.who, self.spell)} on")


@dataclass(slots=True, kw_only=True)
class SpellSpoiled(Event):
    """A spell was lost before it was complete: why, and whether it is gone from memory."""

    audience = Audience.PERCEIVERS
    inherited = UNDER_WAY
    verbs = (Verb("loses", "spell", "spell"),)

    who: Doer
    spell: Annotated[str, show_to_owner("")]
    target: Annotated[str, show_to_owner("", Mask.COMBATANT)] = ""
    targets: Annotated[tuple[str, ...], show_to_owner((), Mask.COMBATANTS)] = ()
    cause: Words = ""
    forgotten: Annotated[bool, show_to_owner(True)] = True
    deed: Annotated[str, show_to_owner("", Mask.OWN_DEED)] = ""

    def apply(self, state: State) -> State:
        pending = tuple(deed for deed in state.pending if deed.id != self.deed) if self.deed else state.pending
        return evolve(_end_casting(state, self.who, self.spell, self.forgotten), pending=pending)


@dataclass(slots=True, kw_only=True)
class DeviceUsed(Event):
    """The power of a device was used."""

    audience = Audience.PERCEIVERS
    is_act = True
    verbs = (Verb("uses", "device", "device"),)

    who: Doer
    device: Open[str]
    target: SeenCombatant = ""
    targets: SeenCombatants = ()
    discharges: Annotated[int, show_to_owner(1)] = 1
    """The number of charges that it took."""
    deed: Annotated[str, show_to_dm("")] = ""
    """The id of the deed that it is part of; "" in older logs, and where there is none."""

    def apply(self, state: State) -> State:
        state = _end_use(state, self.who, self.device)
        each = state.combatants[self.who]
        device = each.device(self.device)
        item = device.charged_item if device is not None else self.device
        if item not in each.charges:
            return state
        left = max(0, each.charges[item] - self.discharges)
        return with_combatant(state, self.who, charges={**each.charges, item: left})

    def get_result(self) -> Result:
        return Result("device", "used", self.device, self.targets)

    def find_flight(self, voice: Voice) -> DrawnFlight | None:
        if not self.target:
            return None
        return DrawnFlight(FlightKind.SPELL, self.who, (self.target,), f"uses {voice.device(self.who, self.device)} on")


@dataclass(slots=True, kw_only=True)
class DeviceFailed(Event):
    """A device did not work: why."""

    audience = Audience.PERCEIVERS
    inherited = UNDER_WAY
    is_act = True
    verbs = (Verb("fails", "device", "device"),)

    who: Doer
    device: Annotated[str, show_to_owner("")]
    target: Annotated[str, show_to_owner("", Mask.COMBATANT)] = ""
    targets: Annotated[tuple[str, ...], show_to_owner((), Mask.COMBATANTS)] = ()
    cause: Words = ""
    worn: Annotated[bool, show_to_owner(False)] = False
    """It was put on all the same, and works from the next round."""

    def apply(self, state: State) -> State:
        return _end_use(state, self.who, self.device)

    def get_result(self) -> Result:
        return Result("device", "fails", self.device, self.targets, self.cause)


@dataclass(slots=True, kw_only=True)
class UndeadTurned(Event):
    """A cleric tried to turn undead: the number needed, the face, and the result."""

    audience = Audience.PERCEIVERS
    is_act = True
    verbs = (Verb("turns", "target", "combatant"),)

    who: Doer
    target: SeenCombatant
    needed: Annotated[str, show_to_own_needed("")]
    face: Face[int]
    result: Open[str]
    """"turned", "destroyed" or "none"."""
    affected: SeenCombatants = ()

    def apply(self, state: State) -> State:
        name = {"turned": "turned", "destroyed": "dead"}.get(self.result)
        for who in self.affected if name else ():
            state = with_condition(state, who, name or "", None)
        return state

    def get_result(self) -> Result:
        return Result("turning", self.result, targets=self.affected)


@dataclass(slots=True, kw_only=True)
class EffectBegan(Event):
    """An effect on a combatant began."""

    audience = Audience.PERCEIVERS
    verbs = (Verb("dies"),)

    who: Doer
    effect: Open[str]
    until: Annotated[tuple[int, int] | None, show_to_owner(None)] = None
    """Round and clock at which it ends; None: never of itself."""
    text: Words = ""
    changes: Annotated[tuple[NumberChange, ...], show_to_owner(())] = ()
    """The numbers that it changes while it lasts."""

    def apply(self, state: State) -> State:
        return with_condition(state, self.who, self.effect, self.until, self.changes)

    def list_short_forms(self) -> tuple[ShortWords, ...]:
        return tuple(map(self.write_short_form, self.verbs)) if self.effect == "dead" else ()

    def get_result(self) -> Result:
        return Result("effect", "begins", self.effect)

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, self.effect.replace("_", " ")),)


@dataclass(slots=True, kw_only=True)
class EffectDescribed(Event):
    """An effect that no table describes, in the DM's words: by whose deed, and what it was.

    It changes nothing by itself.
    """

    audience = Audience.PERCEIVERS

    who: Doer
    what: Words
    text: Words


@dataclass(slots=True, kw_only=True)
class EffectEnded(Event):
    """An effect on a combatant ended."""

    audience = Audience.PERCEIVERS

    who: Doer
    effect: Open[str]
    until: Annotated[tuple[int, int] | None, show_to_owner(None)] = None
    """Round and clock at which it was to end; None: never of itself."""

    def apply(self, state: State) -> State:
        kept = remove_conditions(state.combatants[self.who], self.effect)
        return with_combatant(state, self.who, conditions=kept)

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, f"{self.effect.replace('_', ' ')} ends"),)


@dataclass(slots=True, kw_only=True)
class PsionicExchanged(Event):
    """A psionicist's part in one exchange: modes, and strengths after it."""

    audience = Audience.PERCEIVERS
    is_act = True
    verbs = (Verb("exchanges", "target", "combatant"),)

    who: Doer
    target: SeenCombatant
    attack_mode: Open[str]
    defense_mode: Open[str]
    attack_left: Annotated[int, show_to_owner(0)]
    defense_left: Annotated[int, show_to_owner(0)]
    result: Words = ""

    def apply(self, state: State) -> State:
        return with_combatant(state, self.who, psionic_attack=self.attack_left, psionic_defense=self.defense_left)

    def get_result(self) -> Result:
        modes = "/".join(mode for mode in (self.attack_mode, self.defense_mode) if mode)
        return Result("exchange", self.result or modes, targets=(self.target,) if self.target else ())


@dataclass(slots=True, kw_only=True)
class PsionicsEnded(Event):
    """Psionic combat ended for this combatant this round: why."""

    audience = Audience.PERCEIVERS
    is_retold = False

    who: Doer
    cause: Words

    def apply(self, state: State) -> State:
        left = tuple(deed for deed in state.pending if not (deed.is_psionic and deed.who == self.who))
        return evolve(state, pending=left)


def _end_use(state: State, who: str, device: str) -> State:
    """Return the state with the use of this device ended, if it was under way."""
    begun = state.combatants[who].casting
    return with_combatant(state, who, casting=None) if begun is not None and begun.what == device else state


def _end_casting(state: State, who: str, spell: str, is_forgotten: bool) -> State:
    """Return the state with the casting of this spell ended, and the spell forgotten or kept."""
    each = state.combatants[who]
    kept = list(each.spells)
    if is_forgotten and spell in kept:
        kept.remove(spell)
    going_on = each.casting if each.casting is not None and each.casting.what != spell else None
    return with_combatant(state, who, spells=tuple(kept), casting=going_on)
