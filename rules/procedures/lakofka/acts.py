"""Acts that are counted: those of a declared step, and that of a deed whose time has come."""

from collections.abc import Iterator
from dataclasses import replace

from rules.kernel.battlefield import distance
from rules.kernel.stat_block import Weapon
from rules.kernel.state import Combatant, Declaration, Deed, State, evolve
from rules.procedures.adnd.charges import STRIKES
from rules.procedures.adnd.deed_types import (
    Blow,
    Charge,
    ChargeBlow,
    DeviceUse,
    Flight,
    FreeBlow,
    Move,
    OnTheRun,
    Shot,
    Task,
    Turning,
    WeaponSet,
)
from rules.procedures.adnd.deeds import hand_weapon
from rules.procedures.adnd.state import Closing
from rules.procedures.lakofka.counting import Act
from rules.procedures.lakofka.deed_types import InDefence, Thrown
from rules.procedures.lakofka.limits import Limits
from rules.procedures.lakofka.options import option
from rules.procedures.lakofka.places import flight_goal, goal_of

UNARMED = ("grapple", "overbear", "pummel")


def steps(state: State, declared: Declaration) -> tuple[Declaration, ...]:
    """Return the deeds declared one after another.

    A deed that is held back until somebody acts is one step together with the waiting; so are two cantrips.
    """
    if declared.action == "C" or is_pair(state, declared):
        return (declared,)
    return (declared, *declared.then)


def completed(me: Combatant, declared: Declaration) -> Declaration:
    """Return the declaration with what follows from it.

    A charger who throws, and names no weapon for the end of the charge, takes another than the one thrown (8.3). A
    combatant who closes, or has closed, and then strikes at the same opponent does more than closing (6.1).
    """

    def armed(step: Declaration) -> Declaration:
        others = [each.id for each in me.stat_block.weapons if each.melee and each.id != step.throw]
        lacking = step.throw and not step.weapon and hand_weapon(me) == step.throw
        return evolve(step, weapon=others[0]) if lacking and others else step

    several = (declared, *declared.then)
    struck = [who for step in several if step.action == "G" for who in step.targets]
    closed = [me.own(Closing).target, *(step.targets[0] for step in several if step.how == "close")]
    becomes = STRIKES if any(who in struck for who in closed) else declared.becomes
    return evolve(armed(declared), becomes=becomes, then=tuple(armed(step) for step in declared.then))


def is_pair(state: State, declared: Declaration) -> bool:
    """Return whether a declaration is of two cantrips and no more."""
    if declared.how != "spell" or len(declared.then) != 1 or declared.then[0].how != "spell":
        return False
    spells = (state.combatants[declared.who].spell(each.spell) for each in (declared, declared.then[0]))
    return all(spell is not None and spell.cantrip for spell in spells)


def acts_of(state: State, me: Combatant, step: Declaration, limits: Limits) -> Iterator[Act]:
    """Yield the acts of one declared step, with the combatant's place and gear as they are."""
    match step.action, step.how:
        case "P", _:
            yield Act("psionic", "psionics")
        case "A", _:
            if step.avoid != "surrender":
                yield Act("leg", "flight", distance=flight_goal(state, me, step)[1])
        case "C", _:
            for held in step.then:
                yield from acts_of(state, me, held, limits)
        case "D", how:
            yield from _discharge(state, me, step, how, limits)
            if is_pair(state, step):
                yield Act("spell", "spell", spell=me.spell(step.then[0].spell))
        case "E", "charge":
            yield from _charge(state, me, step, limits)
        case "E", "task":
            yield task_act(me, step.task, step.peek)
        case "E", _:
            yield Act("leg", "move", distance=goal_of(state, me, step)[1])
        case "F", _:
            yield Act("set", "setting a weapon")
        case "G", _:
            yield from _blows(state, me, step, limits)


def _discharge(state: State, me: Combatant, step: Declaration, how: str, limits: Limits) -> Iterator[Act]:
    weapon, device = me.weapon(step.weapon), me.device(step.device)
    if how == "shoot":
        most = limits.shots(state, me, weapon)
        for _ in range(min(most, step.shots or most)):
            yield Act("shot", "shot", weapon=weapon)
    elif how == "spell":
        yield Act("spell", "spell", spell=me.spell(step.spell))
    elif how == "turn":
        yield Act("turn", "turning")
    elif device is not None:
        kind = "device" if how == "device" else how
        yield Act(kind, {"wear": "putting on", "remove": "taking off"}.get(how, "device"), device=device)


