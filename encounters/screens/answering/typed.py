"""Values as they are typed: whole numbers, feet, lengths, corners of a path, rulings, times."""

import re
from decimal import Decimal
from fractions import Fraction

from encounters.screens.answering.shown import ChangeRow
from rules.api import HUNDREDTHS, BadAnswer

FEET = re.compile(r"[+-]?\d{1,7}(\.\d{1,6})?", re.ASCII)


def read_number(name: str, text: str) -> int:
    """Return a whole number. Raises BadAnswer."""
    try:
        return int(text)
    except ValueError as problem:
        raise BadAnswer(name, f"'{text}' is no whole number.") from problem


def _read_hundredths(name: str, text: str) -> int:
    if not FEET.fullmatch(text):
        raise BadAnswer(name, f"'{text}' is no number.")
    return int((Decimal(text) * HUNDREDTHS).to_integral_value())


def read_place(name: str, across: str, down: str) -> list[int]:
    """Return a place in hundredths of a foot, from feet. Raises BadAnswer."""
    return [_read_hundredths(name, across), _read_hundredths(name, down)]


def read_length(name: str, text: str, parts: Fraction) -> int:
    """Return a length in parts of a unit of the plane, from units. Raises BadAnswer."""
    if not FEET.fullmatch(text):
        raise BadAnswer(name, f"'{text}' is no length: write 2.5.")
    return round(Fraction(text) * parts)


def read_path(name: str, text: str) -> list[list[int]]:
    """Return corners in hundredths of a foot, from lines in feet: "12, 20". Raises BadAnswer."""
    corners = []
    for line in text.splitlines():
        pair = re.split(r"[,;\s]+", line.strip())
        if line.strip():
            if len(pair) != 2:
                raise BadAnswer(name, f"'{line.strip()}' is no corner: write 12, 20.")
            corners.append(read_place(name, *pair))
    return corners


def read_change(name: str, row: ChangeRow) -> dict[str, object]:
    """Return one ruling: who, what, and the value and end that were given. Raises BadAnswer."""
    change: dict[str, object] = {"who": row.who, "what": row.what}
    if row.value:
        change["value"] = read_value(row.value)
    if row.until:
        change["until"] = read_until(name, row.until)
    return change


def read_value(text: str) -> object:
    """Return the typed value of a ruling: a whole number, a list ("12, 20"), or words."""
    parts = [each.strip() for each in text.split(",")]
    values = [int(each) if re.fullmatch(r"[+-]?\d{1,9}", each, re.ASCII) else each for each in parts]
    return values if len(values) > 1 else values[0]


def read_until(name: str, text: str) -> list[int]:
    """Return the round and segment of a typed time.

    The time is typed as "round 3 segment 4", "3.4", or "3" for segment 10 of round 3. Raises BadAnswer.
    """
    numbers = [int(each) for each in re.findall(r"\d{1,6}", text, re.ASCII)]
    if not 1 <= len(numbers) <= 2:
        raise BadAnswer(name, f"'{text}' is no time: write round 3 segment 4.")
    return [numbers[0], numbers[1] if len(numbers) > 1 else 10]
