"""Readers of the data files, each read once, and the error for an id that they do not hold.

Numbers come as whole numbers or Fractions, never as floats.
"""

import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from enum import StrEnum
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Protocol, TypeVar

Row = Mapping[str, Any]
T = TypeVar("T")


class Edition(StrEnum):
    """The rules whose figures count where first edition and OSRIC differ."""

    FIRST = "1e"
    OSRIC = "osric"


_FEW = 20
"""The most known ids that an error message lists."""

TABLES_FOLDER = Path(__file__).parent / "data"
"""The folder of the data files that belong to no single procedure."""


class UnknownId(LookupError):
    """An id that a table does not hold."""

    def __init__(self, kind: str, id: str, known: Collection[str] = ()) -> None:
        self.kind = kind
        """The kind of id, such as "weapon" or "clause"."""
        self.id = id
        self.similar = find_similar(id, known)
        listed = f" (known: {', '.join(known)})" if 0 < len(known) <= _FEW else ""
        super().__init__(f'unknown {kind} "{id}"' + (suggest_ids(self.similar) or listed))


def find_similar(id: str, known: Collection[str]) -> tuple[str, ...]:
    """Return at most three known ids that resemble this one; those that contain it come first."""
    containing = [each for each in known if id and id in each]
    similar = get_close_matches(id, list(known), n=3, cutoff=0.6)
    return tuple(dict.fromkeys((*similar[:1], *containing, *similar)))[:3]


def suggest_ids(ids: tuple[str, ...]) -> str:
    """Return the end of an error message that proposes these ids; empty for none."""
    return f" (did you mean {' or '.join(ids)}?)" if ids else ""


def find(kind: str, id: str, known: Mapping[str, T]) -> T:
    """Return the value that ``known`` has for this id. Raises UnknownId.

    ``kind`` is what the error calls the id.
    """
    if id not in known:
        raise UnknownId(kind, id, tuple(known))
    return known[id]


@cache
def load_table(name: str, folder: Path = TABLES_FOLDER) -> Row:
    """Return a whole data file, by its name without the ending."""
    with (folder / f"{name}.toml").open("rb") as file:
        return tomllib.load(file, parse_float=Fraction)


def list_rows(name: str, kind: str, folder: Path = TABLES_FOLDER) -> tuple[Row, ...]:
    """Return the rows of one table of a file, in the file's order."""
    return tuple(load_table(name, folder)[kind])


def index_rows(table: Iterable[Row], key: str = "id") -> dict[str, Row]:
    """Return rows by the value of their ``key``, in their order."""
    return {str(row[key]): row for row in table}


def find_band(table: Sequence[Row], name: str, value: int) -> Row:
    """Return the last row with a ``name_min`` that the value reaches; at least the first row."""
    reached = [row for row in table if row.get(f"{name}_min", value) <= value]
    return reached[-1] if reached else table[0]


def to_hundredths(number: int | Fraction) -> int:
    """Return a number of feet or inches in hundredths."""
    return int(number * 100)


class Named(Protocol):
    """An object with an id and a name."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...


N = TypeVar("N", bound=Named)


def search(entries: Iterable[N], text: str) -> tuple[N, ...]:
    """Return the entries with a matching name or id, ignoring case.

    A name matches if it contains every word of the text, an id if it contains the whole text.
    """
    wanted = text.casefold().strip()
    words = wanted.split()
    return tuple(
        each for each in entries if all(word in each.name.casefold() for word in words) or wanted in each.id.casefold()
    )