def _charge(state: State, me: Combatant, step: Declaration, limits: Limits) -> Iterator[Act]:
    yield Act("leg", "charge", distance=distance(state, me.id, step.targets[0]))
    if step.throw:
        yield Act("throw", "throw", weapon=me.weapon(step.throw))
    yield from _blows(state, me, step, limits, charging=bool(step.throw))


def _blows(state: State, me: Combatant, step: Declaration, limits: Limits, charging: bool = False) -> Iterator[Act]:
    weapon = me.weapon(step.weapon or hand_weapon(me))
    for _ in range(max(1, limits.blows(state, me), len(step.targets))):
        yield blow_act(state, weapon, step.mode, charging)


def blow_act(state: State, weapon: Weapon | None, mode: str, charging: bool = False) -> Act:
    """Return the act of a blow, or of a routine of natural blows."""
    what = mode if mode in UNARMED else "routine" if weapon is not None and len(weapon.blows) > 1 else "blow"
    return Act("blow", what, weapon=weapon, mode=mode, charging=charging, times=blows_in(state, weapon))


def blows_in(state: State, weapon: Weapon | None) -> int:
    """Return how many actions a creature's routine is: one, or by option one an attack (0.9)."""
    each = weapon is not None and weapon.natural and option(state, "creature_routine") == "per-attack"
    return len(weapon.blows) if each and weapon is not None else 1


def task_act(me: Combatant, task: str, peek: bool) -> Act:
    """Return the act of something that takes no blow: a peek, drawing a weapon, or a task.

    A peek is movement. Drawing a weapon is no action, unless the weapon has a power.
    """
    if peek:
        return Act("peek", "peek")
    if task.startswith("draw "):
        drawn = task.removeprefix("draw ")
        weapon = next((each for each in me.stat_block.weapons if drawn in (each.id, each.name.lower())), None)
        return Act("draw", "drawing", weapon=weapon)
    return Act("task", task or "task")


# Deeds.


def act_of(state: State, deed: Deed, limits: Limits) -> Act | None:
    """Return the act of a deed whose time has come.

    None for a deed that is not counted, or was counted when it began.
    """
    me = state.combatants[deed.who]
    if deed.bonus or isinstance(deed, FreeBlow):
        return None
    step = step_of(state, deed)
    match deed:
        case Shot():
            thrown = deed.status in (Thrown, OnTheRun)
            return Act("throw" if thrown else "shot", "throw" if thrown else "shot", weapon=me.weapon(deed.weapon))
        case Blow():
            act = blow_act(state, me.weapon(deed.weapon), deed.unarmed)
            return replace(act, defending=True) if deed.status is InDefence else act
        case ChargeBlow():
            thrown = step is not None and bool(step.throw)
            return blow_act(state, me.weapon(deed.weapon), deed.unarmed, thrown)
        case Charge():
            return Act("leg", "charge", distance=distance(state, me.id, deed.targets[0]))
        case DeviceUse():
            return Act("device", "device", device=me.device(deed.device))
        case Move():
            far = step if step is not None and step.action == "E" else Declaration(me.id, "E", targets=deed.targets)
            return Act("leg", "move", distance=goal_of(state, me, far)[1])
        case Flight():
            return _fleeing(state, me, deed, step)
        case Task():
            return _task(me, deed, step)
        case WeaponSet():
            return Act("set", "setting a weapon")
        case Turning():
            return Act("turn", "turning")
    return None


def _fleeing(state: State, me: Combatant, deed: Flight, step: Declaration | None) -> Act | None:
    if deed.mode == "surrender" or step is None:
        return None
    return Act("leg", "flight", distance=flight_goal(state, me, step)[1])


def _task(me: Combatant, deed: Task, step: Declaration | None) -> Act:
    verb, _, thing = deed.task.partition(" ")
    device = me.device(thing)
    if verb in ("wear", "remove") and device is not None:
        return Act(verb, "putting on" if verb == "wear" else "taking off", device=device)
    return task_act(me, deed.task, step is not None and step.peek)


def step_of(state: State, deed: Deed) -> Declaration | None:
    """Return the declared step that a deed belongs to."""
    declared = state.declared.get(deed.who)
    if declared is None:
        return None
    several = steps(state, declared)
    return several[deed.step] if deed.step < len(several) else None
