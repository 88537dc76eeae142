"""The resolution of a deed: count, refusal, failure, parry or thwarting; then the base's."""

from collections.abc import Callable, Generator
from typing import Any

from rules.kernel import events as e
from rules.kernel.deeds import Deed, become
from rules.kernel.effects import Ask, Roll, Rolled
from rules.kernel.forms import Refusal
from rules.kernel.frozen import evolve
from rules.kernel.procedure import Table
from rules.kernel.stat_block import Weapon
from rules.kernel.state import Combatant
from rules.kernel.terms import SEGMENTS, CombatantId
from rules.procedures.adnd.blows import compute_needed_to_hit
from rules.procedures.adnd.citations import Clauses
from rules.procedures.adnd.deed_types import Blow, ChargeBlow, OnTheRun, SetWeaponBlow, Shot
from rules.procedures.adnd.moments import HIT, Need, Resolving, Telling, as_begun
from rules.procedures.adnd.orders.spell import Completion
from rules.procedures.adnd.orders.use_psionics import Psionics
from rules.procedures.adnd.orders.weapons import choose_hand_weapon
from rules.procedures.adnd.procedure import Resolve
from rules.procedures.lakofka.act_kinds import ActKind, CountedAct
from rules.procedures.lakofka.acts import UNARMED, find_act, find_step
from rules.procedures.lakofka.counting import Counted, Counting
from rules.procedures.lakofka.declaration_types import Throw
from rules.procedures.lakofka.deed_types import InDefence, Thrown
from rules.procedures.lakofka.defence import Defence, is_blow, list_strike_back_clauses
from rules.procedures.lakofka.events import ActionCounted, BalanceTried, Thwarted
from rules.procedures.lakofka.limits import EVERY_ACT
from rules.procedures.lakofka.named_things import DAGGERS, WANDS_OF_MISSILES
from rules.procedures.lakofka.options import get_settings, ids
from rules.procedures.lakofka.state import GearFacts, get_spent

BALANCED = 15
"""Percent of daggers that can be thrown (8.4)."""

WEAPON_DIE, CLAW_DIE = 8, 6


def build_count_event(
    counted: Counted, who: CombatantId, deed: str = "", rolls: tuple[Rolled, ...] = (), segment: int | None = None
) -> ActionCounted:
    """Return the event of a count, for the combatant's player and the DM."""
    return ActionCounted(
        who=who,
        deed=deed,
        what=counted.act.what,
        sort=counted.sort,
        cost=counted.cost,
        limit=counted.limit,
        attack=counted.attack,
        spent=counted.spent,
        segment=segment,
        rolls=rolls,
        clauses=counted.clauses,
    )


def make_lost(deed: Deed, refusal: Refusal, rolls: tuple[Rolled, ...] = ()) -> e.DeedLost:
    """Return the event of a deed that a clause forbids now that its time has come."""
    return e.DeedLost(
        who=deed.who, deed=deed.id, cause=refusal.reason, clauses=(refusal.clause,), rolls=rolls, segment=deed.number
    )


CITED_WITH_COUNT_ONLY = ids(*EVERY_ACT, "0.6", "2.1", "5.6", "6.12")
"""Clauses that are cited with the count of a deed, but not with the deed itself.

They are those of the count as such, of grants by the DM, and of weapons that are magic.
"""


