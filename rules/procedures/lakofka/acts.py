"""Acts that are counted: those of a declared step, and that of a deed whose time has come."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.kernel.battlefield import measure_distance
from rules.kernel.deeds import Declaration, Deed, add_own, without_own
from rules.kernel.frozen import evolve, frozen
from rules.kernel.stat_block import Weapon
from rules.kernel.state import Combatant, State
from rules.procedures.adnd.charges import is_already_set
from rules.procedures.adnd.deed_types import (
    ArrivalAtPlace,
    Blow,
    Charge,
    ChargeBlow,
    FreeBlow,
    Move,
    OnTheRun,
    SetWeaponBlow,
    Shot,
    Struck,
    Task,
    TaskKind,
    Turning,
    WeaponSetting,
)
from rules.procedures.adnd.orders.avoid import Avoid, Flight
from rules.procedures.adnd.orders.base import ClosesInstead, Go, ThenStrikes
from rules.procedures.adnd.orders.charge import ChargeAt, ChargeTo, SetWeapon
from rules.procedures.adnd.orders.device import DeviceUse, HandleDevice, PutOn, TakeOff, UseDevice
from rules.procedures.adnd.orders.move import CloseWith
from rules.procedures.adnd.orders.shoot import Shoot
from rules.procedures.adnd.orders.spell import Cast
from rules.procedures.adnd.orders.strike import Strike
from rules.procedures.adnd.orders.task import DoTask
from rules.procedures.adnd.orders.turn import TurnUndead
from rules.procedures.adnd.orders.use_psionics import UsePsionics
from rules.procedures.adnd.orders.wait import Await
from rules.procedures.adnd.orders.weapons import choose_hand_weapon, limit_shots
from rules.procedures.adnd.running import with_runner_at_begin
from rules.procedures.adnd.state import Closing
from rules.procedures.lakofka.act_kinds import ActKind, CountedAct
from rules.procedures.lakofka.declaration_types import Throw
from rules.procedures.lakofka.deed_types import InDefence, Thrown
from rules.procedures.lakofka.limits import Limits
from rules.procedures.lakofka.options import get_settings
from rules.procedures.lakofka.places import find_flight_goal, find_goal

HANDLED: Mapping[str, tuple[ActKind, str]] = {
    UseDevice.how: (ActKind.DEVICE, "device"),
    PutOn.how: (ActKind.PUT_ON, "putting on"),
    TakeOff.how: (ActKind.TAKE_OFF, "taking off"),
}
"""The act of handling a device, by the way it is declared."""
UNARMED = ("grapple", "overbear", "pummel")


def list_steps(state: State, declared: Declaration) -> tuple[Declaration, ...]:
    """Return the deeds declared one after another.

    A deed that is held back until somebody acts is one step together with the waiting; so are two cantrips.
    """
    if isinstance(declared, Await) or is_pair(state, declared):
        return (declared,)
    return (declared, *declared.then)


def complete_declaration(me: Combatant, declared: Declaration) -> Declaration:
    """Return the declaration with what follows from it.

    A charger who throws, and names no weapon for the end of the charge, takes another than the one thrown (8.3). A
    combatant who closes, or has closed, and then strikes at the same opponent does more than closing (6.1).
    """

    several = (declared, *declared.then)
    struck = [who for step in several if isinstance(step, Strike) for who in step.targets]
    closed = [me.own(Closing).target, *(step.targets[0] for step in several if isinstance(step, CloseWith))]
    armed = evolve(
        _choose_charge_weapon(me, declared), then=tuple(_choose_charge_weapon(me, step) for step in declared.then)
    )
    if not any(who in struck for who in closed):
        return armed
    return add_own(without_own(armed, ClosesInstead), ThenStrikes())


def _choose_charge_weapon(me: Combatant, step: Declaration) -> Declaration:
    """Return a step; a charge after a throw with a weapon for its end."""
    thrown = step.own(Throw).throw if isinstance(step, ChargeAt) else ""
    if not isinstance(step, ChargeAt) or not thrown or step.weapon or choose_hand_weapon(me) != thrown:
        return step
    others = [each.id for each in me.list_weapons_left() if each.melee and each.id != thrown]
    return evolve(step, weapon=others[0]) if others else step


def is_pair(state: State, declared: Declaration) -> bool:
    """Return whether a declaration is of two cantrips and no more."""
    if len(declared.then) != 1:
        return False
    me = state.combatants[declared.who]
    return all(_is_cantrip(me, each) for each in (declared, declared.then[0]))


def _is_cantrip(me: Combatant, step: Declaration) -> bool:
    spell = me.spell(step.spell) if isinstance(step, Cast) else None
    return spell is not None and spell.cantrip


def list_acts(state: State, me: Combatant, step: Declaration, limits: Limits) -> Iterator[CountedAct]:
    """Yield the acts of one declared step, with the combatant's place and gear as they are."""
    found = find_acts(type(step))
    if found is not None:
        yield from found.list_acts(state, me, step, limits)


