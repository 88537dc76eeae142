"""The form fields of a procedure's own attributes, with values as shown and as read back."""

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from encounters.screens.forms import SideChips, SideField
from rules.api import Attribute, AttributeKind, parse_dice

Values = dict[str, Any]
"""The values of a form by field name: texts, and True or False for boxes."""

NONE = ("", "none")
PAIRS = (AttributeKind.BANDS, AttributeKind.NUMBERS, AttributeKind.IDS)
"""The kinds that are typed as pairs: "5: 9, 9: 7"."""
_PAIR = re.compile(r"([^\s:,]+)\s*:?\s*([+-]?\d{1,4})", re.ASCII)


def make_field(each: Attribute, *, helps: bool = True) -> forms.Field:
    """Return the form field of an attribute; it is required if there is a default.

    The field then shows the default first. A flag's field is never required, and a name's always.
    """
    common: dict[str, Any] = {
        "label": each.label,
        "help_text": describe_attribute(each) if helps else "",
        "required": each.default not in (None, "") or each.kind is AttributeKind.NAME,
    }
    match each.kind:
        case AttributeKind.WHOLE:
            return forms.IntegerField(min_value=each.least, max_value=each.most, **common)
        case AttributeKind.LENGTH | AttributeKind.WEIGHT:
            return forms.DecimalField(min_value=each.least, max_value=each.most, decimal_places=2, **common)
        case AttributeKind.FLAG:
            return forms.BooleanField(**{**common, "required": False})
        case AttributeKind.CHOICE:
            blank = [] if each.default is not None else [NONE]
            return forms.ChoiceField(
                choices=[*blank, *((one, one.replace("_", " ")) for one in each.choices)], **common
            )
        case AttributeKind.DICE:
            return forms.CharField(max_length=20, validators=[_check_dice], **common)
        case AttributeKind.LINES:
            return forms.CharField(widget=forms.Textarea(attrs={"rows": 2}), **common)
    return forms.CharField(max_length=400, **common)


def describe_attribute(each: Attribute) -> SafeString:
    """Return the meaning of an attribute, and those of its columns, with links to their clauses."""
    words = " ".join((each.meaning, *(f"{column.label}: {column.meaning}" for column in each.columns)))
    clauses = dict.fromkeys((each.clause, *(column.clause for column in each.columns)))
    links = ((reverse("rule", args=[clause]), clause.partition(".")[2]) for clause in clauses)
    return format_html("{} {}", words, format_html_join(" ", '<a class="clause" href="{}">{}</a>', links))


def list_meanings(attributes: Iterable[Attribute]) -> SafeString:
    """Return the terms and the meanings of attributes, as the rows of a list of definitions."""
    told = ((each.label, describe_attribute(each)) for each in attributes)
    return format_html_join("", "<dt>{}</dt><dd>{}</dd>", told)


def _check_dice(text: str) -> None:
    try:
        parse_dice(text.lower())
    except ValueError as problem:
        raise ValidationError(f"{problem}") from problem


# From a table to the form.


def show_value(each: Attribute, value: Any) -> Any:
    """Return the value of an attribute as its field shows it."""
    match each.kind:
        case AttributeKind.BANDS:
            return _join_pairs(value or ())
        case AttributeKind.NUMBERS | AttributeKind.IDS:
            return _join_pairs((value or {}).items())
        case AttributeKind.LINES:
            return "\n".join(_write_line(each.columns, row) for row in value or ())
    return show_plain(value)


def show_plain(value: object) -> Any:
    """Return a number, word or flag as a field shows it; "" for None."""
    if value is None or isinstance(value, bool):
        return "" if value is None else value
    if isinstance(value, Fraction):
        return f"{float(value):g}"
    return str(value)


def _join_pairs(pairs: Iterable[tuple[object, object]]) -> str:
    return ", ".join(f"{key}: {value}" for key, value in pairs)


