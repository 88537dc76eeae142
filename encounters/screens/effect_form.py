"""The search for spells and devices, and the form of what one of them does."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from crispy_forms.layout import Field, Layout
from django import forms

from encounters.errors import Rejected
from encounters.narration.effects import NUMBERS, ON, SIGNS, describe_part
from encounters.numbers import replace_dashes
from encounters.screens.forms import PageForm, make_row
from rules.api import (
    AFFECTED,
    MOST_PARTS,
    UNITS,
    EffectEntry,
    StatBlock,
    list_own_magic,
    list_spells,
)

MOST_FOUND = 20
"""The most spells and devices that a search lists."""

PART = re.compile(r"([^()]+?)\s*(?:\(([^()]*)\))?")
CHANGE = re.compile(
    r"(to hit|damage|ac|saves?|movement|attacks) (to |x ?|as strength )?([+-]?\d{1,4}(?:\.\d{1,2})?)", re.IGNORECASE
)
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
        parts = (make_row(f"on_{number}", f"name_{number}") for number in self.rows)
        self.helper.layout = Layout(
            *parts, make_row("count", "per_level", "dice", "unit"), make_row("ends", "note"), Field("ends_on_attack")
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
        parts = replace_dashes(found[2]).split(",") if found[2] else []
        typed = [CHANGE.fullmatch(each.strip()) for each in parts]
        if not all(typed):
            self.add_error(name, WRITE_LIKE)
        changes = [_read_change(each) for each in typed if each is not None]
        return {"on": on, "name": found[1].lower(), **({"changes": changes} if changes else {})}

    def add_rejection(self, problem: Rejected) -> None:
        """Add the error of a key of the table to the field that has it."""
        self._status = problem.status
        head, _, rest = problem.field.removeprefix("value.").partition(".")
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


@dataclass(frozen=True, slots=True)
class EffectRow:
    """An effect that the DM has changed."""

    of: str
    """The id of its magic."""
    name: str
    """The names of its spells and devices."""
    does: str


@dataclass(frozen=True, slots=True)
class EffectFound:
    """A spell or device to change."""

    id: str
    name: str
    kind: str
    """The class and level of a spell of the tables, which another of its name has not; "" for anything else."""


@dataclass(frozen=True, slots=True)
class EffectSearch:
    """The changed effects, and a search for spells and devices to change."""

    url: str
    """The address of the search; with ``?magic=`` that of the form of one."""
    restore: str
    """The address that restores one."""
    changed: Sequence[EffectRow]
    query: str
    found: Sequence[EffectFound]
    empty: str
    """The words where nothing is changed."""


def find_magic(known: Mapping[str, str], own: Sequence[StatBlock], query: str) -> list[EffectFound]:
    """Return the magic whose name has the searched text; without a text, that of ``own``."""
    ids = [id for id, name in known.items() if query.lower() in name.lower()] if query else list_own_magic(own)
    kinds = {each.id: f"{each.class_.replace('_', ' ')} {each.level}" for each in list_spells()}
    return [EffectFound(id, known[id], kinds.get(id, "")) for id in list(ids)[:MOST_FOUND]]


def join_magic(known: Mapping[str, str], magic: Sequence[str]) -> str:
    """Return the names of spells and devices, each once; an id where nothing has a name."""
    return ", ".join(dict.fromkeys(known.get(each, each) for each in magic))
