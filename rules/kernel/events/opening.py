"""Events of the opening of a fight and of declaring.

They are reaction, distance, surprise, declarations and initiative.
"""

from dataclasses import dataclass
from typing import Annotated

from rules.kernel.deeds import Declaration
from rules.kernel.event import Event
from rules.kernel.frozen import evolve
from rules.kernel.state import SideSurprise, State
from rules.kernel.visibility import (
    OUTSIDE_MOMENTS,
    PRIVATE,
    Audience,
    Doer,
    Face,
    Mask,
    MetSide,
    Open,
    show_as,
    show_to_dm,
    show_to_needed,
    show_to_owner,
)


@dataclass(slots=True, kw_only=True)
class ReactionRolled(Event):
    """The encountered side's reaction: a band of the reaction table."""

    audience = Audience.PERCEIVERS
    is_retold = False

    side: MetSide
    face: Face[int | None]
    """None where notes decide the reaction."""
    band: Open[str]

    list_perceivers = Event.list_perceivers_by_dice

    def apply(self, state: State) -> State:
        return evolve(state, notes={**state.notes, f"reaction of {self.side}": self.band})


@dataclass(slots=True, kw_only=True)
class DistanceRolled(Event):
    """The distance between the sides, in feet."""

    audience = Audience.PERCEIVERS

    feet: Open[int]
    face: Face[int | None] = None
    """None where the DM set the distance."""

    def apply(self, state: State) -> State:
        """Place the sides without positions on the line, at this distance."""
        combatants = {
            who: each
            if each.stat_block.start.position is not None
            else evolve(each, place=(0 if each.side == state.party else self.feet * 100, 0))
            for who, each in state.combatants.items()
        }
        return evolve(state, combatants=combatants, notes={**state.notes, "distance_ft": self.feet})


@dataclass(slots=True, kw_only=True)
class SurpriseRolled(Event):
    """A surprise die of a side or a combatant: chance, face, and whether it is surprised."""

    audience = Audience.PERCEIVERS

    side: MetSide
    chance: Face[str]
    """The chance: "2/6" or "27%"."""
    face: Face[int]
    surprised: Open[bool]
    roller: Open[str] = "dm"
    """The roller: "player" or "dm"."""
    working: Annotated[str, show_to_needed("", Mask.WORKING)] = ""
    who: Doer = ""
    """The combatant whose die it is; "" for the side's."""

    list_perceivers = Event.list_perceivers_by_dice

    def apply(self, state: State) -> State:
        known = SideSurprise(face=self.face, surprised=self.surprised)
        return evolve(state, surprise={**state.surprise, self.who or self.side: known})


@dataclass(slots=True, kw_only=True)
class SideSurprised(Event):
    """The segments that a side loses to surprise, after netting."""

    audience = Audience.PERCEIVERS

    side: MetSide
    segments: Open[int]
    rolled: Annotated[int, show_to_dm(0)] = 0
    """The segments before netting."""

    def apply(self, state: State) -> State:
        before = state.surprise.get(self.side, SideSurprise())
        known = SideSurprise(before.face, before.surprised, self.rolled, self.segments)
        return evolve(state, surprise={**state.surprise, self.side: known})


@dataclass(slots=True, kw_only=True)
class SegmentsLost(Event):
    """The segments that one combatant loses to surprise, after its own reaction adjustment."""

    audience = Audience.PERCEIVERS
    is_retold = False

    who: Doer
    segments: Open[int]
    working: Annotated[str, show_to_owner("", Mask.WORDS)] = ""

    def apply(self, state: State) -> State:
        return evolve(state, lost_segments={**state.lost_segments, self.who: self.segments})


@dataclass(slots=True, kw_only=True)
class Declared(Event):
    """A combatant's declaration. Its author and the DM see it; others see ``Sealed``."""

    audience = Audience.OWNER
    inherited = PRIVATE

    who: Doer
    declaration: Annotated[Declaration, show_as(Mask.DECLARATION)]

    def apply(self, state: State) -> State:
        return evolve(state, declared={**state.declared, self.who: self.declaration})


@dataclass(slots=True, kw_only=True)
class Sealed(Event):
    """A combatant's declaration is in."""

    audience = Audience.PERCEIVERS
    inherited = OUTSIDE_MOMENTS
    is_narrated = False  # shown as a seal

    who: Doer


@dataclass(slots=True, kw_only=True)
class DeclarationsClosed(Event):
    """Declaring is over for the round or the surprise segment."""

    audience = Audience.PERCEIVERS
    inherited = OUTSIDE_MOMENTS
    is_retold = False

    def apply(self, state: State) -> State:
        if not state.open:
            return state
        return evolve(state, open=tuple([each for each in state.open if not each.sealed]))


@dataclass(slots=True, kw_only=True)
class InitiativeRolled(Event):
    """An initiative die of a side or of one combatant."""

    audience = Audience.PERCEIVERS
    is_retold = False

    side: MetSide = ""
    who: Doer = ""
    face: Face[int] = 0
    """The face of the die."""
    number: Face[int] = 0
    """The number by which its deeds are ordered."""
    working: Annotated[str, show_to_owner("", Mask.WORDS)] = ""
    mid: Open[bool] = False

    def apply(self, state: State) -> State:
        if self.mid:
            return state  # Only deeds in the middle of the round go by this die; the first die stands for all others.
        return evolve(state, initiative={**state.initiative, self.who or self.side: self.number})


@dataclass(slots=True, kw_only=True)
class RatesSettled(Event):
    """The rounds that bring the odd blow of a fractional routine: the odd or the even rounds."""

    audience = Audience.OWNER
    inherited = PRIVATE

    who: Doer
    rates: Open[str]
