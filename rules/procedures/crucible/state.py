"""A combatant's turn of the round, as Crucible keeps it, and the events that change it."""

from typing import Any

from rules.kernel import events as e
from rules.kernel.battlefield import measure_between
from rules.kernel.frozen import evolve, frozen
from rules.kernel.own import Own
from rules.kernel.procedure import OwnChanges
from rules.kernel.state import Combatant, State, with_own
from rules.kernel.terms import CombatantId, Place


@frozen
class Turn(Own):
    """The turn of one combatant this round."""

    taken: bool = False
    """Its count has come."""
    attacked: bool = False
    """The attacks of its turn are used."""
    hurt: bool = False
    """It has been damaged."""
    opportunity_targets: tuple[CombatantId, ...] = ()
    """The combatants that it made attacks of opportunity at, one entry for each attack."""
    parry_bonus: int = 0
    """The number that its parry takes from the attack rolls of its foes."""
    missile_held: bool = False
    """A missile that it had ready is held for later."""
    missile_lost: bool = False
    """It waited too long to shoot the missile that it had ready."""
    wasted_missile: bool = False
    """It has no missile ready, because it lost the one of the round before."""
    held_to_course: bool = False
    """It tried to turn back from its retreat and failed: it must go on."""
    absent_at_start: bool = False
    """It was out of the fight before the round began."""
    places_left: tuple[Place, ...] = ()
    """The places that it has moved away from on its turn, in order."""
    covered: int = 0
    """The ground that it has covered this round, also by following, in hundredths of a foot."""


@frozen
class KeepsTurn(Own):
    """A wait declared out of turn, by which the combatant keeps its turn for its own count."""


@frozen
class RestOfTurn(Own):
    """A declaration on a turn whose attacks are spent already."""


def get_turn(each: Combatant) -> Turn:
    """Return a combatant's turn of this round."""
    return each.own(Turn)


def get_start_of_turn(each: Combatant) -> Place:
    """Return the place from which a combatant began to move on its turn; else where it stands."""
    return next(iter(get_turn(each).places_left), each.place)


def with_turn(state: State, who: CombatantId, **changes: Any) -> State:
    """Return the state with fields of a combatant's turn changed."""
    return with_own(state, who, evolve(get_turn(state.combatants[who]), **changes))


def note_place_left(before: State, after: State, who: CombatantId) -> State:
    """Add the place that a combatant has left to those that it left on its turn.

    Before the combatant's turn nothing is added.
    """
    turn = get_turn(before.combatants[who])
    if not turn.taken:
        return after
    return with_turn(after, who, places_left=(*turn.places_left, before.combatants[who].place))


def _apply_round_began(event: e.RoundBegan, before: State, after: State) -> State:
    """Return the state with a new turn for every combatant.

    Only a missile that went to waste is carried over from the last turn.
    """
    combatants = dict(after.combatants)
    for who, each in after.combatants.items():
        last = get_turn(each)
        turn = Turn(wasted_missile=last.missile_lost, absent_at_start=not each.present)
        if turn != last:
            combatants[who] = evolve(each, owned={**each.owned, Turn: turn})
    return evolve(after, combatants=combatants)


def _apply_moved(event: e.Moved, before: State, after: State) -> State:
    """Add the place that a combatant has left; relocation begins the list again.

    Magic that relocates crosses no ground: places left before it no longer count.
    """
    if event.relocated:
        return with_turn(after, event.who, places_left=())
    return _note_move(before, after, event.who)


def _apply_fled(event: e.Fled, before: State, after: State) -> State:
    if event.to is None or not get_turn(before.combatants[event.who]).taken:
        return after
    return _note_move(before, after, event.who)


def _note_move(before: State, after: State, who: CombatantId) -> State:
    """Add the place that a combatant has left, and the ground that it has covered."""
    start, end = before.combatants[who], after.combatants[who]
    covered = get_turn(start).covered + measure_between(start.place, end.place)
    return with_turn(note_place_left(before, after, who), who, covered=covered)


def _apply_attacked(event: e.Attacked, before: State, after: State) -> State:
    turn = get_turn(after.combatants[event.who])
    if event.opportunity:
        return with_turn(after, event.who, opportunity_targets=(*turn.opportunity_targets, event.target))
    return after if event.bonus or turn.attacked else with_turn(after, event.who, attacked=True)


def _apply_damaged(event: e.Damaged, before: State, after: State) -> State:
    hurt = get_turn(after.combatants[event.who]).hurt
    return after if hurt or not event.amount else with_turn(after, event.who, hurt=True)


def _apply_parried(event: e.Parried, before: State, after: State) -> State:
    return with_turn(after, event.who, parry_bonus=event.bonus if event.works else 0)


CHANGES: OwnChanges = {
    e.RoundBegan: _apply_round_began,
    e.Moved: _apply_moved,
    e.Fled: _apply_fled,
    e.Attacked: _apply_attacked,
    e.Damaged: _apply_damaged,
    e.Parried: _apply_parried,
}
"""The changes that events make to the turns of the combatants they concern."""
