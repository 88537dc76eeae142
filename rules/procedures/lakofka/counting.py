"""Rules 1 to 7: the cost of an act in actions, spells, devices and attacks, or its refusal."""

from rules.kernel.forms import Refusal
from rules.kernel.frozen import frozen
from rules.kernel.stat_block import Device, Spell, Weapon
from rules.kernel.state import Combatant, State, evolve
from rules.procedures.adnd.procedure import AdndProcedure
from rules.procedures.lakofka.act_kinds import ActKind
from rules.procedures.lakofka.attacks import Attacks, is_staff, refuse
from rules.procedures.lakofka.devices import find_excess_clause, is_exempt
from rules.procedures.lakofka.legs import count_leg
from rules.procedures.lakofka.limits import Limits
from rules.procedures.lakofka.options import ids, option
from rules.procedures.lakofka.state import Spent, get_spent


@frozen
class Act:
    """An act that is counted."""

    kind: ActKind
    what: str
    """Its name in a word or two."""
    weapon: Weapon | None = None
    spell: Spell | None = None
    device: Device | None = None
    mode: str = ""
    """The manner of an unarmed blow."""
    distance: int = 0
    """The length of a leg in hundredths of a foot."""
    charging: bool = False
    """The blow ends a charge in which a weapon was thrown."""
    defending: bool = False
    """The blow answers an attack."""
    times: int = 1
    """How many actions it is; as many are done as there is room for."""


@frozen
class Counted:
    """The cost of an act."""

    act: Act
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

    def count(self, state: State, me: Combatant, act: Act) -> Counted | Refusal:
        """Return the cost of an act, after what the combatant has spent; or its refusal."""
        counted = self._count_without_limit(state, me, act)
        if isinstance(counted, Refusal) or not counted.cost:
            return counted
        return self._check_limit(state, me, counted)

    def _count_without_limit(self, state: State, me: Combatant, act: Act) -> Counted | Refusal:
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
                cost = 1 if option(state, "psionic_counts") else 0
                return self._count_plain(state, me, act, "other", cost)
            case ActKind.PARRY:
                free = option(state, "parry_cost") == "free"
                return self._count_plain(state, me, act, "physical", 0 if free else 1, "9.1", "9.5")
        return self._count_plain(state, me, act, "physical", 1)

    def _count_plain(self, state: State, me: Combatant, act: Act, sort: str, cost: int, *clauses: str) -> Counted:
        spent = evolve(get_spent(me), actions=get_spent(me).actions + cost)
        return Counted(act, spent, sort, cost, self.limits.count_actions(state, me), False, ids("0.1", "0.5", *clauses))

    # The number of actions.

    def _check_limit(self, state: State, me: Combatant, counted: Counted) -> Counted | Refusal:
        """Return the cost, if the actions do not exceed three (0.1), or a refusal.

        Exceptions of the text and grants of the DM allow more.
        """
        limit = counted.limit
        if counted.spent.actions <= limit:
            return evolve_counted(counted, *self.limits.list_clauses_beyond_three(me, counted.spent))
        excepted = self._find_exception(state, me, counted)
        if excepted:
            return evolve_counted(counted, excepted)
        done = f"has used {get_spent(me).actions} actions of {limit}"
        return refuse("0.1", done)

    def _find_exception(self, state: State, me: Combatant, counted: Counted) -> str:
        """Return the clause that allows an action beyond the limit; "" where none does.

        Excepted are a monk's open hand, a pummeling, and a whole volley with ten feet of movement.
        """
        act, before = counted.act, get_spent(me)
        only_blows = before.actions == before.blows
        if act.kind is ActKind.BLOW and only_blows and self.limits.is_open_hand(me, act.weapon):
            return "0.2"
        if act.kind is ActKind.BLOW and only_blows and act.mode == "pummel":
            return "0.3"
        spent = counted.spent
        volley = spent.shots == spent.actions - spent.legs and spent.legs == 1
        if act.kind in (ActKind.LEG, ActKind.SHOT) and volley and spent.distance <= 1000:
            return "7.2"
        return ""

    # Each sort.

    def _count_leg(self, state: State, me: Combatant, act: Act) -> Counted | Refusal:
        refusal = self.attacks.forbid_leg(state, me, act.distance, act.kind is ActKind.PEEK)
        if refusal is not None:
            return refusal
        found = count_leg(
            state, get_spent(me), act.distance, act.kind is ActKind.PEEK, self.attacks.has_volleyed(state, me)
        )
        spent = evolve(found.spent, actions=get_spent(me).actions + found.cost)
        clauses = ids("0.1", "0.5", *found.clauses)
        return Counted(act, spent, "physical", found.cost, self.limits.count_actions(state, me), False, clauses)

    def _count_attack(self, state: State, me: Combatant, act: Act) -> Counted | Refusal:
        if act.kind is ActKind.THROW:
            return self._count_plain(state, me, act, "physical", 1, "8.3", "8.8.cost")
        if act.kind is ActKind.SHOT:
            refusal = self.attacks.forbid_shot(state, me, act.weapon)
        else:
            refusal = self.attacks.forbid_blow(state, me, act.weapon, act.mode, act.charging, act.defending)
        if refusal is not None:
            return refusal
        spent = get_spent(me)
        whole = act.kind is ActKind.SHOT and option(state, "volley_counts") == "one"
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
        return Counted(act, spent, "physical", cost, limit, True, ids("0.1", "0.5", *clauses))

    def _count_spell(self, state: State, me: Combatant, act: Act) -> Counted | Refusal:
        spell, spent = act.spell, get_spent(me)
        assert spell is not None
        allowed, by = self.limits.count_spells(state, me, spell)
        if spent.spells >= allowed:
            hasted = self.limits.is_hasted(me)
            return refuse("1.2" if hasted else "1.1", "has cast a spell this round")
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
        clauses = ("0.1", "0.5", "1.1", *by, *self.attacks.list_magic_clauses(get_spent(me), spell, "spell"))
        return Counted(act, spent, "spell", 1, self.limits.count_actions(state, me), spell.offensive, ids(*clauses))

    def _count_device(self, state: State, me: Combatant, act: Act) -> Counted | Refusal:
        limit = self.limits.count_actions(state, me)
        if is_exempt(act.kind, act.device, act.weapon):
            return Counted(act, get_spent(me), "device", 0, limit, False, ids("5.10"))
        device, spent = act.device, get_spent(me)
        used = act.kind is ActKind.DEVICE and device is not None
        offensive, relocation = (device.attack, device.relocation) if used and device is not None else (False, False)
        over = find_excess_clause(spent)
        if over is not None and option(state, "overlimit_device") == "refused":
            return refuse(over, "would be one device too many")
        if over is None:
            refusal = self.attacks.forbid_magic(state, me, device) if used and device is not None else None
            if refusal is not None:
                return refusal
        counted = evolve(spent, actions=spent.actions + 1, devices=spent.devices + 1)
        clauses = ["0.1", "0.5", "5.1", *_list_handling_clauses(act, me)]
        if over is not None:
            clauses += [over, *_list_excess_clauses(act, me)]
            return Counted(act, counted, "device", 1, limit, False, ids(*clauses), "one device too many")
        counted = self.attacks.with_magic(counted, offensive, relocation)
        clauses += self.attacks.list_magic_clauses(spent, device, "device") if used and device is not None else ()
        clauses += _list_combined_clauses(act, spent)
        return Counted(act, counted, "device", 1, limit, offensive, ids(*clauses))


