"""Cards of spells, devices, weapons and monsters: their words and figures for play.

A card is made of the tables alone: it knows no fight, and nobody who has the thing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from functools import cache

from rules.kernel.frozen import frozen
from rules.kernel.phrases import format_listed_name
from rules.kernel.stat_block import FEARLESS, Missile, Weapon
from rules.kernel.terms import HUNDREDTHS
from rules.reference.combat import lookup_monster_row
from rules.reference.devices import (
    POTION,
    SINGLE_USE,
    SPELL_SCROLL,
    find_device_level,
    is_drunk,
    lookup_device,
    lookup_device_row,
)
from rules.reference.effects import find_effect
from rules.reference.experience import find_experience
from rules.reference.monsters import MonsterAttack, MonsterEntry, MonsterPace, lookup_monster
from rules.reference.printed_texts import DM_DECIDES, write_feet, write_lengths, write_number, write_plainly
from rules.reference.spells import REVERSED, SpellEntry, lookup_spell_entry
from rules.reference.tables import Row, find, index_rows, list_rows
from rules.reference.weapons import SPEED_WEAPONS, lookup_range_modifier, lookup_weapon

HALF = "half harm"
"""The save against what the tables give dice for; without them, _HALF_EFFECT."""

_HALF_EFFECT = "half the effect"
_OUTDOORS = "Ranges are those indoors; outdoors read yards for feet."


class CardKind(StrEnum):
    """The kinds of things that have cards."""

    SPELL = "spell"
    DEVICE = "device"
    WEAPON = "weapon"
    MONSTER = "monster"


@frozen(slots=True)
class CardFact:
    """A figure of a card, or that the DM decides."""

    label: str
    value: str


@frozen(slots=True)
class Card:
    """A thing of the tables, as a player looks it up."""

    kind: CardKind
    id: str
    name: str
    sort: str
    """Its kind in words: "Magic-user spell, level 1"."""
    words: str
    """What it does in play."""
    facts: tuple[CardFact, ...]
    takes: int | None = None
    """The segments that it takes; None where it takes no time, or the tables do not say."""
    may_take_less: bool = False
    """It takes at most these segments, by dice."""
    notes: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    """The books and their entries, where the tables name them."""


def lookup_card(kind: CardKind, id: str) -> Card:
    """Return the card of a thing of the tables. Raises UnknownId."""
    return _BUILDERS[kind](id)


def has_card(kind: CardKind, id: str) -> bool:
    """Return whether the tables hold this thing; what a DM has made up has no card."""
    return id in _index_words(_find_home(kind, id))


def lookup_words(kind: CardKind, id: str) -> str:
    """Return what this thing does in play. Raises UnknownId.

    The magic weapons that strike first are devices, and have their words there.
    """
    home = _find_home(kind, id)
    return find(home.value, id, _index_words(home))


def _find_home(kind: CardKind, id: str) -> CardKind:
    """Return the kind among whose words those of this thing stand."""
    return CardKind.DEVICE if kind is CardKind.WEAPON and id in SPEED_WEAPONS else kind


@cache
def _index_words(kind: CardKind) -> Mapping[str, str]:
    rows = list_rows(f"words_{kind}s", "text")
    return {str(id): str(row["words"]) for row in rows for id in row["of"]}


def _make_facts(*facts: tuple[str, str]) -> tuple[CardFact, ...]:
    return tuple(CardFact(label, value or DM_DECIDES) for label, value in facts)


def _describe_effect_end(id: str, level: int = 0) -> str:
    """Return how long the effect of this magic lasts; "" where the table of effects sets no end.

    Without a level, the rounds of each level are told.
    """
    effect = find_effect(id)
    if effect is None:
        return ""
    lasts = effect.describe_duration(level).replace(" and ", " + ").replace(" for each level", " a level")
    until = "until its bearer attacks" if effect.ends_on_attack else ""
    return ", or ".join(each for each in (lasts, until) if each)


def _list_effect_sources(id: str) -> tuple[str, ...]:
    effect = find_effect(id)
    return (effect.source,) if effect is not None and effect.source else ()


# Spells.

_SAVES = {
    "None": "none",
    "Neg.": "negates",
    "1/2": HALF,
    "Neg. or 1/2": f"negates or {HALF}",
    "Neg. if unwilling": "negates if unwilling",
    "None for reader, 1/2 for others": f"none for the reader, {HALF} for others",
    "Harmed instead": "harm in place of death",
}
"""The short saves of the spell table in words."""

_COMPONENTS = {"V": "words", "S": "gestures", "M": "materials"}

_FROM_THE_CASTER = "0"
"""The printed range of a spell that begins at its caster."""

_HEALS = "heal "


def _build_spell_card(id: str) -> Card:
    entry = lookup_spell_entry(id)
    reach = "from yourself" if entry.range_text == _FROM_THE_CASTER else write_plainly(entry.range_text)
    return Card(
        kind=CardKind.SPELL,
        id=id,
        name=entry.name,
        sort=_describe_spell(entry),
        words=lookup_words(CardKind.SPELL, id),
        facts=_make_facts(
            ("Range", reach),
            ("Area", write_plainly(entry.area)),
            ("Save", _describe_spell_save(entry)),
            ("Takes", write_plainly(entry.casting_text)),
            ("Lasts", _describe_spell_duration(entry)),
            _build_harm(entry.damage) if entry.damage else ("Needs", _describe_components(entry.components)),
        ),
        takes=None if _is_decided(entry.casting_text) else entry.casting,
        notes=(_OUTDOORS,) if '"' in entry.range_text else (),
        sources=_list_effect_sources(id),
    )


def _describe_spell_duration(entry: SpellEntry) -> str:
    printed = write_plainly(entry.duration)
    return _describe_effect_end(entry.id) or printed if printed == DM_DECIDES else printed


def _describe_spell_save(entry: SpellEntry) -> str:
    printed = _SAVES.get(entry.save.text, DM_DECIDES)
    if printed == DM_DECIDES and entry.save.note:
        return entry.save.note
    plain = printed if entry.damage else printed.replace(HALF, _HALF_EFFECT)
    return f"{plain}; {entry.save.note}" if entry.save.note else plain


def _describe_spell(entry: SpellEntry) -> str:
    class_ = entry.class_.replace("_", "-").capitalize()
    return f"{class_} spell, level {entry.level}{', reversed' if entry.id.endswith(REVERSED) else ''}"


def _is_decided(text: str) -> bool:
    return DM_DECIDES in write_plainly(text)


def _build_harm(damage: str) -> tuple[str, str]:
    if damage.startswith(_HEALS):
        return ("Heals", damage.removeprefix(_HEALS))
    return ("Damage", write_plainly(damage))


def _describe_components(letters: str) -> str:
    known = [_COMPONENTS[each] for each in letters.split(",") if each in _COMPONENTS]
    return ", ".join(known)


# Devices.

_NO_ACTION = "no action"
_KINDS = {"misc": "Magic item"}
_BONUSES = {"hit_bonus": "to hit", "damage_bonus": "damage", "ac_bonus": "armor class"}


def _build_device_card(id: str) -> Card:
    if id in SPEED_WEAPONS:
        return replace(_build_weapon_card(id), kind=CardKind.DEVICE)
    row, device = lookup_device_row(id), lookup_device(id)
    return Card(
        kind=CardKind.DEVICE,
        id=id,
        name=_begin(write_lengths(device.name)),
        sort=_KINDS.get(str(row["kind"]), str(row["kind"]).capitalize()),
        words=lookup_words(CardKind.DEVICE, id),
        facts=_make_facts(
            ("Works by", str(row["activation"])),
            ("Takes", _describe_device_time(row)),
            ("Reach", _describe_device_reach(row)),
            ("Save", _describe_device_save(row, device.save)),
            ("A use takes", _describe_cost(row)),
            _build_device_result(row),
        ),
        takes=row.get("activation_segments", row.get("onset_segments_max")),
        may_take_less=_has_onset(row),
        notes=tuple(_list_device_notes(row)),
        sources=(*_list_effect_sources(id), *([str(row["segments_source"])] if "segments_source" in row else [])),
    )


def _describe_device_time(row: Row) -> str:
    if "activation_segments" in row:
        return _count(row["activation_segments"], "segment") if row["activation_segments"] else _NO_ACTION
    if _has_onset(row):
        return f"{row['onset_segments_min']} to {row['onset_segments_max']} segments"
    if "segments_note" in row:
        return str(row["segments_note"])
    return _NO_ACTION if _is_only_worn(row) else DM_DECIDES


def _has_onset(row: Row) -> bool:
    """Return whether it begins to work after a time by dice."""
    return "activation_segments" not in row and "onset_segments_min" in row


def _is_only_worn(row: Row) -> bool:
    """Return whether it works by being worn, without an act."""
    return bool(row["worn_continuous"]) and str(row["activation"]).startswith("wearing")


def _describe_device_reach(row: Row) -> str:
    if "range_in" in row:
        return write_feet(Fraction(row["range_in"]))
    if "radius_in" in row:
        return f"{write_feet(Fraction(row['radius_in']))} around"
    if "area" in row:
        return write_plainly(str(row["area"]))
    return "yourself" if _is_only_worn(row) or is_drunk(str(row["id"])) else DM_DECIDES


def _describe_device_save(row: Row, save: str) -> str:
    if "save" in row:
        column, _, effect = str(row["save"]).rpartition(", ")
        return f"{effect}, against {column}" if column else effect
    if save != "none":
        half = HALF if "damage" in row else _HALF_EFFECT
        effect = {"negates": "negates", "half": half}.get(save, DM_DECIDES)
        return f"{effect}, against wands" if row["kind"] == "wand" and effect != DM_DECIDES else effect
    return DM_DECIDES if row["is_attack"] else "none"


def _describe_cost(row: Row) -> str:
    if row["kind"] in SINGLE_USE and row["id"] != SPELL_SCROLL:
        return "all of it"
    if "charges" in row:
        return _count(row["charges"], "charge")
    costs = sorted({int(each["charges"]) for each in row.get("functions", ()) if "charges" in each})
    if costs:
        return _count(costs[0], "charge") if len(costs) == 1 else f"{costs[0]} to {costs[-1]} charges"
    return "nothing" if _is_only_worn(row) else DM_DECIDES


def _build_device_result(row: Row) -> tuple[str, str]:
    if "damage" in row:
        return ("Damage", write_plainly(str(row["damage"])))
    if "heals" in row:
        return ("Heals", write_plainly(str(row["heals"])))
    bonuses = [f"+{row[key]} {name}" for key, name in _BONUSES.items() if key in row]
    moves = [f"{write_feet(row[key])} a round" for key in ("move_in", "fly_in") if key in row]
    if bonuses or moves:
        return ("Gives", ", ".join((*bonuses, *moves)))
    return ("Lasts", _describe_device_duration(row))


def _describe_device_duration(row: Row) -> str:
    if "duration" in row:
        return str(row["duration"])
    id = str(row["id"])
    worn = "while worn" if _is_only_worn(row) else ""
    return _describe_effect_end(id, find_device_level(id)) or worn


def _list_device_notes(row: Row) -> list[str]:
    powers = [write_lengths(str(each["name"])) for each in row.get("functions", ())]
    notes = [f"Its powers: {'; '.join(powers)}."] if powers else []
    if row["kind"] == POTION and "onset_segments_min" in row:
        notes.append("It begins to work when that time is over, by dice.")
    if row.get("segments_unconfirmed"):
        notes.append("The time is not certain; the DM may set another.")
    return notes


def _count(number: int, unit: str) -> str:
    return f"{number} {unit}{'' if number == 1 else 's'}"


# Weapons.


def _build_weapon_card(id: str) -> Card:
    weapon = lookup_weapon(id)
    row = index_rows(list_rows("weapons", "weapon"))[SPEED_WEAPONS.get(id, id)]
    blow = weapon.blows[0]
    harm = (("Small, man-sized", blow.damage), ("Large", blow.damage_large))
    pace = (("Speed factor", _describe_speed(row)), ("Length", _describe_length(row)))
    hands = ("Hands", {"1": "one", "2": "two"}.get(str(row["hands"]), "one or two"))
    if weapon.missile is None:
        others = (*pace, hands, ("Room", f"{write_number(row['space_ft'])} ft" if "space_ft" in row else DM_DECIDES))
    elif weapon.melee:
        others = (*pace, *_list_missile_facts(weapon.missile))
    else:
        others = (*_list_missile_facts(weapon.missile), hands, ("To hit, far", _describe_far()))
    return Card(
        kind=CardKind.WEAPON,
        id=id,
        name=_name_listed(weapon.name),
        sort=_describe_weapon(weapon),
        words=lookup_words(CardKind.WEAPON, id),
        facts=_make_facts(*harm, *others),
        notes=tuple(_list_weapon_notes(weapon, row)),
    )


def _name_listed(name: str) -> str:
    return _begin(format_listed_name(name))


def _begin(text: str) -> str:
    return text[0].upper() + text[1:]


def _describe_weapon(weapon: Weapon) -> str:
    if weapon.missile is None:
        return "Weapon, in melee"
    return (
        "Weapon, in melee or thrown" if weapon.melee else "Weapon, thrown" if weapon.missile.thrown else "Weapon, shot"
    )


def _describe_speed(row: Row) -> str:
    return _write_span(row["speed_factor_min"], row["speed_factor_max"]) if "speed_factor" in row else "none"


def _describe_length(row: Row) -> str:
    if "length_ft" not in row:
        return "none"
    more = " or more" if row["length_open_ended"] else ""
    return f"{_write_span(row['length_min_ft'], row['length_max_ft'])} ft{more}"


def _write_span(least: int | Fraction, most: int | Fraction) -> str:
    return write_number(least) if least == most else f"{write_number(least)} to {write_number(most)}"


def _list_missile_facts(missile: Missile) -> tuple[tuple[str, str], tuple[str, str]]:
    ranges = "/".join(write_feet(Fraction(each, HUNDREDTHS)).removesuffix(" ft") for each in missile.ranges)
    rate = missile.rate
    often = f"{rate} a round" if rate.denominator == 1 else f"{rate.numerator} in {rate.denominator} rounds"
    return (("Range", f"{ranges} ft"), ("Rate", often))


def _describe_far() -> str:
    return f"{lookup_range_modifier(1)} medium, {lookup_range_modifier(2)} long"


def _list_weapon_notes(weapon: Weapon, row: Row) -> list[str]:
    bonuses = {"to hit": weapon.hit_bonus, "damage": weapon.damage_bonus}
    magic = ", ".join(f"{bonus:+} {name}" for name, bonus in bonuses.items() if bonus)
    notes = [f"Magic: {magic}."] if weapon.strikes_first and magic else []
    if weapon.settable:
        unless = " unless the DM says otherwise" if row.get("set_vs_charge_basis") == "inferred" else ""
        notes.append(f"Set against a charge it does double damage{unless}.")
    if weapon.charge_double:
        notes.append("From a charging mount it does double damage.")
    if row.get("dismounts"):
        notes.append("It may pull a rider down.")
    if row.get("disarms"):
        notes.append("It may disarm.")
    return [*notes, *([_OUTDOORS] if weapon.missile is not None else [])]


# Monsters, for the DM.

_SIZES = {"S": "small", "M": "man-sized", "L": "large"}
_HIT_POINTS = " hp"
_PART_OF_A_DIE = {"0.25": "¼"}
_OR_WEAPON = " or weapon"
_OR = " or "
_SURE = 100
_ARMOR_CLASS_0 = 10
"""The place of armor class 0 in a row of the attack tables."""
HITS = "Hits AC 0"
EXPERIENCE = "Experience"


def _build_monster_card(id: str) -> Card:
    entry = lookup_monster(id)
    resistance = entry.defence.magic_resistance
    return Card(
        kind=CardKind.MONSTER,
        id=id,
        name=entry.plain_name,
        sort=f"Monster, {_SIZES[entry.size]}",
        words=lookup_words(CardKind.MONSTER, id),
        facts=_make_facts(
            ("Armor class", str(entry.defence.armor_class)),
            ("Hit dice", _describe_hit_dice(entry)),
            (HITS, describe_to_hit(lookup_monster_row(entry.attack.attack_row))),
            ("Attacks", _describe_routine(entry.attack.routine)),
            ("Move", _describe_pace(entry.pace)),
            (EXPERIENCE, _describe_experience(id)),
        ),
        notes=(
            f"Morale: {_describe_morale(entry.morale)}.{f' Magic resistance: {resistance} %.' if resistance else ''}",
            *(_make_sentence(write_plainly(each)) for each in (*entry.list_powers(), *entry.special)),
        ),
        sources=_list_monster_sources(entry),
    )


def _make_sentence(text: str) -> str:
    return f"{_begin(text)}."


def _describe_hit_dice(entry: MonsterEntry) -> str:
    points = f"{entry.defence.hit_points} hit points"
    if entry.hit_dice.endswith(_HIT_POINTS):
        return f"{entry.hit_dice.removesuffix(_HIT_POINTS)} hit points"
    return f"{_PART_OF_A_DIE.get(entry.hit_dice, entry.hit_dice)}, about {points}"


def describe_to_hit(to_hit: Sequence[int]) -> str:
    """Return the face that hits armor class 0, by a row for armor class 10, 9, ...; or ""."""
    return f"{to_hit[_ARMOR_CLASS_0]} or more" if len(to_hit) > _ARMOR_CLASS_0 else ""


def _describe_experience(id: str) -> str:
    value = find_experience(id)
    if value is None:
        return ""
    return f"{value.base:,} + {value.per_point} a hit point{'' if value.is_printed else ', by the table'}"


def _describe_morale(percent: int) -> str:
    """Return the base of morale; from 100 on it fails only when something lowers it."""
    if percent == FEARLESS:
        return "never checks"
    return f"{percent} %" if percent < _SURE else f"holds, base {percent}"


def _describe_routine(routine: Sequence[MonsterAttack]) -> str:
    return ", ".join(_describe_attack(each) for each in routine)


def _describe_attack(attack: MonsterAttack) -> str:
    times = f"{attack.count} x " if attack.count > 1 else ""
    if attack.damage.endswith(_OR_WEAPON):
        return f"{times}{attack.damage.removesuffix(_OR_WEAPON)}, or by weapon"
    if attack.damage == "by weapon":
        return f"{times}by weapon"
    names, dice = attack.name.split(_OR), attack.damage.split(_OR)
    if len(names) == len(dice):
        return times + _OR.join(
            f"{name}{'' if damage == '0' else f' {damage}'}" for name, damage in zip(names, dice, strict=True)
        )
    return f"{times}{attack.name} {attack.damage}"


def _describe_pace(pace: MonsterPace) -> str:
    ways = {
        "": pace.movement,
        "flying ": pace.flying,
        "swimming ": pace.swimming,
        "burrowing ": pace.burrowing,
        "in its web ": pace.in_web,
    }
    return ", ".join(f"{way}{write_feet(inches)}" for way, inches in ways.items() if inches) or "none"


def _list_monster_sources(entry: MonsterEntry) -> tuple[str, ...]:
    powers = [each.innate.source for each in entry.innate if each.innate is not None]
    regains = [entry.regeneration.source] if entry.regeneration is not None else []
    return tuple(dict.fromkeys(each for each in (*(hit.source for hit in entry.on_hit), *powers, *regains) if each))


_BUILDERS: Mapping[CardKind, Callable[[str], Card]] = {
    CardKind.SPELL: _build_spell_card,
    CardKind.DEVICE: _build_device_card,
    CardKind.WEAPON: _build_weapon_card,
    CardKind.MONSTER: _build_monster_card,
}
