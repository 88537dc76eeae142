"""Blows and missiles: one routine of attacks, from the attack dice to the harm."""

from typing import NamedTuple

from rules.kernel import events as e
from rules.kernel.battlefield import find_range_band, measure_distance
from rules.kernel.effects import Roll, Rolled
from rules.kernel.phrases import format_listed_name
from rules.kernel.procedure import Table
from rules.kernel.stat_block import Weapon, WeaponBlow
from rules.kernel.state import MOTIONLESS, Combatant, State
from rules.kernel.terms import CombatantId
from rules.procedures.adnd.deed_types import BlowAtBack, ChargeBlow, OnTheRun, OpportunityBlow, SetWeaponBlow, Struck
from rules.procedures.adnd.effects import ask_effect
from rules.procedures.adnd.harm import (
    compute_armor_class,
    deal_damage,
    end_by_attack,
    lookup_armor_adjustment,
    lookup_needed,
    make_damage_roll,
    parse_dice_parts,
    spoil_by_blow,
)
from rules.procedures.adnd.moments import DAMAGE, EFFECT, HIT, Need, Resolving, as_begun
from rules.procedures.adnd.orders.strike import Strike
from rules.procedures.adnd.procedure import as_adnd, get_citations
from rules.procedures.adnd.saves import describe_changes, tell_save

MOTIONLESS_BONUS = 4
BEHIND_BONUS = 2
RANGE_PENALTY = (0, -2, -5, -5)
HUG_FACE = 18
NO_MISSILES_LEFT = "no missiles left"
"""The cause by which a shot is lost for lack of missiles."""

TWO_WEAPONS = -2
"""The penalty to hit with the first of two weapons."""
OFF_HAND = -4
"""The penalty to hit with the second."""


class Hand(NamedTuple):
    """A weapon that strikes in a routine."""

    weapon: Weapon
    needed: int
    """The number on the die after every adjustment."""
    working: str
    cited: tuple[str, ...]


class Hit(NamedTuple):
    """A blow that has hit."""

    weapon: Weapon
    blow: WeaponBlow
    face: int


def strike(
    table: Table,
    deed: Struck,
    clauses: tuple[str, ...],
    dodging: bool = False,
    gap: int | None = None,
    seen: State | None = None,
) -> Resolving:
    """Resolve one routine against one target: attack rolls, then the damage of those that hit.

    ``gap`` is the distance in hundredths of a foot at which a missile is shot, where the two do not stand at that.
    Armor class, conditions and places are those of the state ``seen``: without it, of the beginning of the moment.
    """
    seen = seen or as_begun(table)
    who, target = deed.who, deed.targets[0]
    me = seen.combatants[who]
    weapon = me.weapon(deed.weapon)
    assert weapon is not None
    apart = measure_distance(seen, who, target) if gap is None else gap
    left = table.state.combatants[who].count_missiles(weapon) if deed.mode != "melee" else None
    if (lost := _find_lost_shot(table, seen, deed, apart, left)) is not None:
        yield lost
        return
    opportunity = deed.what if isinstance(deed, OpportunityBlow) else ""
    places = (deed.chosen or tuple(range(len(weapon.blows))))[: 1 if opportunity else deed.blows or None][:left]
    first = Hand(weapon, *compute_needed_to_hit(table, seen, weapon, deed, target, dodging, gap))
    struck = [(first, place, weapon.blows[place]) for place in places]
    if (second := me.weapon(get_second_weapon(deed))) is not None:
        off = Hand(second, *compute_needed_to_hit(table, seen, second, deed, target, dodging, gap, is_off_hand=True))
        struck.append((off, len(weapon.blows), second.blows[0]))
    faces: list[Rolled] = yield Need(HIT, [Roll("to_hit", who, 1, 20) for _ in struck])
    hits: list[Hit] = []
    for ((used, needed, working, cited), place, blow), rolled in zip(struck, faces, strict=True):
        face = rolled.faces[0]
        hit = face >= needed
        yield e.Attacked(
            who=who,
            target=target,
            weapon=used.id,
            routine=deed.routine,
            routines=deed.routines,
            mode=deed.mode,
            needed=needed,
            face=face,
            hit=hit,
            blow=blow.name,
            bonus=deed.bonus,
            working=working,
            opportunity=opportunity,
            deed=deed.id,
            rolls=(rolled,),
            clauses=(*clauses, *cited),
            segment=deed.number,
        )
        if hit:
            hits.append(Hit(used, blow, face))
            yield from spoil_by_blow(table, deed, place + 1, target)
    yield from end_by_attack(table, who)
    if hits:
        yield from _roll_damage(table, seen, deed, hits, target)


