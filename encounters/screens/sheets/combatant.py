"""The form of one combatant: every key of its ``[[combatant]]`` table is a field."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from crispy_forms.layout import Layout
from django import forms
from django.utils.safestring import SafeString

from encounters.errors import Rejected
from encounters.narration.names import PARTY
from encounters.newcomers import name_newcomers
from encounters.rulesets import list_own_sheets
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
from encounters.screens.sheets.typed_names import (
    MADE_DAMAGE,
    ONE,
    Unlisted,
    add_own_damage,
    format_id,
    list_items,
    list_levels,
    list_names,
    name_entry,
    read_charges,
    read_lines,
    read_missiles,
    write_entry_name,
    write_lines,
)
from rules.api import (
    BadEntry,
    Load,
    StatBlock,
    build_stat_blocks,
    list_attack_modes,
    list_classes,
    list_defense_modes,
    list_monsters,
    list_spells,
    list_undead,
    lookup_monster,
)

CLASSES = tuple((each, format_id(each)) for each in list_classes())
SEVERAL_CLASSES = tuple(each for each in CLASSES if each[0] != "level_0")
MONSTERS = tuple((each.id, each.name) for each in sorted(list_monsters(), key=lambda each: each.name))
UNDEAD = tuple((each, format_id(each)) for each in list_undead())
ATTACK_MODES = tuple((each.id, format_id(each.id)) for each in list_attack_modes())
DEFENSE_MODES = tuple((each.id, format_id(each.id)) for each in list_defense_modes())

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
    *(
        "hp",
        "charges",
        "special",
        "class",
        "level",
        "classes",
        "strength",
        "routines",
        "psionic",
        "position",
        "on_point",
    ),
    *(*TEXTS, *WHOLE_NUMBERS, *FLAGS, *LISTS),
)
"""The keys of the table for which the form has fields."""

CLASS_FIELDS = (("class_", "level"), ("class_2", "level_2"), ("class_3", "level_3"))
"""The fields of each class and its level."""
DEFAULTS_FROM = ("monster", "hd", "race")
"""The keys of the table, besides its classes, from which other numbers follow; their fields have the same names."""

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
    class_2 = _make_choice("Second class", (BLANK, *SEVERAL_CLASSES))
    level_2 = _make_whole_number("Level", least=1)
    class_3 = _make_choice("Third class", (BLANK, *SEVERAL_CLASSES))
    level_3 = _make_whole_number("Level", least=1)
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
    missiles = forms.CharField(
        label="Missiles", max_length=200, required=False, help_text="how many: 20 arrows, 3 daggers. Empty: not counted"
    )
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
        given = before if data is None else {**{key: data.get(key) for key in DEFAULTS_FROM}, **write_classes(data)}
        self._show_defaults(given)
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
        names = {"class": "class_", "classes": "class_2", "position": "x"}
        head = problem.field.partition(".")[0]
        if head == "psionic":
            head = problem.field.rpartition(".")[2] if "." in problem.field else "attack"
        self._status = problem.status
        name = names.get(head, head)
        self.add_error(name if name in self.fields else None, problem.message.rpartition('": ')[2] or problem.message)

    def clean(self) -> dict[str, Any]:
        """Return the values, with the combatant table under ``definition``."""
        given: dict[str, Any] = super().clean() or {}
        self._check_classes(given)
        levels = list_levels(write_classes(given))
        for name in LISTS:
            try:
                given[name] = read_lines(name, given.get(name, ""), levels)
            except Unlisted as problem:
                self.fields[name].widget.unlisted = problem.typed
                self.add_error(name, str(problem))
            except ValueError as problem:
                self.add_error(name, str(problem))
        for name, read in (("charges", read_charges), ("missiles", self._read_missiles)):
            try:
                given[name] = read(given.get(name, ""))
            except ValueError as problem:
                self.add_error(name, str(problem))
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

    def _check_classes(self, given: Mapping[str, Any]) -> None:
        """Add an error at a field of several classes that do not go together.

        A level without any class is that of a fighter.
        """
        several = any(given.get(name) or given.get(level) for name, level in CLASS_FIELDS[1:])
        for name, level in CLASS_FIELDS if several else ():
            if not given.get(name) and given.get(level) is not None:
                self.add_error(name, "Choose the class of this level.")
            elif given.get(name) == "level_0":
                self.add_error(name, "Level 0 is no class beside another: choose a class.")
            elif given.get(level) == 0:
                self.add_error(level, "Each of several classes has a level of 1 or more.")

    @property
    def remark(self) -> str:
        """Return which spells are of another class than the combatant, who has them all the same."""
        table = self.cleaned_data["definition"]
        own = list_levels(table)
        of = {each.id: each.class_ for each in list_spells()}
        others = {each: of[each] for each in self.cleaned_data["spells"] if isinstance(each, str) and each in of}
        said = [f"{name_entry('spells', each)} ({format_id(its)})" for each, its in others.items() if its not in own]
        if not said or not any(each in of.values() for each in own):
            return ""
        is_a = " and ".join(map(format_id, own))
        return f"{table.get('name', 'The combatant')} is a {is_a}, and has spells of another class: {', '.join(said)}."

    def _read_missiles(self, text: str) -> dict[str, int]:
        """Return the missiles that are typed, by item, for the weapons that are typed."""
        weapons = self.cleaned_data.get("weapons")
        return read_missiles(text, list_items(weapons if isinstance(weapons, list) else ()))

    def _name(self, table: Mapping[str, Any], called: str) -> dict[str, Any]:
        """Return a table with the id that it had, or with one that nobody has."""
        if "id" in self.before:
            return {"id": self.before["id"], **table}
        named = {"id": called, "name": format_id(called).capitalize(), **table}
        return name_newcomers([named], self.known)[0]


def build_layout() -> Layout:
    """Return the layout: first the usual fields, then the rest under headings that open."""
    # The first button is the one that Enter presses: not the one that makes a weapon.
    return Layout(
        Markup(SafeString("<button hidden></button>")),
        make_row("name", "side"),
        make_row("monster", "class_", "level", "count"),
        More("Add a class", make_row("class_2", "level_2", "class_3", "level_3"), opens_filled=True),
        make_row("hp", "left", "ac", "movement", "load"),
        make_row("played", "hidden", "wave"),
        make_row("weapons", "spells", "devices"),
        make_row("missiles", "x", "y"),
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
    """Return the numbers that classes and levels, the monster or the hit dice give.

    Nothing where none of them is given, or where they do not go together.
    """
    table = {key: given[key] for key in (*DEFAULTS_FROM, "class", "classes") if given.get(key)}
    if not table:
        return {}
    if given.get("level") is not None:
        table["level"] = given["level"]
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
    levels = list_levels(definition)
    shown |= dict(zip((name for name, _ in CLASS_FIELDS), levels, strict=False))
    listed = definition.get("classes") or [definition]
    shown |= {name: each["level"] for (_, name), each in zip(CLASS_FIELDS, listed, strict=False) if "level" in each}
    # A sheet of another kind has its own weapons, by the same key.
    has_own = any(sheet.key in definition for sheet in list_own_sheets())
    for name in LISTS:
        shown[name] = "" if has_own else write_lines(name, definition.get(name, ()), levels)
    if "on_point" in definition:
        shown["on_point"] = "yes" if definition["on_point"] else "no"
    charges, items = dict(definition.get("charges") or {}), {} if has_own else list_items(definition.get("weapons", ()))
    shown["missiles"] = ", ".join(f"{charges.pop(item)} {name}s" for item, name in items.items() if item in charges)
    shown["charges"] = "\n".join(f"{write_entry_name('devices', item)} {left}" for item, left in charges.items())
    shown["special"] = "\n".join(definition.get("special") or ())
    hp = definition.get("hp", "")
    shown["hp"] = ", ".join(map(str, hp)) if isinstance(hp, list) else hp
    psionic = definition.get("psionic") or {}
    shown |= {key: psionic[key] for key in PSIONIC if key in psionic}
    place = find_one_place(definition)
    return shown | ({"x": place[0], "y": place[1]} if place else {})


def write_classes(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of the classes in a form: class and level of one, a list of several.

    A level alone is that of a fighter; what is no whole number is left out.
    """
    written = [(given.get(name), str(given.get(level))) for name, level in CLASS_FIELDS]
    tables = [
        ({"class": name} if name else {}) | ({"level": int(level)} if level.isdecimal() and len(level) < 20 else {})
        for name, level in written
    ]
    chosen = [each for each in tables if "class" in each]
    return {"classes": chosen} if len(chosen) > 1 else chosen[0] if chosen else tables[0]


def build_definition(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the combatant table of the typed values, without the keys left empty."""
    table: dict[str, Any] = {key: given[key] for key in TEXTS if given.get(key)}
    table |= write_classes(given)
    table |= {key: given[key] for key in WHOLE_NUMBERS if given.get(key) is not None}
    table |= {key: True for key in FLAGS if given.get(key)}
    table |= {key: given[key] for key in LISTS if given.get(key)}
    if given.get("on_point"):
        table["on_point"] = given["on_point"] == "yes"
    if counted := {**(given.get("charges") or {}), **(given.get("missiles") or {})}:
        table["charges"] = counted
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
