"""Spells and devices: saves, damage from the tables, and the DM's word for what no table describes."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from rules import events as e
from rules.adnd.deeds import already_done
from rules.adnd.harm import break_off, damage_roll, dice_of, heal, hurt, save_needed, spoil_by_effect, stop_psionics
from rules.adnd.hearing import objects_of, steps_of
from rules.adnd.moments import DAMAGE, EFFECT, SAVE, Need, Resolving, Telling
from rules.adnd.movement import relocate
from rules.adnd.procedures import Lasting, cite, of
from rules.effects import Answer, Ask, Roll, Rolled
from rules.figure import Device, Spell
from rules.fold.rulings import CONDITIONS, FIGURE_RULINGS, check_ruling, old_value
from rules.forms import Changes, Form, Option, Text
from rules.ruleset import Table
from rules.state import Combatant, Deed, OpenQuestion, State
from rules.terms import DM, CombatantId

Magic = Spell | Device

HARMFUL = (*CONDITIONS, "vanishes", "falls", "moved", "drops")
"""What a ruling does to a figure that breaks off what it is casting."""

FORCING = ("fled", "surrendered", "charmed")
"""Conditions that are behaviour forced on a figure."""


def spell_began(me: Combatant, deed: Deed, clauses: tuple[str, ...]) -> e.SpellBegan:
    """A figure begins its spell, or goes on with what was begun earlier: how long it still takes."""
    spell = me.spell(deed.spell)
    assert spell is not None
    done = already_done(me, spell.id)
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


def complete_spell(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """A spell takes effect on those of its targets who are still there."""
    me = table.state.combatants[deed.who]
    spell = me.spell(deed.spell)
    assert spell is not None
    targets = standing(table, deed.targets)
    yield e.SpellCompleted(
        who=me.id,
        spell=spell.id,
        target=targets[0] if targets else "",
        targets=targets,
        clauses=clauses,
        segment=deed.number,
    )
    yield from work(table, deed, spell, targets, clauses)


def use_device(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """A device works."""
    me = table.state.combatants[deed.who]
    device = me.device(deed.device)
    assert device is not None
    targets = standing(table, deed.targets)
    yield e.DeviceUsed(
        who=me.id,
        device=device.id,
        target=targets[0] if targets else "",
        targets=targets,
        discharges=device.cost,
        clauses=clauses,
        segment=deed.number,
    )
    yield from work(table, deed, device, targets, clauses)


def standing(table: Table, targets: Sequence[CombatantId]) -> tuple[CombatantId, ...]:
    """Those of the targets who are still in the fight (the dead may be healed of nothing)."""
    return tuple(who for who in targets if table.state.combatants[who].present)


def work(
    table: Table, deed: Deed, magic: Magic, targets: Sequence[CombatantId], clauses: tuple[str, ...] = ()
) -> Resolving:
    """Resolve saves, then damage or healing from the tables, then where magic takes its user.

    What no table describes is asked of the DM; so is where magic that relocates puts its user, if no place was named.
    """
    by = deed.who
    saved = yield from _saves(table, magic, targets)
    lands = deed.to if magic.relocation else None
    if magic.damage is not None:
        yield from _magic_damage(table, by, magic, targets, saved)
    elif magic.heals is not None:
        yield from _healing(table, by, magic, targets)
    if lands is not None:
        yield Need(EFFECT, [])  # whoever acts in the same moment still finds the user where it was
        yield from relocate(table, by, lands, clauses, deed.number)
    if _is_undescribed(magic, targets, saved) and (lands is None or any(who != by for who in targets)):
        facts = {"what": magic.name, "by": by, "targets": list(targets)}
        yield from ask_effect(table, {**facts, "saved": [who for who in targets if saved.get(who)]})
    for who in targets:
        if magic.save in ("negates", "half", "special") and saved.get(who) is False:
            yield from spoil_by_effect(table, who)
            yield from stop_psionics(table, who, "failed save")


def _is_undescribed(magic: Magic, targets: Sequence[CombatantId], saved: Mapping[CombatantId, bool]) -> bool:
    """Return whether magic does something that no table describes, and has not been saved against by all."""
    if magic.damage is not None or magic.heals is not None:
        return False
    return not targets or not (magic.save == "negates" and all(saved.get(who) for who in targets))


def _saves(table: Table, magic: Magic, targets: Sequence[CombatantId]) -> Any:
    if magic.save not in ("negates", "half"):
        return {}
    faces: list[Rolled] = yield Need(SAVE, [Roll("saving_throw", who, 1, 20) for who in targets])
    saved: dict[CombatantId, bool] = {}
    for who, rolled in zip(targets, faces, strict=True):
        needed = save_needed(table.state.combatants[who], magic.save_column)
        saved[who] = rolled.faces[0] >= needed
        yield e.SavedOrNot(
            who=who, against=magic.id, needed=needed, face=rolled.faces[0], saved=saved[who], rolls=(rolled,)
        )
    return saved


def _magic_damage(
    table: Table, by: CombatantId, magic: Magic, targets: Sequence[CombatantId], saved: dict[CombatantId, bool]
) -> Resolving:
    assert magic.damage is not None
    struck = [who for who in targets if not (saved.get(who) and magic.save == "negates")]
    if not struck:
        return
    need = damage_roll(by, magic.damage)
    rolls: tuple[Rolled, ...] = tuple((yield Need(DAMAGE, [need]))) if need is not None else ()
    total = sum(rolled.total for rolled in rolls) + dice_of(magic.damage)[2]
    for who in struck:
        halved = bool(saved.get(who)) and magic.save == "half"
        amount = max(1, total // 2) if halved else total
        if _interrupts(table, magic, halved):
            yield from spoil_by_effect(table, who, "failed save" if saved.get(who) is False else "hit")
        yield from hurt(table, who, by, amount, rolls, (), source=magic.id)
        rolls = ()


def _interrupts(table: Table, magic: Magic, halved: bool) -> bool:
    """Damage without a save is a successful attack; damage halved by one breaks off a spell only by option."""
    return not halved or of(table.ruleset).halved_interrupts(table.state)


def _healing(table: Table, by: CombatantId, magic: Magic, targets: Sequence[CombatantId]) -> Resolving:
    assert magic.heals is not None
    need = damage_roll(by, magic.heals)
    for who in targets:
        rolls = tuple((yield Need(DAMAGE, [need]))) if need is not None else ()
        total = sum(rolled.total for rolled in rolls) + dice_of(magic.heals)[2]
        yield from heal(table, who, by, total, rolls)


# What no table describes.


def ask_effect(table: Table, facts: dict[str, object], clauses: tuple[str, ...] = ()) -> Resolving:
    """Ask the DM what happens; what he answers really changes the state."""
    answers: list[Answer] = yield Need(EFFECT, [Ask("effect", DM, {}, facts=facts, clauses=clauses)])
    yield from apply_effect(table, answers[0], str(facts.get("what", "")), str(facts.get("by", "")))


def apply_effect(table: Table, answer: Answer, what: str, by: str = "") -> Telling:
    """Make the DM's rulings happen: conditions begin or end, anything else is ruled. Words alone are told."""
    text = str(answer.get("text", "") or "")
    changes = cast("Sequence[dict[str, Any]]", answer.get("changes", ()))
    if text and not changes:
        yield e.EffectDescribed(who=by, what=what, text=text)
    for change in changes:
        who, kind, value = change["who"], change["what"], change.get("value")
        old = old_value(table.state, who, kind, value)
        harmful = _is_harmful(kind, old, value)
        lasting = _lasting(table, change.get("until"))
        if kind in CONDITIONS and value not in (False, "no"):
            forced = cite(table, "forced") if kind in FORCING else ()
            told = ", ".join(each for each in (text or what, lasting.words) if each)
            cited = (*lasting.clauses, *forced)
            yield e.EffectBegan(who=who, effect=kind, until=lasting.until, text=told, clauses=cited)
        elif kind in CONDITIONS:
            yield e.EffectEnded(who=who, effect=kind)
        else:
            yield e.Ruled(who=who, what=kind, old=old, new=value, until=lasting.until, note=text or what)
        if harmful:
            yield from spoil_by_effect(table, who)
            yield from stop_psionics(table, who, "affected")


