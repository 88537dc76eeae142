"""The form of one combatant: every key of its ``[[combatant]]`` table is a field."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from crispy_forms.layout import Layout
from django import forms
from django.utils.safestring import SafeString

from encounters.errors import Rejected
from encounters.narration.names import PARTY
from encounters.newcomers import name_newcomers
from encounters.scenario_files import format_value, list_own_sheets
from encounters.screens.forms import (
    COMMON,
    Markup,
    More,
    NamesWidget,
    PageForm,
    SideField,
    find_one_place,
    keep_own_places,
    make_file_name_field,
    make_row,
    make_wave_field,
)
from rules.api import (
    BadEntry,
    DocumentError,
    Load,
    StatBlock,
    build_stat_blocks,
    find_similar,
    find_unusable_value,
    format_listed_name,
    list_attack_modes,
    list_classes,
    list_defense_modes,
    list_devices,
    list_monsters,
    list_spells,
    list_undead,
    list_weapons,
    lookup_monster,
    make_id,
    parse_dice,
    read_toml,
    search,
)


def _format_id(id: str) -> str:
    return id.replace("_", " ")


CLASSES = tuple((each, _format_id(each)) for each in list_classes())
MONSTERS = tuple((each.id, each.name) for each in sorted(list_monsters(), key=lambda each: each.name))
UNDEAD = tuple((each, _format_id(each)) for each in list_undead())
ATTACK_MODES = tuple((each.id, _format_id(each.id)) for each in list_attack_modes())
DEFENSE_MODES = tuple((each.id, _format_id(each.id)) for each in list_defense_modes())

TABLES: dict[str, Callable[[], Sequence[Any]]] = {
    "weapons": list_weapons,
    "spells": list_spells,
    "devices": list_devices,
}


ONE = {"weapons": "weapon", "spells": "spell", "devices": "device"}
"""The word for one thing of each table."""


class Unlisted(ValueError):
    """No table has what was typed."""

    def __init__(self, words: str, typed: str) -> None:
        super().__init__(words)
        self.typed = typed


def resolve(kind: str, typed: str, class_: str = "") -> str:
    """Return the id of a weapon, spell or device that was typed as its id or its name.

    Of spells with the same name, those of the class ``class_`` come first. Raises Unlisted with similar names
    where there is no such entry, and ValueError with the names where there are several.
    """
    found = find_ids(kind, typed, class_)
    if len(found) == 1:
        return found[0]
    if found:
        raise ValueError(f"“{typed}” may be {', '.join(name_entry(kind, each) for each in found[:6])}: write which.")
    names = {name_entry(kind, each.id).casefold(): each.id for each in TABLES[kind]()}
    like = [name_entry(kind, names[each]) for each in find_similar(typed.casefold(), list(names))]
    perhaps = f" Perhaps {' or '.join(like)}?" if like else ""
    raise Unlisted(f"No {ONE[kind]} “{typed}”.{perhaps}", typed)


def name_entry(kind: str, id: str) -> str:
    """Return the name of an entry of a table as it is said: "long sword"."""
    return next((format_listed_name(each.name) for each in TABLES[kind]() if each.id == id), id)


_OF_CLASS = re.compile(r"(?P<name>.+\S)\s*\((?P<class_>[\w \-]+)\)")
"""A spell with the class that casts it: "light (cleric)"."""


def find_ids(kind: str, typed: str, class_: str) -> list[str]:
    """Return the ids that a typed id or name may mean."""
    table = TABLES[kind]()
    if any(each.id == typed for each in table):
        return [typed]
    if kind == "spells" and (match := _OF_CLASS.fullmatch(typed)):
        typed, class_ = match["name"], match["class_"].strip().replace(" ", "_").replace("-", "_")
    named = [each for each in table if _normalize(each.name) == _normalize(typed)] or list(search(table, typed))
    own = [each for each in named if getattr(each, "class_", class_) == class_] if class_ else []
    found = own or named
    if len(found) == 2 and "horseman" in found[1].name.casefold():
        found = [each for each in found if "footman" in each.name.casefold()] or found  # most fight on foot
    return [each.id for each in found]


def _normalize(name: str) -> str:
    """Return a name as names are compared: "Sword, long" gives the same as "long sword"."""
    head, comma, rest = name.casefold().partition(",")
    return " ".join(f"{rest} {head}".split()) if comma else " ".join(head.split())


MADE_DAMAGE = "1-6"
"""The damage of a weapon that no table has, where none was written."""

SIZES = (("", "by the table"), ("S", "small"), ("M", "man-sized"), ("L", "large"))
LOADS = (("", "light"), *((load.value, load.value.replace("_", " ")) for load in Load if load is not Load.LIGHT))
BLANK = ("", "none")
ON_POINT = (("", "if an elf or halfling"), ("yes", "yes"), ("no", "no"))

TEXTS = (
    "id",
    "name",
    "side",
    "monster",
    "hd",
    "race",
    "size",
    "load",
    "undead",
    "initiative_die",
    "surprised",
    "surprises",
)
WHOLE_NUMBERS = (
    "level",
    "count",
    "wave",
    "left",
    "ac",
    "ac_dexterity",
    "movement",
    "legs",
    "reaction",
    "attacking",
    "morale",
    "turns_undead",
)
FLAGS = ("played", "natural", "hasted", "hidden")
LISTS = ("weapons", "spells", "devices")
FORM_KEYS = (
    *("hp", "charges", "special", "class", "strength", "routines", "psionic", "position", "on_point"),
    *(*TEXTS, *WHOLE_NUMBERS, *FLAGS, *LISTS),
)
"""The keys of the table for which the form has fields."""

DEFAULTS_FROM = {"class": "class_", "level": "level", "monster": "monster", "hd": "hd", "race": "race"}
"""The keys of the table from which other numbers follow, and their fields."""

PSIONIC = ("attack", "defense", "attack_modes", "defense_modes")


def _make_whole_number(label: str, help_text: str = "", least: int | None = None) -> forms.IntegerField:
    return forms.IntegerField(label=label, help_text=help_text, min_value=least, required=False)


def _read_hit_points(text: str) -> int | list[int]:
    """Return one number of hit points, or a list with one for each of several combatants.

    Raises ValueError, in words for the person who typed it.
    """
    numbers = [each.strip() for each in text.split(",")]
    if not all(each.isascii() and each.isdigit() and len(each) < 6 and int(each) for each in numbers):
        raise ValueError("Write a whole number of 1 or more, or one for each: 6, 5, 5, 7.")
    return int(text) if len(numbers) == 1 else [int(each) for each in numbers]


def _make_names(kind: str) -> forms.CharField:
    widget = NamesWidget(kind, ONE[kind], lambda: list_names(kind), MADE_DAMAGE if kind == "weapons" else "")
    help_text = "by name, with commas or one a line; “web x2” for two"
    return forms.CharField(label=kind.capitalize(), required=False, widget=widget, help_text=help_text)


def _make_choice(label: str, choices: Iterable[tuple[str, str]]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=list(choices), required=False)


class CombatantForm(PageForm):
    """The form of one combatant table.

    Values for empty fields come from the monster table, the hit dice, or the class. ``before`` is the table as it was:
    keys for which the form has no field are kept. ``known`` are the other combatants: an id that is left empty is made
    of the name, so that nobody of them has it.
    """

    id = make_file_name_field()
    name = forms.CharField(label="Name", max_length=60, required=False, help_text="all else may stay empty")
    side = SideField()
    monster = _make_choice("Monster", (BLANK, *MONSTERS))
    class_ = _make_choice("Class", (BLANK, *CLASSES))
    level = _make_whole_number("Level", least=0)
    hd = forms.CharField(label="Hit dice", max_length=12, required=False, help_text="such as 4+1, where no table says")
    race = forms.CharField(label="Race", max_length=20, required=False, help_text="elf, halfling, ...")
    count = _make_whole_number("How many", "all alike, as a group", least=1)
    played = forms.BooleanField(label="A player’s character", required=False)
    hidden = forms.BooleanField(label="Hidden until you reveal it", required=False)
    wave = make_wave_field()
    hp = forms.CharField(label="Hit points", max_length=400, required=False, help_text="or one for each: 6, 5, 5, 7")
    left = _make_whole_number("of them left", "if not all")
    ac = _make_whole_number("Armor class", "descending, dexterity included")
    ac_dexterity = _make_whole_number("of it dexterity", "negative improves")
    movement = _make_whole_number("Movement", "inches", least=0)
    load = _make_choice("Load", LOADS)
    size = _make_choice("Size", SIZES)
    legs = _make_whole_number("Legs", least=0)
    natural = forms.BooleanField(label="Fights as beasts do", required=False)
    strength = forms.CharField(label="Strength", max_length=6, required=False, help_text="16, or 18/63")
    reaction = _make_whole_number("Reaction adjustment", "of dexterity, for surprise")
    attacking = _make_whole_number("Attacking adjustment", "of dexterity, for missiles")
    morale = _make_whole_number("Morale", "percent")
    routines = forms.DecimalField(
        label="Attack routines", required=False, max_digits=12, help_text="1.5 is three in two rounds"
    )
    hasted = forms.BooleanField(label="Hasted", required=False)
    surprised = forms.CharField(label="Is surprised", max_length=10, required=False, help_text="2 in 6")
    surprises = forms.CharField(label="Surprises", max_length=10, required=False, help_text="2 in 6")
    on_point = _make_choice("On point", ON_POINT)
    initiative_die = forms.CharField(label="Initiative die", max_length=4, required=False, help_text="d6")
    turns_undead = _make_whole_number("Turns undead as level", least=0)
    undead = _make_choice("Is turned as", (BLANK, *UNDEAD))
    weapons = _make_names("weapons")
    spells = _make_names("spells")
    devices = _make_names("devices")
    charges = forms.CharField(
        label="Charges left", required=False, widget=forms.Textarea(attrs={"rows": 3}),
        help_text="one a line: wand of fire 12. What is not listed is not counted; a potion has 1.",
    )  # fmt: skip
    special = forms.CharField(
        label="Special attacks and defenses", required=False, widget=forms.Textarea(attrs={"rows": 3}),
        help_text="one on each line; you decide these. Empty: those of the monster table.",
    )  # fmt: skip
    attack = _make_whole_number("Psionic attack", "points", least=0)
    defense = _make_whole_number("Psionic defense", "points", least=0)
    attack_modes = forms.MultipleChoiceField(label="Attack modes", choices=ATTACK_MODES, required=False)
    defense_modes = forms.MultipleChoiceField(label="Defense modes", choices=DEFENSE_MODES, required=False)
    x = forms.DecimalField(label="Feet across", required=False, max_digits=8, decimal_places=2)
    y = forms.DecimalField(label="Feet down", required=False, max_digits=8, decimal_places=2)

    asks = ""
    """The change of its own fields that a press asks for; this form has none."""
    folded = True

    def __init__(
        self,
        data: Any = None,
        *,
        before: Mapping[str, Any],
        known: Sequence[StatBlock] = (),
        sides: Sequence[str] = (),
    ) -> None:
        if data is not None and data.get("make"):
            data = data.copy()
            data["weapons"] = add_own_damage(data.get("weapons", ""), data["make"])
        super().__init__(data, initial=build_initial(before))
        self.before, self.known = before, known
        self.fields["side"].widget.sides, self.fields["side"].widget.usual = sides, str(before.get("side", ""))
        self.helper.layout = build_layout()
        self.order_fields([each.name for each in self.helper.layout.get_field_names()])
        if not before.keys() & {"id", "monster"}:
            self.fields["played"].widget.attrs["data-follows"] = PARTY
        self._show_defaults(before if data is None else {key: data.get(name) for key, name in DEFAULTS_FROM.items()})
        if listed := before.get("monster"):
            monster = lookup_monster(listed)
            self.fields["special"].widget.attrs["placeholder"] = "\n".join(monster.special)
            if powers := monster.list_powers():
                self.fields["special"].help_text += f" Asked or rolled for you: {'; '.join(powers)}."

    def _show_defaults(self, given: Mapping[str, Any]) -> None:
        """Show in empty fields the numbers that the others give."""
        for name, number in find_defaults(given).items():
            self.fields[name].widget.attrs["placeholder"] = number

    def add_rejection(self, problem: Rejected) -> None:
        """Add the error of a key to that key's field, or to the form as a whole."""
        names = {"class": "class_", "position": "x"}
        head = problem.field.partition(".")[0]
        if head == "psionic":
            head = problem.field.rpartition(".")[2] if "." in problem.field else "attack"
        self._status = problem.status
        name = names.get(head, head)
        self.add_error(name if name in self.fields else None, problem.message.rpartition('": ')[2] or problem.message)

    def clean(self) -> dict[str, Any]:
        """Return the values, with the combatant table under ``definition``."""
        given: dict[str, Any] = super().clean() or {}
        for name in LISTS:
            try:
                given[name] = read_lines(name, given.get(name, ""), given.get("class_", ""))
            except Unlisted as problem:
                self.fields[name].widget.unlisted = problem.typed
                self.add_error(name, str(problem))
            except ValueError as problem:
                self.add_error(name, str(problem))
        try:
            given["charges"] = read_charges(given.get("charges", ""))
        except ValueError as problem:
            self.add_error("charges", str(problem))
        if given.get("hp"):
            try:
                given["hp"] = _read_hit_points(given["hp"])
            except ValueError as problem:
                self.add_error("hp", str(problem))
        if (given.get("x") is None) != (given.get("y") is None):
            self.add_error("x", "A place has two numbers, or none.")
        called = given.get("id") or given.get("name") or given.get("monster") or given.get("class_")
        if not called and "id" not in self.before:
            self.add_error("name", "Type a name, or choose a monster or a class.")
        if not self.errors:
            table = keep_other_keys(self.before, build_definition(given))
            given["definition"] = table if "id" in table else self._name(table, str(called))
        return given

    def _name(self, table: Mapping[str, Any], called: str) -> dict[str, Any]:
        """Return a table with the id that it had, or with one that nobody has."""
        if "id" in self.before:
            return {"id": self.before["id"], **table}
        named = {"id": called, "name": _format_id(called).capitalize(), **table}
        return name_newcomers([named], self.known)[0]


