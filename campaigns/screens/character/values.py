"""The values of a character that a DM changes in place, each with its kind."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from campaigns.deaths import DEATH
from campaigns.definitions import CONDITIONS, build_character, find_entry_id, find_sheet, read_value, write_rested
from campaigns.full_numbers import CHARGES
from campaigns.levels import ABILITIES
from campaigns.models import Character
from campaigns.screens.character.kinds import (
    BroughtConditions,
    CastSpells,
    Choices,
    ClassLevels,
    GearLines,
    Kind,
    Line,
    Lines,
    OneChoice,
    Paragraphs,
    PointsLeft,
    Strength,
    Subject,
    TableNames,
    WholeNumber,
)
from campaigns.services.carrying import COINS
from campaigns.services.characters import MOST_EXPERIENCE
from encounters.errors import Invalid
from encounters.narration.supplies import list_missile_items, name_charged_item
from encounters.screens.sheets.combatant import CLASSES, LOADS
from encounters.services.preparing import LONGEST_NAME
from rules.api import StatBlock, lookup_dexterity

Further = Mapping[str, Any]
"""Values that are written along with another, by their paths."""


def _add_nothing(value: Any, subject: Subject) -> Further:
    return {}


@dataclass(frozen=True)
class EditableValue:
    """A value of a character that is changed in place."""

    path: str
    label: str
    kind: Kind
    help: str = ""
    """How it is typed, where that is not plain."""
    further: Callable[[Any, Subject], Further] = _add_nothing
    """The values that are written with it."""
    besides: tuple[str, ...] = ()
    """The paths of further values that a person sees who changes it."""

    def list_written(self, value: Any, subject: Subject) -> dict[str, Any]:
        """Return all that is written when the value becomes another, by path."""
        return {self.path: value, **self.further(value, subject)}

    def read_seen(self, character: Character) -> Any:
        """Return what a person sees who changes it: the value, or a table of it and those besides."""
        if not self.besides:
            return read_value(character, self.path)
        return {path: read_value(character, path) for path in (self.path, *self.besides)}

    def list_seen(self, seen: Any) -> dict[str, Any]:
        """Return what a person saw, by path."""
        if not self.besides:
            return {self.path: seen}
        table = seen if isinstance(seen, Mapping) else {}
        return {path: table.get(path) for path in (self.path, *self.besides)}


def _list_seats(subject: Subject) -> Choices:
    kept = [each for each in subject.seats if each.left is None or each.pk == subject.character.seat_id]
    return [("", "the DM"), *((str(each.pk), each.name) for each in kept)]


def _list_masters(subject: Subject) -> Choices:
    """Return those whose henchman it may be: nobody who serves it."""
    masters = {each.pk: each.henchman_of_id for each in subject.others}
    free = [each for each in subject.others if not _is_servant(each.pk, subject.character.pk, masters)]
    return [("", "nobody"), *((str(each.pk), each.name) for each in free)]


def _is_servant(who: int | None, master: int | None, masters: Mapping[int, int | None]) -> bool:
    seen: set[int] = set()
    while who is not None and who not in seen:
        if who == master:
            return True
        seen.add(who)
        who = masters.get(who)
    return who is not None and who == master


def _list_classes(subject: Subject) -> Choices:
    return [("", "no class"), *((id, id.replace("_", "-")) for id, _ in CLASSES)]


def _write_classes(classes: Any, subject: Subject) -> Further:
    """Return a single class as class and level, and several without them."""
    if classes is not None and len(classes) > 1:
        return {"definition.class": None, "definition.level": None}
    only = classes[0] if classes else {}
    return {CLASS_LEVELS: None, "definition.class": only.get("class"), "definition.level": only.get("level")}


def _list_loads(subject: Subject) -> Choices:
    return LOADS


def _list_statuses(subject: Subject) -> Choices:
    return [(each.value, str(each.label).lower()) for each in Character.Status]


def _forget_death(status: Any, subject: Subject) -> Further:
    return {"died_in": None, DEATH: None} if status != Character.Status.DEAD else {}


def _write_strength(score: Any, subject: Subject) -> Further:
    return {"definition.strength": score}


def _write_dexterity(score: Any, subject: Subject) -> Further:
    reaction, attacking, armor = _find_adjustments(score)
    values = {"definition.reaction": reaction, "definition.attacking": attacking}
    if subject.character.definition.get("ac") is not None:
        values["definition.ac_dexterity"] = armor
    return values


def _write_armor(armor: Any, subject: Subject) -> Further:
    score = subject.character.sheet.get("abilities", {}).get("dex")
    return {"definition.ac_dexterity": _find_adjustments(score)[2] if armor is not None else None}


def _find_adjustments(dexterity: Any) -> tuple[int | None, int | None, int | None]:
    """Return what a dexterity adds to surprise, missiles and armor class; None for nothing."""
    try:
        found = lookup_dexterity(dexterity)
    except ValueError:
        return None, None, None
    return found.reaction or None, found.attacking or None, found.armor_class or None


def _keep_cast(spells: Any, subject: Subject) -> Further:
    """Return the spells that were cast without those that are not memorised any more."""
    left = [find_entry_id(each) for each in spells or ()]
    kept = []
    for id in subject.character.cast:
        if id in left:
            left.remove(id)
            kept.append(id)
    return {"cast": kept} if kept != subject.character.cast else {}


def list_items(block: StatBlock) -> dict[str, str]:
    """Return the names of the missiles and devices that a character may count, by item."""
    devices = [each for each in block.gear.devices if not each.single_use]
    return {
        **list_missile_items(block),
        **{each.charged_item: name_charged_item(each.charged_item) for each in devices},
    }


def _drop_missiles(weapons: Any, subject: Subject) -> Further:
    return _drop_charges({"weapons": weapons or []}, subject)


def _drop_device_charges(devices: Any, subject: Subject) -> Further:
    return _drop_charges({"devices": devices or []}, subject)


def _drop_charges(carried: Further, subject: Subject) -> Further:
    """Return what is left of the missiles and devices that are still carried."""
    character = subject.character
    counted = character.definition.get("charges", {})
    try:
        items = list_items(build_character({**write_rested(character), **carried, "charges": {}}))
    except Invalid:
        return {}
    kept = {item: left for item, left in counted.items() if item in items}
    return {CHARGES: kept or None} if kept != counted else {}


def read_stat_block(character: Character) -> StatBlock | None:
    """Return the numbers of a character; None where the rules cannot read them any more."""
    try:
        return build_character(write_rested(character))
    except Invalid:
        return None


def read_items(character: Character) -> Mapping[str, str]:
    """Return the names of the missiles and devices that a character may count, by item."""
    block = read_stat_block(character)
    return list_items(block) if block is not None and block.sheet is None else {}


def read_lone_subject(character: Character) -> Subject:
    """Return a character without anybody else of its campaign."""
    block = read_stat_block(character)
    return Subject(character, block.defence.hit_points if block is not None else 1, (), ())


COIN_NAMES = {"pp": "platinum", "gp": "gold", "ep": "electrum", "sp": "silver", "cp": "copper", "gem": "gems"}

SCORE = WholeNumber(3, 25)

CLASS_LEVELS = "definition.classes"
"""The path of several classes with their levels; a single class is written as class and level."""

SINGLE_CLASS = ("definition.class", "definition.level")

LONGEST_ABILITY_NOTE = 60

OF_EVERYONE = (
    EditableValue("name", "name", Line(LONGEST_NAME)),
    EditableValue("status", "status", OneChoice(_list_statuses), "", _forget_death),
    EditableValue("seat", "player", OneChoice(_list_seats, is_number=True)),
    EditableValue("henchman_of", "henchman of", OneChoice(_list_masters, is_number=True)),
    EditableValue("experience", "experience", WholeNumber(0, MOST_EXPERIENCE, may_be_blank=False)),
    *(
        EditableValue(f"sheet.coins.{key}", COIN_NAMES.get(key, key), WholeNumber(0, MOST_EXPERIENCE))
        for key in (*COINS, "gem")
    ),
    EditableValue("sheet.gear", "gear", GearLines(), "one thing a line: Rope, 50 ft, 7.5 lb"),
    EditableValue("sheet.lasting", "conditions that last", Lines(), "one a line"),
    EditableValue("sheet.notes", "notes", Paragraphs()),
    EditableValue("sheet.dm_notes", "your notes", Paragraphs()),
)
"""The values that every character has."""

OF_LEVELS = (
    EditableValue("definition.class", "class", OneChoice(_list_classes)),
    EditableValue("definition.level", "level", WholeNumber(0, 100, blank="1"), "empty: level 1"),
    EditableValue(
        CLASS_LEVELS,
        "classes",
        ClassLevels(),
        "“no class” takes one away; of several the best numbers count",
        _write_classes,
        SINGLE_CLASS,
    ),
    EditableValue("definition.race", "race", Line(20), "human, elf, halfling, ..."),
    EditableValue("sheet.alignment", "alignment", Line(20), "neutral good, ..."),
    EditableValue("definition.ac", "armor class", WholeNumber(-10, 10), "dexterity included", _write_armor),
    EditableValue("definition.movement", "movement", WholeNumber(0, 1000), "inches; empty: by race and load"),
    EditableValue("definition.load", "load", OneChoice(_list_loads)),
    EditableValue(
        "definition.hp",
        "full hit points",
        WholeNumber(1, 10_000, blank="the average"),
        "empty: the average of the dice",
    ),
    EditableValue("left", "hit points", PointsLeft()),
    EditableValue("sheet.abilities.str", "strength", Strength(), "", _write_strength),
    EditableValue("sheet.abilities.int", "intelligence", SCORE),
    EditableValue("sheet.abilities.wis", "wisdom", SCORE),
    EditableValue("sheet.abilities.dex", "dexterity", SCORE, "", _write_dexterity),
    EditableValue("sheet.abilities.con", "constitution", SCORE),
    EditableValue("sheet.abilities.cha", "charisma", SCORE),
    *(
        EditableValue(f"sheet.ability_notes.{key}", f"note on {name.lower()}", Line(LONGEST_ABILITY_NOTE))
        for key, name in ABILITIES.items()
    ),
    EditableValue("definition.weapons", "weapons", TableNames("weapons"), "one a line; “cudgel 1-6”", _drop_missiles),
    EditableValue("definition.spells", "spells", TableNames("spells"), "one a line; “web x2” for two", _keep_cast),
    EditableValue("cast", "spells spent", CastSpells()),
    EditableValue("sheet.known", "spells in the book", TableNames("spells"), "one a line"),
    EditableValue("definition.devices", "devices", TableNames("devices"), "one a line", _drop_device_charges),
    EditableValue(CONDITIONS, "conditions in the next fight", BroughtConditions(), "one a line: blessed, 4 rounds"),
)
"""The values of characters of class and level."""

VALUES: Mapping[str, EditableValue] = {each.path: each for each in (*OF_EVERYONE, *OF_LEVELS)}
"""Every value that is changed in place, by its path."""

SUPPLY = EditableValue(CHARGES, "left", WholeNumber(0, 10_000, blank="not counted"), "empty: not counted")
"""What is left of one kind of missiles, or in one device."""


def find_value(character: Character, path: str, items: Mapping[str, str]) -> EditableValue | None:
    """Return the value of a character at a path; None where none is changed in place.

    ``items`` are the names of the missiles and devices that it may count.
    """
    if path in SINGLE_CLASS and character.definition.get("classes"):
        return None
    found = VALUES.get(path)
    item = path.removeprefix(f"{CHARGES}.")
    if found is None and path.startswith(f"{CHARGES}.") and item in items:
        found = replace(SUPPLY, path=path, label=items[item])
    return None if find_sheet(character) is not None and found not in OF_EVERYONE else found
