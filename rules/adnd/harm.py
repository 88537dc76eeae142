"""What harm does: armor class, hit points lost, helplessness, death, spells and psionics broken off."""

from rules import events as e
from rules.adnd.moments import Telling
from rules.adnd.procedures import cite, of
from rules.dice_text import parse
from rules.effects import Roll, Rolled
from rules.figure import Figure
from rules.ruleset import Table
from rules.state import MOTIONLESS, Combatant, Deed, State
from rules.terms import CombatantId, Save

WORST = 10
DEATH = -10


def armor_class(table: Table, target: CombatantId, dodging: bool = False) -> tuple[int, tuple[str, ...]]:
    """The armor class struck at, and the clauses that changed it: charging and casting cost the dexterity bonus."""
    each = table.state.combatants[target]
    figure = each.figure
    best = figure.armor_class if each.armor_class is None else each.armor_class
    bonus = min(0, figure.armor_class_dexterity)
    if each.charging and of(table.ruleset).charge_exposes(table.state):
        if bonus:
            return best - bonus, cite(table, "charger_no_dexterity")
        if best >= WORST:
            return best, cite(table, "charger_worst")
        return best + 1, cite(table, "charger_worse")
    if bonus and not dodging and each.casting is not None and each.spell(each.casting.what) is not None:
        return best - bonus, cite(table, "caster_no_dexterity")
    if bonus and each.has(*MOTIONLESS):
        return best - bonus, ()
    return best, ()


def lookup_needed(figure: Figure, armor_class: int) -> int:
    """The number the figure's row of the attack table needs against an armor class (10 to -10)."""
    if not figure.to_hit:
        return 20
    return figure.to_hit[min(max(WORST - armor_class, 0), len(figure.to_hit) - 1)]


def dice_of(expression: str) -> tuple[int, int, int]:
    """Count, sides and plus of a dice expression; a constant has no dice."""
    text = parse(expression)
    return text.count, text.sides, text.plus


def damage_roll(by: str, expression: str) -> Roll | None:
    """The damage dice of an expression, or None where it is a constant."""
    count, sides, _ = dice_of(expression)
    return Roll("damage", by, count, sides) if count else None


def hurt(
    table: Table,
    who: CombatantId,
    by: str,
    amount: int,
    rolls: tuple[Rolled, ...],
    clauses: tuple[str, ...],
    source: str = "",
) -> Telling:
    """Take hit points from a figure, and say what becomes of it: helpless at 0 or fewer, dead at -10."""
    each = table.state.combatants[who]
    left = each.hp - amount
    if amount:
        clauses = (*clauses, *of(table.ruleset).harmed(table.state, who))
    yield e.Damaged(who=who, by=by, amount=amount, left=left, source=source, rolls=rolls, clauses=clauses)
    if amount and being_cast(table.state, who) and cite(table, "spoiled_by_harm"):
        yield from break_off(table, who, "hit", cite(table, "spoiled_by_harm"))
    yield from stop_psionics(table, who, "hurt")
    if left <= DEATH and not each.has("dead"):
        yield e.Slain(who=who, by=by)
    elif left <= 0 and not each.has("helpless", "dead"):
        yield e.HelplessMade(who=who, cause="hit points")


def heal(table: Table, who: CombatantId, by: str, amount: int, rolls: tuple[Rolled, ...]) -> Telling:
    """Give back hit points, never more than the figure had at first."""
    each = table.state.combatants[who]
    if each.has("dead"):
        return
    left = min(each.figure.hit_points, each.hp + amount)
    yield e.Healed(who=who, by=by, amount=left - each.hp, left=left, rolls=rolls)


def pending_magic(state: State, who: CombatantId, kind: str) -> Deed | None:
    """The first spell (or device) of a figure that is still to take effect, later than the moment in play."""
    own = [deed for deed in state.pending if deed.who == who and deed.kind == kind]
    return min(own, key=lambda deed: deed.number or 0) if own else None


def being_cast(state: State, who: CombatantId) -> bool:
    """Whether a figure is casting a spell that does not take effect in the moment in play."""
    each = state.combatants[who]
    if each.casting is None or each.spell(each.casting.what) is None:
        return False
    return not any(deed.who == who and deed.kind == "spell" for deed in state.acting)


def may_lose(table: Table, who: CombatantId) -> bool:
    """Whether harm done to a figure now may cost it a spell."""
    casts = of(table.ruleset).casts
    return being_cast(table.state, who) if casts is None else casts(table.state, who)


def break_off(table: Table, who: CombatantId, cause: str, clauses: tuple[str, ...]) -> Telling:
    """The spell a figure is casting is lost."""
    state = table.state
    deed = pending_magic(state, who, "spell")
    casting = state.combatants[who].casting
    spell = deed.spell if deed is not None else (casting.what if casting is not None else "")
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
    """A successful attack breaks off the spell its target is casting, where the ruleset says that this one can."""
    if not may_lose(table, target):
        return
    spell = pending_magic(table.state, target, "spell")
    clauses = of(table.ruleset).spoils(table.state, blow, nth, spell, target)
    if clauses is not None:
        yield from break_off(table, target, "hit", clauses)


def spoil_by_effect(table: Table, target: CombatantId, cause: str = "failed save") -> Telling:
    """An attack form that was not saved against breaks off the spell its target is casting."""
    if may_lose(table, target):
        yield from break_off(table, target, cause, cite(table, "spoiled"))


def stop_psionics(table: Table, who: CombatantId, cause: str) -> Telling:
    """Psionic combat ends for one who is affected by something more mundane, and so for his opponent."""
    for deed in table.state.pending:
        if deed.kind == "psionic" and who in (deed.who, *deed.targets):
            yield e.PsionicsEnded(who=deed.who, cause=cause, clauses=cite(table, "psionics_end"))


def save_needed(each: Combatant, column: Save) -> int:
    """The number a figure needs to save in a column of its saving throw table; 20 where it has none."""
    return dict(each.figure.saves).get(column, 20)
