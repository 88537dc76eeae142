"""Events of the DM's calls: dice asked of chosen combatants, and their results."""

from dataclasses import dataclass
from typing import Annotated

from rules.kernel.dice import Call, CallResult, OpenCall
from rules.kernel.event import Event
from rules.kernel.frozen import evolve
from rules.kernel.state import State, with_call_result
from rules.kernel.visibility import (
    OUTSIDE_MOMENTS,
    Audience,
    Doer,
    Face,
    Mask,
    Open,
    Words,
    show_to_dm,
    show_to_own_needed,
)


@dataclass(slots=True, kw_only=True)
class DiceCalled(Event):
    """The DM called for a saving throw or dice of some combatants.

    Each result is an event of its own.
    """

    audience = Audience.DM
    inherited = OUTSIDE_MOMENTS
    is_narrated = False  # the results are narrated

    call: Open[Call]
    number: Open[int]
    """The number by which events name the call while it is open."""

    def apply(self, state: State) -> State:
        return evolve(state, calls=(*state.calls, OpenCall(self.number, self.call)))


@dataclass(slots=True, kw_only=True)
class DiceRolled(Event):
    """Dice that the DM called for: the purpose, the total, and whether it was good enough."""

    audience = Audience.PERCEIVERS

    who: Doer
    why: Words
    """The purpose in words; "" for none."""
    dice: Open[str]
    """The dice with all that is added: "3d6+1"."""
    total: Face[int]
    made: Open[bool | None] = None
    """None where there was no number to reach."""
    at_least: Annotated[int | None, show_to_own_needed(None, Mask.AS_IS)] = None
    at_most: Annotated[int | None, show_to_own_needed(None, Mask.AS_IS)] = None
    follows: Words = ""
    """The result of the failure in the DM's words."""
    call: Annotated[int, show_to_dm(0)] = 0
    """The number of the DM's call for it."""

    @property
    def needed(self) -> str:
        """Return the number to reach in words; "" where there is none, or it is not shown."""
        bounds = ((self.at_least, "or more"), (self.at_most, "or less"))
        return ", ".join(f"{number} {words}" for number, words in bounds if number is not None)

    def apply(self, state: State) -> State:
        return with_call_result(state, self.call, self.who, self.total, self.made)


@dataclass(slots=True, kw_only=True)
class CallAnswered(Event):
    """All have rolled for a call of the DM: the results."""

    audience = Audience.DM
    inherited = OUTSIDE_MOMENTS

    call: Open[Call]
    number: Open[int]
    results: Open[tuple[CallResult, ...]] = ()

    def apply(self, state: State) -> State:
        return evolve(state, calls=tuple(each for each in state.calls if each.number != self.number))
