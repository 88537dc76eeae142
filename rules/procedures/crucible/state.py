"""A combatant's turn of the round, as Crucible keeps it, and the events that change it."""

from typing import Any

from rules.kernel import events as e
from rules.kernel.frozen import frozen
from rules.kernel.own import Own
from rules.kernel.procedure import OwnChanges
from rules.kernel.state import Combatant, Place, State, evolve, with_own
from rules.kernel.terms import CombatantId


@frozen
class Turn(Own):
    """The turn of one combatant this round."""

    taken: bool = False
    """Its count has come."""
    attacked: bool = False
    """The attacks of its turn are used."""
    hurt: bool = False
    """It has been damaged."""
    seized: tuple[CombatantId, ...] = ()
    """The combatants that it made attacks of opportunity at, one entry for each attack."""
    parrying: int = 0
    """The number that its parry takes from attacks against it."""
    missile: str = ""
    """The state of a missile that it had ready: "held", or "lost" when its time has passed."""
    rested: bool = False
    """No missile is ready, because it let its last one go to waste."""
    held_to_course: bool = False
    """It wanted to turn back from its retreat, and may not."""
    absent: bool = False
    """It was out of the fight before the round began."""
    left: tuple[Place, ...] = ()
    """The places that it has moved away from on its turn, in order."""


@frozen
class KeepsTurn(Own):
    """A wait declared out of turn, by which the combatant keeps its turn for its own count."""


@frozen
class RestOfTurn(Own):
    """A declaration on a turn whose attacks are spent already."""


def get_turn(each: Combatant) -> Turn:
    """Return a combatant's turn of this round."""
    return each.own(Turn)


def with_turn(state: State, who: CombatantId, **changes: Any) -> State:
    """Return the state with fields of a combatant's turn changed."""
    return with_own(state, who, evolve(get_turn(state.combatants[who]), **changes))


def leave_place(before: State, after: State, who: CombatantId) -> State:
    """Return the state with the place noted that a combatant has left on its turn.

    Before the combatant's turn nothing is noted.
    """
    turn = get_turn(before.combatants[who])
    if not turn.taken:
        return after
    return with_turn(after, who, left=(*turn.left, before.combatants[who].place))


def _apply_round_began(event: e.RoundBegan, before: State, after: State) -> State:
    """Return the state with a new turn for every combatant.

    Only a missile that went to waste is carried over from the last turn.
    """
    combatants = dict(after.combatants)
    for who, each in after.combatants.items():
        turn = Turn(rested=get_turn(each).missile == "lost", absent=not each.present)
        if turn != get_turn(each):
            combatants[who] = evolve(each, owned={**each.owned, Turn: turn})
    return evolve(after, combatants=combatants)


def _apply_moved(event: e.Moved, before: State, after: State) -> State:
    """Return the state with the place noted that a combatant has left.

    Magic that relocates crosses no ground: places left before it no longer count.
    """
    if event.relocated:
        return with_turn(after, event.who, left=())
    return leave_place(before, after, event.who)


def _apply_fled(event: e.Fled, before: State, after: State) -> State:
    return leave_place(before, after, event.who) if event.to is not None else after


def _apply_attacked(event: e.Attacked, before: State, after: State) -> State:
    turn = get_turn(after.combatants[event.who])
    if event.opportunity:
        return with_turn(after, event.who, seized=(*turn.seized, event.target))
    return after if event.bonus or turn.attacked else with_turn(after, event.who, attacked=True)


def _apply_damaged(event: e.Damaged, before: State, after: State) -> State:
    hurt = get_turn(after.combatants[event.who]).hurt
    return after if hurt or not event.amount else with_turn(after, event.who, hurt=True)


def _apply_parried(event: e.Parried, before: State, after: State) -> State:
    return with_turn(after, event.who, parrying=event.bonus if event.works else 0)


CHANGES: OwnChanges = {
    e.RoundBegan: _apply_round_began,
    e.Moved: _apply_moved,
    e.Fled: _apply_fled,
    e.Attacked: _apply_attacked,
    e.Damaged: _apply_damaged,
    e.Parried: _apply_parried,
}
"""The changes that events make to the turns of the combatants they concern."""