def _find_lost_shot(table: Table, seen: State, deed: Struck, apart: int, left: int | None) -> e.DeedLost | None:
    """Return the loss of a shot that does not carry so far, or has no missile left; else None."""
    cause, clauses = "", get_citations(table).out_of_range
    if as_adnd(table.ruleset).is_out_of_range(seen, deed, apart):
        cause = "out of range"
    elif left == 0:
        cause, clauses = NO_MISSILES_LEFT, get_citations(table).no_missiles
    if not cause:
        return None
    return e.DeedLost(who=deed.who, deed=deed.id, cause=cause, clauses=clauses, segment=deed.number)


def compute_needed_to_hit(
    table: Table,
    seen: State,
    weapon: Weapon,
    deed: Struck,
    target: CombatantId,
    dodging: bool = False,
    gap: int | None = None,
    is_off_hand: bool = False,
) -> tuple[int, str, tuple[str, ...]]:
    """Return the number on the die after every adjustment, as the state ``seen`` has it.

    With it come its working in words and the clauses that adjusted it. The working is empty in a quiet table.
    ``is_off_hand`` is a blow with the second of two weapons.
    """
    against, cited = compute_armor_class(table, seen, target, dodging)
    me, other = seen.combatants[deed.who], seen.combatants[target]
    parts: list[tuple[str, int]] = []
    if weapon.hit_bonus:
        parts.append(("weapon", weapon.hit_bonus))
    if deed.mode == "melee":
        parts.append(("strength", me.stat_block.attack.strength_hit))
    else:
        parts.append(("dexterity", me.stat_block.attack.attacking))
        if weapon.missile is not None:
            far = measure_distance(seen, me.id, target) if gap is None else gap
            band = find_range_band(seen, far, weapon.missile.ranges)
            parts.append(("range", RANGE_PENALTY[band]))
    if as_adnd(table.ruleset).blows.is_armor_counted(seen):
        by, armor = lookup_armor_adjustment(weapon, other)
        if by:
            parts.append((f"{format_listed_name(weapon.name)} against armor class {armor}:", by))
            cited = (*cited, *get_citations(table).armor_adjustment)
    if get_second_weapon(deed):
        parts.append(("off hand" if is_off_hand else "two weapons", compute_two_weapon_penalty(me, is_off_hand)))
        cited = (*cited, *get_citations(table).two_weapons)
    parts += [(name.replace("_", " "), int(by)) for name, by in me.list_changes("to_hit")]
    if isinstance(deed, ChargeBlow) and (charging := as_adnd(table.ruleset).charging.get_bonus(seen)):
        parts.append(("charge", charging))
        cited = (*cited, *get_citations(table).charge_to_hit)
    if other.has(*MOTIONLESS):
        parts.append(("motionless", MOTIONLESS_BONUS))
    if deed.mode == "melee" and (parrying := as_adnd(table.ruleset).blows.get_parry(seen, target)):
        parts.append(("parry", -parrying))
    if deed.parried:
        parts.append(("parry", -deed.parried))
    if deed.mode == "thrown" and deed.status is OnTheRun:
        parts.append(("on the run", -1))
    if me.behind == target or isinstance(deed, BlowAtBack):
        parts.append(("from behind", BEHIND_BONUS))
    bonus = sum(value for _, value in parts)
    needed = lookup_needed(me.stat_block, against) - bonus
    if table.quiet:
        return needed, "", cited
    changed = describe_changes(other, "ac")
    described = f"AC {against}" + (f" ({changed})" if changed else "")
    return needed, described + "".join(f", {name} {value:+d}" for name, value in parts if value), cited


