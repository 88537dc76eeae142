"""Resolutions of deeds that are neither blows nor spells.

They are turning, parley, waiting, tasks, setting a weapon and using a device.
"""

from collections.abc import Mapping

from rules.kernel import events as e
from rules.kernel.deeds import Deed
from rules.kernel.dice import parse_dice
from rules.kernel.effects import Roll, Rolled
from rules.kernel.procedure import Table
from rules.kernel.terms import CombatantId
from rules.procedures.adnd import blows, charges, effects, magic, movement
from rules.procedures.adnd.citations import Clauses
from rules.procedures.adnd.deed_types import (
    Blow,
    Move,
    MoveBefore,
    SetWeaponBlow,
    Shot,
    Task,
    Turning,
    Wait,
    WeaponSetting,
)
from rules.procedures.adnd.moments import HIT, Need, Resolving, as_begun
from rules.procedures.adnd.orders.avoid import Flight
from rules.procedures.adnd.orders.device import DeviceUse
from rules.procedures.adnd.orders.parley import Parley, Parleyed
from rules.procedures.adnd.orders.spell import Completion
from rules.procedures.adnd.procedure import Resolve, as_adnd, find_by_class, get_citations
from rules.procedures.adnd.several import TaskBefore
from rules.reference import lookup_turning, lookup_turning_dice


def turn_undead(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """Turn undead by the turning table.

    A d20 is rolled against the number needed, then dice for how many of the like are affected.
    """
    me, target = table.state.combatants[deed.who], deed.targets[0]
    kind = table.state.combatants[target].stat_block.creature.undead
    entry = lookup_turning(me.stat_block.powers.turns_undead, kind)
    rolls: list[Rolled] = []
    works = entry.turns_always
    if entry.least is not None:
        rolls = list((yield Need(HIT, [Roll("turning", me.id, 1, 20)])))
        works = rolls[0].faces[0] >= entry.least
    result = ("destroyed" if entry.destroys else "turned") if works else "none"
    affected: tuple[CombatantId, ...] = ()
    if works:
        dice = parse_dice(lookup_turning_dice(kind))
        rolls += yield Need(HIT, [Roll("turning", me.id, dice.count, dice.sides)])
        affected = _list_alike(table, target)[: rolls[-1].total + dice.plus]
    yield e.UndeadTurned(
        who=me.id,
        target=target,
        needed=entry.printed,
        face=rolls[0].faces[0] if rolls else 0,
        result=result,
        affected=affected,
        rolls=tuple(rolls),
        clauses=clauses,
        segment=deed.number,
    )


def _list_alike(table: Table, target: CombatantId) -> tuple[CombatantId, ...]:
    """Return the target, then other undead of its kind and side still there, in roster order.

    The hidden come last.
    """
    began = as_begun(table).combatants
    first = began[target]
    others = [
        each
        for each in began.values()
        if each.id != target
        and each.present
        and each.stat_block.creature.undead == first.stat_block.creature.undead
        and each.side == first.side
    ]
    return (target, *(each.id for each in sorted(others, key=lambda each: each.hidden)))


def resolve_parley(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """Narrate a parley, and ask the DM what comes of it."""
    target = deed.targets[0] if deed.targets else ""
    yield Parleyed(who=deed.who, target=target, clauses=clauses, segment=deed.number)
    yield from effects.ask_effect(table, {"what": "parley", "by": deed.who, "targets": list(deed.targets)}, clauses)


def resolve_wait(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """Narrate that a combatant awaits what the others do."""
    target = deed.targets[0] if deed.targets else ""
    yield e.Waited(who=deed.who, target=target, clauses=clauses, segment=deed.number)


def resolve_task(table: Table, deed: Task, clauses: tuple[str, ...]) -> Resolving:
    """Narrate the end of a task, which takes no blow."""
    yield e.TaskDone(who=deed.who, task=deed.task, drawn=deed.draw, clauses=clauses, segment=deed.number)


def resolve_task_before(table: Table, deed: TaskBefore, clauses: tuple[str, ...]) -> Resolving:
    """Narrate the end of a task that is done before the act of the same order."""
    yield from resolve_task(table, deed, tuple(dict.fromkeys((*clauses, *get_citations(table).several))))


def resolve_move_before(table: Table, deed: MoveBefore, clauses: tuple[str, ...]) -> Resolving:
    """End a walk before the act of the same order."""
    yield from charges.run_to_place(table, deed, tuple(dict.fromkeys((*clauses, *get_citations(table).several))))


def resolve_set(table: Table, deed: WeaponSetting, clauses: tuple[str, ...]) -> Resolving:
    """Set a weapon, or strike with one that is set at a charger who has come within reach."""
    if not isinstance(deed, SetWeaponBlow):
        yield from as_adnd(table.ruleset).charging.set_weapon(table, deed, clauses)
        return
    if not charges.is_already_set(table.state, deed):
        yield from as_adnd(table.ruleset).charging.set_weapon(table, deed, clauses)
    yield from blows.strike(table, deed, clauses)


def resolve_device_use(table: Table, deed: DeviceUse, clauses: tuple[str, ...]) -> Resolving:
    """Use a device, even if its user has been hit."""
    timing = get_citations(table).device if deed.timed else get_citations(table).device_untimed
    yield from magic.use_device(table, deed, (*clauses, *timing))


RESOLVE: Mapping[type[Deed], Resolve] = {
    Blow: blows.strike,
    Shot: blows.strike,
    Completion: magic.complete_spell,
    DeviceUse: resolve_device_use,
    Turning: turn_undead,
    Move: movement.move,
    MoveBefore: resolve_move_before,
    Flight: movement.avoid,
    Parley: resolve_parley,
    Wait: resolve_wait,
    Task: resolve_task,
    TaskBefore: resolve_task_before,
    WeaponSetting: resolve_set,
}
"""The resolution of each class of deeds. Charges are each procedure's own, since contact asks who strikes first."""


def resolve_deed(table: Table, deed: Deed, clauses: Clauses, resolve: Resolve | None = None) -> Resolving:
    """Return the resolution of a deed, with what the procedure does around it.

    The resolution is ``resolve`` if given, else the procedure's own for the deed's class, else the shared one.
    """
    own = as_adnd(table.ruleset)
    resolve = resolve or find_by_class(own.resolvers, deed) or find_shared_resolver(deed)
    return own.resolve(table, deed, clauses, resolve)


def find_shared_resolver(deed: Deed) -> Resolve:
    """Return the resolution that the family shares for a deed."""
    found = find_by_class(RESOLVE, deed)
    assert found is not None, f"no procedure resolves {type(deed).__name__}"
    return found
