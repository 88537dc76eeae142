"""Rules 1 to 7: what a thing costs of the three actions, the one spell, the two devices, the attacks; or why not."""

from dataclasses import dataclass

from rules.adnd.procedures import Procedures
from rules.figure import Device, Spell, Weapon
from rules.forms import Refusal
from rules.rulesets.lakofka.attacks import Attacks, is_staff
from rules.rulesets.lakofka.devices import is_exempt, second_device
from rules.rulesets.lakofka.legs import leg
from rules.rulesets.lakofka.limits import Limits
from rules.rulesets.lakofka.options import ids, option
from rules.state import Combatant, Spent, State, evolve


@dataclass(frozen=True)
class Act:
    """One thing that is counted.

    ``kind``: leg, peek, task, draw, shot, throw, blow, spell, device, wear, remove, turn, psionic, set, parry.
    ``what`` says it in a word or two. ``distance`` of a leg is in hundredths of a foot, ``mode`` how a blow is meant.
    ``charging``: the blow ends a charge in which a weapon was thrown. ``defending``: it answers an attack. ``times``:
    how many actions it is, of which as many are done as there is room for.
    """

    kind: str
    what: str
    weapon: Weapon | None = None
    spell: Spell | None = None
    device: Device | None = None
    mode: str = ""
    distance: int = 0
    charging: bool = False
    defending: bool = False
    times: int = 1


@dataclass(frozen=True)
class Counted:
    """What an act costs: everything spent with it, and by which clauses. ``fails`` is why a device does not work."""

    act: Act
    spent: Spent
    sort: str
    cost: int
    limit: int
    attack: bool
    clauses: tuple[str, ...]
    fails: str = ""


def no(clause: str, reason: str) -> Refusal:
    """A refusal by a clause of this text."""
    return Refusal(f"LAKOFKA.{clause}", reason)