def build_layout() -> Layout:
    """Return the layout: first the usual fields, then the rest under headings that open."""
    # The first button is the one that Enter presses: not the one that makes a weapon.
    return Layout(
        Markup(SafeString("<button hidden></button>")),
        make_row("name", "side"),
        make_row("monster", "class_", "level", "count"),
        make_row("hp", "left", "ac", "movement", "load"),
        make_row("played", "hidden", "wave"),
        make_row("weapons", "spells", "devices"),
        make_row("x", "y"),
        More(
            "Dexterity, strength, morale",
            make_row("ac_dexterity", "reaction", "attacking"),
            make_row("strength", "morale", "routines"),
        ),
        More("Charges of wands, staves and rods", make_row("charges")),
        More("Special attacks and defenses", make_row("special")),
        More("Race, hit dice, size", make_row("race", "hd", "size"), make_row("legs", "natural", "hasted")),
        More(
            "Surprise, initiative, undead",
            make_row("surprised", "surprises", "on_point"),
            make_row("initiative_die", "turns_undead", "undead"),
        ),
        More("Psionics", make_row("attack", "defense"), make_row("attack_modes", "defense_modes")),
        More("In files", make_row("id")),
    )  # fmt: skip


def find_defaults(given: Mapping[str, Any]) -> dict[str, int]:
    """Return the numbers that class and level, the monster or the hit dice give.

    Nothing where none of them is given, or where they do not go together.
    """
    table = {key: given[key] for key in DEFAULTS_FROM if key != "level" and given.get(key)}
    if not table:
        return {}
    if str(level := given.get("level") or "").isdecimal():
        table["level"] = int(level)
    try:
        found = build_stat_blocks({"id": "it", "side": "it", **table})[0]
    except BadEntry:
        return {}
    numbers = {"hp": found.defence.hit_points, "ac": found.defence.armor_class, "movement": found.pace.movement}
    return numbers | ({"morale": found.creature.morale} if found.creature.morale <= 100 else {})


