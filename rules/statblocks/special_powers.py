"""Readers of what creatures do besides blows: special attacks, own powers, regeneration."""

import re
from collections.abc import Mapping

from rules.kernel.rulings import MOST_CHARGES
from rules.kernel.stat_block import USER_HIT_POINTS, Device, Innate, Regeneration, SpecialAttack
from rules.kernel.terms import HUNDREDTHS, Save
from rules.reference import GearSort, MonsterEntry, find_likeness, read_special_attack
from rules.statblocks.fields import Fields, read_item
from rules.statblocks.gear import SAVES

_ON_HIT_KEYS = ("name", "blow", "save", "save_by", "begins", "until", "levels", "spares", "note")
_INNATE_KEYS = (
    *("id", "name", "activation", "attack", "save", "save_column", "damage", "element"),
    *("range_ft", "area", "shape", "length_ft", "width_ft", "uses", "note"),
)
_REGENERATION_KEYS = ("points", "after", "spares", "revives")
_EFFECT_NAME = re.compile(r"[a-z][a-z0-9_ '-]{0,39}", re.ASCII)
_DURATION = re.compile(r"(\d{1,3}|\d{1,2}d\d{1,3}(\+\d{1,3})?) (segment|round|turn)s?", re.ASCII)
SHAPES = ("cone", "rectangle")
MOST_NOTES = 20
LONGEST_SPECIAL = 200


def read_special(fields: Fields, default: tuple[str, ...]) -> tuple[str, ...]:
    """Read notes on powers that no procedure plays. Raises BadEntry.

    The default is the notes of the monster table.
    """
    if "special" not in fields:
        return default
    notes = fields.read_list("special")
    if len(notes) > MOST_NOTES or not all(isinstance(note, str) and 0 < len(note) <= LONGEST_SPECIAL for note in notes):
        raise fields.make_error("special", f"has up to {MOST_NOTES} notes of up to {LONGEST_SPECIAL} letters")
    return tuple(str(note) for note in notes)


def read_on_hit(fields: Fields, default: tuple[SpecialAttack, ...]) -> tuple[SpecialAttack, ...]:
    """Read the special attacks of hits. Raises BadEntry. The default is the monster table's."""
    if "on_hit" not in fields:
        return default
    given = fields.read_list("on_hit")
    if len(given) > MOST_NOTES:
        raise fields.make_error("on_hit", f"has at most {MOST_NOTES} special attacks")
    return tuple(_read_special_attack(fields, each) for each in given)


def _read_special_attack(fields: Fields, given: object) -> SpecialAttack:
    if not isinstance(given, Mapping):
        raise fields.make_error(
            "on_hit", 'holds tables such as { name = "poison", save = "paralysis_poison_death", begins = "dead" }'
        )
    inner = fields.make_inner("on_hit", given, _ON_HIT_KEYS)
    for key in ("name", "begins"):
        if (key == "name" or key in inner) and _EFFECT_NAME.fullmatch(inner.read_text(key, None)) is None:
            raise inner.make_error(key, "has small letters, at most 40")
    if "save" in inner:
        inner.read_choice("save", tuple(Save), Save.PARALYSIS_POISON_DEATH)
    if "until" in inner and _DURATION.fullmatch(inner.read_text("until")) is None:
        raise inner.make_error("until", 'must be a duration such as "5 rounds" or "2d4 turns"')
    inner.read_whole("save_by", 0, -20, 20)
    if not inner.read_whole("levels", 0, 0, 20) and "begins" not in inner:
        raise inner.make_error("begins", "is missing: the effect of a hit, or levels that are lost")
    if len(inner.read_text("note", "")) > LONGEST_SPECIAL or len(inner.read_text("blow", "")) > LONGEST_SPECIAL:
        raise inner.make_error("note", f"has at most {LONGEST_SPECIAL} letters")
    if not all(isinstance(each, str) for each in inner.read_list("spares")):
        raise inner.make_error("spares", "is a list of races")
    return read_special_attack(inner.table)


def read_innate(fields: Fields, listed: MonsterEntry | None) -> tuple[tuple[Device, ...], tuple[tuple[str, int], ...]]:
    """Return the powers of the creature itself, and the uses of those counted. Raises BadEntry.

    The default is the monster table's.
    """
    if "innate" not in fields:
        return (listed.innate, listed.uses) if listed is not None else ((), ())
    given = fields.read_list("innate")
    if len(given) > MOST_NOTES:
        raise fields.make_error("innate", f"has at most {MOST_NOTES} powers")
    powers: dict[str, Device] = {}
    uses: dict[str, int] = {}
    for each in given:
        if not isinstance(each, Mapping):
            raise fields.make_error("innate", 'holds tables such as { id = "breath", damage = "6d6", save = "half" }')
        inner = fields.make_inner("innate", each, _INNATE_KEYS)
        power = _read_power(inner)
        if power.id in powers:
            raise inner.make_error("id", f"two powers are called '{power.id}'")
        powers[power.id] = power
        if "uses" in inner:
            uses[power.charged_item] = inner.read_whole("uses", 1, 0, MOST_CHARGES)
    return tuple(powers.values()), tuple(uses.items())


def _read_power(inner: Fields) -> Device:
    id = inner.read_id()
    for key in ("name", "area", "note", "element"):
        if len(inner.read_text(key, "-")) > LONGEST_SPECIAL:
            raise inner.make_error(key, f"has at most {LONGEST_SPECIAL} letters")
    by_points = inner.table.get("damage") == USER_HIT_POINTS
    return Device(
        id=id,
        name=inner.read_text("name", id.replace("_", " ").capitalize()),
        activation=inner.read_whole_or_none("activation", 0, 1000),
        attack=inner.read_flag("attack", True),
        save=inner.read_choice("save", SAVES, "none"),
        save_column=Save(inner.read_choice("save_column", tuple(Save), Save.BREATH)),
        damage=USER_HIT_POINTS if by_points else inner.read_dice("damage"),
        range=inner.read_feet("range_ft", 0) if "range_ft" in inner else None,
        element=inner.read_text("element", ""),
        innate=_read_innate(inner),
        item=read_item(id),
        like=find_likeness(GearSort.DEVICE, id),
    )


def _read_innate(inner: Fields) -> Innate:
    shape = inner.read_choice("shape", SHAPES, SHAPES[0]) if "shape" in inner else ""
    length, width = inner.read_feet("length_ft", 0), inner.read_feet("width_ft", 0)
    if shape and not (length and width):
        raise inner.make_error("length_ft", "is missing: a shape has length_ft and width_ft")
    area = inner.read_text("area", f"{shape} {length // HUNDREDTHS} by {width // HUNDREDTHS} feet" if shape else "")
    return Innate(area, shape, length, width, note=inner.read_text("note", ""))


def read_regeneration(fields: Fields, default: Regeneration | None) -> Regeneration | None:
    """Read hit points that come back by themselves; 0 points for none. Raises BadEntry.

    The default is the monster table's.
    """
    inner = fields.read_table("regenerates", _REGENERATION_KEYS)
    if inner is None:
        return default
    points = inner.read_whole("points", 0, 0, 100)
    if not all(isinstance(each, str) for each in inner.read_list("spares")):
        raise inner.make_error("spares", "is a list of kinds of harm, such as fire")
    if not points:
        return None
    return Regeneration(
        points,
        inner.read_whole("after", 0, 0, 1000),
        tuple(str(each) for each in inner.read_list("spares")),
        inner.read_flag("revives"),
    )
