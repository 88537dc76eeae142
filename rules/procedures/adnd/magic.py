"""Spells and devices: saves, damage from the tables, and the DM's rulings beyond them."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.kernel import events as e
from rules.kernel.battlefield import is_in_shape
from rules.kernel.effects import Roll, Rolled
from rules.kernel.procedure import Table
from rules.kernel.stat_block import USER_HIT_POINTS, Device, Spell
from rules.kernel.state import Combatant
from rules.kernel.terms import CombatantId
from rules.procedures.adnd.effects import ask_effect
from rules.procedures.adnd.harm import (
    break_off,
    deal_damage,
    end_by_attack,
    heal,
    make_damage_roll,
    parse_dice_parts,
    spoil_by_effect,
    stop_psionics,
)
from rules.procedures.adnd.moments import DAMAGE, EFFECT, SAVE, Need, Resolving, Telling, as_begun
from rules.procedures.adnd.movement import relocate
from rules.procedures.adnd.orders.base import count_segments_done, list_steps
from rules.procedures.adnd.orders.device import DeviceUse
from rules.procedures.adnd.orders.spell import Casting, Completion
from rules.procedures.adnd.procedure import Affected, as_adnd, get_citations
from rules.procedures.adnd.saves import tell_save

Magic = Spell | Device


def make_spell_began(me: Combatant, deed: Casting, clauses: tuple[str, ...]) -> e.SpellBegan:
    """Return the event of a spell begun or gone on with, with the segments that it still takes."""
    spell = me.spell(deed.order.spell)
    assert spell is not None
    done = count_segments_done(me, spell.id)
    return e.SpellBegan(
        who=me.id,
        spell=spell.id,
        target=deed.targets[0] if deed.targets else "",
        targets=deed.targets,
        segments=max(1, spell.casting - done),
        done=done,
        segment=deed.number,
        clauses=clauses,
    )


def complete_spell(table: Table, deed: Completion, clauses: tuple[str, ...]) -> Resolving:
    """Complete a spell: it takes effect on those of its targets who are still there."""
    me = table.state.combatants[deed.who]
    spell = me.spell(deed.order.spell)
    assert spell is not None
    targets = list_present(table, deed.targets)
    yield e.SpellCompleted(
        who=me.id,
        spell=spell.id,
        target=targets[0] if targets else "",
        targets=targets,
        deed=deed.id,
        clauses=clauses,
        segment=deed.number,
    )
    yield from work_magic(table, deed, spell, targets, clauses)


def use_device(table: Table, deed: DeviceUse, clauses: tuple[str, ...]) -> Resolving:
    """Use a device: it takes effect on those of its targets who are still there."""
    me = table.state.combatants[deed.who]
    device = me.device(deed.order.device)
    assert device is not None
    targets = list_present(table, deed.targets) or list_caught(table, deed, device)
    yield e.DeviceUsed(
        who=me.id,
        device=device.id,
        target=targets[0] if targets else "",
        targets=targets,
        discharges=device.cost,
        deed=deed.id,
        clauses=clauses,
        segment=deed.number,
    )
    yield from work_magic(table, deed, device, targets, clauses)


def list_caught(table: Table, deed: DeviceUse, device: Device) -> tuple[CombatantId, ...]:
    """Return those in the area of a power that is aimed at a place: friends and foes alike."""
    power, began = device.innate, as_begun(table).combatants
    if power is None or not power.shape or deed.order.to is None:
        return ()
    at, toward = began[deed.who].place, deed.order.to
    return tuple(
        who
        for who, each in began.items()
        if who != deed.who
        and each.present
        and is_in_shape(at, toward, each.place, power.shape, power.length, power.width)
    )


def list_present(table: Table, targets: Sequence[CombatantId]) -> tuple[CombatantId, ...]:
    """Return those of the targets who were still in the fight as the moment began.

    The dead cannot be healed.
    """
    began = as_begun(table)
    return tuple(who for who in targets if began.combatants[who].present)


def work_magic(
    table: Table,
    deed: Completion | DeviceUse,
    magic: Magic,
    targets: Sequence[CombatantId],
    clauses: tuple[str, ...] = (),
) -> Resolving:
    """Resolve saves, then damage or healing from the tables, then where magic takes its user.

    The DM is asked what happens where no table describes it. The DM is also asked where magic that relocates puts its
    user, if no place was named.
    """
    by = deed.who
    if _is_attack(magic):
        yield from end_by_attack(table, by)
    saved = yield from _roll_saves(table, magic, targets)
    affected: Sequence[Affected] = ()
    lands = deed.order.to if magic.relocation else None
    if magic.damage is not None:
        yield from _deal_magic_damage(table, deed, magic, targets, saved)
    elif magic.heals is not None:
        yield from _heal_targets(table, by, magic, targets)
    if lands is not None:
        yield Need(EFFECT, [])  # others who act in the same moment still find the user where it was
        yield from relocate(table, by, lands, clauses, deed.number)
    if _is_undescribed(magic, targets, saved) and (lands is None or any(who != by for who in targets)):
        facts = {"what": magic.name, "by": by, "targets": list(targets)}
        affected = yield from ask_effect(table, {**facts, "saved": [who for who in targets if saved.get(who)]})
    for who in targets:
        held = [each for each in affected if each.who == who]
        if saved.get(who) is False:
            yield from _take_hold(table, who, "failed save", held, resisted=True)
        elif _is_attack(magic) and _is_foe(table, by, who) and (magic.save == "none" or held):
            yield from _take_hold(table, who, "affected", held, resisted=False)


def _is_attack(magic: Magic) -> bool:
    return magic.offensive if isinstance(magic, Spell) else magic.attack


def _is_foe(table: Table, by: CombatantId, who: CombatantId) -> bool:
    return table.state.combatants[who].side != table.state.combatants[by].side


def _take_hold(table: Table, who: CombatantId, cause: str, affected: Sequence[Affected], *, resisted: bool) -> Telling:
    """Break off the spell and the psionic combat of a combatant of which magic takes hold.

    It does so with or without damage. ``resisted`` says that it allowed a save, which failed.
    """
    if as_adnd(table.ruleset).harm.can_effect_spoil(table.state, affected, resisted=resisted):
        yield from spoil_by_effect(table, who, cause)
    yield from stop_psionics(table, who, cause)


def _is_undescribed(magic: Magic, targets: Sequence[CombatantId], saved: Mapping[CombatantId, bool]) -> bool:
    """Return whether magic has an effect that no table describes.

    It has none if all its targets have saved against it.
    """
    if magic.damage is not None or magic.heals is not None:
        return False
    return not targets or not (magic.save == "negates" and all(saved.get(who) for who in targets))


def _roll_saves(table: Table, magic: Magic, targets: Sequence[CombatantId]) -> Any:
    if magic.save not in ("negates", "half"):
        return {}
    faces: list[Rolled] = yield Need(SAVE, [Roll("saving_throw", who, 1, 20) for who in targets])
    saved: dict[CombatantId, bool] = {}
    for who, rolled in zip(targets, faces, strict=True):
        saved[who] = yield from tell_save(table, who, magic.id, magic.save_column, rolled)
    return saved


def _deal_magic_damage(
    table: Table,
    deed: Completion | DeviceUse,
    magic: Magic,
    targets: Sequence[CombatantId],
    saved: dict[CombatantId, bool],
) -> Resolving:
    assert magic.damage is not None
    struck = [who for who in targets if not (saved.get(who) and magic.save == "negates")]
    if not struck:
        return
    is_by_points = magic.damage == USER_HIT_POINTS
    dice = str(max(1, as_begun(table).combatants[deed.who].hp)) if is_by_points else magic.damage
    need = make_damage_roll(deed.who, dice)
    rolls: tuple[Rolled, ...] = tuple((yield Need(DAMAGE, [need]))) if need is not None else ()
    total = sum(rolled.total for rolled in rolls) + parse_dice_parts(dice)[2]
    for who in struck:
        halved = bool(saved.get(who)) and magic.save == "half"
        amount = max(1, total // 2) if halved else total
        if _can_break_off_spell(table, magic, halved):
            yield from spoil_by_effect(table, who, "failed save" if saved.get(who) is False else "hit")
        working = f"{total} hit points left{', halved' if halved else ''}" if is_by_points and not table.quiet else ""
        yield from deal_damage(table, who, deed, amount, rolls, (), source=magic.id, working=working)
        rolls = ()


def _can_break_off_spell(table: Table, magic: Magic, halved: bool) -> bool:
    """Return whether damage by magic breaks off a spell.

    Damage without a save is a successful attack. Damage halved by a save breaks off a spell only by option.
    """
    return not halved or as_adnd(table.ruleset).harm.can_half_damage_spoil(table.state)


def _heal_targets(table: Table, by: CombatantId, magic: Magic, targets: Sequence[CombatantId]) -> Resolving:
    assert magic.heals is not None
    need = make_damage_roll(by, magic.heals)
    for who in targets:
        rolls = tuple((yield Need(DAMAGE, [need]))) if need is not None else ()
        total = sum(rolled.total for rolled in rolls) + parse_dice_parts(magic.heals)[2]
        yield from heal(table, who, by, total, rolls)


def give_up_undeclared(table: Table) -> Telling:
    """Give up what was begun earlier and is not declared again, for every combatant."""
    for who in table.state.combatants:
        yield from give_up_own(table, who)


def give_up_own(table: Table, who: CombatantId) -> Telling:
    """Give up the spell or task of a combatant who has declared something else.

    The spell of a combatant who has declared nothing is lost too: such a combatant cannot act.
    """
    each, declared = table.state.combatants[who], table.state.declared.get(who)
    casting = each.casting
    if casting is None:
        return
    steps = list_steps(declared) if declared is not None else ()
    if any(casting.what == step.what for step in steps):
        return
    if each.spell(casting.what) is not None:
        yield from break_off(table, who, "given up", get_citations(table).given_up)
    elif steps:
        yield e.TaskGivenUp(who=who, task=casting.what, clauses=get_citations(table).task_given_up)