def find_acts(order: type[Declaration]) -> "OrderActs | None":
    """Return the acts of a class of orders; None for one without any."""
    return next((ACTS[kind] for kind in order.__mro__ if kind in ACTS), None)


ListActs = Callable[[State, Combatant, Any, Limits], Iterator[CountedAct]]
"""Yields the acts of a step of the class under which it stands in a table."""


@frozen
class OrderActs:
    """The acts of a class of orders."""

    list_acts: ListActs
    plain: CountedAct | None = None
    """The first of them, where it makes no difference what is used."""


def _make_plain_acts(kind: ActKind, what: str) -> OrderActs:
    """Return the acts of orders that have one alone, always the same."""
    act = CountedAct(kind, what)
    return OrderActs(lambda state, me, step, limits: iter((act,)), act)


def _list_flight(state: State, me: Combatant, step: Avoid, limits: Limits) -> Iterator[CountedAct]:
    if step.avoid != "surrender":
        yield replace(FLIGHT, distance=find_flight_goal(state, me, step)[1])


def _list_held(state: State, me: Combatant, step: Await, limits: Limits) -> Iterator[CountedAct]:
    for held in step.then:
        yield from list_acts(state, me, held, limits)


def _list_spells(state: State, me: Combatant, step: Cast, limits: Limits) -> Iterator[CountedAct]:
    pair = [each for each in step.then if isinstance(each, Cast)] if is_pair(state, step) else []
    for each in (step, *pair):
        yield CountedAct(ActKind.SPELL, "spell", spell=me.spell(each.spell))


def _list_shots(state: State, me: Combatant, step: Shoot, limits: Limits) -> Iterator[CountedAct]:
    weapon = me.weapon(step.weapon)
    most = limits.count_shots(state, me, weapon)
    shots = min(most, step.shots or most)
    for _ in range(limit_shots(me, weapon, shots) if weapon is not None else shots):
        yield CountedAct(ActKind.SHOT, "shot", weapon=weapon)


def _list_handling(state: State, me: Combatant, step: HandleDevice, limits: Limits) -> Iterator[CountedAct]:
    if (device := me.device(step.device)) is not None:
        yield CountedAct(*HANDLED[step.how], device=device)


def _list_leg(state: State, me: Combatant, step: Go, limits: Limits) -> Iterator[CountedAct]:
    plain = CHARGE if isinstance(step, ChargeTo) else MOVE
    yield replace(plain, distance=find_goal(state, me, step)[1])


def _list_charge(state: State, me: Combatant, step: ChargeAt, limits: Limits) -> Iterator[CountedAct]:
    yield replace(CHARGE, distance=measure_distance(state, me.id, step.targets[0]))
    thrown = step.own(Throw).throw
    if thrown:
        yield CountedAct(ActKind.THROW, "throw", weapon=me.weapon(thrown))
    yield from _list_blows(state, me, step, limits, charging=bool(thrown))


def _list_task(state: State, me: Combatant, step: DoTask, limits: Limits) -> Iterator[CountedAct]:
    yield build_task_act(me, step.task, step.kind, step.drawn, step.peek)


def _list_blows(
    state: State, me: Combatant, step: Strike | ChargeAt, limits: Limits, charging: bool = False
) -> Iterator[CountedAct]:
    weapon = me.weapon(step.weapon or choose_hand_weapon(me))
    blows = max(1, limits.count_blows(state, me))
    swept = len(step.targets) if weapon is None or len(step.targets) > blows * len(weapon.blows) else 0
    for _ in range(max(blows, swept)):
        yield build_blow_act(state, weapon, step.mode, charging)


MOVE, CHARGE, FLIGHT = (CountedAct(ActKind.LEG, what) for what in ("move", "charge", "flight"))

ACTS: Mapping[type, OrderActs] = {
    UsePsionics: _make_plain_acts(ActKind.PSIONIC, "psionics"),
    Avoid: OrderActs(_list_flight, FLIGHT),
    Await: OrderActs(_list_held),
    Cast: OrderActs(_list_spells),
    Shoot: OrderActs(_list_shots),
    HandleDevice: OrderActs(_list_handling),
    TurnUndead: _make_plain_acts(ActKind.TURN_UNDEAD, "turning"),
    Go: OrderActs(_list_leg, MOVE),
    ChargeAt: OrderActs(_list_charge, CHARGE),
    ChargeTo: OrderActs(_list_leg, CHARGE),
    DoTask: OrderActs(_list_task, CountedAct(ActKind.TASK, "task")),
    SetWeapon: _make_plain_acts(ActKind.SET_WEAPON, "setting a weapon"),
    Strike: OrderActs(_list_blows),
}
"""The acts of orders, by the nearest class; a parley has none."""


