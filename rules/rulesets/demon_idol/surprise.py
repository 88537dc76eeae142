"""5: what is done in a segment of surprise: flight that nobody hinders, whole routines, charges, things begun."""

from rules import events as e
from rules.adnd import acts
from rules.adnd.blows import strike
from rules.adnd.deeds import already_done
from rules.adnd.magic import ask_effect, use_device
from rules.adnd.moments import Resolving
from rules.adnd.movement import avoid, weapon_length
from rules.adnd.procedures import SurpriseSegments
from rules.battlefield import distance, feet, toward
from rules.ruleset import Table
from rules.rulesets.demon_idol.deeds import pace
from rules.rulesets.demon_idol.letters import LETTERS
from rules.rulesets.demon_idol.options import ids
from rules.state import Declaration, Deed, State, evolve
from rules.terms import CombatantId, Setting


def flee(table: Table, deed: Deed, declared: Declaration) -> Resolving:
    """5.A: even from a melee; outdoors that is the end of it, indoors there may be pursuit."""
    if deed.mode == "surrender":
        yield from avoid(table, deed, ids("5.A", "LIST.A"))
        return
    outdoors = table.state.setting is Setting.OUTDOORS
    cited = ids("5.A", "5.A.outdoor" if outdoors else "5.A.indoor")
    yield from avoid(table, deed, cited)
    if outdoors:
        side = table.state.combatants[deed.who].side
        if not any(each.able for each in table.state.combatants.values() if each.side == side):
            yield e.EncounterEnded(reason="avoided", clauses=ids("5.A.outdoor"))
    elif deed.mode in ("", "flee"):
        yield from ask_effect(table, {"what": "pursuit", "by": deed.who, "targets": []}, ids("5.A.indoor"))


def run(table: Table, deed: Deed, declared: Declaration) -> Resolving:
    """FN.9: one segment of a charge; whoever comes within his weapon's length strikes."""
    state = table.state
    me, target = state.combatants[deed.who], deed.targets[0]
    covered = min(int(pace(state, me.id)), max(0, distance(state, me.id, target) - weapon_length(me, deed.weapon)))
    goal = toward(me.place, state.combatants[target].place, covered)
    yield e.Moved(who=me.id, to=goal, feet=feet(covered), clauses=ids("5.E.move", "FN.9"), segment=deed.number)
    gap = distance(table.state, me.id, target)
    weapon = me.weapon(deed.weapon)
    if gap <= weapon_length(me, deed.weapon) and weapon is not None and weapon.melee:
        yield e.ChargeMet(
            who=me.id, target=target, distance_ft=feet(gap), first=me.id, clauses=ids("FN.9"), segment=deed.number
        )
        yield from strike(table, evolve(deed, kind="melee", mode="melee", part="blow"), ids("5.DFG", "FN.9"))


def parley(table: Table, deed: Deed, declared: Declaration) -> Resolving:
    """5.1: phase 8 is played in each segment, and parley is on its list."""
    yield from acts.parley(table, deed, ids("5.1", "LIST.B"))


def device(table: Table, deed: Deed, declared: Declaration) -> Resolving:
    """5.E.custom: a device that takes longer than a segment is begun, and gone on with."""
    me = table.state.combatants[deed.who]
    used = me.device(deed.device)
    assert used is not None
    done = already_done(me, used.id) + 1
    if done >= (used.activation or 1):
        yield from use_device(table, deed, ids("5.E.custom"))
    else:
        cited = ids("5.E.custom", "5.E.custom.carry")
        yield e.TaskContinues(who=me.id, task=used.id, done=done, clauses=cited, segment=deed.number)


def task(table: Table, deed: Deed, declared: Declaration) -> Resolving:
    """5.E.custom: what takes longer than a segment is begun, and gone on with."""
    done = already_done(table.state.combatants[deed.who], deed.task) + 1
    if done >= declared.segments:
        yield e.TaskDone(who=deed.who, task=deed.task, clauses=ids("5.E.custom"), segment=deed.number)
    else:
        cited = ids("5.E.custom", "5.E.custom.carry")
        yield e.TaskContinues(who=deed.who, task=deed.task, done=done, clauses=cited, segment=deed.number)


def by_letter(state: State, who: CombatantId) -> int:
    """5.1: phase 8 is played in each segment, too: in the order of the letters."""
    return LETTERS.index(state.declared[who].action)


SEGMENTS_OF_SURPRISE = SurpriseSegments(
    place=by_letter, resolve={"flee": flee, "parley": parley, "run": run, "device": device, "task": task}
)
