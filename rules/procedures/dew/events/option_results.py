"""Results of drawing, grabbing, great blows and maneuvers (1.2.2 to 1.2.4, 1.2.3M)."""

from dataclasses import dataclass
from typing import Annotated

from rules.kernel.drawing import EventMark, MarkKind
from rules.kernel.events.base import Event
from rules.kernel.state import State
from rules.kernel.visibility import Audience, Doer, Face, Open, Typed, show_to_own_needed
from rules.kernel.voice import Voice, format_listed_name
from rules.procedures.dew.changes import (
    number_name,
    set_preparations,
    with_combatant_changed,
    with_items_moved,
    with_part,
    with_range,
)
from rules.procedures.dew.state import SHIELD, Body, DewGear, NextRulings
from rules.procedures.dew.terms import get_dew, get_equipment
from rules.procedures.dew.words import LOST


@dataclass(slots=True, kw_only=True)
class WeaponDrawn(Event):
    """A combatant drew a weapon and wields it."""

    audience = Audience.PERCEIVERS

    who: Doer
    weapon: Open[str]
    mode: Open[str]

    def apply(self, state: State) -> State:
        return with_items_moved(state, self.who, {self.weapon: "hand"})

    def narrate(self, voice: Voice) -> str:
        return f"{voice.does(self.who, 'draws')} the {voice.weapon(self.who, self.weapon)}."

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, f"draws {voice.weapon_short(self.who, self.weapon)}", MarkKind.TASK),)


@dataclass(slots=True, kw_only=True)
class Grabbed(Event):
    """A combatant grabbed at an object, with or without success."""

    audience = Audience.PERCEIVERS

    who: Doer
    object: Typed
    ok: Open[bool]
    """True if the combatant got it."""
    needed: Annotated[int | None, show_to_own_needed(None)] = None
    """The dexterity that the die must not exceed; None without a die."""

    def apply(self, state: State) -> State:
        if not self.ok:
            return state
        each = get_dew(state, self.who).gear
        if each.carried.get(self.object, "hand") != "hand":
            return with_items_moved(state, self.who, {self.object: "hand"})
        if self.object == SHIELD and not each.shield_held and get_equipment(state, self.who).shield is not None:
            return with_part(state, self.who, DewGear, shield_held=True)
        return with_part(state, self.who, DewGear, objects=(*each.objects, number_name(each, self.object)))

    def narrate(self, voice: Voice) -> str:
        verb = ("grabs", "grab") if self.ok else ("grabs in vain at", "grab in vain at")
        return f"{voice.does(self.who, *verb)} the {voice.quote(self.object)}."

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (
            EventMark(self.who, f"{'grabs' if self.ok else 'misses'} {format_listed_name(self.object)}", MarkKind.TASK),
        )


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
        return with_combatant_changed(
            state, self.who, set_preparations(state.combatants[self.who], self.weapon, self.mode, 0)
        )

    def narrate(self, voice: Voice) -> str:
        why = LOST.get(self.why, self.why)
        blow = f"{voice.whose(self.who)} great blow with the {voice.weapon(self.who, self.weapon)}"
        return voice.tense(f"{blow} comes to nothing: {why}.", f"{blow} came to nothing.")


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
        return with_combatant_changed(
            state, self.who, set_preparations(state.combatants[self.who], self.weapon, self.mode, 0)
        )


@dataclass(slots=True, kw_only=True)
class ChainOpened(Event):
    """A great blow with a thrusting weapon or bow must be followed up at once."""

    audience = Audience.PERCEIVERS
    is_retold = False

    who: Doer
    weapon: Open[str]
    count: Open[int]

    def narrate(self, voice: Voice) -> str:
        return (
            f"{voice.does(self.who, 'must', 'must')} follow up with the {voice.weapon(self.who, self.weapon)} at once."
        )


@dataclass(slots=True, kw_only=True)
class RangeChanged(Event):
    """The range between two combatants changed: before, after, and why."""

    audience = Audience.PERCEIVERS
    is_retold = False

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

    def narrate(self, voice: Voice) -> str:
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
    needed: Annotated[int, show_to_own_needed(0)]
    """The number that the face must not exceed."""
    face: Face[int]
    made: Open[bool]

    def apply(self, state: State) -> State:
        return with_part(state, self.who, NextRulings, fall_die=0) if self.check == "fall" else state

    def narrate(self, voice: Voice) -> str:
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
        return with_part(state, self.who, Body, fallen=True)

    def narrate(self, voice: Voice) -> str:
        return (
            f"{voice.does(self.who, 'goes', 'go')} to the ground."
            if self.why == "choice"
            else f"{voice.does(self.who, 'falls')}."
        )

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, "goes down"),)


@dataclass(slots=True, kw_only=True)
class Rose(Event):
    """A combatant got up."""

    audience = Audience.PERCEIVERS

    who: Doer

    def apply(self, state: State) -> State:
        return with_part(state, self.who, Body, fallen=False)

    def narrate(self, voice: Voice) -> str:
        return f"{voice.does(self.who, 'gets', 'get')} up."

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, "gets up"),)
