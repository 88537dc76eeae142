"""The counts of a round: which there are, whose turn comes on which, and on which a spell is complete."""

from collections.abc import Mapping

from rules.clock import Clock
from rules.rulesets.crucible.numbers import count
from rules.rulesets.crucible.turns import still_to_act
from rules.state import State
from rules.terms import SEGMENTS, CombatantId

LAST = 12
"""The highest face of the die: a count that there always is, as the first is 1."""


def span(state: State) -> tuple[int, int]:
    """II.A: from the lowest to the highest count in play, and at least those of the die."""
    turns = [count(state, who) for who in state.combatants if _has_count(state, who)]
    deeds = [deed.number for deed in state.pending if deed.number is not None and not deed.standing]
    played = [state.clock] if state.clock is not None else []
    known = [1, LAST, *turns, *deeds, *played]
    return min(known), max(known)


def turns(state: State) -> Mapping[CombatantId, int]:
    """TURN.1: whoever has not had his turn, by his count; nobody before the dice are rolled."""
    if state.between_rounds:
        return {}
    return {who: count(state, who) for who in still_to_act(state) if _has_count(state, who)}


def complete(state: State, who: CombatantId, segments: int) -> int | None:
    """II.C: the casting time is counted from the caster's own count; a spell of more than a round goes on."""
    begins = state.clock if state.clock is not None else count(state, who)
    return begins + segments if segments <= SEGMENTS else None


def _has_count(state: State, who: CombatantId) -> bool:
    side = state.combatants[who].side
    known = state.surprise if state.round == 0 else state.initiative
    return who in known or side in known


CLOCK = Clock(
    unit="count", opening="", before="ready", seconds=0, span=span, turns=turns, complete=complete, lowest_first=True
)