class Round:
    """All deeds of the round, each counted before it is resolved."""

    def __init__(self, counting: Counting) -> None:
        self._counting = counting
        self._defence = Defence(counting)

    def count_and_resolve(self, table: Table, deed: Deed, clauses: Clauses, resolve: Resolve) -> Resolving:
        """Count the deed; refuse it, let a device fail, or resolve it as the base does."""
        state = table.state
        me = state.combatants[deed.who]
        act = find_act(state, deed, self._counting.limits)
        if act is None:
            yield from resolve(table, deed, _drop_repeated(*clauses, *self._list_spell_clauses(me, deed)))
            return
        rolls = yield from self._roll_before_count(table, me, deed, act)
        if rolls is None:
            return
        was = table.state
        counted = self._count_now(table, deed, act)
        if isinstance(counted, Refusal):
            yield make_lost(deed, counted, rolls)
            return
        if counted.fails:
            yield from _fail_device(table, deed, counted)
            return
        if (yield from self._resolve_thwarting(table, deed, act, rolls)):
            return
        if table.state is not was:
            counted = self._count_now(table, deed, act)
        if isinstance(counted, Refusal):
            yield make_lost(deed, counted, rolls)
            return
        state = table.state
        me = state.combatants[deed.who]
        parry = self._defence.find_parry(state, deed)
        deed = self._adjust_deed(deed, counted, parry.bonus if parry is not None else 0)
        cited = () if table.quiet else _drop_repeated(*clauses, *self._list_cited(table, me, deed, counted))
        work = resolve(table, deed, cited)
        first = next(work, None)
        if isinstance(first, e.DeedLost) and first.deed == deed.id:
            first.rolls = (*first.rolls, *rolls)
            yield first
            return
        if parry is not None:
            yield from parry.events
        yield build_count_event(counted, me.id, deed.id, rolls, deed.number)
        yield from _go_on(first, work)
        if _has_two_missiles(act) and state.combatants[me.id].able:
            yield from resolve(table, deed, (*clauses, *ids("3.6")))

    def begin(self, table: Table, deed: Deed, begin_base: Callable[[Table, Deed], Telling]) -> Telling:
        """Count a spell or psionics as it begins; drop it if the count forbids it."""
        state = table.state
        me = state.combatants[deed.who]
        if isinstance(deed, Psionics):
            act = CountedAct(ActKind.PSIONIC, "psionics")
        elif isinstance(deed, Completion):
            act = CountedAct(ActKind.SPELL, "spell", spell=me.spell(deed.order.spell))
        else:
            yield from begin_base(table, deed)
            return
        counted = self._counting.count(state, me, act)
        if isinstance(counted, Refusal):
            yield make_lost(deed, counted)
            return
        yield build_count_event(counted, me.id, deed.id, segment=deed.number)
        for event in begin_base(table, deed):
            if isinstance(event, e.SpellBegan):
                event.clauses = _drop_repeated(*event.clauses, *counted.clauses)
            yield event

    def set_against_charge(
        self, table: Table, deed: SetWeaponBlow, set_in_base: Callable[[Table, SetWeaponBlow], Telling]
    ) -> Telling:
        """Count a weapon that is set before a charge comes; drop it if the count forbids it."""
        counted = self._count_now(table, deed, CountedAct(ActKind.SET_WEAPON, "setting a weapon"))
        if isinstance(counted, Refusal):
            yield make_lost(deed, counted)
            return
        yield build_count_event(counted, deed.who, deed.id, segment=deed.number)
        yield from set_in_base(table, deed)

    def _count_now(self, table: Table, deed: Deed, act: CountedAct) -> Counted | Refusal:
        """Return the cost of an act by what its doer has spent by now.

        While dice were asked for, the doer may have parried.
        """
        return self._counting.count(table.state, table.state.combatants[deed.who], act)

    # Before the count.

    def _roll_before_count(self, table: Table, me: Combatant, deed: Deed, act: CountedAct) -> Any:
        """Return the dice rolled for a deed that can still be done; None if it is lost.

        A dagger must be balanced to be thrown (8.4), and a charge must leave time for its blow (8.9).
        """
        if isinstance(deed, Shot) and deed.mode == "thrown":
            weapon = me.weapon(deed.weapon)
            if weapon is not None and weapon.counts_as in DAGGERS:
                balanced = yield from _test_balance(table, deed, weapon)
                if not balanced:
                    return None
        if isinstance(deed, ChargeBlow):
            return (yield from self._roll_for_charge_time(table, me, deed))
        return ()

    def _roll_for_charge_time(self, table: Table, me: Combatant, deed: ChargeBlow) -> Any:
        step = find_step(table.state, deed)
        thrown = step is not None and step.has(Throw)
        if not thrown and get_settings(table.state).charge_roll != "every-charge":
            return ()
        weapon = me.weapon(deed.weapon)
        sides = _get_charge_die(weapon)
        remaining = SEGMENTS - (deed.number or 0)
        cited = _list_charge_clauses(deed, sides)
        if remaining >= sides:
            return ()
        if remaining < 1:
            yield e.DeedLost(who=me.id, deed=deed.id, cause="no time is left", clauses=cited, segment=deed.number)
            return None
        rolled: list[Rolled] = yield Need(HIT - 1, [Roll("charge_blow", me.id, 1, sides)])
        if rolled[0].total <= remaining:
            return tuple(rolled)
        cause = f"{rolled[0].total} > {remaining} segments left"
        yield e.DeedLost(who=me.id, deed=deed.id, cause=cause, clauses=cited, rolls=tuple(rolled), segment=deed.number)
        return None

    def _resolve_thwarting(
        self, table: Table, deed: Deed, act: CountedAct, rolls: tuple[Rolled, ...]
    ) -> Generator[Any, Any, bool]:
        """Return whether the target keeps an unarmed attacker off with a weapon (9.14).

        The target may do so free of the count; nobody keeps off who is hidden. ``rolls`` were made for the deed
        already: the event by which it is counted shows them.
        """
        if not is_blow(deed) or deed.unarmed not in UNARMED:
            return False
        other = table.state.combatants[deed.targets[0]]
        weapon = other.weapon(choose_hand_weapon(other))
        if not other.able or weapon is None or weapon.natural or weapon.id == "fist":
            return False
        if table.state.combatants[deed.who].hidden:
            return False
        answers = yield Need(
            HIT - 2, [Ask("thwart", other.id, {"choice": "yes"}, facts={"against": deed.who}, clauses=ids("9.14"))]
        )
        if answers[0]["choice"] != "yes":
            return False
        other = table.state.combatants[other.id]
        given = {"who": other.id, "targets": (deed.who,), "order": None}
        blow = become(deed, Blow, weapon=weapon.id, mode="melee", status=None, **given)
        needed, _, _ = compute_needed_to_hit(table, as_begun(table), weapon, blow, deed.who)
        rolled: list[Rolled] = yield Need(HIT - 1, [Roll("to_hit", other.id, 1, 20)])
        works = rolled[0].total >= needed
        yield Thwarted(
            who=other.id,
            against=deed.who,
            needed=needed,
            face=rolled[0].total,
            works=works,
            rolls=tuple(rolled),
            clauses=ids("9.14"),
            segment=deed.number,
        )
        counted = self._count_now(table, deed, act)
        if works and isinstance(counted, Counted):
            yield build_count_event(counted, deed.who, deed.id, rolls, deed.number)
            yield e.DeedLost(
                who=deed.who, deed=deed.id, cause="kept off with a weapon", clauses=ids("9.14"), segment=deed.number
            )
        return works

    # After the count.

    def _adjust_deed(self, deed: Deed, counted: Counted, parried: int) -> Deed:
        """Return the deed as the base is to resolve it: parried, with as many blows as were counted.

        Only by option are the blows of a routine counted one by one.
        """
        if counted.act.kind is ActKind.BLOW and counted.act.times > 1:
            return evolve(deed, parried=parried, blows=counted.cost)
        return evolve(deed, parried=parried) if parried else deed

    def _list_cited(self, table: Table, me: Combatant, deed: Deed, counted: Counted) -> Clauses:
        """Return the clauses cited with the deed itself, for all who see it.

        These are the clauses by which it was counted, without those that only the count cites.
        """
        counted_by = tuple(each for each in counted.clauses if each not in CITED_WITH_COUNT_ONLY)
        return (*counted_by, *self._list_cited_besides(table, me, deed, counted))

    def _list_spell_clauses(self, me: Combatant, deed: Deed) -> Clauses:
        """Return the clauses that class a completed spell, as the round's only spell."""
        spell = me.spell(deed.order.spell) if isinstance(deed, Completion) else None
        if spell is None:
            return ()
        return ids("1.1", *self._counting.attacks.list_magic_clauses(get_spent(me), spell))

    def _list_cited_besides(self, table: Table, me: Combatant, deed: Deed, counted: Counted) -> Clauses:
        if deed.status is OnTheRun:
            return ids("8.8")
        if deed.status is Thrown:
            return ids("8.3", "8.7")
        if isinstance(deed, ChargeBlow) and (
            counted.act.charging or get_settings(table.state).charge_roll == "every-charge"
        ):
            return _list_charge_clauses(deed, _get_charge_die(me.weapon(deed.weapon)))
        if deed.status is InDefence:
            return list_strike_back_clauses(me)
        return ids("3.3") if counted.act.kind is ActKind.BLOW and get_spent(me).relocated else ()


