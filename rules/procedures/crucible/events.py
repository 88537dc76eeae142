"""Events that only Crucible yields: turns, engagements, missiles held, retreats kept to."""

from dataclasses import dataclass

from rules.kernel.drawing import EventMark, MarkKind
from rules.kernel.event import Voice
from rules.kernel.events import Event
from rules.kernel.state import State
from rules.kernel.visibility import OUTSIDE_MOMENTS, Audience, Doer, Open
from rules.procedures.adnd.state import engage, separate
from rules.procedures.crucible.state import with_turn


@dataclass(slots=True, kw_only=True)
class TurnBegan(Event):
    """A combatant's turn began: its count has come."""

    audience = Audience.PERCEIVERS
    inherited = OUTSIDE_MOMENTS
    is_retold = False

    who: Doer
    count: Open[int]
    anew: Open[bool] = False
    """The combatant may attack once more on this turn, after it shot before initiative (READY.3)."""

    def apply(self, state: State) -> State:
        if self.anew:
            return with_turn(state, self.who, taken=True, attacked=False)
        return with_turn(state, self.who, taken=True)

    def narrate(self, voice: Voice) -> str:
        return f"{voice.does(self.who, 'acts')} on {self.count}{', anew' if self.anew else ''}."

    def is_logged(self) -> bool:
        return self.anew

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, kind=MarkKind.TURN),)


@dataclass(slots=True, kw_only=True)
class Engaged(Event):
    """Two combatants came into each other's melee range, or left it."""

    audience = Audience.PERCEIVERS
    inherited = OUTSIDE_MOMENTS
    # The battle map shows which combatants stand side by side.
    is_narrated = False

    who: Doer
    target: Doer
    apart: Open[bool] = False
    """They no longer stand in each other's melee range."""

    def apply(self, state: State) -> State:
        if not self.apart:
            return engage(state, self.who, self.target)
        return separate(state, self.who, (self.target,))

    def narrate_in_rulebook(self, voice: Voice) -> str:
        verb = "leaves" if self.apart else "stands in melee with"
        return f"{voice.name(self.who)} {verb} {voice.name(self.target)}."

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        # Before the first count nobody has moved: combatants that begin side by side are not marked.
        return (EventMark(self.who, "breaks away" if self.apart else "engaged"),) if self.clock is not None else ()


@dataclass(slots=True, kw_only=True)
class MissileHeld(Event):
    """A missile that was ready is held for later, or its time has passed."""

    audience = Audience.PERCEIVERS

    who: Doer
    weapon: Open[str]
    lost: Open[bool] = False
    """Its time has passed."""

    def apply(self, state: State) -> State:
        return with_turn(state, self.who, missile_held=not self.lost, missile_lost=self.lost)

    def narrate(self, voice: Voice) -> str:
        if self.lost:
            return f"{voice.does(self.who, 'has', 'have')} waited too long to shoot."
        return f"{voice.does(self.who, 'holds')} the {voice.weapon(self.who, self.weapon)} ready."

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, "too late to shoot" if self.lost else "holds"),)


@dataclass(slots=True, kw_only=True)
class HeldToCourse(Event):
    """A combatant that wants to turn back from its retreat was held to it, or rallied."""

    audience = Audience.PERCEIVERS

    who: Doer
    held: Open[bool]
    """It is held to its retreat; otherwise it rallies."""

    def apply(self, state: State) -> State:
        return with_turn(state, self.who, held_to_course=self.held)

    def narrate(self, voice: Voice) -> str:
        if self.held:
            return f"{voice.does(self.who, 'cannot', 'cannot')} turn back."
        return f"{voice.does(self.who, 'rallies', 'rally')}."

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, "held to it" if self.held else "rallies"),)


EVENTS: tuple[type[Event], ...] = (TurnBegan, Engaged, MissileHeld, HeldToCourse)