def _write_line(columns: Sequence[Attribute], row: Mapping[str, Any]) -> str:
    """Return a line of the values in a row, without the empty ones at its end."""
    return "; ".join(str(show_plain(row.get(each.key, each.default))) for each in columns).rstrip("; ")


# From the form to a table.


def read_value(each: Attribute, cleaned: Any) -> Any:
    """Return a cleaned value as a table holds it; None where the field is empty.

    Raises ValueError, in words for the person at the form.
    """
    if each.kind in PAIRS:
        pairs = _read_pairs(cleaned or "", each)
        if each.kind is AttributeKind.BANDS:
            return [list(pair) for pair in pairs]
        return {str(key): value for key, value in pairs}
    if each.kind is AttributeKind.LINES:
        return [_read_line(each, line) for line in filter(None, map(str.strip, (cleaned or "").splitlines()))]
    return None if cleaned == "" else make_plain(cleaned)


def make_plain(value: Any) -> Any:
    """Return a cleaned value as a table holds it: decimals as numbers."""
    if isinstance(value, Decimal):
        return int(value) if value == int(value) else float(value)
    return value


def _read_pairs(text: str, of: Attribute) -> list[tuple[int | str, int]]:
    """Return the pairs of a text such as "5: 9, 9: 7". Raises ValueError, in words."""
    found: list[tuple[int | str, int]] = []
    for part in filter(None, (each.strip() for each in re.split(r"[,;\n]", text))):
        match = _PAIR.fullmatch(part)
        if match is None:
            raise ValueError(f"'{part}' is not a pair. Write it like {of.example}")
        if of.kind is not AttributeKind.IDS and not re.fullmatch(r"-?\d{1,4}", match[1], re.ASCII):
            raise ValueError(f"'{match[1]}' is not a whole number.")
        found.append((match[1] if of.kind is AttributeKind.IDS else int(match[1]), int(match[2])))
    return found


def _read_line(of: Attribute, line: str) -> dict[str, Any]:
    """Return the table of a typed line, without defaults. Raises ValueError, in words."""
    table: dict[str, Any] = {}
    for each, part in zip_longest(of.columns, _divide(of.columns, line), fillvalue=None):
        if each is None or (not part and each.default is None):
            fault = "has too much" if each is None else f"has no {each.label.lower()}"
            raise ValueError(f"'{line}' {fault}. Write it like {of.example}.")
        if each.kind is AttributeKind.WHOLE and part and not re.fullmatch(r"-?\d{1,6}", part, re.ASCII):
            raise ValueError(f"'{part}' is not a whole number. Write it like {of.example}.")
        value = int(part) if each.kind is AttributeKind.WHOLE and part else part
        if part and value != each.default:
            table[each.key] = value
    return table


def _divide(columns: Sequence[Attribute], line: str) -> list[str]:
    """Return the parts of a line, divided by ";", or by spaces if no column is a text."""
    if ";" in line or any(each.kind is AttributeKind.TEXT for each in columns):
        return [part.strip() for part in line.split(";", len(columns) - 1)]
    return line.split()


def list_posted(data: Mapping[str, Any], fields: Mapping[str, forms.Field]) -> Values:
    """Return the posted values of these fields, as texts and booleans."""
    return {
        name: name in data if isinstance(field, forms.BooleanField) else _read_text(data, name, field)
        for name, field in fields.items()
    }


def _read_text(data: Mapping[str, Any], name: str, field: forms.Field) -> str:
    typed = SideChips().value_from_datadict(data, {}, name) if isinstance(field, SideField) else data.get(name, "")
    return str(typed).strip()


def is_same(one: Values, other: Values, names: Iterable[str]) -> bool:
    """Return whether both have the same values under these names.

    Line ends do not count, since browsers change them.
    """
    return all(_normalize(one.get(name, "")) == _normalize(other.get(name, "")) for name in names)


def _normalize(value: Any) -> Any:
    return value.replace("\r\n", "\n").strip() if isinstance(value, str) else value
