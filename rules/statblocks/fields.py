"""Typed readers for tables that a person writes, with errors that name the key."""

import math
import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction

from rules.kernel.dice import parse_dice
from rules.kernel.forms import FURTHEST
from rules.kernel.stat_block import Odds, parse_odds
from rules.kernel.terms import HUNDREDTHS
from rules.reference import UnknownId, find_similar, suggest_ids

_DIE = re.compile(r"d(\d{1,3})", re.ASCII)

MOST_ENTRIES = 100
"""The most entries of a list in a table."""

MOST_A_ROUND = 20
"""Attack routines, or shots, in a round: a larger number is a slip of the pen."""


class BadEntry(ValueError):
    """An entry that no stat block can be built from."""

    def __init__(self, message: str, key: str, reason: str) -> None:
        super().__init__(message)
        self.key = key
        self.reason = reason
        """The message without the key, and without the name of the entry."""


def make_entry_error(where: str, key: str, reason: str) -> BadEntry:
    """Return the error of a key of an entry; ``where`` names the entry."""
    return BadEntry(f'{where}: "{key}": {reason}', key, reason)


def read_item(id: str) -> str:
    """Return the item of an own id of a function: "my_wand" of "my_wand.bolt"; "" for none."""
    item, dot, _ = id.partition(".")
    return item if dot else ""


