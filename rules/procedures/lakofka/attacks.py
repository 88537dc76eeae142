"""Rules 2 to 4 and 6 to 8: attacks, their number, means and order; magic that is an attack."""

from collections.abc import Sequence
from fractions import Fraction

from rules.kernel.forms import Refusal
from rules.kernel.frozen import evolve
from rules.kernel.stat_block import Device, Spell, Weapon
from rules.kernel.state import Combatant, State
from rules.procedures.adnd.deed_types import Blow, Shot
from rules.procedures.adnd.orders.shoot import Shoot
from rules.procedures.lakofka.act_kinds import ActKind
from rules.procedures.lakofka.legs import TEN_FEET
from rules.procedures.lakofka.limits import Limits
from rules.procedures.lakofka.named_things import BOWS, DAGGERS, DARTS, NAMED_STAVES, STAVES, WANDS_OF_MISSILES
from rules.procedures.lakofka.options import get_settings, refuse
from rules.procedures.lakofka.state import Spent, get_spent

THREE_IN_TWO = Fraction(3, 2)
UNARMED = ("grapple", "overbear", "pummel")
NAMED_ATTACKS = ("magic_user_fireball", "magic_user_magic_missile")
"""Spells that the text names as plainly attacks (3.5)."""
HAMPERING = (
    "magic_user_slow", "magic_user_darkness_15_radius", "magic_user_stinking_cloud", "illusionist_paralyzation",
    "magic_user_charm_person", "magic_user_hold_person", "cleric_hold_person",
    "slow", "darkness_15_radius", "stinking_cloud", "paralyzation", "charm_person", "hold_person",
)  # fmt: skip
"""Spells that hamper (3.7), of the tables and as files name their own."""
LISTED = (
    "magic_user_burning_hands", "magic_user_wall_of_ice", "magic_user_explosive_runes", "cleric_glyph_of_warding",
    "magic_user_enlarge", "magic_user_polymorph_other", "magic_user_fire_shield", "magic_user_flame_arrow",
)  # fmt: skip
"""Spells that may do damage, though they are used otherwise (3.8)."""


MAGES = ("magic_user", "illusionist")
LEARNS_TO_THROW = 6
"""The level from which a mage can throw a dagger (8.6)."""


def is_staff(thing: Weapon | Device | None) -> bool:
    """Return whether a thing is a staff that strikes, and so a device (3.2).

    It is a device for blows and for its power alike.
    """
    if thing is None:
        return False
    own_power = isinstance(thing, Weapon) and thing.power and thing.counts_as in STAVES
    return own_power or thing.counts_as in NAMED_STAVES


def is_arrow(state: State, weapon: Weapon | None) -> bool:
    """Return whether movement may be split around a missile as around arrows (7.3, 7.4)."""
    if weapon is None or weapon.counts_as in DARTS:
        return False
    return weapon.counts_as in BOWS or get_settings(state).other_missiles_split == "as-arrows"


