"""Events that only Demon Idol yields: phases, delays, prepared acts, bleeding, recovery."""

from dataclasses import dataclass
from typing import Annotated

from rules.kernel.drawing import EventMark, MarkKind
from rules.kernel.event import Voice
from rules.kernel.events import Event
from rules.kernel.state import State, keep, with_combatant, with_condition
from rules.kernel.terms import DM
from rules.kernel.visibility import (
    OUTSIDE_MOMENTS,
    Audience,
    Doer,
    HitPoints,
    Mask,
    Open,
    SeenCombatant,
    Typed,
    show_to_dm,
    show_to_owner,
)
from rules.procedures.demon_idol.state import Triggers

RECOVERING = {"rest": "rests", "tend": "tends", "cast": "casts", "bind": "ties up"}
"""Short words for the ways of recovering."""


@dataclass(slots=True, kw_only=True)
class PhaseBegan(Event):
    """A phase of the round began."""

    audience = Audience.ALL
    inherited = OUTSIDE_MOMENTS
    is_narrated = False

    phase: Open[str]
    """The name of the phase."""

    def narrate_in_rulebook(self, voice: Voice) -> str:
        return f"Phase: {self.phase.replace('_', ' ')}."


@dataclass(slots=True, kw_only=True)
class Delayed(Event):
    """A combatant lost whole segments while its player hesitated."""

    audience = Audience.PERCEIVERS
    is_retold = False

    who: Doer
    segments: Open[int]
    """The number of segments lost."""

    def narrate(self, voice: Voice) -> str:
        lost = f"{self.segments} segment{'s' if self.segments != 1 else ''}"
        return f"{voice.does(self.who, 'hesitates')}: {lost} lost."

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, f"{self.segments} late", MarkKind.LATE, columns=self.segments),)


@dataclass(slots=True, kw_only=True)
class CasesNoted(Event):
    """The declarations of this round that may be resolved out of sequence."""

    audience = Audience.DM
    inherited = OUTSIDE_MOMENTS

    cases: Open[tuple[str, ...]] = ()
    """A line for each case."""

    def narrate(self, voice: Voice) -> str:
        return f"Out of sequence: {'; '.join(self.cases) or 'nothing'}."


@dataclass(slots=True, kw_only=True)
class Triggered(Event):
    """The DM decided whether a deed sets off a prepared act."""

    audience = Audience.PERCEIVERS

    who: Doer
    """The combatant that prepared the act."""
    by: SeenCombatant
    """The combatant whose deed may set it off."""
    fires: Open[bool] = True
    """The act goes off."""
    prepared: Annotated[str, show_to_owner("", Mask.OWN_DEED)] = ""
    """The id of the prepared deed."""
    deed: Annotated[str, show_to_dm("")] = ""
    """The id of the deed that may set it off."""

    def list_perceivers(self, state: State) -> tuple[str, ...]:
        """Return those of its doer's deed; the DM alone if the act does not go off."""
        return Event.list_perceivers(self, state) if self.fires else (DM,)

    def apply(self, state: State) -> State:
        triggers = state.own(Triggers)
        fired = {**triggers.fired, self.who: self.round} if self.fires else triggers.fired
        return keep(state, Triggers((*triggers.considered, (self.prepared, self.deed)), fired))

    def narrate(self, voice: Voice) -> str:
        if not self.fires:
            return ""
        if not self.by:
            return f"{voice.does(self.who, 'does', 'do')} what {voice.tense('was', 'had been')} prepared."
        prepared = voice.tense("prepared", "had prepared")
        return f"{voice.does(self.by, 'sets', 'set')} off what {voice.name(self.who)} {prepared}."


@dataclass(slots=True, kw_only=True)
class Bled(Event):
    """A combatant lost a hit point to its wounds."""

    audience = Audience.PERCEIVERS

    who: Doer
    left: HitPoints
    """The hit points that are left."""

    def apply(self, state: State) -> State:
        return with_combatant(state, self.who, hp=self.left)

    def narrate(self, voice: Voice) -> str:
        return f"{voice.does(self.who, 'bleeds')}."

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, "bleeds"),)


@dataclass(slots=True, kw_only=True)
class Recovered(Event):
    """A survivor rested or did something else in the turn after a fight."""

    audience = Audience.PERCEIVERS
    inherited = OUTSIDE_MOMENTS

    who: Doer
    how: Open[str]
    """The way of recovering: "rest", "tend", "cast", "bind" or something else."""
    target: SeenCombatant = ""
    """The combatant that it was done to."""
    text: Typed = ""

    def apply(self, state: State) -> State:
        return with_condition(state, self.target, "tended", None) if self.how == "tend" and self.target else state

    def narrate(self, voice: Voice) -> str:
        what = RECOVERING.get(self.how, "is busy")
        second = "are busy" if what == "is busy" else ""
        return f"{voice.does(self.who, what, second)}{f' {voice.name(self.target)}' if self.target else ''}."

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, RECOVERING.get(self.how, "busy")),)


@dataclass(slots=True, kw_only=True)
class TurnPassed(Event):
    """A turn went by."""

    audience = Audience.ALL
    inherited = OUTSIDE_MOMENTS

    minutes: Open[int] = 10

    def narrate(self, voice: Voice) -> str:
        return f"Then {self.minutes} minutes {voice.tense('pass', 'passed')}."


EVENTS: tuple[type[Event], ...] = (
    PhaseBegan,
    Delayed,
    CasesNoted,
    Triggered,
    Bled,
    Recovered,
    TurnPassed,
)
