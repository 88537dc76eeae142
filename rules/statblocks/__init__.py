"""Stat blocks built from ``[[combatant]]`` tables of a scenario or of the DM's form."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from rules.kernel.own import Sheet
from rules.kernel.registry import list_sheet_readers
from rules.kernel.stat_block import (
    AttackNumbers,
    ClassLevel,
    Creature,
    DefenceNumbers,
    Psionic,
    Start,
    StatBlock,
    Surprise,
)
from rules.kernel.terms import Load, Setting
from rules.reference import (
    MonsterEntry,
    UnknownId,
    list_attack_modes,
    list_classes,
    list_defense_modes,
    list_undead,
    lookup_load_movement,
    lookup_monster,
    lookup_strength,
    lookup_weight_allowance,
)
from rules.statblocks.base_stat_blocks import (
    apply_class,
    apply_classes,
    apply_hit_dice,
    apply_monster,
    apply_race,
)
from rules.statblocks.conditions import read_conditions
from rules.statblocks.fields import BadEntry, Fields
from rules.statblocks.gear import (
    SIZES,
    add_default_weapons,
    add_weapon_powers,
    leave_charges_to_devices,
    read_charges,
    read_devices,
    read_spells,
    read_weapons,
)
from rules.statblocks.special_powers import (
    LONGEST_SPECIAL,
    read_innate,
    read_on_hit,
    read_regeneration,
    read_special,
)

__all__ = ["COMBATANT_KEYS", "LAST_WAVE", "LONGEST_SPECIAL", "BadEntry", "build_stat_blocks"]

COMBATANT_KEYS = (
    *("id", "name", "side", "class", "level", "classes", "hd", "monster", "natural", "race", "played"),
    *("count", "hp", "ac", "ac_dexterity", "movement", "size", "legs", "load", "carries_lb", "position"),
    *("reaction", "attacking", "strength", "morale", "hasted", "turns_undead", "undead"),
    *("initiative_die", "surprised", "surprises", "routines", "weapons", "spells", "devices", "psionic"),
    *("untrained", "components", "on_point", "charges", "hidden", "wave", "left", "special", "on_hit", "first"),
    *("innate", "regenerates", "conditions"),
)
"""Every key of a combatant, besides those of sheets. Only ``id`` and ``side`` are required."""

_KEYS_BESIDE_SHEET = (
    *("id", "name", "side", "played", "count", "first", "position", "weapons", "spells", "hidden", "wave"),
)
"""Keys that may stand beside the sheet of a procedure."""
_COMMON_KEYS = ("name", "side", "position")
"""Keys that may also stand inside a sheet."""
_PSIONIC_KEYS = ("attack", "defense", "attack_modes", "defense_modes")
MOST_COMBATANTS = 400
"""The most combatants of a fight."""
_MOST_CLASSES = 3
"""The most classes of a combatant."""
_MOST_COPIES = 100
_LAST_NUMBER = 1000
"""The highest number with which a count may begin."""
LAST_WAVE = 1000
"""The last round in which a combatant may arrive."""
_LEAST_LEFT = -10
"""Hit points at which somebody who has fallen is dead."""


def build_stat_blocks(
    entry: Mapping[str, object], *, where: str = "", setting: Setting = Setting.INDOORS
) -> tuple[StatBlock, ...]:
    """Return the stat blocks of one combatant table. Raises BadEntry for any fault.

    A ``count`` makes several, with ids "orc-1", "orc-2", ... as one mob; ``first`` is another first number. ``hp`` may
    list a number for each, ``position`` a place for each. Values left out come from the monster table, the hit dice,
    or the class (level 1 unless given); ``classes`` lists several, of which the best counts. Without any of these the
    combatant fights and saves as a fighter of its ``level``. A monster with a class is a character of that race.
    ``range_ft`` is converted to inches of the setting. ``where`` begins each error message.
    """
    # Procedures are loaded for their sheets only where a key may be that of one.
    readers = list_sheet_readers() if any(each not in COMBATANT_KEYS for each in entry) else {}
    key = next((key for key in readers if entry.get(key) is not None), "")
    entry = _lift_common_keys(entry, key)
    fields = Fields(entry, (*COMBATANT_KEYS, *readers), where or f'combatant "{entry.get("id", "?")}"')
    if key:
        stat_block = _build_with_sheet(fields, key, readers[key](entry, fields.where))
        return _make_copies(fields, _apply_arrival(fields, stat_block))
    listed = _read_monster(fields)
    stat_block = _apply_modifiers(fields, _apply_movement(fields, _apply_body(fields, _build_base(fields, listed))))
    given = read_weapons(fields, stat_block.creature.size, stat_block.attack.natural) if "weapons" in fields else None
    spells = read_spells(fields, stat_block, setting)
    weapons = add_default_weapons(stat_block, None if _has_class(fields) else listed, given)
    innate, uses = read_innate(fields, listed)
    devices = add_weapon_powers((*innate, *read_devices(fields, spells)), weapons)
    weapons = leave_charges_to_devices(weapons, devices)
    charges, psionic = read_charges(fields, devices, weapons, uses), _read_psionic(fields, stat_block.powers.psionic)
    stat_block = replace(
        stat_block,
        gear=replace(stat_block.gear, weapons=weapons, devices=devices, charges=charges),
        powers=replace(stat_block.powers, spells=spells, psionic=psionic),
        start=replace(stat_block.start, conditions=read_conditions(fields, stat_block)),
    )
    return _make_copies(fields, _apply_arrival(fields, stat_block))


def count_combatants(entries: Iterable[Mapping[str, object]]) -> int:
    """Return how many combatants these tables make; one whose count is not possible makes one."""
    counts = (entry.get("count") for entry in entries)
    return sum(count if type(count) is int and 1 <= count <= _MOST_COPIES else 1 for count in counts)


def _apply_arrival(fields: Fields, stat_block: StatBlock) -> StatBlock:
    """Add whether it is hidden, its round of arrival, and its remaining hit points.

    Raises BadEntry for ``left`` of several stat blocks, or of more hit points than it has.
    """
    wave = fields.read_whole_or_none("wave", 1, LAST_WAVE) or 0
    left = fields.read_whole_or_none("left", _LEAST_LEFT, stat_block.defence.hit_points)
    if left is not None and "count" in fields:
        raise fields.make_error("left", "is what one combatant has left, and goes with no count")
    start = replace(stat_block.start, hidden=fields.read_flag("hidden"), wave=wave, left=left)
    return replace(stat_block, start=start)


def _lift_common_keys(entry: Mapping[str, object], key: str) -> Mapping[str, object]:
    """Move name, side and position from the sheet under this key to the combatant."""
    inner = entry.get(key)
    if not isinstance(inner, Mapping) or not any(each in inner for each in _COMMON_KEYS):
        return entry
    above = {each: inner[each] for each in _COMMON_KEYS if each in inner and each not in entry}
    return {**entry, **above, key: {each: value for each, value in inner.items() if each not in above}}


def _build_with_sheet(fields: Fields, key: str, sheet: Sheet) -> StatBlock:
    """Build a stat block from the sheet of its procedure alone.

    Raises BadEntry for a key of the other procedures.
    """
    for each in fields.table:
        if each not in (*_KEYS_BESIDE_SHEET, key):
            raise fields.make_error(each, f"says nothing of one who has a {key} table")
    id = fields.read_id()
    return StatBlock(
        id,
        fields.read_text("name", id.replace("_", " ").capitalize()),
        fields.read_text("side", None),
        played=fields.read_flag("played"),
        defence=DefenceNumbers(hit_points=sheet.hit_points),
        start=Start(position=_read_first_place(fields)),
        sheet=sheet,
    )


def _read_monster(fields: Fields) -> MonsterEntry | None:
    if "monster" not in fields:
        return None
    with fields.name_errors("monster"):
        return lookup_monster(fields.read_text("monster"))


def _build_base(fields: Fields, listed: MonsterEntry | None) -> StatBlock:
    """Build a stat block from the monster table, hit dice and class."""
    if _has_class(fields) and "hd" in fields:
        raise fields.make_error("hd", "either a class or hit dice, not both")
    id = fields.read_id()
    name = fields.read_text("name", listed.name if listed else id.replace("_", " ").capitalize())
    stat_block = StatBlock(id, name, fields.read_text("side", None))
    if listed:
        stat_block = apply_monster(stat_block, listed)
    if "hd" in fields:
        with fields.name_errors("hd"):
            stat_block = apply_hit_dice(stat_block, fields.read_text("hd"), listed is not None and listed.mindless)
    elif _has_class(fields):
        with fields.name_errors("class"):
            stat_block = apply_classes(stat_block, _read_classes(fields))
    elif listed is None:
        stat_block = apply_class(stat_block, "fighter", fields.read_whole("level", 1, 0, 100))
    race = fields.read_text("race", listed.id if listed and _has_class(fields) else "")
    if race:
        stat_block = apply_race(stat_block, race, own_pace=listed is not None or stat_block.creature.has_class("monk"))
    return stat_block


def _has_class(fields: Fields) -> bool:
    return "class" in fields or "classes" in fields


def _read_classes(fields: Fields) -> tuple[ClassLevel, ...]:
    """Return the one class of ``class`` and ``level``, or those of ``classes``.

    Raises BadEntry for both, for a class twice or unknown, and for fewer than two ``classes`` or more than three.
    """
    if "classes" not in fields:
        class_ = fields.read_text("class")
        return (ClassLevel(class_, fields.read_whole("level", 0 if class_ == "level_0" else 1, 0, 100)),)
    for key in ("class", "level"):
        if key in fields:
            raise fields.make_error("classes", f"either classes or {key}, not both")
    classes: list[ClassLevel] = []
    for each in fields.read_list("classes", _MOST_CLASSES):
        if not isinstance(each, Mapping):
            raise fields.make_error("classes", 'holds tables such as { class = "fighter", level = 3 }')
        inner = fields.make_inner("classes", each, ("class", "level"))
        classes.append(ClassLevel(_read_one_of_several(inner, classes), inner.read_whole("level", 1, 1, 100)))
    if len(classes) < 2:
        raise fields.make_error("classes", "has two or more; one is written as class and level")
    return tuple(classes)


def _read_one_of_several(inner: Fields, others: Sequence[ClassLevel]) -> str:
    class_ = inner.read_text("class", None)
    known = [each for each in list_classes() if each != "level_0"]
    if class_ not in known:
        raise inner.make_error("class", str(UnknownId("class", class_, known)))
    if any(each.id == class_ for each in others):
        raise inner.make_error("class", f"{class_} stands there twice: write each class once")
    return class_


def _apply_body(fields: Fields, stat_block: StatBlock) -> StatBlock:
    creature, defence, attack = stat_block.creature, stat_block.defence, stat_block.attack
    level = fields.read_whole("level", creature.level, 0, 100)
    defence = replace(
        defence,
        hit_points=_read_hit_points(fields)[0] if "hp" in fields else defence.hit_points,
        armor_class=fields.read_whole("ac", defence.armor_class, -10, 10),
        armor_class_dexterity=fields.read_whole("ac_dexterity", 0, -10, 10),
    )
    size = fields.read_choice("size", SIZES, creature.size)
    return replace(
        stat_block,
        creature=replace(creature, level=level, size=size, legs=fields.read_whole("legs", creature.legs, 0, 1000)),
        defence=defence,
        attack=replace(attack, natural=fields.read_flag("natural", attack.natural)),
        played=fields.read_flag("played"),
        start=replace(stat_block.start, position=_read_first_place(fields)),
    )


def _read_first_place(fields: Fields) -> tuple[int, int] | None:
    """Return the place of a combatant, or of the first of a count."""
    return fields.read_places("position", fields.read_whole("count", 1, 1, _MOST_COPIES))[0]


def _read_hit_points(fields: Fields) -> list[int]:
    """Return the hit points given: one number, or one for each of a count."""
    given = fields.table["hp"]
    if not isinstance(given, (list, tuple)):
        return [fields.read_whole("hp", 1, 1)]
    if len(given) != fields.read_whole("count", 1, 1, _MOST_COPIES):
        raise fields.make_error("hp", "has one number for each of the count")
    return [Fields({"hp": hp}, ("hp",), fields.where, fields.path).read_whole("hp", 1, 1) for hp in given]


def _apply_movement(fields: Fields, stat_block: StatBlock) -> StatBlock:
    """Add load and movement, in inches a round.

    The movement given for a creature of no table is also its unencumbered one.
    """
    load = Load(fields.read_choice("load", tuple(Load), Load.LIGHT))
    movement = fields.read_whole("movement", lookup_load_movement(load, stat_block.pace.unencumbered), 0, 1000)
    unencumbered = max(stat_block.pace.unencumbered, movement)
    if "movement" in fields and "monster" not in fields and ("hd" in fields or stat_block.attack.natural):
        unencumbered = movement
    paced = "movement" in fields or ("monster" in fields and not _has_class(fields))
    carried = fields.read_whole_or_none("carries_lb", 0, 10_000)
    pace = replace(
        stat_block.pace, movement=movement, unencumbered=unencumbered, paced=paced, load=load, carried=carried
    )
    return replace(stat_block, pace=pace)


def _apply_modifiers(fields: Fields, stat_block: StatBlock) -> StatBlock:
    creature, powers, surprise = stat_block.creature, stat_block.powers, stat_block.surprise
    hit, damage, allowance, strength = _read_strength(fields, creature)
    return replace(
        stat_block,
        attack=_read_attack(fields, replace(stat_block.attack, strength_hit=hit, strength_damage=damage)),
        pace=replace(stat_block.pace, allowance=allowance, strength=strength),
        gear=replace(
            stat_block.gear,
            untrained=tuple(str(each) for each in fields.read_list("untrained")),
            components=fields.read_whole_or_none("components", -1, 100),
        ),
        start=replace(stat_block.start, on_point=fields.read_flag("on_point") if "on_point" in fields else None),
        creature=replace(
            creature,
            morale=fields.read_whole("morale", creature.morale, -1000, 1000),
            undead=_read_undead(fields, creature.undead),
        ),
        powers=replace(
            powers,
            special=read_special(fields, powers.special),
            on_hit=read_on_hit(fields, powers.on_hit),
            regeneration=read_regeneration(fields, powers.regeneration),
            turns_undead=fields.read_whole("turns_undead", powers.turns_undead, 0, 100),
        ),
        surprise=Surprise(
            fields.read_odds("surprised", surprise.surprised), fields.read_odds("surprises", surprise.surprises)
        ),
    )


def _read_attack(fields: Fields, attack: AttackNumbers) -> AttackNumbers:
    return replace(
        attack,
        reaction=fields.read_whole("reaction", 0, -10, 10),
        attacking=fields.read_whole("attacking", 0, -10, 10),
        hasted=fields.read_flag("hasted"),
        initiative_die=fields.read_die("initiative_die", attack.initiative_die),
        routines=fields.read_times_a_round("routines", attack.routines),
    )


def _read_strength(fields: Fields, creature: Creature) -> tuple[int, int, int, int]:
    """Return adjustments to hit and damage, extra pounds that may be carried, and the score.

    They are those of its class, of several the best. A monk has no adjustments.
    """
    if "strength" not in fields:
        return 0, 0, 0, 0
    score = fields.table["strength"]
    if isinstance(score, bool) or not isinstance(score, (int, str)):
        raise fields.make_error("strength", 'must be a score such as 16 or "18/63"')
    with fields.name_errors("strength"):
        classes = [each.id for each in creature.classes] or [fields.read_text("class")]
        found = {each: lookup_strength(score, each) for each in classes}
        allowance = max(lookup_weight_allowance(score, each) for each in classes)
    hit, damage = max((0, 0) if each == "monk" else (its.hit, its.damage) for each, its in found.items())
    return hit, damage, allowance, int(str(score).partition("/")[0])


def _read_undead(fields: Fields, default: str) -> str:
    kind = fields.read_text("undead", default)
    if kind and kind not in list_undead():
        raise fields.make_error("undead", str(UnknownId("undead", kind, list_undead())))
    return kind


def _read_psionic(fields: Fields, default: Psionic | None) -> Psionic | None:
    inner = fields.read_table("psionic", _PSIONIC_KEYS)
    if inner is None:
        return default
    return Psionic(
        inner.read_whole("attack", 0),
        inner.read_whole("defense", 0),
        _read_modes(inner, "attack_modes", tuple(each.id for each in list_attack_modes())),
        _read_modes(inner, "defense_modes", tuple(each.id for each in list_defense_modes())),
    )


def _read_modes(inner: Fields, key: str, known: tuple[str, ...]) -> tuple[str, ...]:
    modes = []
    for mode in inner.read_list(key):
        if mode not in known:
            raise inner.make_error(key, str(UnknownId("psionic mode", str(mode), known)))
        modes.append(str(mode))
    return tuple(modes)


def _make_copies(fields: Fields, stat_block: StatBlock) -> tuple[StatBlock, ...]:
    count = fields.read_whole_or_none("count", 1, _MOST_COPIES)
    first = fields.read_whole("first", 1, 1, _LAST_NUMBER)
    if count is None:
        if "first" in fields:
            raise fields.make_error("first", "is the number of the first of a count, and needs one")
        return (stat_block,)
    given = _read_hit_points(fields) if "hp" in fields else []
    points = given if len(given) == count else [stat_block.defence.hit_points] * count
    places = fields.read_places("position", count)
    return tuple(
        replace(
            stat_block,
            id=f"{stat_block.id}-{number}",
            name=f"{stat_block.name} {number}",
            mob=stat_block.id,
            defence=replace(stat_block.defence, hit_points=each),
            start=replace(stat_block.start, position=place),
        )
        for number, (each, place) in enumerate(zip(points, places, strict=True), first)
    )
