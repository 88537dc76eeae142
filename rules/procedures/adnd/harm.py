"""Harm: armor class, hit points, helplessness, death, spells and psionics broken off."""

from rules.kernel import events as e
from rules.kernel.deeds import Deed
from rules.kernel.dice import parse_dice
from rules.kernel.effects import Roll, Rolled
from rules.kernel.procedure import Table
from rules.kernel.stat_block import StatBlock, Weapon
from rules.kernel.state import MOTIONLESS, Combatant, State
from rules.kernel.terms import CombatantId
from rules.procedures.adnd.moments import Telling
from rules.procedures.adnd.orders.spell import Completion
from rules.procedures.adnd.orders.use_psionics import Psionics
from rules.procedures.adnd.procedure import as_adnd, get_citations
from rules.reference import list_effects_ended_by_attack, list_names_ended_by_attack

WORST = 10
BEST_ARMOR = 2
"""The best armor class of armor without magic: plate mail and shield."""
DEATH = -10


def compute_armor_class(
    table: Table, seen: State, target: CombatantId, dodging: bool = False
) -> tuple[int, tuple[str, ...]]:
    """Return the armor class to strike at in the state ``seen``, and the clauses that change it.

    Charging and being motionless cost the dexterity bonus. So does casting where the text has a clause for it, unless
    the caster dodges. A charger without that bonus is one class worse, never beyond 10. Effects change the class first.
    """
    each = seen.combatants[target]
    stat_block = each.stat_block
    best = stat_block.defence.armor_class if each.armor_class is None else each.armor_class
    best += each.sum_changes("ac")
    bonus = min(0, stat_block.defence.armor_class_dexterity)
    if each.charging and as_adnd(table.ruleset).charging.is_charger_exposed(seen):
        if bonus:
            return best - bonus, get_citations(table).charger_no_dexterity
        if best >= WORST:
            return best, get_citations(table).charger_worst
        return best + 1, get_citations(table).charger_worse
    is_casting = each.casting is not None and each.spell(each.casting.what) is not None
    if bonus and not dodging and is_casting and (cited := get_citations(table).caster_no_dexterity):
        return best - bonus, cited
    if bonus and each.has(*MOTIONLESS):
        return best - bonus, ()
    return best, ()


def lookup_armor_adjustment(weapon: Weapon, target: Combatant) -> tuple[int, int]:
    """Return the adjustment of a weapon for the target's type of armor, and that type.

    The type is the armor class without Dexterity and effects, 2 at best: a better class is magical. A creature that
    fights without weapons wears no armor, and so changes nothing.
    """
    best = target.stat_block.defence.armor_class if target.armor_class is None else target.armor_class
    type = min(max(best - min(0, target.stat_block.defence.armor_class_dexterity), BEST_ARMOR), WORST)
    if not weapon.armor_adjustments or target.stat_block.attack.natural:
        return 0, type
    return weapon.armor_adjustments[type - BEST_ARMOR], type


def lookup_needed(stat_block: StatBlock, armor_class: int) -> int:
    """Return the number to hit an armor class (10 to -10) by a row of the attack table.

    It is 20 without such a row.
    """
    if not stat_block.attack.to_hit:
        return 20
    return stat_block.attack.to_hit[min(max(WORST - armor_class, 0), len(stat_block.attack.to_hit) - 1)]


def parse_dice_parts(expression: str) -> tuple[int, int, int]:
    """Return the count, sides and plus of a dice expression; a constant has no dice."""
    text = parse_dice(expression)
    return text.count, text.sides, text.plus


def make_damage_roll(by: str, expression: str) -> Roll | None:
    """Return the damage dice of an expression; None where it is a constant."""
    count, sides, _ = parse_dice_parts(expression)
    return Roll("damage", by, count, sides) if count else None


def deal_damage(
    table: Table,
    who: CombatantId,
    deed: Deed,
    amount: int,
    rolls: tuple[Rolled, ...],
    clauses: tuple[str, ...],
    source: str = "",
    working: str = "",
) -> Telling:
    """Take hit points from a combatant: it is helpless at 0 or fewer, dead at -10.

    This also ends its psionic combat. Where the text has a clause for it, losing hit points breaks off a spell.
    ``working`` tells what effects added to the dice.
    """
    each = table.state.combatants[who]
    left = each.hp - amount
    if amount:
        clauses = (*clauses, *as_adnd(table.ruleset).harm.cite_harm(table.state, who))
    yield e.Damaged(
        who=who,
        by=deed.who,
        amount=amount,
        left=left,
        source=source,
        working=working,
        deed=deed.id,
        rolls=rolls,
        clauses=clauses,
    )
    if amount and is_still_casting(table.state, who) and get_citations(table).spoiled_by_harm:
        yield from break_off(table, who, "hit", get_citations(table).spoiled_by_harm)
    yield from stop_psionics(table, who, "hurt")
    if left <= DEATH and not each.has("dead"):
        yield e.Slain(who=who, by=deed.who)
    elif left <= 0 and not each.has("helpless", "dead"):
        yield e.HelplessMade(who=who, cause="hit points")


