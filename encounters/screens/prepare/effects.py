"""The effects of magic that a DM changes in preparation: a list, a search and a form."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from crispy_forms.layout import Field, Layout
from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from encounters import services
from encounters.access import for_dm
from encounters.errors import Rejected
from encounters.responses import see
from encounters.screens.forms import PageForm, row
from encounters.screens.prepare.view import PrepareView
from encounters.screens.prepare.views import bench_of
from encounters.screens.requests import read_post
from encounters.viewers import Viewer
from rules.api import (
    AFFECTED,
    AMOUNTS,
    MOST_PARTS,
    UNITS,
    EffectChange,
    EffectEntry,
    find_effect,
    list_known_magic,
    list_own_magic,
    read_effects,
)

MOST_FOUND = 20
"""The most spells and devices that a search lists."""

NUMBERS = {
    "to_hit": "to hit",
    "damage": "damage",
    "ac": "AC",
    "save": "saves",
    "movement": "movement",
    "routines": "attacks",
}
"""The numbers that an effect changes, in words."""
SIGNS = {"by": "", "to": "to ", "times": "x", "strength": "as strength "}
"""The meanings of an amount, as they are typed before it."""

PART = re.compile(r"([^()]+?)\s*(?:\(([^()]*)\))?")
CHANGE = re.compile(
    r"(to hit|damage|ac|saves?|movement|attacks) (to |x ?|as strength )?([+-]?\d{1,4}(?:\.\d{1,2})?)", re.IGNORECASE
)
ON = {
    "targets": "its targets",
    "failed": "those who did not save",
    "saved": "those who saved",
    "friends": "friends",
    "foes": "foes",
    "user": "the caster",
}
WRITE_LIKE = "Write it like “blessed (to hit +2, AC -1)”."


class EffectForm(PageForm):
    """The form of the effect of one spell or device, with its rows filled in."""

    count = forms.IntegerField(label="Lasts", min_value=0, max_value=10_000, required=False)
    per_level = forms.IntegerField(label="and for each level", min_value=0, max_value=1000, required=False)
    dice = forms.CharField(label="and dice", max_length=12, required=False, help_text="like 1d4")
    unit = forms.ChoiceField(
        label="Unit", required=False, choices=[("", "until it is ended"), *((each, f"{each}s") for each in UNITS)]
    )
    ends = forms.CharField(
        label="Ends", max_length=200, required=False, help_text="effects on the same creature, separated by commas"
    )
    ends_on_attack = forms.BooleanField(label="Ends when the one under it attacks", required=False)
    note = forms.CharField(label="What else you decide", max_length=300, required=False)

    def __init__(self, data: Any = None, *, magic: Sequence[str], entry: EffectEntry | None) -> None:
        super().__init__(data, initial=build_initial(entry) if entry is not None else {"on_0": "targets"})
        self.magic = magic
        self.rows = range(min(MOST_PARTS, (len(entry.parts) if entry is not None else 0) + 2))
        for number in self.rows:
            self.fields[f"on_{number}"] = forms.ChoiceField(
                label="On", required=False, choices=[("", "nobody"), *((each, ON[each]) for each in AFFECTED)]
            )
            self.fields[f"name_{number}"] = forms.CharField(label="Effect", required=False, max_length=200)
        self.fields["name_0"].help_text = (
            "blessed (to hit +2, AC -1). Armor class may be given: AC to 4; movement multiplied: movement x0.5;"
            " attacks +1 doubles them, -0.5 halves them."
        )
        parts = (row(f"on_{number}", f"name_{number}") for number in self.rows)
        self.helper.layout = Layout(
            *parts, row("count", "per_level", "dice", "unit"), row("ends", "note"), Field("ends_on_attack")
        )

    def clean(self) -> dict[str, Any]:
        """Return the values, with the [[effect]] table under ``row``."""
        given: dict[str, Any] = super().clean() or {}
        parts = [part for number in self.rows if (part := self._read_part(given, number)) is not None]
        if not parts and not self.errors:
            self.add_error("name_0", f"Say what begins, and on whom. {WRITE_LIKE}")
        amounts = {key: given[key] for key in ("count", "per_level", "dice") if given.get(key)}
        if bool(amounts) != bool(given.get("unit")) and not self.errors:
            self.add_error("unit", "Give a number and a unit, or neither.")
        if not self.errors:
            ends = [each.strip().lower() for each in given["ends"].split(",") if each.strip()]
            given["row"] = {
                "magic": list(self.magic),
                **({"lasts": {**amounts, "unit": given["unit"]}} if amounts else {}),
                **({"ends_on": "attack"} if given["ends_on_attack"] else {}),
                **({"ends": ends} if ends else {}),
                "parts": parts,
                **({"note": given["note"]} if given["note"] else {}),
            }
        return given

    def _read_part(self, given: Mapping[str, Any], number: int) -> dict[str, object] | None:
        """Return a part as it is typed; None for an empty row. Adds an error to the row."""
        name = f"name_{number}"
        on, text = given.get(f"on_{number}"), str(given.get(name) or "").strip()
        if not on or not text:
            if text:
                self.add_error(f"on_{number}", "Choose on whom it falls.")
            return None
        found = PART.fullmatch(text)
        if found is None:
            self.add_error(name, WRITE_LIKE)
            return None
        typed = [CHANGE.fullmatch(each.strip()) for each in found[2].split(",")] if found[2] else []
        if not all(typed):
            self.add_error(name, WRITE_LIKE)
        changes = [_read_change(each) for each in typed if each is not None]
        return {"on": on, "name": found[1].lower(), **({"changes": changes} if changes else {})}

    def add_rejection(self, problem: Rejected) -> None:
        """Add the error of a key of the table to the field that has it."""
        self._status = problem.status
        head, _, rest = problem.field.partition(".")
        name = {"lasts": rest or "count", "parts": "name_0", "ends_on": "ends_on_attack"}.get(head, head)
        self.add_error(name if name in self.fields else None, problem.message.rpartition('": ')[2] or problem.message)


def _read_change(found: re.Match[str]) -> dict[str, object]:
    word = found[1].lower().removesuffix("s") if found[1].lower().startswith("save") else found[1].lower()
    what = next(key for key, words in NUMBERS.items() if word in (key, words.lower()))
    sign = (found[2] or "").strip().lower()
    how = next(key for key, words in SIGNS.items() if words.strip() == sign)
    amount = Fraction(found[3])
    return {"what": what, how: amount.numerator if amount.denominator == 1 else float(amount)}


def build_initial(entry: EffectEntry) -> dict[str, Any]:
    """Return the values that the form shows of an effect."""
    shown: dict[str, Any] = {
        "count": entry.count or None, "per_level": entry.per_level or None, "dice": entry.dice, "unit": entry.unit,
        "ends": ", ".join(entry.ends), "ends_on_attack": entry.ends_on_attack, "note": entry.note,
    }  # fmt: skip
    for number, part in enumerate(entry.parts):
        shown |= {f"on_{number}": part.on, f"name_{number}": describe_part(part.name, part.changes)}
    return shown


def describe_part(name: str, changes: Sequence[EffectChange]) -> str:
    """Return an effect as it is typed: "blessed (to hit +2)"."""
    numbers = ", ".join(_describe_change(each) for each in changes)
    return name + (f" ({numbers})" if numbers else "")


def _describe_change(change: EffectChange) -> str:
    amount = f"{float(change.amount):+g}" if change.how == "by" else f"{float(change.amount):g}"
    return f"{NUMBERS[change.what]} {SIGNS[change.how]}{amount}"


@dataclass(frozen=True, slots=True)
class EffectRow:
    """An effect that the DM has changed."""

    of: str
    """The id of its magic."""
    name: str
    """The names of its spells and devices."""
    does: str


@dataclass(frozen=True, slots=True)
class Found:
    """A spell or device to change."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class EffectsPage:
    """The page of changed effects."""

    url: str
    title: str
    changed: Sequence[EffectRow]
    query: str
    found: Sequence[Found]
    of: str
    """The id of the magic in the form; "" for none."""
    named: str
    """The names of the magic in the form."""


