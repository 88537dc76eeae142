"""Rules 1 to 7: the cost of an act in actions, spells, devices and attacks, or its refusal."""

from rules.kernel.deeds import Deed
from rules.kernel.forms import Refusal
from rules.kernel.frozen import evolve, frozen
from rules.kernel.state import Combatant, State
from rules.procedures.adnd.procedure import AdndProcedure
from rules.procedures.lakofka.act_kinds import ActKind, CountedAct
from rules.procedures.lakofka.acts import find_act
from rules.procedures.lakofka.attacks import Attacks, is_staff, list_combined_clauses
from rules.procedures.lakofka.devices import find_excess_clause, is_exempt, list_handling_clauses, list_late_clauses
from rules.procedures.lakofka.legs import count_leg
from rules.procedures.lakofka.limits import EVERY_ACT, Limits
from rules.procedures.lakofka.options import get_settings, ids, refuse
from rules.procedures.lakofka.state import Spent, get_spent


@frozen
class Counted:
    """The cost of an act."""

    act: CountedAct
    spent: Spent
    """Everything spent so far, this act included."""
    sort: str
    """Physical, spell, device or other."""
    cost: int
    """Actions."""
    limit: int
    """The actions that the combatant has in this round."""
    attack: bool
    """It is a purposeful attack."""
    clauses: tuple[str, ...]
    fails: str = ""
    """The reason why a device does not work; "" where it does."""


