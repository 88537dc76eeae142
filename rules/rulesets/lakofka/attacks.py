"""Rules 2 to 4 and 6 to 8: how many attacks, with what, after what; and which magic is one."""

from collections.abc import Sequence
from fractions import Fraction

from rules.figure import Device, Spell, Weapon
from rules.forms import Refusal
from rules.rulesets.lakofka.legs import TEN_FEET
from rules.rulesets.lakofka.limits import Limits
from rules.rulesets.lakofka.options import option
from rules.state import Combatant, Spent, State, evolve

THREE_IN_TWO = Fraction(3, 2)
UNARMED = ("grapple", "overbear", "pummel")
NAMED_ATTACKS = ("magic_user_fireball", "magic_user_magic_missile")
"""3.5: what is plainly an attack."""
HAMPERING = ("slow", "darkness_15_radius", "stinking_cloud", "paralyzation", "charm_person", "hold_person")
"""3.7: what hampers, by how the ids of the spells end."""
LISTED = (
    "magic_user_burning_hands", "magic_user_wall_of_ice", "magic_user_explosive_runes", "cleric_glyph_of_warding",
    "magic_user_enlarge", "magic_user_polymorph_other", "magic_user_fire_shield", "magic_user_flame_arrow",
)  # fmt: skip
"""3.8.ex: what may do damage, though it is used otherwise."""


def _no(clause: str, reason: str) -> Refusal:
    return Refusal(f"LAKOFKA.{clause}", reason)


STAVES = ("staff_magi", "staff_striking")
"""3.2: the staves named, by how their ids begin."""


def is_staff(thing: Weapon | Device | None) -> bool:
    """3.2: a staff that strikes is a device, whether a blow is struck with it or its power used."""
    if isinstance(thing, Weapon):
        return thing.id.startswith(STAVES) or (thing.power and thing.id.startswith("staff"))
    return thing is not None and thing.id.startswith(STAVES)


def is_arrow(state: State, weapon: Weapon | None) -> bool:
    """7.3, 7.4: whether a missile's movement may be split as that of arrows."""
    if weapon is None or "dart" in weapon.id:
        return False
    return "bow" in weapon.id or option(state, "other_missiles_split") == "as-arrows"