def build_blow_act(state: State, weapon: Weapon | None, mode: str, charging: bool = False) -> CountedAct:
    """Return the act of a blow, or of a routine of natural blows."""
    what = mode if mode in UNARMED else "routine" if weapon is not None and len(weapon.blows) > 1 else "blow"
    return CountedAct(
        ActKind.BLOW, what, weapon=weapon, mode=mode, charging=charging, times=count_routine_actions(state, weapon)
    )


def count_routine_actions(state: State, weapon: Weapon | None) -> int:
    """Return how many actions a creature's routine is: one, or by option one an attack (0.9)."""
    each = weapon is not None and weapon.natural and get_settings(state).creature_routine == "per-attack"
    return len(weapon.blows) if each and weapon is not None else 1


def build_task_act(me: Combatant, task: str, kind: TaskKind, drawn: str, peek: bool) -> CountedAct:
    """Return the act of something that takes no blow: a peek, drawing a weapon, or a task.

    A peek is movement. Drawing a weapon is no action, unless the weapon has a power.
    """
    if peek:
        return CountedAct(ActKind.PEEK, "peek")
    if drawn or kind is TaskKind.DRAW:
        return CountedAct(ActKind.DRAW_WEAPON, "drawing", weapon=me.weapon(drawn))
    return CountedAct(ActKind.TASK, task or "task")


# Deeds.


def find_act(state: State, deed: Deed, limits: Limits) -> CountedAct | None:
    """Return the act of a deed whose time has come.

    None for a deed that is not counted, or was counted when it began.
    """
    me = state.combatants[deed.who]
    if deed.bonus or isinstance(deed, FreeBlow) or (isinstance(deed, Struck) and deed.is_later_part):
        return None
    match deed:
        case Shot():
            thrown = deed.status in (Thrown, OnTheRun)
            kind = ActKind.THROW if thrown else ActKind.SHOT
            return CountedAct(kind, "throw" if thrown else "shot", weapon=me.weapon(deed.weapon))
        case Blow():
            act = build_blow_act(state, me.weapon(deed.weapon), deed.unarmed)
            return replace(act, defending=True) if deed.status is InDefence else act
        case ChargeBlow():
            step = find_step(state, deed)
            thrown = step is not None and step.has(Throw)
            return build_blow_act(state, me.weapon(deed.weapon), deed.unarmed, thrown)
        case ArrivalAtPlace():
            begun = with_runner_at_begin(state, me.id)
            run = ChargeTo(me.id, to=deed.to)
            return CountedAct(ActKind.LEG, "charge", distance=find_goal(begun, begun.combatants[me.id], run)[1])
        case Charge():
            begun = with_runner_at_begin(state, me.id)
            return CountedAct(ActKind.LEG, "charge", distance=measure_distance(begun, me.id, deed.targets[0]))
        case DeviceUse():
            return CountedAct(ActKind.DEVICE, "device", device=me.device(deed.order.device))
        case Move():
            step = find_step(state, deed)
            far = step if isinstance(step, Go) else CloseWith(me.id, targets=deed.targets)
            return CountedAct(ActKind.LEG, "move", distance=find_goal(state, me, far)[1])
        case Flight():
            return _build_flight_act(state, me, deed, find_step(state, deed))
        case Task():
            return _build_handling_or_task_act(me, deed, find_step(state, deed))
        case SetWeaponBlow() if is_already_set(state, deed):
            return None
        case WeaponSetting():
            return CountedAct(ActKind.SET_WEAPON, "setting a weapon")
        case Turning():
            return CountedAct(ActKind.TURN_UNDEAD, "turning")
    return None


def _build_flight_act(state: State, me: Combatant, deed: Flight, step: Declaration | None) -> CountedAct | None:
    if deed.order.way == "surrender" or not isinstance(step, Avoid):
        return None
    return CountedAct(ActKind.LEG, "flight", distance=find_flight_goal(state, me, step)[1])


def _build_handling_or_task_act(me: Combatant, deed: Task, step: Declaration | None) -> CountedAct:
    own = step.then[0] if isinstance(step, Await) and step.then else step
    if isinstance(own, PutOn | TakeOff) and (device := me.device(own.device)) is not None:
        return CountedAct(*HANDLED[own.how], device=device)
    kind = own.kind if isinstance(own, DoTask) else TaskKind.OTHER
    return build_task_act(me, deed.task, kind, deed.draw, isinstance(step, DoTask) and step.peek)


def find_step(state: State, deed: Deed) -> Declaration | None:
    """Return the declared step that a deed belongs to."""
    declared = state.declared.get(deed.who)
    if declared is None:
        return None
    several = list_steps(state, declared)
    return several[deed.step] if deed.step < len(several) else None