def evolve_counted(counted: Counted, *clauses: str) -> Counted:
    """Return the cost with more clauses."""
    if not clauses:
        return counted
    more = tuple(dict.fromkeys((*counted.clauses, *ids(*clauses))))
    return Counted(
        counted.act, counted.spent, counted.sort, counted.cost, counted.limit, counted.attack, more, counted.fails
    )


def _list_handling_clauses(act: Act, me: Combatant) -> tuple[str, ...]:
    """Return the clauses by which handling a thing is a device action (rule 5)."""
    match act.kind:
        case ActKind.PUT_ON:
            return ("5.9", "5.12")
        case ActKind.TAKE_OFF:
            return ("5.11",)
        case ActKind.DRAW_WEAPON:
            return ("5.7", "5.10")
    power = any(
        weapon.power and act.device is not None and weapon.id == act.device.id for weapon in me.stat_block.gear.weapons
    )
    return ("5.7",) if power else ()


def _list_excess_clauses(act: Act, me: Combatant) -> tuple[str, ...]:
    """Return the clause of the text's case for one device too many.

    The cases are a ring put on too late, a jump with a ring that cannot work, and the third of three devices.
    """
    if act.kind is ActKind.PUT_ON:
        return ("5.3",)
    if act.device is not None and act.device.worn and get_spent(me).spells:
        return ("5.5",)
    return ("5.8.ex",) if get_spent(me).devices >= 2 else ()


def _list_combined_clauses(act: Act, spent: Spent) -> tuple[str, ...]:
    """Return the clauses for a device used with a spell, or for two devices (rule 4)."""
    if spent.devices:
        return ("4.1", "4.2")
    if not spent.spells:
        return ()
    return ("4.1", "4.4") if act.kind is ActKind.PUT_ON else ("4.1", "4.3")