def get_second_weapon(deed: Struck) -> str:
    """Return the weapon in the other hand if it strikes with this part of a routine, else ""."""
    if deed.bonus or deed.unarmed or deed.is_later_part:
        return ""
    return deed.order.off_hand if isinstance(deed.order, Strike) else ""


def compute_two_weapon_penalty(me: Combatant, is_off_hand: bool) -> int:
    """Return the adjustment to hit with one of two weapons: -2, or -4 in the off hand.

    The reaction adjustment of dexterity is added to it. No dexterity makes it a bonus.
    """
    return min(0, (OFF_HAND if is_off_hand else TWO_WEAPONS) + me.stat_block.attack.reaction)


def _roll_damage(table: Table, seen: State, deed: Struck, hits: list[Hit], target: CombatantId) -> Resolving:
    me, other = seen.combatants[deed.who], seen.combatants[target]
    large = other.stat_block.creature.is_large
    wanted: list[tuple[Weapon, str, str]] = []
    for weapon, blow, face in hits:
        wanted.append((weapon, blow.damage_large if large else blow.damage, blow.name))
        if weapon.hug is not None and face >= HUG_FACE and blow.name.lower() in ("claw", "paw"):
            wanted.append((weapon, weapon.hug, "hug"))
    needs = [make_damage_roll(me.id, dice) for _, dice, _ in wanted]
    given = iter((yield Need(DAMAGE, [need for need in needs if need is not None])))
    for (weapon, dice, name), need in zip(wanted, needs, strict=True):
        rolls = (next(given),) if need is not None else ()
        total = sum(rolled.total for rolled in rolls) + parse_dice_parts(dice)[2]
        amount = _compute_damage(total, me, weapon, deed, name == "hug")
        hug = get_citations(table).incidental if name == "hug" else ()
        working = "" if name == "hug" or table.quiet else describe_changes(me, "damage")
        yield from deal_damage(table, target, deed, amount, rolls, hug, source=name, working=working)
    for weapon, blow, _ in hits:
        yield from _ask_special_attacks(table, deed, weapon, blow, target)


def _ask_special_attacks(
    table: Table, deed: Struck, weapon: Weapon, blow: WeaponBlow, target: CombatantId
) -> Resolving:
    """Roll the saves against what else a hit does; ask the DM what follows where they fail."""
    for special in table.state.combatants[deed.who].stat_block.powers.on_hit:
        other = table.state.combatants[target]
        does = special.blow in (blow.name.lower(), weapon.id) if special.blow else deed.mode == "melee"
        is_spared = other.stat_block.creature.race in special.spares or other.has("dead", special.begins)
        if not does or is_spared or not other.present:
            continue
        if special.save is not None:
            [rolled] = yield Need(EFFECT, [Roll("saving_throw", target, 1, 20)])
            saved = yield from tell_save(table, target, special.name, special.save, rolled, special.save_by)
            if saved:
                continue
        yield from ask_effect(table, {"what": special.name, "by": deed.who, "targets": [target], "saved": []})


def _compute_damage(total: int, me: Combatant, weapon: Weapon, deed: Struck, incidental: bool) -> int:
    """Return damage after bonuses, at least 1.

    A weapon set against a charge, or couched in a mounted one, does double. Incidental damage (a hug) has no bonus.
    """
    if incidental:
        return max(1, total)
    if deed.mode != "missile":
        total += me.stat_block.attack.strength_damage
    total += weapon.damage_bonus + me.sum_changes("damage")
    couched = isinstance(deed, ChargeBlow) and weapon.charge_double and me.stat_block.pace.mounted
    double = couched or isinstance(deed, SetWeaponBlow)
    return max(1, total * 2 if double else total)
