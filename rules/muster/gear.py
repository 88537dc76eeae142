"""What a combatant carries: weapons, spells and devices, by their ids or as inline tables.

An inline table stands for itself: nothing is taken from the table of the books, whatever its id.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeVar

from rules.figure import Blow, Device, Missile, Spell, Weapon
from rules.muster.reading import MOST_A_ROUND, Fields
from rules.reference import device, read_casting, spell, spell_entry, weapon
from rules.terms import HUNDREDTHS, Setting

T = TypeVar("T")

WEAPON_KEYS = (
    "id",
    "speed_factor",
    "length_ft",
    "damage",
    "damage_large",
    "blows",
    "size",
    "missile",
    "natural",
    "strikes_first",
    "surprise_shot",
    "extra",
    "power",
    "balanced",
)
SPELL_KEYS = ("id", "casting", "offensive", "relocation", "cantrip", "range_ft", "save", "damage")
DEVICE_KEYS = ("id", "activation", "attack", "relocation", "worn", "spell", "spells")
SIZES = ("S", "M", "L")

UNLISTED_DAMAGE = "1d6"
"""What a blow does when nothing says how much."""

MOST_CHARGES = 1000

UNLISTED_RANGE = 1_000 * HUNDREDTHS
"""The range of an inline missile in hundredths of an inch: short range, however far."""

_SAVES = ("none", "negates", "half", "special")
_REACH_FEET = {"S": 1, "M": 2, "L": 4}


def natural_reach(size: str) -> int:
    """The reach of natural attacks, in hundredths of a foot: 1, 2 or 4 feet by size (ADDICT.VII.B.3.b)."""
    return _REACH_FEET[size] * HUNDREDTHS


def read_weapons(fields: Fields, size: str, natural: bool) -> tuple[Weapon, ...]:
    """The weapons of a figure of this size; the inline ones of a beast are natural unless they say otherwise."""
    return _read(fields, "weapons", WEAPON_KEYS, weapon, lambda inline: _weapon(inline, size, natural))


def read_spells(fields: Fields, level: int, setting: Setting) -> tuple[Spell, ...]:
    """The spells of a caster of this level; ``range_ft`` is turned into inches of the setting."""
    return _read(fields, "spells", SPELL_KEYS, lambda id: spell(id, level), lambda inline: _spell(inline, setting))


def with_powers(devices: tuple[Device, ...], weapons: tuple[Weapon, ...]) -> tuple[Device, ...]:
    """The devices of a figure, with the powers of its weapons: each is a device of its own."""
    listed = [each.id for each in devices]
    powers = (Device(each.id, each.name) for each in weapons if each.power and each.id not in listed)
    return (*devices, *powers)


def read_devices(fields: Fields, spells: tuple[Spell, ...]) -> tuple[Device, ...]:
    """The devices. The ``spell`` of an inline one is a table's, or one of the figure's own."""
    own = {each.id for each in spells}
    return _read(fields, "devices", DEVICE_KEYS, device, lambda inline: _device(inline, own))


def read_charges(fields: Fields, devices: tuple[Device, ...]) -> tuple[tuple[str, int], ...]:
    """Return the charges of the items that count them: as given, and 1 for what is used up by one use."""
    items = tuple(dict.fromkeys(each.charged_item for each in devices))
    given = fields.inner("charges", items or ("wand_fire",))
    single = {each.charged_item: 1 for each in devices if each.single_use}
    counted = {item: given.whole(item, 0, 0, MOST_CHARGES) for item in given.table} if given is not None else {}
    return tuple((single | counted).items())


def _read(
    fields: Fields, key: str, known: tuple[str, ...], listed: Callable[[str], T], inline: Callable[[Fields], T]
) -> tuple[T, ...]:
    found = []
    for entry in fields.entries(key):
        if isinstance(entry, Mapping):
            found.append(inline(fields.within(key, entry, known)))
        else:
            with fields.at(key):
                found.append(listed(entry))
    return tuple(found)


def _weapon(inline: Fields, size: str, natural: bool) -> Weapon:
    id = inline.id()
    name = _spoken(id)
    damage = inline.dice("damage", UNLISTED_DAMAGE) or UNLISTED_DAMAGE
    missile = _missile(inline)
    in_hand = missile is None or "speed_factor" in inline or "length_ft" in inline
    return Weapon(
        id=id,
        name=name,
        blows=_blows(inline, name) or (Blow(name, damage, inline.dice("damage_large") or damage),),
        length=inline.feet("length_ft", natural_reach(size) if in_hand else 0),
        speed_factor=inline.whole_or_none("speed_factor", 0, 20),
        missile=missile,
        melee=in_hand,
        natural=inline.flag("natural", natural),
        strikes_first=inline.flag("strikes_first"),
        surprise_shot=inline.whole_or_none("surprise_shot", 1, 10),
        extra=inline.whole("extra", 0, 0, 10),
        power=inline.flag("power"),
        balanced=inline.flag("balanced") if "balanced" in inline else None,
        size=inline.choice("size", SIZES, "M"),
    )


def _blows(inline: Fields, name: str) -> tuple[Blow, ...]:
    """A routine of several blows, by the damage of each; none where nothing is said of several."""
    given = inline.entries("blows")
    if len(given) > MOST_A_ROUND:
        raise inline.bad("blows", f"has at most {MOST_A_ROUND}")
    if given and "damage" in inline:
        raise inline.bad("blows", "either the damage of one blow or of several, not both")
    dice = [Fields({"blows": each}, ("blows",), inline.where, inline.path).dice("blows") or "" for each in given]
    return tuple(Blow(name, each, each) for each in dice)


def _missile(inline: Fields) -> Missile | None:
    """Shots a round and whether it is ready. One that also has a length or a speed factor is thrown."""
    shot = inline.inner("missile", ("rate", "ready"))
    if shot is None:
        return None
    thrown = "speed_factor" in inline or "length_ft" in inline
    ranges = (UNLISTED_RANGE, UNLISTED_RANGE, UNLISTED_RANGE)
    return Missile(shot.number("rate", Fraction(1)), ranges, shot.flag("ready"), thrown)


def _spell(inline: Fields, setting: Setting) -> Spell:
    """A cantrip takes 1 segment unless it says otherwise; of other spells the casting time is required."""
    id = inline.id()
    cantrip = inline.flag("cantrip")
    with inline.at("casting"):
        casting = read_casting(inline.text("casting", "1 segment" if cantrip else None))
    return Spell(
        id=id,
        name=_spoken(id),
        casting=casting,
        offensive=inline.flag("offensive"),
        relocation=inline.flag("relocation"),
        cantrip=cantrip,
        range=_inches(inline.feet("range_ft", 0), setting) if "range_ft" in inline else None,
        save=inline.choice("save", _SAVES, "none"),
        damage=inline.dice("damage"),
    )


def _inches(feet: int, setting: Setting) -> int:
    """Hundredths of a foot in hundredths of an inch, rounded up so that the whole range counts."""
    return -(-feet * HUNDREDTHS // setting.inch)


def _device(inline: Fields, own_spells: set[str]) -> Device:
    id = inline.id()
    cast = inline.text("spell") or None
    if cast is not None and cast not in own_spells:
        with inline.at("spell"):
            spell_entry(cast)
    return Device(
        id=id,
        name=_spoken(id),
        activation=inline.whole_or_none("activation", 0, 1000),
        attack=inline.flag("attack"),
        relocation=inline.flag("relocation"),
        worn=inline.flag("worn"),
        spell=cast,
        spells=inline.whole("spells", 1, 1, 10),
    )


def _spoken(id: str) -> str:
    return id.replace("_", " ").capitalize()
