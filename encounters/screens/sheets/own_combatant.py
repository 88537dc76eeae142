"""The form for a combatant with a procedure's own attributes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from crispy_forms.layout import Div, Layout, LayoutObject
from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString

from encounters.errors import Rejected
from encounters.newcomers import name_newcomers
from encounters.screens.forms import (
    COMMON,
    Markup,
    More,
    PageForm,
    SideField,
    find_one_place,
    keep_own_places,
    make_file_name_field,
    make_row,
    make_wave_field,
)
from encounters.screens.sheets.own_fields import Values, is_same, list_posted, make_plain, show_plain
from encounters.screens.sheets.own_parts import (
    ADD,
    TableReader,
    add_thing,
    build_glossary,
    build_rows,
    frame_things,
    group_rows,
    list_fields,
    list_severals,
    list_values,
)
from rules.api import BadEntry, Sheet, SheetPart, StatBlock, build_stat_blocks, make_id

PLAIN = "-"
"""The choice of no template."""

IDENTITY = ("id", "name", "side", "played", "hidden", "wave", "count", "x", "y", "like", "filled")
"""Fields that no template fills in."""


def build_sheet(own: type[Sheet], table: object, **beside: object) -> Sheet:
    """Return the sheet of a table, with the entries given beside it. Raises BadEntry."""
    sheet = build_stat_blocks({"id": "it", "side": "it", own.key: table, **beside})[0].sheet
    assert sheet is not None, "its table makes a sheet"
    return sheet


def describe_template(own: type[Sheet], id: str) -> str:
    """Return a template's name and description: "Bran: great axe, strikes hard"."""
    return f"{id.capitalize()}: {own.list_ready_made()[id]}"


def list_stock(own: type[Sheet], key: str) -> dict[str, Mapping[str, Any]]:
    """Return the tables of several things that the ready-made combatants have, by id."""
    found: dict[str, Mapping[str, Any]] = {}
    for like in own.list_ready_made():
        for each in build_sheet(own, {"like": like}).write_table().get(key, ()):
            found.setdefault(each["id"], each)
    return found


