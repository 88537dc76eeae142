"""The data files, read once, and the errors of whoever asks them for what they do not hold.

Numbers come as whole numbers or Fractions, never as floats.
"""

import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Protocol, TypeVar

Row = Mapping[str, Any]
T = TypeVar("T")

_FEW = 20
_FOLDER = Path(__file__).parent.parent / "data"


class UnknownId(LookupError):
    """An id that a table does not hold. ``kind`` names the table, ``id`` what was asked, ``near`` similar ids."""

    def __init__(self, kind: str, id: str, known: Collection[str] = ()) -> None:
        self.kind = kind
        self.id = id
        self.near = near(id, known)
        listed = f" (known: {', '.join(known)})" if 0 < len(known) <= _FEW else ""
        super().__init__(f'unknown {kind} "{id}"' + (did_you_mean(self.near) or listed))


def near(id: str, known: Collection[str]) -> tuple[str, ...]:
    """At most three known ids that resemble this one; those that contain it come first."""
    containing = [each for each in known if id and id in each]
    similar = get_close_matches(id, list(known), n=3, cutoff=0.6)
    return tuple(dict.fromkeys((*similar[:1], *containing, *similar)))[:3]


def did_you_mean(ids: tuple[str, ...]) -> str:
    """The end of an error message that proposes these ids; empty for none."""
    return f" (did you mean {' or '.join(ids)}?)" if ids else ""


def find(kind: str, id: str, known: Mapping[str, T]) -> T:
    """What ``known`` holds under this id. Raises UnknownId."""
    if id not in known:
        raise UnknownId(kind, id, tuple(known))
    return known[id]


@cache
def load(name: str) -> Row:
    """A whole data file, by its name without the ending."""
    with (_FOLDER / f"{name}.toml").open("rb") as file:
        return tomllib.load(file, parse_float=Fraction)


def rows(name: str, kind: str) -> tuple[Row, ...]:
    """The rows of one table of a file, in the file's order."""
    return tuple(load(name)[kind])


def by_id(table: Iterable[Row], key: str = "id") -> dict[str, Row]:
    """Rows under the value of their ``key``, in their order."""
    return {str(row[key]): row for row in table}


def in_band(table: Sequence[Row], name: str, value: int) -> Row:
    """The row in whose band the value falls: the last one whose ``name_min`` it reaches, at least the first."""
    reached = [row for row in table if row.get(f"{name}_min", value) <= value]
    return reached[-1] if reached else table[0]


def hundredths(number: int | Fraction) -> int:
    """A number of feet or inches in hundredths."""
    return int(number * 100)


class Named(Protocol):
    """Whatever has an id and a name."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...


N = TypeVar("N", bound=Named)


def search(entries: Iterable[N], text: str) -> tuple[N, ...]:
    """The entries whose name contains every word of the text, whatever the case, or whose id contains the text."""
    wanted = text.casefold().strip()
    words = wanted.split()
    return tuple(
        each for each in entries if all(word in each.name.casefold() for word in words) or wanted in each.id.casefold()
    )
