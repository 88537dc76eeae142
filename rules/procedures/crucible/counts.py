"""The counts of a round: their range, the turns on each, and when a spell is complete."""

from collections.abc import Mapping

from rules.kernel.clock import Clock
from rules.kernel.state import State
from rules.kernel.terms import SEGMENTS, CombatantId
from rules.procedures.crucible.numbers import get_count
from rules.procedures.crucible.turns import list_still_to_act

LAST = 12
"""The highest face of the die; counts 1 to 12 are always in the round."""


def find_span(state: State) -> tuple[int, int]:
    """Return the lowest and the highest count in play; they include 1 to 12 (II.A)."""
    turns = [get_count(state, who) for who in state.combatants if _has_count(state, who)]
    deeds = [deed.number for deed in state.pending if deed.number is not None and not deed.standing]
    played = [state.clock] if state.clock is not None else []
    known = [1, LAST, *turns, *deeds, *played]
    return min(known), max(known)


def list_turns_to_come(state: State) -> Mapping[CombatantId, int]:
    """Return the count of each combatant that has not yet had its turn (TURN.1).

    Combatants without an initiative or surprise die have no count yet.
    """
    if state.between_rounds:
        return {}
    return {who: get_count(state, who) for who in list_still_to_act(state) if _has_count(state, who)}


def find_completion_count(state: State, who: CombatantId, segments: int) -> int | None:
    """Return the count on which a spell of so many segments is complete (II.C).

    The casting time is counted from the count in play, else from the caster's own. None for a spell of more than a
    round, which goes on.
    """
    begins = state.clock if state.clock is not None else get_count(state, who)
    return begins + segments if segments <= SEGMENTS else None


def _has_count(state: State, who: CombatantId) -> bool:
    side = state.combatants[who].side
    known = state.surprise if state.round == 0 else state.initiative
    return who in known or side in known


CLOCK = Clock(
    unit="count",
    opening="",
    before="ready",
    seconds=0,
    span=find_span,
    turns=list_turns_to_come,
    complete=find_completion_count,
    lowest_first=True,
)
