"""The state that only ADDICT keeps of an encounter: the dice for the middle of the round."""

from collections.abc import Mapping
from dataclasses import field

from rules.kernel import events as e
from rules.kernel.frozen import frozen
from rules.kernel.own import Own
from rules.kernel.procedure import OwnChanges
from rules.kernel.state import State, keep
from rules.kernel.terms import SideId


@frozen
class MidPoint(Own):
    """The dice of this round that order deeds at its middle (VII.A.2)."""

    dice: Mapping[SideId, int] = field(default_factory=dict)
    """The number that each side rolled."""


def _apply_round_began(event: e.RoundBegan, before: State, after: State) -> State:
    return keep(after, MidPoint()) if after.own(MidPoint).dice else after


def _apply_initiative_rolled(event: e.InitiativeRolled, before: State, after: State) -> State:
    if not event.mid:
        return after
    return keep(after, MidPoint({**after.own(MidPoint).dice, event.side: event.number}))


CHANGES: OwnChanges = {
    e.RoundBegan: _apply_round_began,
    e.InitiativeRolled: _apply_initiative_rolled,
}
"""The changes of this state by events."""