class Fields:
    """A table with known keys. Every reader raises BadEntry for a value of the wrong type."""

    def __init__(self, table: Mapping[str, object], known: Collection[str], where: str, path: str = "") -> None:
        self.table = table
        self.where = where
        self.path = path
        for key in table:
            if key not in known:
                raise self.make_error(key, "unknown key" + suggest_ids(find_similar(key, known)))

    def __contains__(self, key: str) -> bool:
        return key in self.table

    def make_error(self, key: str, message: str) -> BadEntry:
        """Return the error to raise for this key."""
        return make_entry_error(self.where, self.path + key, message)

    @contextmanager
    def name_errors(self, key: str) -> Iterator[None]:
        """Turn the error of a lookup or a reader into one that names this key."""
        try:
            yield
        except BadEntry:
            raise
        except (UnknownId, ValueError) as error:
            raise self.make_error(key, str(error)) from error

    def read_text(self, key: str, default: str | None = "") -> str:
        """Return a text that is not empty. A default of None makes the key required."""
        if key not in self.table and default is not None:
            return default
        value = self.table.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.make_error(key, "must be a text" if key in self.table else "is missing")
        return value

    def read_id(self) -> str:
        """Return the ``id``, which is required and has no spaces.

        Short forms of events are split at spaces.
        """
        id = self.read_text("id", None)
        if len(id.split()) != 1 or id != id.strip():
            raise self.make_error("id", "must have no spaces")
        return id

    def read_flag(self, key: str, default: bool = False) -> bool:
        """Return true or false."""
        value = self.table.get(key, default)
        if not isinstance(value, bool):
            raise self.make_error(key, "must be true or false")
        return value

    def read_whole(self, key: str, default: int, least: int = 0, most: int = 10_000) -> int:
        """Return a whole number from ``least`` to ``most``."""
        value = self.read_whole_or_none(key, least, most)
        return default if value is None else value

    def read_whole_or_none(self, key: str, least: int = 0, most: int = 10_000) -> int | None:
        """Return a whole number from ``least`` to ``most``; None without the key."""
        if key not in self.table:
            return None
        value = self.table[key]
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.make_error(key, "must be a whole number")
        if not least <= value <= most:
            raise self.make_error(key, f"must be from {least} to {most}")
        return value

    def read_times_a_round(self, key: str, default: Fraction) -> Fraction:
        """Return a number of times in a round: above 0, such as 1.5, at most ``MOST_A_ROUND``."""
        value = self._read_fraction(key, self.table[key]) if key in self.table else default
        if value <= 0:
            raise self.make_error(key, "must be greater than 0")
        if value > MOST_A_ROUND:
            raise self.make_error(key, f"must be at most {MOST_A_ROUND}")
        return value

    def read_feet(self, key: str, default: int) -> int:
        """Return a length of 0 feet or more, in hundredths of a foot."""
        if key not in self.table:
            return default
        length = self._read_hundredths(key, self.table[key])
        if length < 0:
            raise self.make_error(key, "must not be less than 0")
        return length

    def read_place(self, key: str) -> tuple[int, int] | None:
        """Return a place [x, y], written in feet, in hundredths of a foot."""
        value = self.table.get(key)
        if value is None:
            return None
        if not isinstance(value, (list, tuple)) or len(value) != 2:
            raise self.make_error(key, "must be [x, y] in feet")
        return self._read_hundredths(key, value[0]), self._read_hundredths(key, value[1])

    def read_places(self, key: str, count: int) -> "list[tuple[int, int] | None]":
        """Return a place for each of ``count``: written once for all, or one for each."""
        value = self.table.get(key)
        if not isinstance(value, (list, tuple)) or not value or not isinstance(value[0], (list, tuple)):
            return [self.read_place(key)] * count
        if len(value) != count:
            raise self.make_error(key, "has one place for each of the count")
        return [Fields({key: each}, (key,), self.where, self.path).read_place(key) for each in value]

    def read_dice(self, key: str, default: str | None = None) -> str | None:
        """Return dice such as "2d4+1", or a whole number."""
        if key not in self.table:
            return default
        value = self.table[key]
        with self.name_errors(key):
            plain = isinstance(value, int) and not isinstance(value, bool)
            return str(parse_dice(str(value) if plain else self.read_text(key)))

    def read_odds(self, key: str, default: Odds) -> Odds:
        """Return a chance such as "1 in 6"."""
        try:
            return parse_odds(self.read_text(key, str(default)))
        except ValueError:
            raise self.make_error(key, 'must be a chance such as "2 in 6"') from None

    def read_die(self, key: str, default: int) -> int:
        """Return the sides of a die such as "d8"."""
        if key not in self.table:
            return default
        match = _DIE.fullmatch(self.read_text(key))
        if match is None or int(match[1]) < 2:
            raise self.make_error(key, 'must be a die such as "d8"')
        return int(match[1])

    def read_choice(self, key: str, choices: Collection[str], default: str) -> str:
        """Return a word that must be one of several."""
        text = self.read_text(key, default)
        if text not in choices:
            raise self.make_error(key, f"must be one of {', '.join(choices)}")
        return text

    def read_list(self, key: str, most: int = MOST_ENTRIES) -> list[str | Mapping[str, object]]:
        """Return a list of ids and inline tables, of which it has at most ``most``."""
        value = self.table.get(key, [])
        if not isinstance(value, (list, tuple)):
            raise self.make_error(key, "must be a list")
        if len(value) > most:
            raise self.make_error(key, f"a list has at most {most} entries")
        for each in value:
            if not isinstance(each, (str, Mapping)):
                raise self.make_error(key, f"holds {each!r}, which is neither an id nor a table")
        return list(value)

    def read_table(self, key: str, known: Collection[str]) -> "Fields | None":
        """Return the inline table under this key; None without the key."""
        value = self.table.get(key)
        if value is None:
            return None
        if not isinstance(value, Mapping):
            raise self.make_error(key, "must be a table such as { " + f"{next(iter(known))} = ..." + " }")
        return self.make_inner(key, value, known)

    def make_inner(self, key: str, table: Mapping[str, object], known: Collection[str]) -> "Fields":
        """Return an inline table as fields whose errors name this key."""
        return Fields(table, known, self.where, f"{self.path}{key}.")

    def _read_hundredths(self, key: str, value: object) -> int:
        hundredths = self._read_fraction(key, value) * HUNDREDTHS
        if hundredths.denominator != 1:
            raise self.make_error(key, "must be whole hundredths of a foot")
        if abs(hundredths) > FURTHEST:
            raise self.make_error(key, f"must be no further than {FURTHEST // HUNDREDTHS}")
        return int(hundredths)

    def _read_fraction(self, key: str, value: object) -> Fraction:
        if isinstance(value, bool) or not isinstance(value, (int, float, Fraction)):
            raise self.make_error(key, "must be a number")
        if isinstance(value, float) and not math.isfinite(value):
            raise self.make_error(key, "must be a number")
        return Fraction(str(value))