class Attacks:
    """The rules on whether an attack may be made, and the clauses that are cited for it."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits

    # Blows.

    def forbid_blow(
        self, state: State, me: Combatant, weapon: Weapon | None, mode: str, charging: bool, defending: bool
    ) -> Refusal | None:
        """Return why no blow may be struck.

        The clauses are 2.1 to 2.3, 3.2, 6.9, 6.11 and 8.1.
        """
        spent = get_spent(me)
        if spent.relocated and is_staff(weapon):
            return refuse("3.2", "has been carried off by magic this round: no blow with such a staff")
        if spent.shots and not (charging or defending) and (refusal := self._forbid_after_shots(state, me)) is not None:
            return refusal
        made = spent.blows + spent.magic if defending else spent.attacks
        if made < self._limits.count_blows(state, me):
            return None
        reason = f"has made {spent.attacks} of {self._limits.count_blows(state, me)} attacks"
        if mode in UNARMED:
            return refuse("6.11", reason)
        if self._limits.is_hasted(me):
            return refuse("2.3", reason)
        if self._limits.get_rate(me).denominator > 1:
            return refuse("2.2", reason)
        return refuse("6.9" if self.has_felled(state, me) else "2.1", reason)

    def has_felled(self, state: State, me: Combatant) -> bool:
        """Return whether somebody that a combatant struck at this round can no longer act."""
        struck = [deed.targets[0] for deed in state.done if deed.who == me.id and isinstance(deed, Blow)]
        return any(not state.combatants[who].able for who in struck)

    # Magic.

    def forbid_magic(self, state: State, me: Combatant, magic: Spell | Device) -> Refusal | None:
        """Return why an offensive spell or device, or magic that carries off, may not be used.

        These are rules 2 to 4. After the only attack, made by magic, 2.1 forbids a spell that does harm; 4.1 forbids
        one that only hampers.
        """
        spent, relocation = get_spent(me), magic.relocation
        offensive = magic.offensive if isinstance(magic, Spell) else magic.attack
        struck = spent.magic or spent.staff
        if relocation and struck and get_settings(state).transport_both_orders:
            return refuse("3.1", "has attacked by magic this round")
        if not offensive:
            return None
        if spent.relocated:
            staff = isinstance(magic, Device) and is_staff(magic)
            return refuse("3.2" if staff else "3.1", "has been carried off by magic this round")
        full = spent.attacks >= self._limits.count_blows(state, me)
        if spent.magic:
            hurts = isinstance(magic, Spell) and magic.id not in HAMPERING
            return refuse("2.1" if hurts and full else "4.1", "has made a potential attack by magic")
        if full:
            made = f"has made {spent.attacks} of {self._limits.count_blows(state, me)} attacks"
            return refuse("2.3" if self._limits.is_hasted(me) else "2.1", made)
        return None

    def with_magic(self, spent: Spent, offensive: bool, relocation: bool) -> Spent:
        """Return what is spent with a piece of magic that may be an attack or carry off."""
        return evolve(
            spent,
            attacks=spent.attacks + offensive,
            magic=spent.magic + offensive,
            relocated=spent.relocated or relocation,
        )

    def list_magic_clauses(self, spent: Spent, magic: Spell | Device) -> Sequence[str]:
        """Return the clauses that class a piece of magic (3.1, 3.5 to 3.9, 4.1)."""
        cited: list[str] = []
        harmful = magic.offensive if isinstance(magic, Spell) else magic.attack
        if isinstance(magic, Spell) and spent.devices:
            cited.append("4.1")
        if magic.relocation:
            cited.append("3.1")
        if not harmful:
            return cited
        if isinstance(magic, Device):
            missiles_ = magic.counts_as in WANDS_OF_MISSILES
            return [*cited, "2.1", "3.9", *(("3.6",) if missiles_ else ())]
        if magic.id in NAMED_ATTACKS:
            cited.append("3.5")
        cited.append("3.8" if magic.id in LISTED or magic.damage is not None else "3.7")
        return [*cited, "2.1"]

    # Missiles.

    def has_volleyed(self, state: State, me: Combatant) -> bool:
        """Return whether all of several missiles of the round are discharged (rule 7)."""
        return get_spent(me).shots >= max(2, self._count_volley(state, me))

    def _count_volley(self, state: State, me: Combatant) -> int:
        """Return how many missiles the round allows with the quickest of the weapons shot.

        Where none was shot, all weapons of the combatant count.
        """
        return max(
            (self._limits.count_shots(state, me, weapon) for weapon in list_missile_weapons(state, me)), default=1
        )

    def forbid_shot(self, state: State, me: Combatant, weapon: Weapon | None) -> Refusal | None:
        """Return why no missile may be discharged (2.1, 7.1, 7.3, 7.4)."""
        spent, most = get_spent(me), self._limits.count_shots(state, me, weapon)
        reason = f"has made {spent.attacks} attacks"
        others = spent.attacks - spent.shots
        if spent.shots >= most or (others and spent.attacks >= self._limits.count_blows(state, me)):
            return refuse("2.3" if self._limits.is_hasted(me) else "2.1", reason)
        if most < 2 or spent.shots + 1 < most:
            return None
        if spent.distance > TEN_FEET:
            return refuse("7.1", "has moved more than ten feet: not every missile")
        if spent.legs > 1:
            return _refuse_split(is_arrow(state, weapon))
        return None

    def forbid_leg(self, state: State, me: Combatant, distance: int, peek: bool) -> Refusal | None:
        """Return why a leg of movement is forbidden after all of several missiles (7.1, 7.3, 7.4).

        No more than ten feet are left then. These may be split only around arrows: before the first and after the last.
        ``distance`` is in hundredths of a foot.
        """
        spent = get_spent(me)
        if peek or not self.has_volleyed(state, me):
            return None
        if spent.distance + distance > TEN_FEET:
            return refuse("7.1", "has discharged every missile: no more than ten feet of movement")
        if not spent.legs:
            return None
        arrows = all(is_arrow(state, weapon) for weapon in list_missile_weapons(state, me))
        return None if arrows and spent.early and spent.legs == 1 else _refuse_split(arrows)

    # Blows after missiles, and clauses.

    def _forbid_after_shots(self, state: State, me: Combatant) -> Refusal | None:
        """Return why no blow may follow shots (8.1).

        After some of the round's missiles, a blow takes a rate of three blows in two rounds. After all of them there is
        none.
        """
        if self._limits.get_whole_rate(me) < THREE_IN_TWO:
            return refuse("8.1", "has shot, and has less than three blows in two rounds")
        if self.has_volleyed(state, me):
            return refuse("8.1", "has discharged every missile of the round")
        return None

    def list_attack_clauses(
        self, state: State, me: Combatant, kind: ActKind, weapon: Weapon | None, charging: bool
    ) -> Sequence[str]:
        """Return the clauses by which a blow or shot is counted."""
        cited, spent = ["0.8", "2.1"], get_spent(me)
        cited += ["2.3"] if self._limits.is_hasted(me) else []
        cited += ["2.2"] if self._limits.get_rate(me).denominator > 1 else []
        cited += ["3.3"] if spent.relocated else []
        cited += ["0.9"] if kind is ActKind.BLOW and weapon is not None and weapon.natural else []
        cited += ["5.6"] if weapon is not None and (weapon.power or weapon.hit_bonus or weapon.damage_bonus) else []
        if kind is ActKind.BLOW and spent.shots and not charging:
            cited.append("8.1")
        if kind is ActKind.BLOW and charging:
            cited.append("8.3")
        if kind is ActKind.SHOT and self._limits.count_shots(state, me, weapon) > 1:
            cited.append("7.2")
            cited += ["7.3"] if spent.legs and is_arrow(state, weapon) else []
            cited += ["7.4"] if spent.legs and not is_arrow(state, weapon) else []
        return cited


def list_combined_clauses(spent: Spent) -> tuple[str, ...]:
    """Return the clause for a device used with a spell, or for two devices (rule 4)."""
    return ("4.1",) if spent.devices or spent.spells else ()


def forbid_throw(me: Combatant, weapon: Weapon) -> Refusal | None:
    """Return why a combatant may not throw a dagger (8.4 to 8.6); None for other weapons.

    Throwing must have been learned, and no mage below the sixth level can throw a dagger. A mage of another class, too,
    throws it as one of that class.
    """
    if weapon.counts_as not in DAGGERS:
        return None
    classes = me.stat_block.creature.list_classes()
    if classes and all(each.id in MAGES and each.level < LEARNS_TO_THROW for each in classes):
        return refuse("8.6", "must first learn to wield the dagger in hand")
    if weapon.id in me.stat_block.gear.untrained:
        return refuse("8.5", "has not been trained to throw it")
    return None


def _refuse_split(arrows: bool) -> Refusal:
    if arrows:
        return refuse("7.3", "may split ten feet only before the first arrow and after the last")
    return refuse("7.4", "may not split the ten feet")


def list_missile_weapons(state: State, me: Combatant) -> Sequence[Weapon]:
    """Return the missile weapons a combatant has shot this round, or declared to shoot.

    These are all that it has, where it has shot none yet.
    """
    shot = [deed.weapon for deed in state.done if deed.who == me.id and isinstance(deed, Shot)]
    declared = state.declared.get(me.id)
    for step in (declared, *declared.then) if declared is not None else ():
        shot += [step.weapon] if isinstance(step, Shoot) else []
    own = [weapon for weapon in me.stat_block.gear.weapons if weapon.missile is not None]
    return [weapon for weapon in own if weapon.id in shot] or own
