"""5: deeds in a segment of surprise: unhindered flight, charges, parley, tasks begun."""

from collections.abc import Mapping

from rules.kernel import events as e
from rules.kernel.battlefield import find_place_toward, measure_between, measure_distance, to_feet
from rules.kernel.deeds import Declaration, Deed, become
from rules.kernel.perception import is_side_seen
from rules.kernel.procedure import Table
from rules.kernel.state import State
from rules.kernel.terms import CombatantId, Place, Setting
from rules.procedures.adnd import acts
from rules.procedures.adnd.blows import strike
from rules.procedures.adnd.deed_types import ChargeBlow, Run, Task
from rules.procedures.adnd.effects import ask_effect
from rules.procedures.adnd.magic import use_device
from rules.procedures.adnd.moments import EFFECT, Need, Resolving, Telling
from rules.procedures.adnd.movement import avoid, describe_pace
from rules.procedures.adnd.orders.avoid import Flight
from rules.procedures.adnd.orders.base import count_segments_done
from rules.procedures.adnd.orders.device import DeviceUse
from rules.procedures.adnd.orders.parley import Parley
from rules.procedures.adnd.orders.task import DoTask
from rules.procedures.adnd.orders.weapons import get_weapon_length
from rules.procedures.adnd.procedure import ResolveInSurprise
from rules.procedures.demon_idol.deeds import compute_pace
from rules.procedures.demon_idol.letters import LETTERS
from rules.procedures.demon_idol.options import ids


def resolve_flight(table: Table, deed: Flight, declared: Declaration) -> Resolving:
    """Resolve flight or surrender, even from a melee (5.A).

    Outdoors flight is the end of the encounter, unless nobody has ever met the side that flees; indoors there may be
    pursuit.
    """
    if deed.order.way == "surrender":
        yield from avoid(table, deed, ids("5.A", "LIST.A"))
        return
    outdoors = table.state.setting is Setting.OUTDOORS
    cited = ids("5.A", "5.A.outdoor" if outdoors else "5.A.indoor")
    yield from avoid(table, deed, cited)
    if outdoors:
        yield Need(EFFECT, [])  # others who leave in the same moment have left, too, before the encounter ends
        side = table.state.combatants[deed.who].side
        is_gone = not any(each.able for each in table.state.combatants.values() if each.side == side)
        if is_gone and is_side_seen(table.state, side) and not table.state.ended:
            yield e.EncounterEnded(reason="avoided", clauses=ids("5.A.outdoor"))
    elif deed.order.way == "flee":
        yield from ask_effect(table, {"what": "pursuit", "by": deed.who, "targets": []}, ids("5.A.indoor"))


def resolve_run(table: Table, deed: Run, declared: Declaration) -> Resolving:
    """Resolve one segment of a charge; a target within the weapon's length is struck (FN.9).

    To strike it the charger comes up to an inch, however long the weapon.
    """
    if deed.to is not None:
        yield from _run_on_to_place(table, deed, deed.to)
        return
    state = table.state
    me, target = state.combatants[deed.who], deed.targets[0]
    gap, pace = measure_distance(state, me.id, target), int(compute_pace(state, me.id))
    length, inch = get_weapon_length(me, deed.weapon), state.setting.inch
    meets = gap - length <= pace
    covered = max(0, gap - min(length, inch)) if meets else pace
    goal = find_place_toward(me.place, state.combatants[target].place, covered)
    yield e.Moved(
        who=me.id,
        to=goal,
        feet=to_feet(covered),
        working=describe_pace(me),
        clauses=ids("5.E.move", "FN.9"),
        segment=deed.number,
    )
    gap = measure_distance(table.state, me.id, target)
    weapon = me.weapon(deed.weapon)
    if meets and weapon is not None and weapon.melee and not me.is_thrown_away(weapon):
        yield e.ChargeMet(
            who=me.id, target=target, distance_ft=to_feet(gap), first=me.id, clauses=ids("FN.9"), segment=deed.number
        )
        yield from strike(table, become(deed, ChargeBlow, mode="melee"), ids("5.DFG", "FN.9"))


def _run_on_to_place(table: Table, deed: Run, to: Place) -> Telling:
    """Run one segment of a charge to a place, where nobody is struck."""
    me = table.state.combatants[deed.who]
    goal = find_place_toward(me.place, to, int(compute_pace(table.state, me.id)))
    feet, cited = to_feet(measure_between(me.place, goal)), ids("5.E.move", "FN.9", "FN.9.place")
    yield e.Moved(who=me.id, to=goal, feet=feet, working=describe_pace(me), clauses=cited, segment=deed.number)


def resolve_parley(table: Table, deed: Parley, declared: Declaration) -> Resolving:
    """Resolve parley: phase 8 is played in each segment, and parley is on its list (5.1)."""
    yield from acts.resolve_parley(table, deed, ids("5.1", "LIST.B"))


def resolve_device_use(table: Table, deed: DeviceUse, declared: Declaration) -> Resolving:
    """Resolve a device; one that takes longer than a segment is begun, and gone on with.

    Clause 5.E.custom.
    """
    me = table.state.combatants[deed.who]
    used = me.device(deed.order.device)
    assert used is not None
    done = count_segments_done(me, used.id) + 1
    if done >= (used.activation or 1):
        yield from use_device(table, deed, ids("5.E.custom"))
    else:
        cited = ids("5.E.custom", "5.E.custom.carry")
        yield e.TaskContinues(who=me.id, task=used.id, done=done, clauses=cited, segment=deed.number)


def resolve_task(table: Table, deed: Task, declared: Declaration) -> Resolving:
    """Resolve a task; one that takes longer than a segment is begun, and gone on with.

    Clause 5.E.custom.
    """
    done = count_segments_done(table.state.combatants[deed.who], deed.task) + 1
    if done >= (declared.segments if isinstance(declared, DoTask) else 1):
        cited = ids("5.E.custom")
        yield e.TaskDone(who=deed.who, task=deed.task, drawn=deed.draw, clauses=cited, segment=deed.number)
    else:
        cited = ids("5.E.custom", "5.E.custom.carry")
        yield e.TaskContinues(who=deed.who, task=deed.task, done=done, clauses=cited, segment=deed.number)


def get_place_by_letter(state: State, who: CombatantId) -> int:
    """Return a combatant's place by letter: phase 8 is played in each segment, too (5.1)."""
    return LETTERS.index(state.declared[who].action)


RESOLVERS: Mapping[type[Deed], ResolveInSurprise] = {
    Flight: resolve_flight,
    Parley: resolve_parley,
    Run: resolve_run,
    DeviceUse: resolve_device_use,
    Task: resolve_task,
}
"""The resolvers of a segment of surprise that differ from those of the other procedures."""