@require_http_methods(["GET", "POST"])
@for_dm
def change_effects(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the changed effects, a search and the form of one; a post saves the form."""
    bench = bench_of(viewer)
    known, of = list_known_magic(bench.everyone), request.GET.get("magic", "")
    if of and of not in known:
        raise Http404("There is no such spell or device.")
    entry = _find_entry(bench, of) if of else None
    magic = entry.magic if entry is not None else (of,)
    form = EffectForm(read_post(request), magic=magic, entry=entry) if of else None
    if form is not None and request.method == "POST" and form.is_valid():
        try:
            services.change_effect(viewer, form.cleaned_data["row"], of)
        except Rejected as problem:
            form.add_rejection(problem)
        else:
            return see("change-effects", viewer.encounter_id)
    query = request.GET.get("q", "").strip()
    page = EffectsPage(
        bench.url("prepare/"),
        bench.encounter.title,
        list(_list_changed(bench, known)),
        query,
        list(_find_magic(bench, known, query)),
        of,
        ", ".join(dict.fromkeys(known[each] for each in magic)) if of else "",
    )
    status = form.status if form is not None else 200
    return render(request, "screens/prepare/effects.html", {"page": page, "form": form}, status=status)


@require_POST
@for_dm
def restore_effect(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Let magic do again what the tables say."""
    bench_of(viewer)
    services.restore_effect(viewer, request.POST.get("of", ""))
    return see("change-effects", viewer.encounter_id)


def _find_entry(bench: PrepareView, of: str) -> EffectEntry | None:
    """Return what magic does in this fight: as it was changed, else by the tables."""
    rows = [each for each in bench.encounter.effects if of in each["magic"]]
    return read_effects(rows, bench.everyone)[0] if rows else find_effect(of)


def _list_changed(bench: PrepareView, known: Mapping[str, str]) -> Iterator[EffectRow]:
    for each in bench.encounter.effects:
        names = ", ".join(dict.fromkeys(known.get(magic, magic) for magic in each["magic"]))
        rows = [part for part in each["parts"] if isinstance(part, Mapping)]
        does = "; ".join(describe_row(part) for part in rows)
        yield EffectRow(each["magic"][0], names, does)


def describe_row(part: Mapping[str, Any]) -> str:
    """Return a part of an [[effect]] table in words: "blessed (to hit +2) on its targets"."""
    changes = [
        EffectChange(each["what"], Fraction(str(each[how])), how)
        for each in part.get("changes", ())
        for how in AMOUNTS
        if how in each
    ]
    return f"{describe_part(part['name'], changes)} on {ON[part.get('on', 'targets')]}"


def _find_magic(bench: PrepareView, known: Mapping[str, str], query: str) -> Iterator[Found]:
    """Yield the magic whose name has the searched text; without a text, that of the combatants."""
    own = list(list_own_magic(bench.everyone))
    ids = [id for id, name in known.items() if query.lower() in name.lower()] if query else own
    for id in ids[:MOST_FOUND]:
        yield Found(id, known[id])
