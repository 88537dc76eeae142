"""The parts of a procedure's own sheet in a form: fields, values, and the tables read back.

A field is named for the place of its value in a definition: "key.weapons.2.modes.1.reach". So a message of the rules
about a key is shown at the field of that name. The field of several things holds their number.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from crispy_forms.layout import Field, LayoutObject, Row
from django import forms
from django.utils.html import format_html

from encounters.screens.forms import Framed, Markup, More, make_row
from encounters.screens.sheets.own_fields import Values, list_meanings, make_field, read_value, show_plain, show_value
from rules.api import Attribute, PartKind, SheetPart, make_id

ADD = "add:"
"""The beginning of the press that adds one of several things; the name of their field follows."""


# From a table to the form.


def list_values(part: SheetPart, table: Mapping[str, Any], prefix: str) -> Values:
    """Return the form's values for a table, with the default of what it lacks."""
    values = {prefix + each.key: show_value(each, table.get(each.key, each.default)) for each in part.attributes}
    for inner in part.parts:
        values |= _list_inner_values(inner, table.get(inner.key), prefix + inner.key)
    return values


def _list_inner_values(part: SheetPart, given: Any, name: str) -> Values:
    match part.kind:
        case PartKind.SEVERAL:
            things = list(given or ()) or [{}] * part.least
            values: Values = {name: str(len(things))}
            for n, each in enumerate(things, 1):
                values |= _list_values_of_one(part, each, f"{name}.{n}.")
            return values
        case PartKind.LIST:
            keys = (each.key for each in part.attributes)
            return list_values(part, dict(zip(keys, given or (), strict=False)), f"{name}.")
        case PartKind.OPTIONAL:
            return {name: isinstance(given, Mapping)} | list_values(part, given or {}, f"{name}.")
    return list_values(part, given or {}, f"{name}.")


def _list_values_of_one(part: SheetPart, table: Mapping[str, Any], prefix: str) -> Values:
    id = {prefix + "id": show_plain(table.get("id"))} if part.name_key else {}
    return {**id, **list_values(part, table, prefix), prefix + "gone": False}


def count_things(part: SheetPart, values: Mapping[str, Any], name: str) -> int:
    """Return how many of several things a form has."""
    text = str(values.get(name, ""))
    count = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
    return min(max(count, part.least), part.most)


def add_thing(root: SheetPart, values: Values, name: str, path: str, like: Mapping[str, Any]) -> Values:
    """Return the values with one thing more: that of this table, else a plain one.

    ``path`` is the place in the sheet's table of the things that have the field ``name``. The values are unchanged if
    there are no such things, or as many as there may be.
    """
    part = _find_several(root, path)
    if part is None or name not in values or (count := count_things(part, values, name)) == part.most:
        return values
    return {**values, **_list_values_of_one(part, like, f"{name}.{count + 1}."), name: str(count + 1)}


def _find_several(root: SheetPart, path: str) -> SheetPart | None:
    part: SheetPart | None = root
    for key in path.split("."):
        if part is not None and not key.isdigit():
            part = next((each for each in part.parts if each.key == key), None)
    return part if part is not None and part.kind is PartKind.SEVERAL else None


# The fields.


def list_fields(
    part: SheetPart, values: Mapping[str, Any], prefix: str, *, helps: bool = True
) -> dict[str, forms.Field]:
    """Return the fields of a part, as many of several things as the values have."""
    fields = {prefix + each.key: make_field(each, helps=helps) for each in part.attributes}
    for inner in part.parts:
        name = prefix + inner.key
        if inner.kind is PartKind.SEVERAL:
            fields |= _list_fields_of_several(inner, values, name)
            continue
        if inner.kind is PartKind.OPTIONAL:
            fields[name] = forms.BooleanField(label=inner.label, required=False)
        fields |= list_fields(inner, values, f"{name}.", helps=helps)
    return fields


def _list_fields_of_several(part: SheetPart, values: Mapping[str, Any], name: str) -> dict[str, forms.Field]:
    fields: dict[str, forms.Field] = {}
    if part.name_key:
        fields[f"{name}.like"] = forms.ChoiceField(label=f"Add {part.noun}", required=False)
    fields[name] = forms.CharField(required=False, widget=forms.HiddenInput())
    for n in range(1, count_things(part, values, name) + 1):
        prefix = f"{name}.{n}."
        if part.name_key:
            fields[f"{prefix}id"] = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput())
        fields |= list_fields(part, values, prefix, helps=False)
        fields[f"{prefix}gone"] = forms.BooleanField(label=f"Leave this {part.noun} out", required=False)
    return fields


# From the form to a table.


