"""Several deeds of one combatant in a round: tasks before an act, a move before or after it.

The act stands for the whole order. What is done before and after is added to it.
"""

from collections.abc import Iterator, Sequence
from typing import TypeGuard

from rules.kernel.battlefield import compute_stride, measure_between
from rules.kernel.deeds import Declaration, Deed, become
from rules.kernel.frozen import evolve, frozen
from rules.kernel.own import Own
from rules.kernel.state import State
from rules.kernel.terms import SEGMENTS
from rules.procedures.adnd.deed_types import Move, MoveBefore, Task
from rules.procedures.adnd.orders.base import AlsoMoves, Beforehand, Discharge, as_order
from rules.procedures.adnd.orders.device import DeviceUse
from rules.procedures.adnd.orders.move import MoveTo
from rules.procedures.adnd.orders.spell import Cast, Completion
from rules.procedures.adnd.orders.wait import Await
from rules.procedures.adnd.precedence import Decision, after, before

HALF = SEGMENTS // 2
"""The segments left to a move beside missiles, or beside an act of no stated time."""


def join_steps(declared: Declaration) -> Declaration:
    """Return an order of several deeds as its act, with the tasks and the move added to it."""
    if not declared.then or isinstance(declared, Await):
        return declared
    steps = (as_order(declared), *(as_order(evolve(each, who=declared.who)) for each in declared.then))
    at = next((n for n, each in enumerate(steps) if not each.is_readying), len(steps) - 1)
    act, rest, added = steps[at], steps[at + 1 :], list[Own]()
    if at:
        tasks = [each.describe_task() for each in steps[:at]]
        lines = "\n".join(" ".join(each.words.split()) for each in tasks)
        added.append(Beforehand(lines, tuple(each.segments for each in tasks), tuple(each.drawn for each in tasks)))
    if rest and isinstance(act, MoveTo) and isinstance(rest[0], Discharge):
        added.append(AlsoMoves(act.to, True))
        act, rest = rest[0], rest[1:]
    elif rest and isinstance(act, Discharge) and isinstance(rest[0], MoveTo):
        added.append(AlsoMoves(rest[0].to))
        rest = rest[1:]
    if not added:
        return declared
    return evolve(act, then=rest, owned={**declared.owned, **act.owned, **{type(each): each for each in added}})


def count_segments_before(state: State, declared: Declaration) -> int:
    """Return the segments that tasks and a move take before the act of an order."""
    spent = sum(declared.own(Beforehand).lengths)
    move = declared.own(AlsoMoves)
    return spent + (count_segments_of_move(state, declared) if move.moves_first else 0)


def count_segments_of_move(state: State, declared: Declaration) -> int:
    """Return the segments of a move before the act: those that it needs, if there is room.

    They are counted from the place where it begins.
    """
    for deed in (*state.pending, *state.done):
        if _is_move_before(deed, declared):
            return deed.segments
    me, to = state.combatants[declared.who], declared.own(AlsoMoves).moves_to
    stride = compute_stride(state, me)
    needed = -(-measure_between(me.place, to) // stride) if to is not None and stride else 0
    spell = me.spell(declared.spell) if isinstance(declared, Cast) else None
    room = SEGMENTS - spell.casting if spell is not None else HALF
    return max(0, min(needed, room - sum(declared.own(Beforehand).lengths)))


def _is_move_before(deed: Deed, declared: Declaration) -> TypeGuard[Move]:
    """Return whether a deed is the move before the act of an order."""
    move = declared.own(AlsoMoves)
    is_own = deed.who == declared.who and move.moves_first and deed.step == len(declared.own(Beforehand).lengths)
    return is_own and isinstance(deed, Move) and deed.to == move.moves_to


def has_several(declared: Declaration) -> bool:
    """Return whether an order has tasks or a move beside its act."""
    return declared.has(Beforehand) or declared.has(AlsoMoves)


# The deeds.


@frozen
class TaskBefore(Task):
    """A task that is done before the act of the same order."""

    role = "before"


def build_around(state: State, declared: Declaration, act: Sequence[Deed], nominal: int) -> Iterator[Deed]:
    """Yield the deeds of an order: its tasks, the deeds of its act, its move.

    ``nominal`` is the segment of a move by the dice. A walk before a spell or a timed device takes its segments from
    the first. The procedure puts the act off by what comes before it.
    """
    tasks, move, spent = declared.own(Beforehand), declared.own(AlsoMoves), 0
    initiative = act[0].initiative if act else 0
    each_task = zip(tasks.tasks.splitlines(), tasks.lengths, tasks.drawn, strict=True)
    for step, (task, length, drawn) in enumerate(each_task):
        spent += length
        yield TaskBefore(
            f"{declared.who}:task{step + 1}", declared.who, number=max(1, spent), timed=True, initiative=initiative,
            task=task, draw=drawn, step=step, order=declared,
        )  # fmt: skip
    step = len(tasks.lengths)
    run = Move(f"{declared.who}:move", declared.who, to=move.moves_to, initiative=initiative, order=declared)
    if move.moves_first:
        taken = count_segments_of_move(state, declared)
        run = evolve(run, segments=taken, begins=spent + 1, step=step)
        if any(isinstance(deed, Completion | DeviceUse) and (deed.timed or deed.standing) for deed in act):
            yield become(run, MoveBefore, number=max(1, spent + taken), timed=True, standing=True)
        else:
            yield evolve(run, number=max(nominal, min(SEGMENTS, spent + 1)))
        step += 1
    for deed in act:
        yield evolve(deed, step=step)
    if declared.has(AlsoMoves) and not move.moves_first:
        over = max((deed.number or SEGMENTS for deed in act if deed.timed), default=HALF) + spent
        left = max(0, SEGMENTS - over)
        yield evolve(run, number=max(nominal, min(SEGMENTS, over + 1)), segments=left, step=step + 1)


def is_act(state: State, deed: Deed) -> bool:
    """Return whether a deed belongs to the act of an order that has tasks or a move before it."""
    declared = state.declared.get(deed.who)
    if declared is None or not (declared.has(Beforehand) or declared.own(AlsoMoves).moves_first):
        return False
    return deed.step == len(declared.own(Beforehand).lengths) + declared.own(AlsoMoves).moves_first


def has_steps_before(state: State, deed: Deed) -> bool:
    """Return whether tasks or a move come before a deed of the same order, done or not."""
    return deed.step > 0 and is_act(state, deed)


def count_busy_segments(state: State, deed: Deed) -> int:
    """Return the segments that tasks and a move take before a deed of the same order."""
    return count_segments_before(state, state.declared[deed.who]) if deed.step and is_act(state, deed) else 0


def earlier_step_first(state: State, a: Deed, b: Deed) -> Decision | None:
    """Put a combatant's own steps in the order declared."""
    if a.step == b.step:
        return None
    return before() if a.step < b.step else after()