def _drop_repeated(*clauses: str) -> Clauses:
    return tuple(dict.fromkeys(clauses))


def _has_two_missiles(act: CountedAct) -> bool:
    """Return whether a wand discharges two magic missiles for one attack (3.6)."""
    if act.kind is not ActKind.DEVICE or act.device is None:
        return False
    return act.device.counts_as in WANDS_OF_MISSILES


def _go_on(first: Any, work: Resolving) -> Resolving:
    """Continue a resolution whose first step is known already."""
    step = first
    try:
        while step is not None:
            given = yield step
            step = work.send(given)
    except StopIteration:
        return


def _get_charge_die(weapon: Weapon | None) -> int:
    """Return the sides of the die after a charge.

    The die is a d8 for a weapon, a d6 for claw or fang (8.9, 8.10).
    """
    return CLAW_DIE if weapon is not None and weapon.natural else WEAPON_DIE


def _list_charge_clauses(deed: ChargeBlow, sides: int) -> Clauses:
    cited = ["8.9", *(("8.10",) if sides == CLAW_DIE else ())]
    return ids(*cited, *(("8.12",) if deed.unarmed in UNARMED else ()))


def _test_balance(table: Table, deed: Shot, dagger: Weapon) -> Generator[Any, Any, bool]:
    """Return whether the dagger in hand is one of the few that can be thrown (8.4)."""
    known = table.state.own(GearFacts).balanced.get((deed.who, dagger.id), dagger.balanced)
    if known is None:
        rolled: list[Rolled] = yield Need(HIT - 2, [Roll("effect", deed.who, 1, 100)])
        known = rolled[0].total <= BALANCED
        yield BalanceTried(
            who=deed.who,
            weapon=dagger.id,
            face=rolled[0].total,
            balanced=known,
            rolls=tuple(rolled),
            clauses=ids("8.4"),
            segment=deed.number,
        )
    if not known:
        yield e.DeedLost(
            who=deed.who, deed=deed.id, cause="it is not balanced for throwing", clauses=ids("8.4"), segment=deed.number
        )
    return known


def _fail_device(table: Table, deed: Deed, counted: Counted) -> Telling:
    """Yield the events of a device that is used, or put on, and does not work (5.1 to 5.5).

    No charge is spent.
    """
    device = counted.act.device
    yield build_count_event(counted, deed.who, deed.id, segment=deed.number)
    worn = counted.act.kind is ActKind.PUT_ON
    if counted.act.kind in (ActKind.PUT_ON, ActKind.TAKE_OFF):
        yield e.TaskDone(who=deed.who, task=deed.words.task, drawn="", clauses=counted.clauses, segment=deed.number)
    if counted.act.kind is not ActKind.TAKE_OFF and device is not None:
        yield e.DeviceFailed(
            who=deed.who,
            device=device.id,
            target=deed.targets[0] if deed.targets else "",
            targets=deed.targets,
            cause=counted.fails,
            worn=worn,
            clauses=counted.clauses,
            segment=deed.number,
        )
