"""The state that Demon Idol keeps of the encounter: prepared acts, losses, and bleeding."""

from collections.abc import Mapping
from dataclasses import field

from rules.kernel import events as e
from rules.kernel.frozen import evolve, frozen
from rules.kernel.own import Own
from rules.kernel.procedure import OwnChanges
from rules.kernel.state import State, keep
from rules.kernel.terms import CombatantId

DEADLY = ("hp", "dead")
"""Rulings that change which combatants are bleeding."""


@frozen
class Triggers(Own):
    """The DM's decisions on prepared acts (8.PREP.trigger)."""

    considered: tuple[tuple[str, str], ...] = ()
    """Pairs of deeds that were asked about this round: the prepared act, and what might have set it off."""
    fired: Mapping[CombatantId, int] = field(default_factory=dict)
    """The last round in which an act of a combatant was set off."""


@frozen
class Losses(Own):
    """The losses of each group when the DM was last asked about its morale (8.A.morale)."""

    asked: Mapping[str, int] = field(default_factory=dict)
    """Losses in hundredths of the group, by its name."""


@frozen
class Bleeding(Own):
    """The combatants that had fewer than no hit points when the round began (9.1)."""

    who: tuple[CombatantId, ...] = ()
    """Their ids in roster order. Rulings of the DM before initiative change them, too."""


def _apply_round_began(event: e.RoundBegan, before: State, after: State) -> State:
    return keep(_note_bleeding(after), evolve(after.own(Triggers), considered=()))


def _apply_ruled(event: e.Ruled, before: State, after: State) -> State:
    begins = not after.between_rounds and after.clock is None and not after.initiative
    return _note_bleeding(after) if begins and event.what in DEADLY else after


def _note_bleeding(state: State) -> State:
    """Return the state with those noted as bleeding that now have fewer than no hit points."""
    bleeding = (who for who, each in state.combatants.items() if each.hp < 0 and not each.has("dead"))
    return keep(state, Bleeding(tuple(bleeding)))


def _apply_morale_called(event: e.MoraleCalled, before: State, after: State) -> State:
    return keep(after, Losses({**after.own(Losses).asked, event.who: event.losses}))


CHANGES: OwnChanges = {
    e.RoundBegan: _apply_round_began,
    e.Ruled: _apply_ruled,
    e.MoraleCalled: _apply_morale_called,
}
"""The changes that shared events make to prepared acts, losses and bleeding."""