class Attacks:
    """Whether an attack may be made, and by which clauses."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits

    # Blows.

    def bar_blow(
        self, state: State, me: Combatant, weapon: Weapon | None, mode: str, charging: bool, defending: bool
    ) -> Refusal | None:
        """2.1 to 2.5, 3.2, 6.9, 6.11, 8.1, 8.2: why no blow may be struck."""
        spent = me.spent
        if spent.relocated and is_staff(weapon):
            return _no("3.2", "has been carried off by magic this round: no blow with such a staff")
        if spent.shots and not (charging or defending) and (refusal := self._after_shots(state, me)) is not None:
            return refusal
        made = spent.blows + spent.magic if defending else spent.attacks
        if made < self._limits.blows(state, me):
            return None
        reason = f"has made {spent.attacks} of {self._limits.blows(state, me)} attacks"
        if mode in UNARMED:
            return _no("6.11", reason)
        if spent.magic and spent.devices:
            return _no("2.5", reason)
        if self._limits.is_hasted(me):
            return _no("2.3", reason)
        if self._limits.rate(me).denominator > 1:
            return _no("2.2", reason)
        return _no("6.9" if self.has_felled(state, me) else "2.1", reason)

    def has_felled(self, state: State, me: Combatant) -> bool:
        """Whether somebody a figure struck at this round can do nothing any more."""
        struck = [deed.targets[0] for deed in state.done if deed.who == me.id and deed.kind == "melee"]
        return any(not state.combatants[who].able for who in struck)

    def _after_shots(self, state: State, me: Combatant) -> Refusal | None:
        """8.1, 8.2: a blow after some of one's missiles takes three blows in two rounds; after all there is none."""
        if self._limits.whole_rate(me) < THREE_IN_TWO:
            return _no("8.2", "has shot, and has less than three blows in two rounds")
        if self.has_volleyed(state, me):
            return _no("8.1", "has discharged every missile of the round")
        return None

    # Missiles.

    def has_volleyed(self, state: State, me: Combatant) -> bool:
        """Rule 7: whether all of several missiles of the round are discharged."""
        return me.spent.shots >= max(2, self._volley(state, me))

    def _volley(self, state: State, me: Combatant) -> int:
        """The missiles of the round with what was shot; with the quickest that the figure has where nothing was."""
        return max((self._limits.shots(state, me, weapon) for weapon in missiles(state, me)), default=1)

    def bar_shot(self, state: State, me: Combatant, weapon: Weapon | None) -> Refusal | None:
        """2.1, 7.1, 7.3, 7.4: why no missile may be discharged."""
        spent, most = me.spent, self._limits.shots(state, me, weapon)
        reason = f"has made {spent.attacks} attacks"
        others = spent.attacks - spent.shots
        if spent.shots >= most or (others and spent.attacks >= self._limits.blows(state, me)):
            return _no("2.3" if self._limits.is_hasted(me) else "2.1", reason)
        if most < 2 or spent.shots + 1 < most:
            return None
        if spent.distance > TEN_FEET:
            return _no("7.1", "has moved more than ten feet: not every missile")
        if spent.legs > 1:
            return _split(is_arrow(state, weapon))
        return None

    def bar_leg(self, state: State, me: Combatant, distance: int, peek: bool) -> Refusal | None:
        """7.1, 7.3, 7.4: after all of several missiles no more than ten feet, split only around them and by arrows."""
        spent = me.spent
        if peek or not self.has_volleyed(state, me):
            return None
        if spent.distance + distance > TEN_FEET:
            return _no("7.1", "has discharged every missile: no more than ten feet of movement")
        if not spent.legs:
            return None
        arrows = all(is_arrow(state, weapon) for weapon in missiles(state, me))
        return None if arrows and spent.early and spent.legs == 1 else _split(arrows)

    # Magic.

    def bar_magic(self, state: State, me: Combatant, magic: Spell | Device) -> Refusal | None:
        """Rules 2 to 4: why an offensive spell or device, or magic that carries one off, may not be used.

        After an attack by a device the spell that would be another is barred by 2.4, one that only hampers by 4.1.
        """
        spent, relocation = me.spent, magic.relocation
        offensive = magic.offensive if isinstance(magic, Spell) else magic.attack
        struck = spent.magic or spent.staff
        if relocation and struck and option(state, "transport_both_orders"):
            return _no("3.1", "has attacked by magic this round")
        if not offensive:
            return None
        if spent.relocated:
            staff = isinstance(magic, Device) and is_staff(magic)
            return _no("3.2" if staff else "3.1", "has been carried off by magic this round")
        full = spent.attacks >= self._limits.blows(state, me)
        if spent.magic:
            hurts = isinstance(magic, Spell) and not magic.id.endswith(HAMPERING)
            return _no("2.4" if hurts and full else "4.1", "has made a potential attack by magic")
        if full:
            made = f"has made {spent.attacks} of {self._limits.blows(state, me)} attacks"
            return _no("2.3" if self._limits.is_hasted(me) else "2.1", made)
        return None

    def with_magic(self, spent: Spent, offensive: bool, relocation: bool) -> Spent:
        """What is spent with a piece of magic: an attack if it is one, and that one has been carried off."""
        return evolve(
            spent,
            attacks=spent.attacks + offensive,
            magic=spent.magic + offensive,
            relocated=spent.relocated or relocation,
        )

    # Clauses.

    def clauses(self, state: State, me: Combatant, kind: str, weapon: Weapon | None, charging: bool) -> Sequence[str]:
        """What a blow or shot is counted by."""
        cited = ["0.8", "2.1"]
        cited += ["2.3"] if self._limits.is_hasted(me) else []
        cited += ["2.2"] if self._limits.rate(me).denominator > 1 else []
        cited += ["3.3"] if me.spent.relocated else []
        cited += ["0.9"] if kind == "blow" and weapon is not None and weapon.natural else []
        cited += ["5.6"] if weapon is not None and (weapon.power or weapon.hit_bonus or weapon.damage_bonus) else []
        if kind == "blow" and me.spent.shots and not charging:
            cited.append("8.1")
        if kind == "blow" and charging:
            cited.append("8.3")
        if kind == "shot" and self._limits.shots(state, me, weapon) > 1:
            cited.append("7.2")
            cited += ["7.3"] if me.spent.legs and is_arrow(state, weapon) else []
            cited += ["7.4"] if me.spent.legs and not is_arrow(state, weapon) else []
        return cited

    def magic_clauses(self, spent: Spent, magic: Spell | Device, kind: str) -> Sequence[str]:
        """3.1, 3.5 to 3.9, 4.1: what a piece of magic is."""
        cited: list[str] = []
        harmful = magic.offensive if isinstance(magic, Spell) else magic.attack
        if kind == "spell" and spent.devices:
            cited.append("4.1")
        if magic.relocation:
            cited.append("3.1")
        if not harmful:
            return cited
        if kind == "device":
            missiles_ = "magic_missile" in magic.id
            return [*cited, "2.1", "3.9", *(("3.6",) if missiles_ else ())]
        if magic.id in NAMED_ATTACKS:
            cited.append("3.5")
        if magic.id in LISTED:
            cited += ["3.8", "3.8.ex"]
        else:
            cited.append("3.8" if magic.damage is not None else "3.7")
        return [*cited, "2.1"]


def _split(arrows: bool) -> Refusal:
    if arrows:
        return _no("7.3", "may split ten feet only before the first arrow and after the last")
    return _no("7.4", "may not split the ten feet")


def missiles(state: State, me: Combatant) -> Sequence[Weapon]:
    """The missile weapons a figure has shot this round; all that it has, where it has shot nothing yet."""
    shot = [deed.weapon for deed in state.done if deed.who == me.id and deed.kind == "missile"]
    declared = state.declared.get(me.id)
    for step in (declared, *declared.then) if declared is not None else ():
        shot += [step.weapon] if step.how == "shoot" else []
    own = [weapon for weapon in me.figure.weapons if weapon.missile is not None]
    return [weapon for weapon in own if weapon.id in shot] or own
