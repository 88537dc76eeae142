"""Events of movement, simple or by traces, and of borrowed blows (3)."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated

from rules.kernel.drawing import EventMark, MarkKind
from rules.kernel.events.base import Event
from rules.kernel.frozen import frozen
from rules.kernel.state import State, with_combatant
from rules.kernel.terms import PUBLIC, CombatantId, Place
from rules.kernel.visibility import (
    OUTSIDE_MOMENTS,
    PRIVATE,
    Audience,
    Doer,
    EventEntry,
    Mask,
    Open,
    Reader,
    SeenCombatants,
    Words,
    show_as,
    show_to_owner,
)
from rules.kernel.voice import Voice
from rules.procedures.dew.changes import change_part, with_each, with_part, with_round
from rules.procedures.dew.state import Movement
from rules.procedures.dew.terms import get_dew
from rules.procedures.dew.words import MOVES, PLANS


@dataclass(slots=True, kw_only=True)
class MovementMode(Event):
    """The kind of movement in this round: simple, trace or skip."""

    audience = Audience.ALL
    inherited = OUTSIDE_MOMENTS
    is_retold = False

    mode: Open[str]

    def apply(self, state: State) -> State:
        return with_round(state, movement=self.mode, time=Fraction(0), shown_time=Fraction(0))

    def narrate(self, voice: Voice) -> str:
        return MOVES.get(self.mode, f"Movement is {self.mode}.")


@dataclass(slots=True, kw_only=True)
class Allowance(Event):
    """A combatant's movement in hundredths of an inch, with everything that lessens it."""

    audience = Audience.OWNER
    inherited = PRIVATE
    is_narrated = False  # shown beside the question

    who: Doer
    base: Open[int]
    halved: Open[bool]
    """True if it was halved, before blows and the chase are taken off."""
    blows: Open[int]
    """The number of blows, each of which costs an inch."""
    chase: Open[int]
    """The price of a chase; 0 without one."""
    result: Open[int]

    def apply(self, state: State) -> State:
        return with_part(state, self.who, Movement, allowance=self.result)


@dataclass(slots=True, kw_only=True)
class MovementEnded(Event):
    """A combatant's movement is over: when, where, whether it is alert, and why."""

    audience = Audience.PERCEIVERS
    is_retold = False

    who: Doer
    time: Open[Fraction]
    """The time of the end, as a fraction of the phase."""
    position: Open[Place]
    alert: Open[bool]
    """True if the combatant is alert then."""
    why: Open[str] = ""

    def apply(self, state: State) -> State:
        return with_combatant(with_part(state, self.who, Movement, ended_at=self.time), self.who, place=self.position)

    def narrate(self, voice: Voice) -> str:
        # Nothing for a combatant that stayed, or reached its goal: that was narrated before.
        if self.why == "end of the trace":
            return f"{voice.whose(self.who)} movement is over."
        return f"{voice.does(self.who, 'stops')}." if self.time != 1 else ""

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        label = "falls" if self.why == "unconscious" else "moves"
        return (EventMark(self.who, label, MarkKind.MOVE),)


@dataclass(slots=True, kw_only=True)
class Borrowed(Event):
    """A blow was borrowed from the next round: its kind, and what that round still has."""

    audience = Audience.PERCEIVERS
    is_narrated = False

    who: Doer
    blow: Open[str]
    """The kind: active or reactive."""
    left_active: Annotated[int, show_to_owner(0)]
    """Active blows that the next round still has."""
    left_reactive: Annotated[int, show_to_owner(0)]
    """Reactive blows that the next round still has."""


@frozen(slots=True)
class Traced(EventEntry):
    """One combatant's trace."""

    who: str
    vertices: tuple[Place, ...]
    """Its corners."""
    chase: str = ""
    """The combatant that it chases."""
    allowance: int = 0
    """Its movement, in hundredths of an inch."""

    def show(self, who: str, reader: Reader) -> "Traced":
        return replace(self, who=who, chase=reader.show_combatant(self.chase))


@dataclass(slots=True, kw_only=True)
class TracesRevealed(Event):
    """All traces of the round were revealed together."""

    audience = Audience.PERCEIVERS

    traces: Annotated[tuple[Traced, ...], show_as(Mask.OF_THE_SEEN)] = ()

    def apply(self, state: State) -> State:
        moving = {
            each.who: change_part(
                state.combatants[each.who], Movement, trace=each.vertices, chase=each.chase, plan=None
            )
            for each in self.traces
        }
        return with_each(state, moving)

    def narrate(self, voice: Voice) -> str:
        chases = [f"{voice.does(each.who, 'chases')} {voice.name(each.chase)}" for each in self.traces if each.chase]
        if voice.past:
            goers = [each.who for each in self.traces if not each.chase and len(each.vertices) > 1]
            moved = [f"{voice.names(goers)} moved"] if goers else []
            return f"{'; '.join([*moved, *chases])}." if moved or chases else ""
        return "All traces are revealed" + (f": {'; '.join(chases)}." if chases else ".")


@dataclass(slots=True, kw_only=True)
class TracePlanned(Event):
    """A combatant planned where its trace is to end: the time, and the kind of answer."""

    audience = Audience.OWNER
    inherited = PRIVATE
    is_narrated = False

    who: Doer
    time: Open[Fraction]
    """The time of the end, from 0 to 1."""
    how: Open[str] = ""
    """The command of the answer."""

    def apply(self, state: State) -> State:
        return with_part(state, self.who, Movement, plan=self.time)


@dataclass(slots=True, kw_only=True)
class PlanShown(Event):
    """An answer was shown at once, by option of the table."""

    audience = Audience.PERCEIVERS
    is_retold = False

    who: Doer
    question: Open[str]
    choice: Words

    def narrate(self, voice: Voice) -> str:
        command, _, rest = self.choice.partition(" ")
        answer = PLANS.get(command) or f"{command} {rest}".strip().replace("_", " ")
        return f"{voice.does(self.who, 'answers')}: {answer}."


@dataclass(slots=True, kw_only=True)
class TraceStep(Event):
    """All who still move went on by the same fraction of what was left; some ended there."""

    audience = Audience.PERCEIVERS
    is_narrated = False  # seen on the battle map

    time: Open[Fraction]
    """The time to which they went."""
    fraction: Open[Fraction]
    enders: SeenCombatants = ()
    """Those who end there."""
    positions: Annotated[tuple[tuple[str, Place], ...], show_as(Mask.OF_THE_SEEN)] = ()
    """Their places, rounded to whole hundredths."""
    exact: Annotated[tuple[tuple[str, tuple[Fraction, Fraction]], ...], show_as(Mask.OF_THE_SEEN)] = ()
    """The points of those that lie between hundredths."""

    def apply(self, state: State) -> State:
        exact = dict(self.exact)
        for who, place in self.positions:
            stands = place == state.combatants[who].place
            point = exact.get(who, get_dew(state, who).movement.exact if stands else None)
            state = with_combatant(with_part(state, who, Movement, exact=point), who, place=place)
        shown = {"shown_time": self.time} if PUBLIC in self.perceived_by else {}
        return with_round(state, time=self.time, **shown)

    def list_places(self) -> tuple[tuple[CombatantId, Place], ...]:
        return self.positions