def _is_harmful(kind: str, old: object, value: object) -> bool:
    """Whether what is done to a figure may cost it a spell: a condition, hit points lost, being moved or disarmed."""
    if kind == "hp":
        return isinstance(old, int) and isinstance(value, int) and value < old
    return kind in HARMFUL and value not in (False, "no")


def _lasting(table: Table, given: object) -> Lasting:
    """How long an effect lasts: a moment that ends it, or a duration in words."""
    if isinstance(given, str):
        return of(table.ruleset).lasting(table.state, given)
    return Lasting(cast("tuple[int, int] | None", tuple(cast("Sequence[int]", given)) if given else None))


def effect_form(
    state: State, question: OpenQuestion, is_duration: Callable[[object], bool] = lambda until: False
) -> Form:
    """What the DM may say of an effect: words, and rulings. Some rulesets also take a duration in words."""
    who = [Option(each.id, each.name) for each in state.combatants.values()]
    what = [Option(name, name.replace("_", " ")) for name in dict.fromkeys(FIGURE_RULINGS)]

    def check(change: Mapping[str, object]) -> None:
        until = None if is_duration(change.get("until")) else change.get("until")
        check_ruling(state, str(change["who"]), str(change["what"]), change.get("value"), until)

    return Form((Text("text", "What happens"), Changes("changes", "What it changes", who, what, check=check)))


def give_up(table: Table) -> Telling:
    """What was begun earlier and is not declared again is given up; only those who can declare give it up."""
    for who in table.state.combatants:
        yield from give_up_own(table, who)


def give_up_own(table: Table, who: CombatantId) -> Telling:
    """A figure's spell is lost, its task given up, if it has declared something else; a spell also if it cannot act."""
    each, declared = table.state.combatants[who], table.state.declared.get(who)
    casting = each.casting
    steps = steps_of(declared) if declared is not None else ()
    if casting is None or any(casting.what in objects_of(step) for step in steps):
        return
    if each.spell(casting.what) is not None:
        yield from break_off(table, who, "given up", cite(table, "given_up"))
    elif steps:
        yield e.TaskGivenUp(who=who, task=casting.what, clauses=cite(table, "task_given_up"))
