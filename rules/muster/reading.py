"""Typed reading of the tables a person writes, with errors that name the key."""

import math
import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction

from rules.dice_text import parse
from rules.forms import FURTHEST
from rules.reference import UnknownId, did_you_mean, near
from rules.terms import HUNDREDTHS

_CHANCE = re.compile(r"(\d{1,3}) in (\d{1,3})", re.ASCII)
_DIE = re.compile(r"d(\d{1,3})", re.ASCII)

MOST_A_ROUND = 20
"""Attack routines, or shots, in a round: more is a slip of the pen."""


class BadEntry(ValueError):
    """An entry that cannot be mustered. ``key`` is the key at fault, dotted within an inline table."""

    def __init__(self, message: str, key: str) -> None:
        super().__init__(message)
        self.key = key


class Fields:
    """A table whose keys are known in advance. Every reader raises BadEntry where the value is not of its type."""

    def __init__(self, table: Mapping[str, object], known: Collection[str], where: str, path: str = "") -> None:
        self.table = table
        self.where = where
        self.path = path
        for key in table:
            if key not in known:
                raise self.bad(key, "unknown key" + did_you_mean(near(key, known)))

    def __contains__(self, key: str) -> bool:
        return key in self.table

    def bad(self, key: str, message: str) -> BadEntry:
        """The error to raise for this key."""
        full = self.path + key
        return BadEntry(f'{self.where}: "{full}": {message}', full)

    @contextmanager
    def at(self, key: str) -> Iterator[None]:
        """Whatever a lookup or a reader refuses within is an error of this key."""
        try:
            yield
        except BadEntry:
            raise
        except (UnknownId, ValueError) as error:
            raise self.bad(key, str(error)) from error

    def text(self, key: str, default: str | None = "") -> str:
        """A text that is not empty. A default of None makes the key required."""
        if key not in self.table and default is not None:
            return default
        value = self.table.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.bad(key, "must be a text" if key in self.table else "is missing")
        return value

    def id(self) -> str:
        """The ``id``: required, and without spaces, since the short forms of events are split at them."""
        id = self.text("id", None)
        if len(id.split()) != 1 or id != id.strip():
            raise self.bad("id", "must have no spaces")
        return id

    def flag(self, key: str, default: bool = False) -> bool:
        """True or false."""
        value = self.table.get(key, default)
        if not isinstance(value, bool):
            raise self.bad(key, "must be true or false")
        return value

    def whole(self, key: str, default: int, least: int = 0, most: int = 10_000) -> int:
        """A whole number from ``least`` to ``most``."""
        value = self.whole_or_none(key, least, most)
        return default if value is None else value

    def whole_or_none(self, key: str, least: int = 0, most: int = 10_000) -> int | None:
        """A whole number from ``least`` to ``most``, None where the key is left out."""
        if key not in self.table:
            return None
        value = self.table[key]
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.bad(key, "must be a whole number")
        if not least <= value <= most:
            raise self.bad(key, f"must be from {least} to {most}")
        return value

    def number(self, key: str, default: Fraction) -> Fraction:
        """A number greater than 0, such as 1.5, and at most ``MOST_A_ROUND``: it counts what is done in a round."""
        value = self._fraction(key, self.table[key]) if key in self.table else default
        if value <= 0:
            raise self.bad(key, "must be greater than 0")
        if value > MOST_A_ROUND:
            raise self.bad(key, f"must be at most {MOST_A_ROUND}")
        return value

    def feet(self, key: str, default: int) -> int:
        """A length in feet, 0 or more, in hundredths of a foot."""
        if key not in self.table:
            return default
        length = self._hundredths(key, self.table[key])
        if length < 0:
            raise self.bad(key, "must not be less than 0")
        return length

    def place(self, key: str) -> tuple[int, int] | None:
        """A place [x, y] in feet, in hundredths of a foot."""
        value = self.table.get(key)
        if value is None:
            return None
        if not isinstance(value, (list, tuple)) or len(value) != 2:
            raise self.bad(key, "must be [x, y] in feet")
        return self._hundredths(key, value[0]), self._hundredths(key, value[1])

    def dice(self, key: str, default: str | None = None) -> str | None:
        """A dice expression such as "2d4+1"; a whole number will do."""
        if key not in self.table:
            return default
        value = self.table[key]
        with self.at(key):
            plain = isinstance(value, int) and not isinstance(value, bool)
            return str(parse(str(value) if plain else self.text(key)))

    def chance(self, key: str, default: str) -> str:
        """A chance such as "1 in 6"."""
        text = self.text(key, default)
        match = _CHANCE.fullmatch(text)
        if match is None or not int(match[1]) <= int(match[2]) or match[2] == "0":
            raise self.bad(key, 'must be a chance such as "2 in 6"')
        return text

    def die(self, key: str, default: int) -> int:
        """The sides of a die such as "d8"."""
        if key not in self.table:
            return default
        match = _DIE.fullmatch(self.text(key))
        if match is None or int(match[1]) < 2:
            raise self.bad(key, 'must be a die such as "d8"')
        return int(match[1])

    def choice(self, key: str, choices: Collection[str], default: str) -> str:
        """One of several words."""
        text = self.text(key, default)
        if text not in choices:
            raise self.bad(key, f"must be one of {', '.join(choices)}")
        return text

    def entries(self, key: str) -> list[str | Mapping[str, object]]:
        """A list of ids and inline tables."""
        value = self.table.get(key, [])
        if not isinstance(value, (list, tuple)):
            raise self.bad(key, "must be a list")
        for each in value:
            if not isinstance(each, (str, Mapping)):
                raise self.bad(key, f"holds {each!r}, which is neither an id nor a table")
        return list(value)

    def inner(self, key: str, known: Collection[str]) -> "Fields | None":
        """An inline table under this key, None where it is left out."""
        value = self.table.get(key)
        if value is None:
            return None
        if not isinstance(value, Mapping):
            raise self.bad(key, "must be a table such as { " + f"{next(iter(known))} = ..." + " }")
        return self.within(key, value, known)

    def within(self, key: str, table: Mapping[str, object], known: Collection[str]) -> "Fields":
        """An inline table that stands under this key."""
        return Fields(table, known, self.where, f"{self.path}{key}.")

    def _hundredths(self, key: str, value: object) -> int:
        hundredths = self._fraction(key, value) * HUNDREDTHS
        if hundredths.denominator != 1:
            raise self.bad(key, "must be whole hundredths of a foot")
        if abs(hundredths) > FURTHEST:
            raise self.bad(key, f"must be no further than {FURTHEST // HUNDREDTHS}")
        return int(hundredths)

    def _fraction(self, key: str, value: object) -> Fraction:
        if isinstance(value, bool) or not isinstance(value, (int, float, Fraction)):
            raise self.bad(key, "must be a number")
        if isinstance(value, float) and not math.isfinite(value):
            raise self.bad(key, "must be a number")
        return Fraction(str(value))
