"""One resolution for each kind of deed that is neither blow nor spell: turning, parley, waiting, tasks, setting."""

from rules import events as e
from rules.adnd import blows, magic, movement
from rules.adnd.moments import HIT, Need, Resolving
from rules.adnd.procedures import Clauses, Resolve, cite, of
from rules.dice_text import parse
from rules.effects import Roll, Rolled
from rules.reference import lookup_turning, lookup_turning_dice
from rules.ruleset import Table
from rules.state import Deed
from rules.terms import CombatantId


def turn_undead(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """Turn undead by the turning table: d20 for the number, then how many of the like are affected."""
    me, target = table.state.combatants[deed.who], deed.targets[0]
    kind = table.state.combatants[target].figure.undead
    needed = lookup_turning(me.figure.turns_undead, kind)
    rolls: list[Rolled] = []
    works = needed in ("T", "D", "D*")
    if needed.isdigit():
        rolls = list((yield Need(HIT, [Roll("turning", me.id, 1, 20)])))
        works = rolls[0].faces[0] >= int(needed)
    result = ("destroyed" if needed.startswith("D") else "turned") if works else "none"
    affected: tuple[CombatantId, ...] = ()
    if works:
        dice = parse(lookup_turning_dice(kind))
        rolls += yield Need(HIT, [Roll("turning", me.id, dice.count, dice.sides)])
        affected = _like(table, target)[: rolls[-1].total + dice.plus]
    yield e.UndeadTurned(
        who=me.id,
        target=target,
        needed=needed,
        face=rolls[0].faces[0] if rolls else 0,
        result=result,
        affected=affected,
        rolls=tuple(rolls),
        clauses=clauses,
        segment=deed.number,
    )


def _like(table: Table, target: CombatantId) -> tuple[CombatantId, ...]:
    """The target, then the other undead of its kind and side still there, in roster order."""
    first = table.state.combatants[target]
    others = [
        each.id
        for each in table.state.combatants.values()
        if each.id != target and each.present and each.figure.undead == first.figure.undead and each.side == first.side
    ]
    return (target, *others)


def parley(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """Speak; what comes of it is the DM's to say."""
    target = deed.targets[0] if deed.targets else ""
    yield e.Parleyed(who=deed.who, target=target, clauses=clauses, segment=deed.number)
    yield from magic.ask_effect(table, {"what": "parley", "by": deed.who, "targets": list(deed.targets)}, clauses)


def wait(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """Await what the others do."""
    target = deed.targets[0] if deed.targets else ""
    yield e.Waited(who=deed.who, target=target, clauses=clauses, segment=deed.number)


def task(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """Finish something that takes no blow."""
    yield e.TaskDone(who=deed.who, task=deed.task, clauses=clauses, segment=deed.number)


def set_weapon(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """Set a weapon; against one whose charge has come within reach, strike with it."""
    yield e.WeaponSet(who=deed.who, weapon=deed.weapon, clauses=clauses, segment=deed.number)
    if deed.part == "set":
        yield from blows.strike(table, deed, clauses)


def device(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """A device works, though its user may have been hit."""
    timing = cite(table, "device") if deed.timed else cite(table, "device_untimed")
    yield from magic.use_device(table, deed, (*clauses, *timing))


RESOLVE: dict[str, Resolve] = {
    "melee": blows.strike,
    "missile": blows.strike,
    "spell": magic.complete_spell,
    "device": device,
    "turning": turn_undead,
    "move": movement.move,
    "flee": movement.avoid,
    "parley": parley,
    "wait": wait,
    "task": task,
    "set": set_weapon,
}
"""How each kind of deed is resolved; charges are the ruleset's, since contact asks who strikes first."""


def resolve_deed(table: Table, deed: Deed, clauses: Clauses, resolve: Resolve | None = None) -> Resolving:
    """A deed's resolution: the one given, the ruleset's own for its part or kind, or the shared one; and what goes
    round it."""
    own = of(table.ruleset)
    resolve = resolve or own.resolve.get(deed.part) or own.resolve.get(deed.kind) or RESOLVE[deed.kind]
    return resolve(table, deed, clauses) if own.around is None else own.around(table, deed, clauses, resolve)