class OwnCombatantForm(PageForm):
    """The form for one combatant with the attributes of ``own``.

    ``before`` is the combatant's present definition, ``known`` are the others. A template fills in every value
    that was not changed by hand. Unchanged values are written as they were.
    """

    id = make_file_name_field()
    name = forms.CharField(label="Name", max_length=60, required=False)
    side = SideField()
    count = forms.IntegerField(label="How many", min_value=1, required=False, help_text="all alike, as a group")
    played = forms.BooleanField(label="A player’s character", required=False)
    hidden = forms.BooleanField(label="Hidden until you reveal it", required=False)
    wave = make_wave_field()
    like = forms.ChoiceField(label="Fights like", required=False)
    filled = forms.CharField(required=False, widget=forms.HiddenInput())
    x = forms.DecimalField(required=False, max_digits=8, decimal_places=2)
    y = forms.DecimalField(required=False, max_digits=8, decimal_places=2)

    folded = True

    def __init__(
        self,
        data: Any = None,
        *,
        own: type[Sheet],
        unit: str,
        before: Mapping[str, Any],
        known: Sequence[StatBlock] = (),
        sides: Sequence[str] = (),
    ) -> None:
        self.own, self.before, self.known = own, dict(before), known
        self.parts, self.own_prefix = own.describe_form(), f"{own.key}."
        self.templates = own.list_ready_made()
        self.asks = ""
        start = list_form_values(own, self.before)
        if data is not None:
            self.asks = str(data.get("do", ""))
            fields = {**self.base_fields, **list_fields(self.parts, data, self.own_prefix)}
            start = self._complete(list_posted(data, fields))
        self.values = start
        super().__init__(start if data is not None and not self.asks else None, initial=start)
        self.fields.update(list_fields(self.parts, start, self.own_prefix))
        self._label(unit, sides)
        self.helper.layout = self._build_layout()

    def _label(self, unit: str, sides: Sequence[str]) -> None:
        """Set the choices and labels that depend on the procedure and the encounter."""
        self.fields["side"].widget.sides = sides
        self.fields["x"].label, self.fields["y"].label = f"{unit.capitalize()} across", f"{unit.capitalize()} down"
        if self.templates:
            self.fields["name"].help_text = "empty: that of the template"
        templates = ((id, describe_template(self.own, id)) for id in self.templates)
        choices: Any = {"like": [(PLAIN, "nobody: the usual numbers"), *templates]}
        for part in list_severals(self.parts):
            if part.name_key:
                stock = ((id, each[part.name_key]) for id, each in list_stock(self.own, part.key).items())
                choices[f"{self.own_prefix}{part.key}.like"] = [("", "a plain one"), *stock]
        for name, offered in choices.items():
            self.fields[name].choices = offered  # type: ignore[attr-defined]

    def _complete(self, given: Values) -> Values:
        """Return the posted values, with a new template and a requested weapon or use filled in."""
        if (given["like"] in self.templates or given["like"] == PLAIN) and given["like"] != self._find_template(given):
            old, new = self._find_base(given), {self.own.key: _make_like_table(given["like"])}
            given = self._fill_in(given, list_form_values(self.own, old), list_form_values(self.own, new))
        if not self.asks.startswith(ADD):
            return given
        name = self.asks.removeprefix(ADD)
        path = name.removeprefix(self.own_prefix)
        like = list_stock(self.own, path).get(str(given.get(f"{name}.like", "")), {}) if "." not in path else {}
        return add_thing(self.parts, given, name, path, like)

    def _find_template(self, given: Values) -> str:
        """Return the template from which the shown values came."""
        own = self.before.get(self.own.key)
        return str(given["filled"] or (own.get("like", PLAIN) if isinstance(own, Mapping) else PLAIN))

    def _find_base(self, given: Values) -> dict[str, Any]:
        """Return the definition with which the form began: the present one, or a template's."""
        common = {key: self.before[key] for key in COMMON if key in self.before}
        if given["filled"] in (*self.templates, PLAIN):
            return {**common, self.own.key: _make_like_table(given["filled"])}
        return dict(self.before) if isinstance(self.before.get(self.own.key), Mapping) else {**common, self.own.key: {}}

    def _fill_in(self, given: Values, old: Values, new: Values) -> Values:
        """Return the typed values, with a new template's in place of those left unchanged.

        A value is unchanged if it equals the ``old`` template's. Weapons and the like are replaced only if all are.
        """
        kept: Values = {}
        things: set[str] = set()
        for part in list_severals(self.parts):
            names = set(self._list_names({**given, **old}, part.key))
            source = new if is_same(given, old, names) else given
            kept |= {name: source[name] for name in self._list_names(source, part.key)}
            things |= names
        for name in given.keys() - things:
            is_filled = name in new and name not in IDENTITY and is_same(given, old, [name])
            kept[name] = new[name] if is_filled else given[name]
        return {**kept, "filled": given["like"]}

    def _list_names(self, values: Values, key: str) -> Iterator[str]:
        """Yield the names of the fields for one key of the table."""
        name = self.own_prefix + key
        return (each for each in values if (each == name or each.startswith(f"{name}.")) and each != f"{name}.like")

    # Reading.

    def clean(self) -> dict[str, Any]:
        """Return the cleaned values; if all are valid, ``definition`` holds the definition."""
        given: dict[str, Any] = super().clean() or {}
        if (given.get("x") is None) != (given.get("y") is None):
            self.add_error("x", "A place has two numbers, or none.")
        definition = self._build_definition(given)
        if not self.errors:
            given["definition"] = definition
        return given

    def _build_definition(self, given: Mapping[str, Any]) -> dict[str, Any]:
        base = self._find_base(self.values)
        start = list_form_values(self.own, base)
        own = dict(base[self.own.key])
        table = self._build_identity(given, base, start)
        for key, value in self._read_changed(start).items():
            holder = table if key in self.own.beside and key in table else own
            holder.pop(key, None)
            if value is not None:
                holder[key] = value
        return {**table, self.own.key: own}

    def _read_changed(self, start: Values) -> dict[str, Any]:
        """Return the values by key that differ from those at the start; None where a field is empty."""
        reader, changed = TableReader(self, self.values), {}
        for each in self.parts.attributes:
            if not is_same(start, self.values, self._list_names({**start, **self.values}, each.key)):
                changed[each.key] = reader.read_attribute(each, self.own_prefix + each.key)
        for part in self.parts.parts:
            if not is_same(start, self.values, self._list_names({**start, **self.values}, part.key)):
                changed[part.key] = reader.read_part(part, self.own_prefix + part.key)
        return changed

    def _build_identity(self, given: Mapping[str, Any], base: Mapping[str, Any], start: Values) -> dict[str, Any]:
        """Return the keys outside the own table, with those that the form does not show."""
        table = {key: value for key, value in base.items() if key != self.own.key}
        usual = str(given["like"]).capitalize() if given.get("like") in self.templates else "Fighter"
        name = given.get("name") or ("" if "id" in self.before else usual)
        id = given.get("id") or base.get("id")
        said = {
            "id": id or make_id(name) or "fighter",
            "name": name or None,
            "side": given.get("side"),
            "count": given.get("count"),
        }
        said |= {key: given.get(key) or None for key in ("played", "hidden", "wave")}
        if not is_same(start, self.values, ("x", "y")):
            place = [make_plain(given.get(axis)) for axis in "xy"]
            said["position"] = place if None not in place else None
        table = {key: value for key, value in {**table, **said}.items() if value is not None}
        table = keep_own_places(base, table)
        return table if id else name_newcomers([table], self.known)[0]

    def add_rejection(self, problem: Rejected) -> None:
        """Add an error of the rules to the field of its key."""
        self._status = problem.status
        words = problem.message.rpartition('": ')[2] or problem.message
        self.add_error(self._find_field({"position": "x"}.get(problem.field, problem.field)), words)

    def _find_field(self, key: str) -> str | None:
        """Return the field for a key of a definition, else for one within or around it."""
        seen = [name for name, field in self.fields.items() if not field.widget.is_hidden]
        while key:
            found = next((name for name in seen if name == key or name.startswith(f"{key}.")), None)
            if found is not None:
                return found
            key = key.rpartition(".")[0]
        return None

    # Layout.

    def _build_layout(self) -> Layout:
        """Return the layout: the essential fields first, the others under headings that open."""
        groups = group_rows(self.parts, self.own_prefix)
        shown = groups.pop("", {})
        beside = shown.pop(0, [])
        headings = [More(group, *build_rows(rows)) for group, rows in groups.items()]
        return Layout(
            Markup(SafeString('<button class="visually-hidden" tabindex="-1" aria-hidden="true">Save</button>')),
            make_row("name", "side", "count"),
            self._build_template_row(),
            make_row("played", "hidden", "wave", *beside),
            *build_rows(shown),
            *(item for part in list_severals(self.parts) for item in self._build_several(part)),
            Markup(SafeString('<h2 class="side-h"><span class="label">All attributes</span></h2>')),
            *headings,
            More("Place on the map", make_row("x", "y")),
            More("In files", make_row("id")),
        )

    def _build_template_row(self) -> Div:
        fill = Markup(SafeString('<button class="b small" name="do" value="like" formnovalidate>Fill in</button>'))
        return Div(make_row("like"), fill, "filled", css_class="with-button") if self.templates else Div("filled")

    def _build_several(self, part: SheetPart) -> list[LayoutObject]:
        """Return the frames of several things, the row that adds one, and a glossary."""
        name = self.own_prefix + part.key
        add = Markup(
            format_html('<button class="b small" name="do" value="{}" formnovalidate>Add it</button>', f"{ADD}{name}")
        )
        chosen = [make_row(f"{name}.like")] if part.name_key else []
        return [
            *frame_things(part, self.values, name),
            Div(name, *chosen, add, css_class="with-button"),
            build_glossary(part),
        ]