class Counting:
    """The accounting of one round over a base ruleset."""

    def __init__(self, procedure: AdndProcedure) -> None:
        self.limits = Limits(procedure)
        self.attacks = Attacks(self.limits)

    def count(self, state: State, me: Combatant, act: CountedAct) -> Counted | Refusal:
        """Return the cost of an act, after what the combatant has spent; or its refusal."""
        counted = self._count_without_limit(state, me, act)
        if isinstance(counted, Refusal) or not counted.cost:
            return counted
        return self._check_limit(state, me, counted)

    def may_do(self, state: State, deed: Deed) -> bool:
        """Return whether a deed could be done now, after what its doer has spent."""
        act = find_act(state, deed, self.limits)
        return act is None or not isinstance(self.count(state, state.combatants[deed.who], act), Refusal)

    def _count_without_limit(self, state: State, me: Combatant, act: CountedAct) -> Counted | Refusal:
        match act.kind:
            case ActKind.LEG | ActKind.PEEK:
                return self._count_leg(state, me, act)
            case ActKind.SHOT | ActKind.THROW | ActKind.BLOW:
                return self._count_attack(state, me, act)
            case ActKind.SPELL:
                return self._count_spell(state, me, act)
            case ActKind.DEVICE | ActKind.PUT_ON | ActKind.TAKE_OFF | ActKind.DRAW_WEAPON:
                return self._count_device(state, me, act)
            case ActKind.PSIONIC:
                cost = 1 if get_settings(state).psionic_counts else 0
                return self._count_plain(state, me, act, "other", cost)
            case ActKind.PARRY:
                free = get_settings(state).parry_cost == "free"
                return self._count_plain(state, me, act, "physical", 0 if free else 1, "9.1", "9.5")
        return self._count_plain(state, me, act, "physical", 1)

    def _count_plain(
        self, state: State, me: Combatant, act: CountedAct, sort: str, cost: int, *clauses: str
    ) -> Counted:
        spent = evolve(get_spent(me), actions=get_spent(me).actions + cost)
        return Counted(act, spent, sort, cost, self.limits.count_actions(state, me), False, ids(*EVERY_ACT, *clauses))

    def _check_limit(self, state: State, me: Combatant, counted: Counted) -> Counted | Refusal:
        """Return the cost, if the round has room for the act, or a refusal (rule 0)."""
        found = self.limits.check_actions(me, counted.act, get_spent(me), counted.spent, counted.limit)
        return found if isinstance(found, Refusal) else evolve_counted(counted, *found)

    # Each sort.

    def _count_leg(self, state: State, me: Combatant, act: CountedAct) -> Counted | Refusal:
        refusal = self.attacks.forbid_leg(state, me, act.distance, act.kind is ActKind.PEEK)
        if refusal is not None:
            return refusal
        found = count_leg(
            state, get_spent(me), act.distance, act.kind is ActKind.PEEK, self.attacks.has_volleyed(state, me)
        )
        spent = evolve(found.spent, actions=get_spent(me).actions + found.cost)
        clauses = ids(*EVERY_ACT, *found.clauses)
        return Counted(act, spent, "physical", found.cost, self.limits.count_actions(state, me), False, clauses)

    def _count_attack(self, state: State, me: Combatant, act: CountedAct) -> Counted | Refusal:
        if act.kind is ActKind.THROW:
            return self._count_plain(state, me, act, "physical", 1, "8.3", "8.8.cost")
        if act.kind is ActKind.SHOT:
            refusal = self.attacks.forbid_shot(state, me, act.weapon)
        else:
            refusal = self.attacks.forbid_blow(state, me, act.weapon, act.mode, act.charging, act.defending)
        if refusal is not None:
            return refusal
        spent = get_spent(me)
        whole = act.kind is ActKind.SHOT and get_settings(state).volley_counts == "one"
        limit = self.limits.count_actions(state, me)
        room = max(1, limit - spent.actions)
        cost = 0 if whole and spent.shots else min(act.times, room)
        spent = evolve(
            spent,
            actions=spent.actions + cost,
            attacks=spent.attacks + 1,
            blows=spent.blows + (act.kind is ActKind.BLOW),
            shots=spent.shots + (act.kind is ActKind.SHOT),
            staff=spent.staff or is_staff(act.weapon),
        )
        clauses = self.attacks.list_attack_clauses(state, me, act.kind, act.weapon, act.charging)
        return Counted(act, spent, "physical", cost, limit, True, ids(*EVERY_ACT, *clauses))

    def _count_spell(self, state: State, me: Combatant, act: CountedAct) -> Counted | Refusal:
        spell, spent = act.spell, get_spent(me)
        assert spell is not None
        by = self.limits.check_spells(state, me, spell, spent)
        if isinstance(by, Refusal):
            return by
        if spent.devices >= 2:
            return refuse("5.2", "has used two devices this round")
        refusal = self.attacks.forbid_magic(state, me, spell)
        if refusal is not None:
            return refusal
        spent = evolve(
            self.attacks.with_magic(spent, spell.offensive, spell.relocation),
            actions=spent.actions + 1,
            spells=spent.spells + 1,
        )
        clauses = (*EVERY_ACT, *by, *self.attacks.list_magic_clauses(get_spent(me), spell))
        return Counted(act, spent, "spell", 1, self.limits.count_actions(state, me), spell.offensive, ids(*clauses))

    def _count_device(self, state: State, me: Combatant, act: CountedAct) -> Counted | Refusal:
        limit = self.limits.count_actions(state, me)
        if is_exempt(act.kind, act.device, act.weapon):
            return Counted(act, get_spent(me), "device", 0, limit, False, ids("5.10"))
        device, spent = act.device, get_spent(me)
        used = act.kind is ActKind.DEVICE and device is not None
        offensive, relocation = (device.attack, device.relocation) if used and device is not None else (False, False)
        over = find_excess_clause(spent)
        if over is not None and get_settings(state).overlimit_device == "refused":
            return refuse(over, "would be one device too many")
        if over is None:
            refusal = self.attacks.forbid_magic(state, me, device) if used and device is not None else None
            if refusal is not None:
                return refusal
        counted = evolve(spent, actions=spent.actions + 1, devices=spent.devices + 1)
        clauses = [*EVERY_ACT, "5.1", *list_handling_clauses(act, me)]
        if over is not None:
            clauses += [over, *list_late_clauses(act)]
            return Counted(act, counted, "device", 1, limit, False, ids(*clauses), "one device too many")
        counted = self.attacks.with_magic(counted, offensive, relocation)
        clauses += self.attacks.list_magic_clauses(spent, device) if used and device is not None else ()
        clauses += list_combined_clauses(spent)
        return Counted(act, counted, "device", 1, limit, offensive, ids(*clauses))


def evolve_counted(counted: Counted, *clauses: str) -> Counted:
    """Return the cost with more clauses."""
    if not clauses:
        return counted
    more = tuple(dict.fromkeys((*counted.clauses, *ids(*clauses))))
    return Counted(
        counted.act, counted.spent, counted.sort, counted.cost, counted.limit, counted.attack, more, counted.fails
    )
