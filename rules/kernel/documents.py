"""TOML and JSON that people send or name; too large or too deep texts are refused unparsed.

The standard parser of TOML takes time and memory that grow with the square of a key's dotted parts. Both parsers
follow nested brackets by recursion. The values that they return may be impossible to store or to compute with.
"""

import json
import re
import tomllib
from collections.abc import Mapping
from math import isfinite
from typing import NamedTuple

MOST_BYTES = 200_000
"""The largest size of a file or of a pasted text; the longest of the library has 12,000."""

MOST_PARTS = 8
"""The most dotted parts of a key. The library has no key of more than two."""

DEEPEST = 20
"""The most levels of lists and tables inside each other."""

TOO_DEEP = "lists and tables are nested too deeply"
TOO_LONG = "a whole number has more digits than 64 bits hold"
TOO_MANY_PARTS = f"a key has at most {MOST_PARTS} parts between dots"
TOO_LARGE = f"a file or a pasted text has at most {MOST_BYTES:,} bytes"
UNPRINTABLE = "a text holds a character that cannot be stored (NUL or half of a surrogate pair): remove it"

# Strings and comments as tomllib reads them, so that brackets and dots in them are not counted.
_TOKEN = re.compile(
    r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*+"{3,5}'
    r"|'''(?:[^']|'{1,2}(?!'))*+'{3,5}"
    r'|"(?:[^"\\\n]|\\[^\n])*+"'
    r"|'[^'\n]*+'"
    r"|\#[^\n]*"
    r"|[.\[\]{}=,\n\"']",
    re.DOTALL,
)


class DocumentError(ValueError):
    """A text that is not accepted.

    ``line`` counts from 1. ``key`` is the dotted key of a value at fault, or "".
    """

    def __init__(self, message: str, line: int = 1, key: str = "") -> None:
        super().__init__(message)
        self.line = line
        self.key = key


class Fault(NamedTuple):
    """A value that cannot be used, with the reason."""

    key: str
    """The dotted key of the value."""
    words: str
    """The reason, in words."""


def read_toml(text: str) -> dict[str, object]:
    """Return the table that a TOML text holds. Raises DocumentError."""
    check_size(text)
    _check_structure(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise DocumentError(f"this is not TOML: {problem}", _find_line(str(problem), text)) from problem
    except RecursionError as problem:
        raise DocumentError(TOO_DEEP, _find_longest_line(text)) from problem
    except ValueError as problem:
        # Python reads no number of more than some thousand digits.
        raise DocumentError(TOO_LONG, _find_longest_line(text)) from problem


def read_json(text: str) -> object:
    """Return the value of a JSON text, every part of it usable. Raises DocumentError."""
    check_size(text)
    try:
        value = json.loads(text)
    except json.JSONDecodeError as problem:
        raise DocumentError(f"this is not JSON: {problem.msg}", problem.lineno) from problem
    except RecursionError as problem:
        raise DocumentError(TOO_DEEP, _find_longest_line(text)) from problem
    except ValueError as problem:
        raise DocumentError(TOO_LONG, _find_longest_line(text)) from problem
    if (fault := find_unusable_value("", value)) is not None:
        raise DocumentError(fault.words, key=fault.key)
    return value


def check_size(text: str) -> None:
    """Raise DocumentError for a text of too many bytes."""
    if len(text) > MOST_BYTES or len(text.encode(errors="replace")) > MOST_BYTES:
        raise DocumentError(TOO_LARGE)


def is_storable(text: str) -> bool:
    """Return whether every database can store this text.

    PostgreSQL accepts no NUL and no half of a surrogate pair.
    """
    return "\0" not in text and not any("\ud800" <= each <= "\udfff" for each in text)


def find_unusable_value(key: str, value: object, depth: int = 0) -> Fault | None:
    """Return the first value under a key that cannot be stored or computed with, or None.

    Whole numbers have at most 64 bits, as in TOML. Other numbers must be finite. Nothing may be nested deeper than a
    file could need.
    """
    if type(value) is int and not -(2**63) <= value < 2**63:
        return Fault(key, TOO_LONG)
    if isinstance(value, float) and not isfinite(value):
        return Fault(key, f"must be a number, and {value} is none")
    if isinstance(value, str) and not is_storable(value):
        return Fault(key, UNPRINTABLE)
    if depth > DEEPEST:
        return Fault(key, TOO_DEEP)
    if isinstance(value, Mapping):
        if not all(is_storable(str(name)) for name in value):
            return Fault(key, UNPRINTABLE)
        inner = ((f"{key}.{name}" if key else str(name), each) for name, each in value.items())
    else:
        inner = ((key, each) for each in (value if isinstance(value, list) else ()))
    return next((fault for name, each in inner if (fault := find_unusable_value(name, each, depth + 1))), None)


def _check_structure(text: str) -> None:
    """Raise DocumentError for a key of too many parts, or brackets nested too deeply."""
    line, parts, depth = 1, 1, 0
    for token in _TOKEN.finditer(text):
        sign = token[0]
        if sign in ("'", '"'):
            return  # this string has no end: the parser reads no further either
        if sign == ".":
            parts += 1
            if parts > MOST_PARTS:
                raise DocumentError(TOO_MANY_PARTS, line)
        elif sign in "=,[]{}\n":
            parts = 1
            depth += (sign in "[{") - (sign in "]}")
            if depth > 2 * DEEPEST:  # values are counted exactly once they are read
                raise DocumentError(TOO_DEEP, line)
        line += sign.count("\n")


def _find_longest_line(text: str) -> int:
    """Return the line that most likely holds a number or a nest too long to be read."""
    lines = text.splitlines()
    return 1 + max(range(len(lines)), key=lambda at: len(lines[at]))


def _find_line(message: str, text: str) -> int:
    """Return the line that a TOML error names: "(at line 3, column 5)", or the last line."""
    words = message.replace(",", " ").split()
    if "line" in words and words[words.index("line") + 1].isdigit():
        return int(words[words.index("line") + 1])
    return max(1, len(text.splitlines()))
