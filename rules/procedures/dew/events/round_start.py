"""Events of the beginning: alertness, the blows of a round, its phases (0, 1)."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated

from rules.kernel.events.base import Event
from rules.kernel.frozen import frozen
from rules.kernel.state import Combatant, State
from rules.kernel.visibility import (
    OUTSIDE_MOMENTS,
    Audience,
    Doer,
    EventEntry,
    Mask,
    Open,
    Reader,
    SeenCombatants,
    show_as,
)
from rules.kernel.voice import Voice
from rules.procedures.dew.changes import change_combatant, change_part, with_each, with_part, with_round
from rules.procedures.dew.state import Body, Ledger, Movement
from rules.procedures.dew.terms import COMBAT, get_dew_of


@dataclass(slots=True, kw_only=True)
class AlertChanged(Event):
    """A combatant became alert, or is alert no longer, and why."""

    audience = Audience.PERCEIVERS
    is_retold = False

    who: Doer
    alert: Open[bool]
    why: Open[str] = ""
    """The cause: setup, pass, noncombat, movement, stop, unconscious or dm."""

    def apply(self, state: State) -> State:
        return with_part(state, self.who, Body, alert=self.alert)

    def narrate(self, voice: Voice) -> str:
        return f"{voice.does(self.who, 'is', 'are')} {'alert' if self.alert else 'no longer alert'}."


@frozen(slots=True)
class Complement(EventEntry):
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


@dataclass(slots=True, kw_only=True)
class RoundStarted(Event):
    """All combatants have their blows for the round, less those borrowed from it."""

    audience = Audience.ALL
    inherited = OUTSIDE_MOMENTS
    is_narrated = False  # the blows everybody has

    complements: Annotated[tuple[Complement, ...], show_as(Mask.OF_OWN)] = ()
    """The blows of each combatant."""
    anew: Open[bool] = True
    """False if a fight is taken up: then the blows are left as they are."""

    def apply(self, state: State) -> State:
        complements = self.complements if self.anew else ()
        state = with_each(state, {each.who: _begin_round(state.combatants[each.who], each) for each in complements})
        return with_round(state, movement="", time=Fraction(0), shown_time=Fraction(0))


def _begin_round(each: Combatant, complement: Complement) -> Combatant:
    """Return a combatant as it begins a round; it keeps preparations and its exact place."""
    kept = get_dew_of(each)
    ledger = Ledger(
        active=complement.active,
        reactive=complement.reactive,
        blows=complement.blows,
        en_previous=complement.en_previous,
        fought=complement.fought,
        preparations=kept.ledger.preparations,
    )
    return change_combatant(each, ledger=ledger, movement=Movement(exact=kept.movement.exact))


@dataclass(slots=True, kw_only=True)
class PhaseStarted(Event):
    """A phase began (combat, noncombat or movement): who may choose in it, and their EN limits."""

    audience = Audience.ALL
    inherited = OUTSIDE_MOMENTS
    is_retold = False

    phase: Open[str]
    eligible: SeenCombatants = ()
    """Combatants who may choose in it."""
    en_limits: Annotated[tuple[tuple[str, int], ...], show_as(Mask.OF_OWN)] = ()
    """The EN that each may expend in it."""

    def apply(self, state: State) -> State:
        if self.phase != COMBAT:
            state = with_each(
                state, {who: change_part(each, Ledger, en_phase=0) for who, each in state.combatants.items()}
            )
        return with_round(state, phase=self.phase)

    def narrate(self, voice: Voice) -> str:
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