class Counting:
    """The accounting of one round over a base ruleset."""

    def __init__(self, base: Procedures) -> None:
        self.limits = Limits(base)
        self.attacks = Attacks(self.limits)

    def count(self, state: State, me: Combatant, act: Act) -> Counted | Refusal:
        """What this act costs a figure with what it has spent; or the clause that forbids it."""
        counted = self._cost(state, me, act)
        if isinstance(counted, Refusal) or not counted.cost:
            return counted
        return self._within(state, me, counted)

    def _cost(self, state: State, me: Combatant, act: Act) -> Counted | Refusal:
        match act.kind:
            case "leg" | "peek":
                return self._leg(state, me, act)
            case "shot" | "throw" | "blow":
                return self._attack(state, me, act)
            case "spell":
                return self._spell(state, me, act)
            case "device" | "wear" | "remove" | "draw":
                return self._device(state, me, act)
            case "psionic":
                cost = 1 if option(state, "psionic_counts") else 0
                return self._plain(state, me, act, "other", cost)
            case "parry":
                free = option(state, "parry_cost") == "free"
                return self._plain(state, me, act, "physical", 0 if free else 1, "9.1", "9.5")
        return self._plain(state, me, act, "physical", 1)

    def _plain(self, state: State, me: Combatant, act: Act, sort: str, cost: int, *clauses: str) -> Counted:
        spent = evolve(me.spent, actions=me.spent.actions + cost)
        return Counted(act, spent, sort, cost, self.limits.actions(state, me), False, ids("0.1", "0.5", *clauses))

    # The number of actions.

    def _within(self, state: State, me: Combatant, counted: Counted) -> Counted | Refusal:
        """0.1: never more than three, but for what the text excepts and the DM grants."""
        limit = counted.limit
        if counted.spent.actions <= limit:
            return evolve_counted(counted, *self.limits.beyond_three(me, counted.spent))
        excepted = self._excepted(state, me, counted)
        if excepted:
            return evolve_counted(counted, excepted)
        done = f"has used {me.spent.actions} actions of {limit}"
        return no("0.1", done)

    def _excepted(self, state: State, me: Combatant, counted: Counted) -> str:
        """The clause of an exception: a monk's open hand, a pummeling, a whole volley with ten feet of movement."""
        act, before = counted.act, me.spent
        only_blows = before.actions == before.blows
        if act.kind == "blow" and only_blows and self.limits.is_open_hand(me, act.weapon):
            return "0.2"
        if act.kind == "blow" and only_blows and act.mode == "pummel":
            return "0.3"
        volley = counted.spent.shots == counted.spent.actions - counted.spent.legs and counted.spent.legs <= 1
        if act.kind in ("leg", "shot") and volley and counted.spent.legs == 1 and counted.spent.distance <= 1000:
            return "7.2"
        return ""

    # Each sort.

    def _leg(self, state: State, me: Combatant, act: Act) -> Counted | Refusal:
        refusal = self.attacks.bar_leg(state, me, act.distance, act.kind == "peek")
        if refusal is not None:
            return refusal
        found = leg(state, me.spent, act.distance, act.kind == "peek", self.attacks.has_volleyed(state, me))
        spent = evolve(found.spent, actions=me.spent.actions + found.cost)
        clauses = ids("0.1", "0.5", *found.clauses)
        return Counted(act, spent, "physical", found.cost, self.limits.actions(state, me), False, clauses)

    def _attack(self, state: State, me: Combatant, act: Act) -> Counted | Refusal:
        if act.kind == "throw":
            return self._plain(state, me, act, "physical", 1, "8.3", "8.8.cost")
        if act.kind == "shot":
            refusal = self.attacks.bar_shot(state, me, act.weapon)
        else:
            refusal = self.attacks.bar_blow(state, me, act.weapon, act.mode, act.charging, act.defending)
        if refusal is not None:
            return refusal
        spent = me.spent
        whole = act.kind == "shot" and option(state, "volley_counts") == "one"
        room = max(1, self.limits.actions(state, me) - spent.actions)
        cost = 0 if whole and spent.shots else min(act.times, room)
        spent = evolve(
            spent,
            actions=spent.actions + cost,
            attacks=spent.attacks + 1,
            blows=spent.blows + (act.kind == "blow"),
            shots=spent.shots + (act.kind == "shot"),
            staff=spent.staff or is_staff(act.weapon),
        )
        clauses = self.attacks.clauses(state, me, act.kind, act.weapon, act.charging)
        return Counted(act, spent, "physical", cost, self.limits.actions(state, me), True, ids("0.1", "0.5", *clauses))

    def _spell(self, state: State, me: Combatant, act: Act) -> Counted | Refusal:
        spell, spent = act.spell, me.spent
        assert spell is not None
        allowed, by = self.limits.spells(state, me, spell)
        if spent.spells >= allowed:
            hasted = self.limits.is_hasted(me)
            return no("1.2" if hasted else "1.1", "has cast a spell this round")
        if spent.devices >= 2:
            return no("5.2", "has used two devices this round")
        refusal = self.attacks.bar_magic(state, me, spell)
        if refusal is not None:
            return refusal
        spent = evolve(
            self.attacks.with_magic(spent, spell.offensive, spell.relocation),
            actions=spent.actions + 1,
            spells=spent.spells + 1,
        )
        clauses = ("0.1", "0.5", "1.1", *by, *self.attacks.magic_clauses(me.spent, spell, "spell"))
        return Counted(act, spent, "spell", 1, self.limits.actions(state, me), spell.offensive, ids(*clauses))

    def _device(self, state: State, me: Combatant, act: Act) -> Counted | Refusal:
        limit = self.limits.actions(state, me)
        if is_exempt(act.kind, act.device, act.weapon):
            return Counted(act, me.spent, "device", 0, limit, False, ids("5.10"))
        device, spent = act.device, me.spent
        used = act.kind == "device" and device is not None
        offensive, relocation = (device.attack, device.relocation) if used and device is not None else (False, False)
        over = second_device(spent)
        if over is not None and option(state, "overlimit_device") == "refused":
            return no(over, "would be one device too many")
        if over is None:
            refusal = self.attacks.bar_magic(state, me, device) if used and device is not None else None
            if refusal is not None:
                return refusal
        counted = evolve(spent, actions=spent.actions + 1, devices=spent.devices + 1)
        clauses = ["0.1", "0.5", "5.1", *_handled(act, me)]
        if over is not None:
            clauses += [over, *_over(act, me)]
            return Counted(act, counted, "device", 1, limit, False, ids(*clauses), "one device too many")
        counted = self.attacks.with_magic(counted, offensive, relocation)
        clauses += self.attacks.magic_clauses(spent, device, "device") if used and device is not None else ()
        clauses += _beside(act, spent)
        return Counted(act, counted, "device", 1, limit, offensive, ids(*clauses))


def evolve_counted(counted: Counted, *clauses: str) -> Counted:
    """The same with more clauses."""
    if not clauses:
        return counted
    more = tuple(dict.fromkeys((*counted.clauses, *ids(*clauses))))
    return Counted(
        counted.act, counted.spent, counted.sort, counted.cost, counted.limit, counted.attack, more, counted.fails
    )


def _handled(act: Act, me: Combatant) -> tuple[str, ...]:
    """Rule 5: what makes the handling of a thing a device action."""
    match act.kind:
        case "wear":
            return ("5.9", "5.12")
        case "remove":
            return ("5.11",)
        case "draw":
            return ("5.7", "5.10")
    power = any(weapon.power and act.device is not None and weapon.id == act.device.id for weapon in me.figure.weapons)
    return ("5.7",) if power else ()


def _over(act: Act, me: Combatant) -> tuple[str, ...]:
    """The cases of the text: a ring put on too late, a jump with a ring that cannot work, the third of three."""
    if act.kind == "wear":
        return ("5.3",)
    if act.device is not None and act.device.worn and me.spent.spells:
        return ("5.5",)
    return ("5.8.ex",) if me.spent.devices >= 2 else ()


def _beside(act: Act, spent: Spent) -> tuple[str, ...]:
    """Rule 4: a device with a spell, or two devices, and its three cases."""
    if spent.devices:
        return ("4.1", "4.2")
    if not spent.spells:
        return ()
    return ("4.1", "4.4") if act.kind == "wear" else ("4.1", "4.3")