# Conversions between the table and the form.


def build_initial(definition: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that the form shows of a combatant table."""
    shown = {
        key: definition[key] for key in (*TEXTS, *WHOLE_NUMBERS, *FLAGS, "strength", "routines") if key in definition
    }
    shown["class_"] = definition.get("class", "")
    # A sheet of another kind has its own weapons, by the same key.
    has_own = any(sheet.key in definition for sheet in list_own_sheets())
    for name in LISTS:
        lines = [_write_line(name, each, shown["class_"]) for each in definition.get(name, ())]
        shown[name] = "" if has_own else "\n".join(lines)
    if "on_point" in definition:
        shown["on_point"] = "yes" if definition["on_point"] else "no"
    charges = (definition.get("charges") or {}).items()
    shown["charges"] = "\n".join(f"{_write_name('devices', item)} {left}" for item, left in charges)
    shown["special"] = "\n".join(definition.get("special") or ())
    hp = definition.get("hp", "")
    shown["hp"] = ", ".join(map(str, hp)) if isinstance(hp, list) else hp
    psionic = definition.get("psionic") or {}
    shown |= {key: psionic[key] for key in PSIONIC if key in psionic}
    place = find_one_place(definition)
    return shown | ({"x": place[0], "y": place[1]} if place else {})


def _write_line(kind: str, entry: object, class_: str) -> str:
    if isinstance(entry, str):
        return _write_name(kind, entry, class_)
    own = _write_own_weapon(entry) if kind == "weapons" and isinstance(entry, Mapping) else ""
    return own or format_value(entry)


@cache
def list_names(kind: str) -> tuple[tuple[str, str], ...]:
    """Return the names by which the entries of a table are read, and the class of each spell.

    An entry that no name tells from another is left out.
    """
    names = ((_write_name(kind, each.id), getattr(each, "class_", "")) for each in TABLES[kind]())
    return tuple(sorted(each for each in names if "_" not in each[0]))


def _write_name(kind: str, id: str, class_: str = "") -> str:
    """Return the name of a thing of the tables, by which it is read again.

    A spell that several classes have is "light (cleric)". Where no name reads so, its id is returned.
    """
    listed = name_entry(kind, id)
    of_class = next((each.class_ for each in list_spells() if each.id == id), "") if kind == "spells" else ""
    names = (listed, f"{listed} ({_format_id(of_class)})")
    return next((each for each in names if find_ids(kind, each, class_) == [id]), id)


def build_definition(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the combatant table of the typed values, without the keys left empty."""
    table: dict[str, Any] = {key: given[key] for key in TEXTS if given.get(key)}
    if given.get("class_"):
        table["class"] = given["class_"]
    table |= {key: given[key] for key in WHOLE_NUMBERS if given.get(key) is not None}
    table |= {key: True for key in FLAGS if given.get(key)}
    table |= {key: given[key] for key in LISTS if given.get(key)}
    if given.get("on_point"):
        table["on_point"] = given["on_point"] == "yes"
    if given.get("charges"):
        table["charges"] = given["charges"]
    if notes := [each.strip() for each in given.get("special", "").splitlines() if each.strip()]:
        table["special"] = notes
    if given.get("hp"):
        table["hp"] = given["hp"]
    if given.get("strength"):
        table["strength"] = int(given["strength"]) if given["strength"].isdecimal() else given["strength"]
    if given.get("routines") is not None:
        table["routines"] = _to_number(given["routines"])
    psionic = {key: given[key] for key in PSIONIC if given.get(key) not in (None, [])}
    if psionic:
        table["psionic"] = psionic
    if given.get("x") is not None:
        table["position"] = [_to_number(given["x"]), _to_number(given["y"])]
    return table


def keep_other_keys(before: Mapping[str, Any], table: Mapping[str, Any]) -> dict[str, Any]:
    """Return the table with the former values of the keys for which the form has no field.

    A ruleset's own attributes are dropped where the table has a key outside ``COMMON``: it is then for other rulesets.
    """
    others = {key: value for key, value in before.items() if key not in FORM_KEYS}
    others |= {key: False for key in FLAGS if before.get(key) is False and key not in table}
    if any(key not in COMMON for key in table):
        for sheet in list_own_sheets():
            others.pop(sheet.key, None)
    return keep_own_places(before, {**table, **others})


def _to_number(value: Any) -> int | float:
    return int(value) if value == int(value) else float(value)


def read_lines(kind: str, text: str, class_: str) -> list[Any]:
    """Return the weapons, spells or devices of a text with names on lines or between commas.

    A line may be an inline table. " x2" after a name lists it twice; damage after the name of a weapon that no
    table has makes it the combatant's own. Raises ValueError, in words for the person who typed it.
    """
    found: list[Any] = []
    for line in filter(None, (each.strip() for each in text.splitlines())):
        if line.startswith("{"):
            found.append(_read_inline_table(line))
            continue
        for each in split_names(kind, line):
            name, often = _split_times(each)
            own = read_own_weapon(name) if kind == "weapons" else None
            found += [own or resolve(kind, name, class_)] * often
    return found


def split_names(kind: str, line: str) -> Iterator[str]:
    """Yield the names of a line with commas; "Sword, long" of the tables is one."""
    listed = {each.name.casefold() for each in TABLES[kind]()}
    parts = [" ".join(each.split()) for each in line.split(",")]
    while parts:
        heads = (", ".join(parts[:many]) for many in (3, 2))
        name = next((each for each in heads if _split_times(each)[0].casefold() in listed), parts[0])
        parts = parts[name.count(",") + 1 :]
        if name:
            yield name


def _split_times(typed: str) -> tuple[str, int]:
    """Return a name, and how often it is meant: "web x2"."""
    name, _, times = typed.rpartition(" x")
    often = int(times) if name and times.isascii() and times.isdigit() and len(times) == 1 else 0
    return (name, often) if often else (typed, 1)


# Weapons of a combatant's own, which are like a club but for their damage.

_OWN = re.compile(r"(?P<name>.*\S)\s+(?:(?P<least>\d{1,3})-(?P<most>\d{1,3})|(?P<dice>\d*d\d+(?:[+-]\d+)?))", re.ASCII)


def read_own_weapon(typed: str) -> dict[str, Any] | None:
    """Return the own weapon of a name with damage: "cudgel 1-6"; None for other names."""
    match = _OWN.fullmatch(typed)
    if match is None or not (id := make_id(match["name"])):
        return None
    if any(_normalize(each.name) == _normalize(match["name"]) for each in list_weapons()):
        raise ValueError(f"The tables say the damage of “{match['name']}”: leave it out.")
    dice = match["dice"] or _write_dice(int(match["least"]), int(match["most"]))
    return {"id": id, "natural": False, "damage": dice, **_CLUB}


_CLUB = {"length_ft": 3, "speed_factor": 4}


def _write_dice(least: int, most: int) -> str:
    """Return the dice of a range: "1-6" is 1d6, "2-8" is 2d4. Raises ValueError for none."""
    if not 0 < least < most:
        raise ValueError(f"“{least}-{most}” is no damage. Write it like 1-6.")
    if most % least == 0:
        return f"{least}d{most // least}"
    return f"1d{most - least + 1}+{least - 1}"


def _write_own_weapon(entry: Mapping[str, Any]) -> str:
    """Return a weapon as it is typed, "cudgel 1-6"; "" for one that has more of its own."""
    try:
        dice = parse_dice(str(entry.get("damage", "")))
        damage = f"{dice.count + dice.plus}-{dice.count * dice.sides + dice.plus}"
        names = (f"{_format_id(str(entry.get('id')))} {each}" for each in (damage, entry["damage"]))
        return next((each for each in names if read_own_weapon(each) == entry), "")
    except ValueError:
        return ""


def add_own_damage(text: str, unlisted: str) -> str:
    """Return a text of weapons in which an unlisted one has damage, and so is an own one."""
    name = rf"(?<![^\n,])([^\S\n]*){re.escape(unlisted)}(?=\s*(?: x\d\s*)?(?:,|\r|\n|$))"
    return re.sub(name, lambda match: f"{match[1]}{unlisted} {MADE_DAMAGE}", text)


def read_charges(text: str) -> dict[str, int]:
    """Return the number of charges by item, from a text with one item a line.

    Raises ValueError, in words for the person who typed it.
    """
    found: dict[str, int] = {}
    for line in filter(None, (each.strip() for each in text.splitlines())):
        item, _, number = line.replace("=", " ").rpartition(" ")
        if not item.strip() or not number.isdecimal() or len(number) > 4:
            raise ValueError(f"'{line}' has no number of charges. Write it like wand of fire 12.")
        found[_read_item(item.strip())] = int(number)
    return found


def _read_item(item: str) -> str:
    """Return the id of an item with charges; one that is in no table keeps its own."""
    named = [each.id for each in list_devices() if _normalize(each.name) == _normalize(item)]
    return named[0] if len(named) == 1 else item


def _read_inline_table(line: str) -> Any:
    try:
        value = read_toml(f"x = {line}")["x"]
    except DocumentError as problem:
        raise ValueError(f"'{line}' is not a table such as {{ id = \"...\" }}: {problem}") from problem
    if (fault := find_unusable_value("", value)) is not None:
        raise ValueError(f"'{line}': {fault.words}")
    return value