@dataclass(frozen=True)
class TableReader:
    """The reader of tables from a form.

    A value that cannot be read becomes an error of its field.
    """

    form: forms.Form
    """The form, with cleaned values."""
    values: Values
    """Its values as they were posted."""

    def read_attribute(self, each: Attribute, name: str) -> Any:
        """Return the value of an attribute; None where its field is empty."""
        try:
            return read_value(each, self.form.cleaned_data.get(name))
        except ValueError as problem:
            self.form.add_error(name, str(problem))
            return None

    def read_part(self, part: SheetPart, name: str) -> Any:
        """Return what stands in a table for one of its parts."""
        match part.kind:
            case PartKind.SEVERAL:
                return self._read_several(part, name)
            case PartKind.LIST:
                return [self.read_attribute(each, f"{name}.{each.key}") for each in part.attributes]
            case PartKind.OPTIONAL if not self.form.cleaned_data.get(name):
                return False
        return self._read_table(part, f"{name}.")

    def _read_table(self, part: SheetPart, prefix: str) -> dict[str, Any]:
        """Return the table of a part, without the attributes that have their default or are empty."""
        read = {each.key: (each, self.read_attribute(each, prefix + each.key)) for each in part.attributes}
        table = {key: value for key, (each, value) in read.items() if value not in (None, [], {}, each.default)}
        return table | {inner.key: self.read_part(inner, prefix + inner.key) for inner in part.parts}

    def _read_several(self, part: SheetPart, name: str) -> list[dict[str, Any]]:
        prefixes = [f"{name}.{n}." for n in range(1, count_things(part, self.values, name) + 1)]
        kept = [prefix for prefix in prefixes if not self.form.cleaned_data.get(f"{prefix}gone")]
        if len(kept) < part.least:
            self.form.add_error(f"{name}.1.gone", f"Keep one {part.noun} at least, or leave all of it out.")
        tables = {prefix: self._read_table(part, prefix) for prefix in kept}
        return self._name_things(part, tables) if part.name_key else list(tables.values())

    def _name_things(self, part: SheetPart, tables: Mapping[str, dict[str, Any]]) -> list[dict[str, Any]]:
        """Return tables by prefix with an id each; a name that the id says is left out."""
        key = part.name_key
        named: dict[str, dict[str, Any]] = {}
        for prefix, table in tables.items():
            id = self.form.cleaned_data.get(f"{prefix}id") or make_id(table.get(key, "")) or part.noun
            id = next(each for each in (id, *(f"{id}_{n}" for n in range(2, part.most + 2))) if each not in named)
            said = table.get(key) == id.replace("_", " ")
            named[id] = {"id": id} | {each: value for each, value in table.items() if each != key or not said}
        return list(named.values())


# The layout.


def group_rows(part: SheetPart, prefix: str) -> dict[str, dict[int, list[str]]]:
    """Return the names of the fields by group and row, without those of several things."""
    found: dict[str, dict[int, list[str]]] = {}
    for group, number, name in _list_places(part, prefix):
        found.setdefault(group, {}).setdefault(number, []).append(name)
    return found


def _list_places(part: SheetPart, prefix: str) -> Iterator[tuple[str, int, str]]:
    for each in part.attributes:
        yield each.group, each.row, prefix + each.key
    for inner in part.parts:
        if inner.kind is PartKind.OPTIONAL:
            yield inner.group, inner.row, prefix + inner.key
        if inner.kind is not PartKind.SEVERAL:
            yield from _list_places(inner, f"{prefix}{inner.key}.")


def build_rows(rows: Mapping[int, list[str]]) -> list[Row]:
    """Return the rows of one group of fields, in the order of their numbers."""
    return [make_row(*names) for _, names in sorted(rows.items())]


def list_severals(part: SheetPart) -> list[SheetPart]:
    """Return the parts of which there may be several things."""
    return [inner for inner in part.parts if inner.kind is PartKind.SEVERAL]


def frame_things(part: SheetPart, values: Mapping[str, Any], name: str) -> list[LayoutObject]:
    """Return each of several things in a frame, its rare attributes under a heading."""
    count = count_things(part, values, name)
    return [_frame_thing(part, values, f"{name}.{n}.") for n in range(1, count + 1)]


def _frame_thing(part: SheetPart, values: Mapping[str, Any], prefix: str) -> Framed:
    title = str(values.get(prefix + part.name_key) or part.noun.capitalize())
    shown, folded = _split_rows(part, prefix)
    hidden, buttons = [Field(f"{prefix}id")] if part.name_key else [], []
    for inner in list_severals(part):
        name = prefix + inner.key
        hidden.append(Field(name))
        buttons.append(Markup(format_html(ANOTHER, f"{ADD}{name}", inner.noun)))
        count = count_things(inner, values, name)
        for n in range(1, count + 1):
            shown_of_one, folded_of_one = _split_rows(inner, f"{name}.{n}.")
            shown += shown_of_one
            folded += [*folded_of_one, *([make_row(f"{name}.{n}.gone")] if count > inner.least else [])]
    return Framed(title, *hidden, *shown, More(f"More of {title}", *folded, make_row(f"{prefix}gone"), *buttons))


def _split_rows(part: SheetPart, prefix: str) -> tuple[list[Row], list[Row]]:
    """Return the rows of fields in sight, and of those that are folded."""
    groups = group_rows(part, prefix)
    shown = build_rows(groups.pop("", {}))
    return shown, [line for rows in groups.values() for line in build_rows(rows)]


ANOTHER = '<button class="b small" name="do" value="{}">Another {} of it</button>'


def build_glossary(part: SheetPart) -> Markup:
    """Return the meanings of a part's attributes, and of those of the things within."""
    every = [*part.attributes, *(each for inner in list_severals(part) for each in inner.attributes)]
    return Markup(
        format_html(
            '<details class="more-fields"><summary class="b small quiet">What these mean</summary>'
            '<dl class="facts note-s meanings">{}</dl></details>',
            list_meanings(every),
        )
    )
