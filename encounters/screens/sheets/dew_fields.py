"""Form fields for Dew's attributes, with their values as texts and as read back."""

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from encounters.screens.forms import SideChips, SideField
from rules.api import Attribute, Sheet, get_ruleset, parse_dice

Values = dict[str, Any]
"""The values of a form by field name: texts, and True or False for boxes."""

NONE = ("", "none")
_PAIR = re.compile(r"([^\s:,]+)\s*:?\s*([+-]?\d{1,4})", re.ASCII)


def dew_sheet() -> type[Sheet]:
    """Return the class of Dew's sheets."""
    sheet = get_ruleset("dew").own_sheet
    assert sheet is not None, "Dew's combatants have attributes of their own"
    return sheet


def list_attributes(part: str) -> Mapping[str, Attribute]:
    """Return the attributes of one part of Dew's sheet, by key."""
    return dew_sheet().list_attributes(part)


def list_ready_made() -> Mapping[str, str]:
    """Return a few words on how each ready-made character of Dew's fights, by its id."""
    return dew_sheet().list_ready_made()


def field_of(each: Attribute, *, helps: bool = True) -> forms.Field:
    """Return the form field of an attribute; it is required if there is a default.

    The field then shows the default first. A flag's field is never required.
    """
    common: dict[str, Any] = {
        "label": each.label,
        "help_text": help_of(each) if helps else "",
        "required": each.default is not None,
    }
    match each.kind:
        case "whole":
            return forms.IntegerField(min_value=each.least, max_value=each.most, **common)
        case "length" | "weight":
            return forms.DecimalField(min_value=each.least, max_value=each.most, decimal_places=2, **common)
        case "flag":
            return forms.BooleanField(**{**common, "required": False})
        case "choice":
            blank = [] if each.default is not None else [NONE]
            return forms.ChoiceField(
                choices=[*blank, *((one, one.replace("_", " ")) for one in each.choices)], **common
            )
        case "dice":
            return forms.CharField(max_length=20, validators=[_check_dice], **common)
        case "list":
            return forms.CharField(widget=forms.Textarea(attrs={"rows": 2}), **common)
    return forms.CharField(max_length=400, **common)


def help_of(each: Attribute) -> SafeString:
    """Return the meaning of an attribute, with a link to its clause."""
    address, short = reverse("rule", args=[each.clause]), each.clause.partition(".")[2]
    return format_html('{} <a class="clause" href="{}">{}</a>', each.meaning, address, short)


def _check_dice(text: str) -> None:
    try:
        parse_dice(text.lower())
    except ValueError as problem:
        raise ValidationError(f"{problem}") from problem


def shown(value: object) -> Any:
    """Return a value as its field shows it."""
    if value is None or isinstance(value, bool):
        return "" if value is None else value
    if isinstance(value, Fraction):
        return f"{float(value):g}"
    return str(value)


def plain(value: Any) -> Any:
    """Return a cleaned value as a table holds it: decimals as numbers."""
    if isinstance(value, Decimal):
        return int(value) if value == int(value) else float(value)
    return value


def pairs_text(pairs: Iterable[tuple[object, object]]) -> str:
    """Return pairs as a text: "5: 9, 9: 7"."""
    return ", ".join(f"{key}: {value}" for key, value in pairs)


def read_pairs(text: str) -> list[tuple[str, int]]:
    """Return the pairs of a text such as "5: 9, 9: 7".

    Raises ValueError, with a message for the person at the form.
    """
    found = []
    for part in filter(None, (each.strip() for each in re.split(r"[,;\n]", text))):
        match = _PAIR.fullmatch(part)
        if match is None:
            raise ValueError(f"'{part}' is not a pair. Write it like 5: 9")
        found.append((match[1], int(match[2])))
    return found


def read_lines(text: str) -> list[list[str]]:
    """Return the parts of each line, divided by ";" or else by spaces, without empty lines."""
    lines = [each.strip() for each in text.splitlines()]
    return [[part.strip() for part in (each.split(";") if ";" in each else each.split())] for each in lines if each]


def posted(data: Mapping[str, Any], fields: Mapping[str, forms.Field]) -> Values:
    """Return the posted values of these fields, as texts and booleans."""
    return {
        name: name in data if isinstance(field, forms.BooleanField) else _read_text(data, name, field)
        for name, field in fields.items()
    }


def _read_text(data: Mapping[str, Any], name: str, field: forms.Field) -> str:
    typed = SideChips().value_from_datadict(data, {}, name) if isinstance(field, SideField) else data.get(name, "")
    return str(typed).strip()


def same(one: Values, other: Values, names: Sequence[str]) -> bool:
    """Return whether both have the same values under these names.

    Line ends do not count, since browsers change them.
    """
    return all(_text(one.get(name, "")) == _text(other.get(name, "")) for name in names)


def _text(value: Any) -> Any:
    return value.replace("\r\n", "\n").strip() if isinstance(value, str) else value