def heal(table: Table, who: CombatantId, by: str, amount: int, rolls: tuple[Rolled, ...]) -> Telling:
    """Give back hit points, never more than a combatant had at first, and none to the dead."""
    each = table.state.combatants[who]
    if each.has("dead"):
        return
    left = min(each.stat_block.defence.hit_points, each.hp + amount)
    yield e.Healed(who=who, by=by, amount=left - each.hp, left=left, rolls=rolls)


def give_back(table: Table, who: CombatantId, amount: int, source: str) -> Telling:
    """Give back hit points by the DM's word or by regeneration, which may raise the dead."""
    each = table.state.combatants[who]
    left = min(each.stat_block.defence.hit_points, each.hp + amount)
    if left <= each.hp:
        return
    working = "" if table.quiet else f"{source}: {each.hp} {left - each.hp:+d} = {left}"
    yield e.Healed(who=who, by=who, amount=left - each.hp, left=left, working=working)
    if each.has("dead") and each.hp <= 0 < left:
        yield e.EffectEnded(who=who, effect="dead")


def find_pending_spell(state: State, who: CombatantId) -> Completion | None:
    """Return the first spell of a combatant that is still to take effect.

    That is later than the moment in play.
    """
    own = [deed for deed in state.pending if deed.who == who and isinstance(deed, Completion)]
    return min(own, key=lambda deed: deed.number or 0) if own else None


def is_still_casting(state: State, who: CombatantId) -> bool:
    """Return whether a combatant casts a spell that does not take effect in this moment."""
    each = state.combatants[who]
    if each.casting is None or each.spell(each.casting.what) is None:
        return False
    return not any(deed.who == who and isinstance(deed, Completion) for deed in state.acting)


def may_lose(table: Table, who: CombatantId) -> bool:
    """Return whether harm done to a combatant now may cost it a spell."""
    return is_still_casting(table.state, who) or as_adnd(table.ruleset).harm.may_lose_declared_spell(table.state, who)


def break_off(table: Table, who: CombatantId, cause: str, clauses: tuple[str, ...]) -> Telling:
    """Break off the spell that a combatant is casting."""
    state = table.state
    deed = find_pending_spell(state, who)
    casting = state.combatants[who].casting
    spell = deed.order.spell if deed is not None else (casting.what if casting is not None else "")
    if not spell:
        return
    targets = deed.targets if deed is not None else (casting.targets if casting is not None else ())
    yield e.SpellSpoiled(
        who=who,
        spell=spell,
        target=targets[0] if targets else "",
        targets=targets,
        cause=cause,
        clauses=clauses,
        deed=deed.id if deed is not None else "",
        segment=deed.number if deed is not None else None,
    )


def spoil_by_blow(table: Table, blow: Deed, nth: int, target: CombatantId) -> Telling:
    """Break off the target's spell after a hit, where the rules let this hit do so."""
    if not may_lose(table, target):
        return
    spell = find_pending_spell(table.state, target)
    clauses = as_adnd(table.ruleset).harm.cite_spoiling(table.state, blow, nth, spell, target)
    if clauses is not None:
        yield from break_off(table, target, "hit", clauses)


def spoil_by_effect(table: Table, target: CombatantId, cause: str = "failed save") -> Telling:
    """Break off the target's spell by an attack form that was not saved against."""
    if may_lose(table, target):
        yield from break_off(table, target, cause, get_citations(table).spoiled)


def stop_psionics(table: Table, who: CombatantId, cause: str) -> Telling:
    """End the psionic combat of a combatant and its opponent.

    It ends when either of them is affected by something more mundane.
    """
    for deed in table.state.pending:
        if isinstance(deed, Psionics) and who in (deed.who, *deed.targets):
            yield e.PsionicsEnded(who=deed.who, cause=cause, clauses=get_citations(table).psionics_end)


def end_by_attack(table: Table, who: CombatantId) -> Telling:
    """End those effects on a combatant that an attack by it ends, such as invisibility."""
    for condition in table.state.combatants[who].conditions:
        if _is_ended_by_attack(table.state, condition.name):
            yield e.EffectEnded(who=who, effect=condition.name, until=condition.until)


def _is_ended_by_attack(state: State, effect: str) -> bool:
    """Return whether an effect ends with an attack, by the DM's change of it or by the table."""
    if any(part.name == effect for entry in state.effects for part in entry.parts):
        return effect in list_names_ended_by_attack(state.effects)
    return effect in list_effects_ended_by_attack()
