"""Weapon fields of Dew's form, and the weapon tables read back from them."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from crispy_forms.layout import Div, Field, Row
from django import forms
from django.utils.html import format_html, format_html_join

from encounters.screens.forms import Framed, Markup, More, row
from encounters.screens.sheets.dew_fields import (
    Values,
    field_of,
    help_of,
    list_attributes,
    list_ready_made,
    pairs_text,
    plain,
    read_pairs,
    shown,
)
from rules.api import Sheet, build_stat_blocks, make_id

MOST_WEAPONS, MOST_MODES = 12, 6
SHAPE = re.compile(rf"[1-{MOST_MODES}](,[1-{MOST_MODES}]){{0,{MOST_WEAPONS - 1}}}")
"""The number of modes of each weapon: "1,2"."""

FIRST = (("name", "weight", "carried", "breakage"),)
MORE = (("motion", "shots"), ("flexible", "broken"))
USED = (("mode", "use", "hit_number", "damage", "crit_default", "reach", "parry"),)
USED_MORE = (("crit_by_ac", "reach_min"),)


def dew_of(dew: object, **beside: object) -> Sheet:
    """Return the sheet of a ``dew`` table, with the weapons and spells given beside it.

    Raises BadEntry.
    """
    sheet = build_stat_blocks({"id": "it", "side": "it", "dew": dew, **beside})[0].sheet
    assert sheet is not None, "a dew table makes a sheet"
    return sheet


def stock() -> dict[str, Values]:
    """Return the weapon tables of Dew's ready-made characters, by the weapon's id."""
    found: dict[str, Values] = {}
    for like in list_ready_made():
        for weapon in dew_of({"like": like}).write_table()["weapons"]:
            found.setdefault(weapon["id"], weapon)
    return found


def _plain_weapon() -> Values:
    """Return the table of a nameless weapon with default attributes."""
    weapon: Values = dew_of({"weapons": [{"id": "it", "modes": [{}]}]}).write_table()["weapons"][0]
    return {**weapon, "id": "", "name": ""}


def shape_of(text: str) -> list[int]:
    """Return the number of modes of each weapon; none where the text is not a shape."""
    return [int(each) for each in text.split(",")] if SHAPE.fullmatch(text) else []


# Form values and fields.


def weapon_values(weapons: Sequence[Values]) -> Values:
    """Return the form values for weapon tables."""
    values: Values = {"shape": ",".join(str(len(each["modes"])) for each in weapons)}
    for n, weapon in enumerate(weapons, 1):
        values |= _values_of(n, weapon)
    return values


def _values_of(n: int, weapon: Values) -> Values:
    values = {f"w{n}_{key}": shown(weapon[key]) for key in ("id", *list_attributes("weapon")) if key != "shots"}
    values |= {f"w{n}_shots": pairs_text(weapon["shots"]), f"w{n}_gone": False}
    for m, mode in enumerate(weapon["modes"], 1):
        values |= mode_values(n, m, mode)
    return values


def mode_values(n: int, m: int, mode: Values) -> Values:
    """Return the form values for one mode of a weapon."""
    values = {f"w{n}_m{m}_{key}": shown(mode[key]) for key in list_attributes("mode") if key != "crit_by_ac"}
    return values | {f"w{n}_m{m}_crit_by_ac": pairs_text(mode["crit_by_ac"].items()), f"w{n}_m{m}_gone": False}


def weapon_fields(shape: Sequence[int]) -> dict[str, forms.Field]:
    """Return the form fields for weapons of this shape."""
    fields: dict[str, forms.Field] = {}
    for n, modes in enumerate(shape, 1):
        fields[f"w{n}_id"] = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput())
        fields |= {f"w{n}_{key}": field_of(each, helps=False) for key, each in list_attributes("weapon").items()}
        fields[f"w{n}_gone"] = forms.BooleanField(label="Leave this weapon out", required=False)
        for m in range(1, modes + 1):
            fields |= {f"w{n}_m{m}_{key}": field_of(each, helps=False) for key, each in list_attributes("mode").items()}
            fields[f"w{n}_m{m}_gone"] = forms.BooleanField(label="Leave this use out", required=False)
    return fields


def with_weapon(values: Values, like: str) -> Values:
    """Return the values with one weapon more: one of the stock, else a plain one.

    Returns them unchanged at MOST_WEAPONS.
    """
    shape = shape_of(values["shape"])
    if len(shape) == MOST_WEAPONS:
        return values
    weapon = stock().get(like) or _plain_weapon()
    return {
        **values,
        **_values_of(len(shape) + 1, weapon),
        "shape": ",".join(map(str, [*shape, len(weapon["modes"])])),
    }


def with_mode(values: Values, which: str) -> Values:
    """Return the values with one mode more for the weapon of this number.

    Returns them unchanged for an unknown number, and at MOST_MODES.
    """
    shape = shape_of(values["shape"])
    n = int(which) if which.isascii() and which.isdigit() else 0
    if not 1 <= n <= len(shape) or shape[n - 1] == MOST_MODES:
        return values
    shape[n - 1] += 1
    return {**values, **mode_values(n, shape[n - 1], _plain_weapon()["modes"][0]), "shape": ",".join(map(str, shape))}


# Weapon tables.


def weapon_tables(form: Any, shape: Sequence[int]) -> list[dict[str, Any]]:
    """Return the inline tables of the weapons in a form.

    A value that cannot be read becomes an error of its field.
    """
    tables: list[dict[str, Any]] = []
    taken: set[str] = set()
    for n, modes in enumerate(shape, 1):
        if form.cleaned_data.get(f"w{n}_gone"):
            continue
        table = _table(form, f"w{n}_", "weapon")
        id = form.cleaned_data.get(f"w{n}_id") or make_id(table.get("name", "")) or "weapon"
        id = next(each for each in (id, *(f"{id}_{k}" for k in range(2, 20))) if each not in taken)
        taken.add(id)
        if table.get("name") == id.replace("_", " "):
            del table["name"]
        if "shots" in table:
            table["shots"] = [[_whole(form, f"w{n}_shots", far), bonus] for far, bonus in table["shots"]]
        uses = [m for m in range(1, modes + 1) if not form.cleaned_data.get(f"w{n}_m{m}_gone")]
        if not uses:
            form.add_error(f"w{n}_m1_gone", "A weapon is used in one way at least: leave the whole weapon out.")
        tables.append({"id": id, **table, "modes": [_mode(form, f"w{n}_m{m}_") for m in uses]})
    return tables


def _mode(form: Any, prefix: str) -> dict[str, Any]:
    table = _table(form, prefix, "mode")
    if "crit_by_ac" in table:
        name = f"{prefix}crit_by_ac"
        table["crit_by_ac"] = {str(_whole(form, name, key)): value for key, value in table["crit_by_ac"]}
    return table


def _table(form: Any, prefix: str, of: str) -> dict[str, Any]:
    """Return the given attributes of a part, without defaults; texts are always kept."""
    table: dict[str, Any] = {}
    for key, each in list_attributes(of).items():
        value = plain(form.cleaned_data.get(prefix + key))
        if each.kind == "pairs":
            value = read_field(form, prefix + key) or None
        if value not in (None, "") and (value != each.default or each.kind == "text"):
            table[key] = value
    return table


def read_field(form: Any, name: str) -> list[tuple[str, int]]:
    """Return the pairs of a field; a text that is no pair becomes an error of the field."""
    try:
        return read_pairs(form.cleaned_data.get(name) or "")
    except ValueError as problem:
        form.add_error(name, str(problem))
        return []


def _whole(form: Any, name: str, text: str) -> int:
    if re.fullmatch(r"-?\d{1,4}", text, re.ASCII):
        return int(text)
    form.add_error(name, f"'{text}' is not a whole number.")
    return 0


def field_at(path: Sequence[str]) -> str:
    """Return the field for a key of ``weapons``: w2_m1_reach for "2.modes.1.reach"."""
    numbers = [each for each in path if each.isdigit()]
    prefix = "".join(f"{letter}{number}_" for letter, number in zip("wm", numbers, strict=False))
    return prefix + path[-1]


# Layout.


def weapons_layout(values: Mapping[str, Any], shape: Sequence[int]) -> Div:
    """Return each weapon in a frame of its own, with rare attributes under a heading that opens."""
    names = [str(values.get(f"w{n}_name") or "A weapon") for n in range(1, len(shape) + 1)]
    return Div(*(_weapon_layout(n, names[n - 1], modes) for n, modes in enumerate(shape, 1)))


def _weapon_layout(n: int, name: str, modes: int) -> Framed:
    used_more = (*USED_MORE, ("gone",)) if modes > 1 else USED_MORE
    every = range(1, modes + 1)
    another = format_html('<button class="b small" name="do" value="mode.{}">Another use of it</button>', n)
    return Framed(
        name,
        Field(f"w{n}_id"),
        *rows(FIRST, f"w{n}_"),
        *(line for m in every for line in rows(USED, f"w{n}_m{m}_")),
        More(
            f"More of {name}",
            *rows(MORE, f"w{n}_"),
            *(line for m in every for line in rows(used_more, f"w{n}_m{m}_")),
            *rows((("gone",),), f"w{n}_"),
            Markup(another),
        ),
    )


def rows(names: Sequence[Sequence[str]], prefix: str = "") -> list[Row]:
    """Return rows of fields whose names begin with ``prefix``."""
    return [row(*(prefix + name for name in line)) for line in names]


def glossary(*parts: str) -> Markup:
    """Return the meanings of the attributes of these parts, each once."""
    told = format_html_join(
        "",
        "<dt>{}</dt><dd>{}</dd>",
        ((each.label, help_of(each)) for of in parts for each in list_attributes(of).values()),
    )
    return Markup(
        format_html(
            '<details class="more-fields"><summary class="b small quiet">What these mean</summary>'
            '<dl class="facts note-s meanings">{}</dl></details>',
            told,
        )
    )
