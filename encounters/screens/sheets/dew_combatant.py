"""The form for a combatant of Dew: a template, a name, and every attribute."""

from collections.abc import Mapping, Sequence
from typing import Any

from crispy_forms.layout import Div, Layout
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
    row,
    wave_field,
)
from encounters.screens.sheets.dew_fields import (
    Values,
    field_of,
    help_of,
    list_attributes,
    list_ready_made,
    pairs_text,
    plain,
    posted,
    read_lines,
    same,
    shown,
)
from encounters.screens.sheets.dew_weapons import (
    dew_of,
    field_at,
    glossary,
    read_field,
    shape_of,
    stock,
    weapon_fields,
    weapon_tables,
    weapon_values,
    weapons_layout,
    with_mode,
    with_weapon,
)
from rules.api import Attribute, BadEntry, StatBlock, make_id

BORROWED = ("active", "reactive")
IDENTITY = ("id", "name", "side", "played", "hidden", "wave", "count", "x", "y", "like", "filled")
"""Fields that no template fills in."""


class DewCombatantForm(PageForm):
    """The form for one combatant of Dew.

    ``before`` is the combatant's present definition, ``known`` are the others. A template fills in every value
    that was not changed by hand. Unchanged values are written as they were.
    """

    id = forms.SlugField(
        label="Id", max_length=40, required=False, allow_unicode=True, help_text="in files; empty: made of the name"
    )
    name = forms.CharField(label="Name", max_length=60, required=False, help_text="empty: that of the template")
    side = SideField()
    count = forms.IntegerField(label="How many", min_value=1, required=False, help_text="all alike, as a group")
    played = forms.BooleanField(label="A player’s character", required=False)
    hidden = forms.BooleanField(label="Hidden until you reveal it", required=False)
    wave = wave_field()
    like = forms.ChoiceField(label="Fights like", required=False)
    filled = forms.CharField(required=False, widget=forms.HiddenInput())
    x = forms.DecimalField(label="Inches across", required=False, max_digits=8, decimal_places=2)
    y = forms.DecimalField(label="Inches down", required=False, max_digits=8, decimal_places=2)
    shape = forms.CharField(required=False, widget=forms.HiddenInput())
    weapon_like = forms.ChoiceField(label="Add a weapon", required=False)
    has_shield = forms.BooleanField(label="Has a shield", required=False)
    has_armor = forms.BooleanField(label="Has armor that can be put on or adjusted", required=False)
    spells = forms.CharField(
        label="Spells",
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    folded = True

    def __init__(
        self,
        data: Any = None,
        *,
        before: Mapping[str, Any],
        known: Sequence[StatBlock] = (),
        sides: Sequence[str] = (),
    ) -> None:
        self.before, self.known = dict(before), known
        self.asks = ""
        start = values_of(self.before)
        if data is not None:
            self.asks = str(data.get("do", ""))
            shape = shape_of(str(data.get("shape", "")))
            start = self._worked(posted(data, {**self.base_fields, **_fields(shape)}))
        self.values = start
        self.arms = shape_of(start["shape"])
        super().__init__(start if data is not None and not self.asks else None, initial=start)
        self.fields.update(_fields(self.arms))
        self.fields["side"].widget.sides = sides
        templates = ((id, template_words(id)) for id in list_ready_made())
        choices: Any = {"like": [(PLAIN, "nobody: the usual numbers"), *templates]}
        choices["weapon_like"] = [("", "a plain one"), *((id, each["name"]) for id, each in stock().items())]
        for name, offered in choices.items():
            self.fields[name].choices = offered  # type: ignore[attr-defined]
        costs = help_of(list_attributes("spell")["en_cost"])
        self.fields["spells"].help_text = format_html("One a line: name; cost in EN; a note for the DM. {}", costs)
        self.helper.layout = self._layout()

    def _worked(self, given: Values) -> Values:
        """Return the posted values, with a new template and a requested weapon or use filled in."""
        known = given["like"] in list_ready_made() or given["like"] == PLAIN
        if known and given["like"] != self._like(given):
            given = filled(given, values_of(self._base(given)), values_of({"dew": _like_table(given["like"])}))
        if self.asks == "weapon":
            return with_weapon(given, given["weapon_like"])
        return with_mode(given, self.asks.removeprefix("mode.")) if self.asks.startswith("mode.") else given

    def _like(self, given: Values) -> str:
        """Return the template from which the shown values came."""
        own = self.before.get("dew")
        return str(given["filled"] or (own.get("like", PLAIN) if isinstance(own, Mapping) else PLAIN))

    def _base(self, given: Values) -> dict[str, Any]:
        """Return the definition with which the form began: the present one, or a template's."""
        if given["filled"] in (*list_ready_made(), PLAIN) and given["filled"]:
            return {
                **{key: self.before[key] for key in COMMON if key in self.before},
                "dew": _like_table(given["filled"]),
            }
        if isinstance(self.before.get("dew"), Mapping):
            return dict(self.before)
        return {**{key: self.before[key] for key in COMMON if key in self.before}, "dew": {}}

    # Reading.

    def clean(self) -> dict[str, Any]:
        """Return the cleaned values; if all are valid, ``definition`` holds the definition."""
        given: dict[str, Any] = super().clean() or {}
        if (given.get("x") is None) != (given.get("y") is None):
            self.add_error("x", "A place has two numbers, or none.")
        definition = self._definition(given)
        if not self.errors:
            given["definition"] = definition
        return given

    def _definition(self, given: Mapping[str, Any]) -> dict[str, Any]:
        base = self._base(self.values)
        start = values_of(base)
        dew = dict(base["dew"])
        table = self._identity(given, base, start)
        for names, write in (
            (("has_shield", *(f"shield_{key}" for key in list_attributes("shield"))), self._shield),
            (("has_armor", *(f"armor_{key}" for key in list_attributes("armor")), *_unworn()), self._armor),
            (tuple(f"ac_{key}" for key in list_attributes("armor_class")), self._armor_class),
            (tuple(f"borrowed_{key}" for key in BORROWED), self._borrowed),
            (("preparations",), self._preparations),
            (("ranges",), self._ranges),
            *(((key,), self._one(key)) for key in (*list_attributes("character"), *_ledger_keys())),
        ):
            if not same(start, self.values, names):
                write(dew)
        weapons = tuple(name for name in {**start, **self.values} if name == "shape" or name.startswith("w"))
        for key, names, read in (("weapons", weapons, self._weapons), ("spells", ("spells",), self._spells)):
            if not same(start, self.values, [name for name in names if name != "weapon_like"]):
                (table if key in table else dew)[key] = read()
        return {**table, "dew": dew}

    def _identity(self, given: Mapping[str, Any], base: Mapping[str, Any], start: Values) -> dict[str, Any]:
        """Return the keys outside ``dew``: identity, place, and those that the form does not show."""
        table = {key: value for key, value in base.items() if key != "dew"}
        usual = str(given["like"]).capitalize() if given.get("like") in list_ready_made() else "Fighter"
        name = given.get("name") or ("" if "id" in self.before else usual)
        id = given.get("id") or base.get("id")
        said = {
            "id": id or make_id(name) or "fighter",
            "name": name or None,
            "side": given.get("side"),
            "count": given.get("count"),
        }
        said |= {key: given.get(key) or None for key in ("played", "hidden", "wave")}
        if not same(start, self.values, ("x", "y")):
            place = [plain(given.get(axis)) for axis in "xy"]
            said["position"] = place if None not in place else None
        table = {key: value for key, value in {**table, **said}.items() if value is not None}
        table = keep_own_places(base, table)
        return table if id else name_newcomers([table], self.known)[0]

    def _one(self, key: str) -> Any:
        def write(dew: dict[str, Any]) -> None:
            value = plain(self.cleaned_data.get(key))
            dew.pop(key, None)
            if value not in (None, ""):
                dew[key] = value

        return write

    def _shield(self, dew: dict[str, Any]) -> None:
        dew["shield"] = self._part("shield") if self.cleaned_data.get("has_shield") else False

    def _armor(self, dew: dict[str, Any]) -> None:
        if not self.cleaned_data.get("has_armor"):
            dew["armor"] = False
            return
        dew["armor"] = {**self._part("armor"), "unworn_ac": [self.cleaned_data.get(name) for name in _unworn()]}

    def _part(self, of: str) -> dict[str, Any]:
        given = {key: plain(self.cleaned_data.get(f"{of}_{key}")) for key in list_attributes(of)}
        return {key: value for key, value in given.items() if value is not None}

    def _armor_class(self, dew: dict[str, Any]) -> None:
        dew["ac"] = [self.cleaned_data.get(f"ac_{key}") for key in list_attributes("armor_class")]

    def _borrowed(self, dew: dict[str, Any]) -> None:
        dew["borrowed"] = {key: self.cleaned_data.get(f"borrowed_{key}") for key in BORROWED}

    def _preparations(self, dew: dict[str, Any]) -> None:
        dew["preparations"] = []
        for parts in read_lines(self.cleaned_data.get("preparations", "")):
            if len(parts) != 3 or not parts[2].isdecimal():
                self.add_error(
                    "preparations", f"'{' '.join(parts)}' is not a preparation. Write it like great_axe 2h 1."
                )
                continue
            dew["preparations"].append({"weapon": parts[0], "mode": parts[1], "count": int(parts[2])})

    def _ranges(self, dew: dict[str, Any]) -> None:
        dew["ranges"] = dict(read_field(self, "ranges"))

    def _weapons(self) -> list[dict[str, Any]]:
        return weapon_tables(self, self.arms)

    def _spells(self) -> list[dict[str, Any]]:
        found = []
        for line in self.cleaned_data.get("spells", "").splitlines():
            name, cost, note = (*(part.strip() for part in line.split(";", 2)), "", "")[:3]
            if name and not (cost or "0").isdecimal():
                self.add_error("spells", f"'{cost}' is not a cost in EN. Write it like {name}; 3.")
            elif name:
                found.append({"name": name, "en_cost": int(cost or 0), **({"note": note} if note else {})})
        return found

    def add_rejection(self, problem: Rejected) -> None:
        """Add an error of the rules to the field of its key."""
        self._status = problem.status
        name = _field_named(problem.field.removeprefix("dew."))
        words = problem.message.rpartition('": ')[2] or problem.message
        self.add_error(name if name in self.fields else None, words)

    # Layout.

    def _layout(self) -> Layout:
        """Return the layout: the essential fields first, the others under headings that open."""
        enter = Markup(SafeString('<button class="visually-hidden" tabindex="-1" aria-hidden="true">Save</button>'))
        fill = Markup(SafeString('<button class="b small" name="do" value="like" formnovalidate>Fill in</button>'))
        add = Markup(SafeString('<button class="b small" name="do" value="weapon" formnovalidate>Add it</button>'))
        return Layout(
            enter,
            row("name", "side", "count"),
            Div(row("like"), fill, "filled", "shape", css_class="with-button"),
            row("played", "alert", "hidden", "wave"),
            row("en", "bd", "active_blows", "reactive_blows"),
            row("move", "ac_base", "ac_first", "ac_second"),
            row("has_shield", "shield_ac_mod", "shield_breakage"),
            weapons_layout(self.values, self.arms),
            Div(row("weapon_like"), add, css_class="with-button"),
            glossary("weapon", "mode"),
            Markup(SafeString('<h2 class="side-h"><span class="label">All attributes</span></h2>')),
            More(
                "Body, strength, level",
                row("st", "dx", "el", "en_die"),
                row("en_max", "bd_max", "recovery_rate"),
                row("hands", "kind"),
            ),
            More("Spells", row("spells")),
            More(
                "As it comes to the field",
                row("conscious", "fallen", "stationary"),
                row("shield_broken"),
                row("x", "y"),
                row("ranges"),
            ),
            More(
                "Armor",
                row("has_armor", "armor_worn"),
                row("armor_wt", "armor_basic_enc", "armor_enc"),
                row(*_unworn()),
            ),
            More(
                "Taken up in mid-round",
                row("active", "reactive", "blows_this_round"),
                row("en_spent_phase", "en_spent_round", "en_spent_previous_round"),
                row("passed", "fought", "acted"),
                row("borrowed_active", "borrowed_reactive"),
                row("preparations"),
            ),
            More("In files", row("id")),
        )


def filled(given: Values, old: Values, new: Values) -> Values:
    """Return the typed values, with a new template's in place of those left unchanged.

    A value is unchanged if it equals the ``old`` template's. Weapons are replaced only if all are unchanged.
    """
    armed = [name for name in {**given, **old} if name == "shape" or (name.startswith("w") and name != "weapon_like")]
    mine = {name: value for name, value in given.items() if name not in armed}
    source = new if same(given, old, armed) else given
    weapons = {name: value for name, value in source.items() if name == "shape" or name[:2] in _NUMBERED}
    kept = {
        name: value if name in IDENTITY or name not in new or not same(given, old, (name,)) else new[name]
        for name, value in mine.items()
    }
    return {**kept, **weapons, "filled": given["like"]}


_NUMBERED = tuple(f"w{n}" for n in range(1, 10))


def _like_table(like: str) -> dict[str, Any]:
    return {} if like == PLAIN else {"like": like}


def _ledger_keys() -> tuple[str, ...]:
    """Return the keys of the ledger that are written one by one."""
    keys = list_attributes("ledger")
    return tuple(key for key in keys if key != "preparations" and not key.startswith("borrowed_"))


def _unworn() -> tuple[str, ...]:
    return tuple(f"unworn_{key}" for key in list_attributes("armor_class"))


def _fields(shape: list[int]) -> dict[str, forms.Field]:
    """Return the form fields of all attributes, with those for weapons of this shape."""
    parts: dict[str, Mapping[str, Attribute]] = {
        "": {**list_attributes("character"), **list_attributes("ledger")},
        "ac_": list_attributes("armor_class"),
        "shield_": list_attributes("shield"),
        "armor_": list_attributes("armor"),
        "unworn_": list_attributes("armor_class"),
    }
    fields = {prefix + key: field_of(each) for prefix, part in parts.items() for key, each in part.items()}
    fields["ranges"] = field_of(list_attributes("pair")["range"])
    for name in _unworn():
        fields[name].label = f"{fields[name].label} without it"
    return {**fields, **weapon_fields(shape)}


def _field_named(key: str) -> str:
    """Return the form field for a key of a combatant or of its ``dew`` table."""
    head, *rest = key.split(".")
    if head == "weapons":
        return field_at(rest) if len(rest) > 1 else "weapon_like"
    if head in ("shield", "armor") and rest:
        return "unworn_base" if rest[-1] == "unworn_ac" else f"{head}_{rest[-1]}"
    return {"position": "x", "ac": "ac_base"}.get(head, head)


PLAIN = "-"
"""The choice of no template."""


def template_words(id: str) -> str:
    """Return a template's name and description: "Bran: great axe, strikes hard"."""
    return f"{id.capitalize()}: {list_ready_made()[id]}"


def values_of(definition: Mapping[str, Any]) -> Values:
    """Return the form values for a definition.

    They are the usual ones if the definition has no attributes of Dew's, or invalid ones.
    """
    given = definition.get("dew")
    dew: Mapping[str, Any] = given if isinstance(given, Mapping) else {}
    beside = {key: definition[key] for key in ("weapons", "spells") if key in definition} if dew or given == {} else {}
    try:
        table = dew_of(dew, **beside).write_table()
    except BadEntry:
        table = dew_of({}).write_table()
    own = {key: shown(definition.get(key)) for key in ("id", "name", "side", "count", "wave")}
    own |= {key: definition.get(key) is True for key in ("played", "hidden")}
    own["like"] = str(dew.get("like", PLAIN))
    place = find_one_place(definition) or ("", "")
    return {
        **own,
        "x": shown(place[0]),
        "y": shown(place[1]),
        "filled": "",
        "weapon_like": "",
        **_character(table, dew),
        **_worn(table),
        **_ledger(table),
        "ranges": pairs_text(table["ranges"].items()),
        "spells": "\n".join(_spell(**each) for each in table["spells"]),
        **weapon_values(table["weapons"]),
    }


def _character(table: Mapping[str, Any], dew: Mapping[str, Any]) -> Values:
    values = {key: shown(table[key]) for key in list_attributes("character")}
    return values | {key: shown(dew.get(key)) for key in ("en_max", "bd_max")}


def _worn(table: Mapping[str, Any]) -> Values:
    usual = dew_of({"shield": {}, "armor": {}}).write_table()
    shield, armor = table["shield"] or usual["shield"], table["armor"] or usual["armor"]
    classes = {"ac": table["ac"], "unworn": armor["unworn_ac"]}
    values: Values = {f"has_{part}": table[part] is not False for part in ("shield", "armor")}
    values |= {f"shield_{key}": shown(shield[key]) for key in list_attributes("shield")}
    values |= {f"armor_{key}": shown(armor[key]) for key in list_attributes("armor")}
    return values | {
        f"{prefix}_{key}": str(number)
        for prefix, ac in classes.items()
        for key, number in zip(list_attributes("armor_class"), ac, strict=True)
    }


def _ledger(table: Mapping[str, Any]) -> Values:
    values = {key: shown(table.get(key)) for key in list_attributes("ledger") if key != "preparations"}
    return values | {
        "preparations": "\n".join(" ".join(map(str, each.values())) for each in table["preparations"]),
        **{f"borrowed_{key}": str(count) for key, count in table["borrowed"].items()},
    }


def _spell(name: str, en_cost: int, note: str) -> str:
    return "; ".join(filter(None, (name, str(en_cost), note)))