def _make_like_table(like: str) -> dict[str, Any]:
    return {} if like == PLAIN else {"like": like}


def list_form_values(own: type[Sheet], definition: Mapping[str, Any]) -> Values:
    """Return the form's values for a definition.

    They are the usual ones if the definition has none of the procedure's attributes, or invalid ones.
    """
    given = definition.get(own.key)
    has_own = isinstance(given, Mapping)
    table: Mapping[str, Any] = given if isinstance(given, Mapping) else {}
    beside = {key: definition[key] for key in own.beside if key in definition} if has_own else {}
    try:
        written = build_sheet(own, table, **beside).write_table()
    except BadEntry:
        written = build_sheet(own, {}).write_table()
    identity = {key: show_plain(definition.get(key)) for key in ("id", "name", "side", "count", "wave")}
    identity |= {key: definition.get(key) is True for key in ("played", "hidden")}
    place = find_one_place(definition) or ("", "")
    adds = {f"{own.key}.{part.key}.like": "" for part in list_severals(own.describe_form()) if part.name_key}
    return {
        **identity,
        "like": str(table.get("like", PLAIN)),
        "x": show_plain(place[0]),
        "y": show_plain(place[1]),
        "filled": "",
        **adds,
        **list_values(own.describe_form(), written, f"{own.key}."),
    }
