"""The part of a sheet with class and level: abilities, saves, weapons, spells, devices."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from campaigns.full_numbers import CHARGES, find_full
from campaigns.levels import ABILITIES
from campaigns.models import Character
from campaigns.screens.character.abilities import count_slots, describe_ability
from campaigns.screens.character.sheet_values import Press, SheetValue, ValueBuilder
from campaigns.screens.character.values import CLASS_LEVELS
from campaigns.screens.spell_words import FEET_OF_AN_INCH, describe_spell
from campaigns.spell_choice import describe_counts, read_choice
from encounters.addresses import make_address
from encounters.narration.names import describe_kind, to_units
from encounters.screens.phone.sheet import SAVES
from encounters.screens.supplies import Supply, build_supply
from encounters.screens.things import Thing, find_card
from rules.api import (
    CardKind,
    Save,
    Spell,
    StatBlock,
    Weapon,
    format_listed_name,
)

MOST_PIPS = 20
"""The most charges that are drawn; of more the number is enough."""

MOST_PRINTED = 36
"""The spells of a level that are printed; of others the number is said."""

ARMOR_TYPES = 11
"""The columns of the row to hit: armor class 10 to 0."""


@dataclass(frozen=True, slots=True)
class AbilityRow:
    """An ability with its adjustments."""

    name: str
    score: SheetValue
    adjustments: str
    note: SheetValue


@dataclass(frozen=True, slots=True)
class WeaponRow:
    """A weapon of the sheet."""

    thing: Thing
    speed: str
    length: str
    damage: str
    range: str
    supply: Supply | None
    """The missiles that are left; None where they are not counted."""
    left: SheetValue | None
    """The number of them; None for a weapon that is neither shot nor thrown."""
    refill: Press | None
    """Makes it the full number; None where none is gone."""


@dataclass(frozen=True, slots=True)
class SpellLine:
    """A memorised spell."""

    thing: Thing
    line: str
    left: int
    spent: int
    cast: Press | None
    restore: Press | None

    @property
    def pips(self) -> range:
        """Return one for each time that it is left."""
        return range(self.left)

    @property
    def hollow(self) -> range:
        """Return one for each time that it is spent."""
        return range(self.spent)


@dataclass(frozen=True, slots=True)
class MemorisedLevel:
    """The memorised spells of one level."""

    level: int
    left: int
    spent: int
    slots: int
    """The spells that class and level allow; 0 where no table says."""
    spells: Sequence[SpellLine]
    most_printed: int = MOST_PRINTED

    @property
    def unprinted(self) -> int:
        """Return the number of spells for which a sheet of paper has no room."""
        return max(0, len(self.spells) - self.most_printed)

    @property
    def pips(self) -> list[bool]:
        """Return one for each spell: whether it is left."""
        return [True] * self.left + [False] * self.spent

    @property
    def words(self) -> str:
        """Return how many are left, and how many more or fewer there are than slots."""
        many = self.left + self.spent
        found = [f"{self.left} of {many} left"] if many else []
        if self.slots > many:
            found.append(f"{self.slots - many} free")
        if 0 < self.slots < many:
            found.append(f"{many - self.slots} more than the tables give")
        return ", ".join(found)


@dataclass(frozen=True, slots=True)
class NextSpells:
    """The choice of spells for the next rest."""

    words: str
    """The chosen spells; "" where nothing was chosen."""
    href: str
    """The address at which they are chosen."""


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """A device of the sheet."""

    thing: Thing
    many: int
    left: SheetValue | None
    """The charges left; None for a thing that one use takes."""
    pips: Sequence[bool]
    """One for each charge: whether it is left; empty for too many to draw."""
    refill: Press | None
    """Makes it the full number; None where none is gone."""


@dataclass(frozen=True, slots=True)
class LevelsPart:
    """The attributes of a character of class and level."""

    kind: str
    identity: Sequence[SheetValue]
    """Class and level, or several; race, alignment."""
    armor: SheetValue
    movement: SheetValue
    load: SheetValue
    abilities: Sequence[AbilityRow]
    saves: Sequence[tuple[str, int]]
    to_hit: Sequence[tuple[int, int]]
    """Each armor class with the number needed."""
    weapons: Sequence[WeaponRow]
    memorised: Sequence[MemorisedLevel]
    next: NextSpells | None
    """None for a character that memorises none, or plays no more."""
    devices: Sequence[DeviceRow]
    lists: Mapping[str, SheetValue]
    """The values that hold whole lists: weapons, spells, known, devices."""
    is_readable: bool
    """False where the rules cannot read the attributes any more."""


def build_levels(builder: ValueBuilder, block: StatBlock | None) -> LevelsPart:
    """Return the attributes of a character of class and level."""
    definition = builder.subject.character.definition
    level = str(block.creature.level) if block is not None else str(definition.get("level", 1))
    armor, movement = (block.defence.armor_class, block.pace.movement) if block is not None else (10, 12)
    return LevelsPart(
        kind=describe_kind(block) if block is not None else "",
        identity=[
            *_list_classes(builder, level),
            builder.build("definition.race"),
            builder.build("sheet.alignment"),
        ],
        armor=builder.build("definition.ac", str(armor)),
        movement=builder.build("definition.movement", f'{movement}"'),
        load=builder.build("definition.load", f"{str(definition.get('load', 'light')).replace('_', ' ')} load"),
        abilities=[_build_ability(builder, key, name) for key, name in ABILITIES.items()],
        saves=[(SAVES[save].removeprefix("Save: ").capitalize(), needed) for save, needed in _list_saves(block)],
        to_hit=_list_to_hit(block),
        weapons=[_build_weapon(builder, each) for each in block.gear.weapons] if block is not None else [],
        memorised=_list_memorised(builder, block) if block is not None else [],
        next=_build_next(builder.subject.character),
        devices=list(_list_devices(builder, block)) if block is not None else [],
        lists={
            "weapons": builder.build("definition.weapons"),
            "spells": builder.build("definition.spells"),
            "known": builder.build("sheet.known"),
            "devices": builder.build("definition.devices"),
        },
        is_readable=block is not None,
    )


def _list_classes(builder: ValueBuilder, level: str) -> list[SheetValue]:
    """Return several classes as one value, a single one with its level and the way to more."""
    several, definition = builder.build(CLASS_LEVELS), builder.subject.character.definition
    if definition.get("classes"):
        return [several]
    single = [builder.build("definition.class"), builder.build("definition.level", level)]
    return [*single, replace(several, label="add a class")] if definition.get("class") else single


def _list_saves(block: StatBlock | None) -> Sequence[tuple[Save, int]]:
    return block.defence.saves if block is not None else ()


def _list_to_hit(block: StatBlock | None) -> list[tuple[int, int]]:
    row = block.attack.to_hit[:ARMOR_TYPES] if block is not None else ()
    return [(10 - n, needed) for n, needed in enumerate(row)]


def _build_ability(builder: ValueBuilder, key: str, name: str) -> AbilityRow:
    character = builder.subject.character
    score = builder.build(f"sheet.abilities.{key}")
    stored = character.sheet.get("abilities", {}).get(key)
    class_ = next(iter(builder.subject.levels), "")
    adjustments = describe_ability(key, stored, class_) if stored is not None else ""
    return AbilityRow(name, score, adjustments, builder.build(f"sheet.ability_notes.{key}"))


def _build_weapon(builder: ValueBuilder, weapon: Weapon) -> WeaponRow:
    missile, counted, supply = weapon.missile, None, None
    if missile is not None and missile.ammunition in builder.items:
        item, name = missile.ammunition, builder.items[missile.ammunition]
        counted = _count(builder, item, name)
        if counted.number is not None:
            supply = build_supply(item, name, counted.number, counted.full)
    return WeaponRow(
        thing=Thing(format_listed_name(weapon.name).capitalize(), find_card(CardKind.WEAPON, weapon.id)),
        speed=str(weapon.speed_factor) if weapon.speed_factor is not None else "",
        length=f"{to_units(weapon.length)} ft" if weapon.melee and weapon.length else "",
        damage=", ".join(dict.fromkeys(_write_damage(each.damage, each.damage_large) for each in weapon.blows)),
        range=_write_ranges(weapon),
        supply=supply,
        left=counted.left if counted is not None else None,
        refill=counted.refill if counted is not None else None,
    )


@dataclass(frozen=True, slots=True)
class Counted:
    """The missiles of one kind or the charges of one thing, as a row counts them."""

    left: SheetValue
    number: int | None
    """None where they are not counted."""
    full: int
    refill: Press | None


def _count(builder: ValueBuilder, item: str, name: str, unit: str = "") -> Counted:
    path, character = f"{CHARGES}.{item}", builder.subject.character
    number = character.definition.get("charges", {}).get(item)
    if number is None:
        return Counted(builder.build(path, "not counted"), None, 0, None)
    full = find_full(character, item, number)
    words = f"{number} of {full}{unit}" if number < full else f"{number}{unit}"
    refill = builder.press(path, str(full), f"Refill {name}: {full}") if number < full else None
    return Counted(builder.build(path, words), number, full, refill)


def _write_damage(damage: str, large: str) -> str:
    return damage if damage == large else f"{damage} / {large}"


def _write_ranges(weapon: Weapon) -> str:
    if weapon.missile is None:
        return ""
    ranges = ", ".join(to_units(each * FEET_OF_AN_INCH) for each in weapon.missile.ranges)
    rate = weapon.missile.rate
    return f"{ranges} ft; {float(rate):g} a round"


# Spells.


def _list_memorised(builder: ValueBuilder, block: StatBlock) -> list[MemorisedLevel]:
    gone = Counter(builder.subject.character.cast)
    memorised = Counter(spell.id for spell in block.powers.spells)
    known = {spell.id: spell for spell in block.powers.spells}
    creature, sheet = block.creature, builder.subject.character.sheet
    slots: Counter[int] = Counter()
    for each in creature.list_classes():
        slots.update(count_slots(each.id, each.level, sheet.get("abilities", {})))
    found = []
    for level in sorted({*slots, *(spell.level for spell in known.values())}):
        lines = [
            _build_spell_line(builder, spell, memorised[id], min(gone[id], memorised[id]))
            for id, spell in known.items()
            if spell.level == level
        ]
        left, spent = sum(each.left for each in lines), sum(each.spent for each in lines)
        found.append(MemorisedLevel(level, left, spent, slots.get(level, 0), lines))
    return found


def _build_next(character: Character) -> NextSpells | None:
    choice = read_choice(character) if character.is_playing else None
    if choice is None:
        return None
    words = "" if choice.chosen is None else describe_counts(choice.chosen, choice.names) or "nothing"
    address = make_address("character-memorise", campaign_id=character.campaign_id, number=character.number)
    return NextSpells(words, f"{address}#spells")


def _build_spell_line(builder: ValueBuilder, spell: Spell, many: int, spent: int) -> SpellLine:
    cast, name = builder.subject.character.cast, format_listed_name(spell.name).capitalize()
    rest = list(cast)
    if spent:
        rest.remove(spell.id)
    return SpellLine(
        thing=Thing(name, find_card(CardKind.SPELL, spell.id)),
        line=describe_spell(spell),
        left=many - spent,
        spent=spent,
        cast=builder.press_or_ask("cast", ",".join([*cast, spell.id]), f"{name}: {many - spent} left, spend one")
        if spent < many
        else None,
        restore=builder.press_or_ask("cast", ",".join(rest), f"{name}: {spent} spent, restore one") if spent else None,
    )


# Devices.


def _list_devices(builder: ValueBuilder, block: StatBlock) -> Iterator[DeviceRow]:
    things = [each for each in block.gear.devices if each.innate is None]
    many = Counter(each.id for each in things)
    charged: set[str] = set()
    for each in {each.id: each for each in things}.values():
        thing, counted = Thing(format_listed_name(each.name), find_card(CardKind.DEVICE, each.id)), None
        if not each.single_use and each.charged_item not in charged:
            charged.add(each.charged_item)
            counted = _count(builder, each.charged_item, thing.name, " left")
        if counted is None:
            yield DeviceRow(thing, many[each.id], None, (), None)
        else:
            yield DeviceRow(thing, many[each.id], counted.left, _list_pips(counted), counted.refill)


def _list_pips(counted: Counted) -> Sequence[bool]:
    if counted.number is None or counted.full > MOST_PIPS:
        return ()
    return [n < counted.number for n in range(counted.full)]
