"""Values as they are typed: whole numbers, feet, lengths, corners of a path, rulings, times."""

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from encounters.numbers import replace_dashes
from encounters.screens.answering.shown_fields import ChangeRow
from rules.api import HUNDREDTHS, BadAnswer

DURATION = re.compile(r"\d[\dd+-]{0,9} (segment|round|turn)s?", re.ASCII)
"""A time in words: "3 rounds", "1d4+1 turns"."""
BRACKETED = re.compile(r"([^()]*?)\s*\(([^()]*)\)", re.ASCII)
NUMBER = re.compile(r"([a-z ]+) ([+-]?\d{1,4}(?:/\d{1,3}|\.\d{1,3})?)", re.ASCII)
FEET = re.compile(r"[+-]?\d{1,7}(\.\d{1,6})?", re.ASCII)


def read_number(name: str, text: str) -> int:
    """Return a whole number. Raises BadAnswer."""
    try:
        return int(replace_dashes(text))
    except ValueError as problem:
        raise BadAnswer(name, f"'{text}' is not a whole number.") from problem


def _read_hundredths(name: str, text: str) -> int:
    if not FEET.fullmatch(plain := replace_dashes(text)):
        raise BadAnswer(name, f"'{text}' is not a number.")
    return int((Decimal(plain) * HUNDREDTHS).to_integral_value())


def read_place(name: str, across: str, down: str) -> list[int]:
    """Return a place in hundredths of a foot, from feet. Raises BadAnswer."""
    return [_read_hundredths(name, across), _read_hundredths(name, down)]


def read_length(name: str, text: str, parts: Fraction) -> int:
    """Return a length in parts of a unit of the plane, from units. Raises BadAnswer."""
    if not FEET.fullmatch(plain := replace_dashes(text)):
        raise BadAnswer(name, f"'{text}' is not a length. Write it like 2.5.")
    return round(Fraction(plain) * parts)


def read_path(name: str, text: str) -> list[list[int]]:
    """Return corners in hundredths of a foot, from lines in feet: "12, 20". Raises BadAnswer."""
    corners = []
    for line in text.splitlines():
        pair = re.split(r"[,;\s]+", line.strip())
        if line.strip():
            if len(pair) != 2:
                raise BadAnswer(name, f"'{line.strip()}' is not a corner. Write it like 12, 20.")
            corners.append(read_place(name, *pair))
    return corners


def read_change(name: str, row: ChangeRow) -> dict[str, object]:
    """Return one ruling: who, what, and the value and end that were given. Raises BadAnswer."""
    change: dict[str, object] = {"who": row.who, "what": row.what}
    value, numbers = _split_numbers(row.value)
    if value:
        change["value"] = read_value(value)
    if numbers:
        change["changes"] = numbers
    if row.until:
        change["until"] = row.until if DURATION.fullmatch(row.until) else read_until(name, row.until)
    return change


def _split_numbers(text: str) -> tuple[str, list[dict[str, object]]]:
    """Return a value, and the changes of numbers in brackets after it: "blessed (to hit +1)"."""
    found = BRACKETED.fullmatch(text)
    parts = replace_dashes(found[2]).split(",") if found is not None else []
    numbers = [NUMBER.fullmatch(each.strip()) for each in parts]
    if found is None or not all(numbers):
        return text, []
    return found[1], [_make_number(each[1], each[2]) for each in numbers if each is not None]


def _make_number(what: str, by: str) -> dict[str, object]:
    amount = by.removeprefix("+")
    return {"what": what.replace(" ", "_"), "by": int(amount) if amount.lstrip("-").isdigit() else amount}


def write_rows(name: str, changes: Iterable[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Return rulings as they would be typed, by the names of their fields."""
    typed: dict[str, list[str]] = {}
    for n, change in enumerate(changes):
        numbers = ", ".join(_write_number(each) for each in change.get("changes", ()))
        value = " ".join(part for part in (str(change.get("value", "")), f"({numbers})" if numbers else "") if part)
        row = {**change, "value": value, "until": change.get("until", "")}
        typed |= {f"{name}.{n}.{key}": [str(row[key])] for key in ("who", "what", "value", "until")}
    return typed


def _write_number(change: Mapping[str, Any]) -> str:
    by = str(change["by"])
    return f"{change['what'].replace('_', ' ')} {by if by.startswith('-') else f'+{by}'}"


def read_value(text: str) -> object:
    """Return the typed value of a ruling: a whole number, a list ("12, 20"), or words."""
    parts = [each.strip() for each in text.split(",")]
    values = [_read_part(each) for each in parts]
    return values if len(values) > 1 else values[0]


def _read_part(text: str) -> int | str:
    plain = replace_dashes(text)
    return int(plain) if re.fullmatch(r"[+-]?\d{1,9}", plain, re.ASCII) else text


def read_until(name: str, text: str) -> list[int]:
    """Return the round and segment of a typed time.

    The time is typed as "round 3 segment 4", "3.4", or "3" for segment 10 of round 3. Raises BadAnswer.
    """
    numbers = [int(each) for each in re.findall(r"\d{1,6}", text, re.ASCII)]
    if not 1 <= len(numbers) <= 2:
        raise BadAnswer(name, f"'{text}' is not a time. Write it like 4 rounds, or round 3 segment 4.")
    return [numbers[0], numbers[1] if len(numbers) > 1 else 10]
