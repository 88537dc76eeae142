"""Tables of figures that are looked up in play: numbers to hit, saves, weapons."""

from collections.abc import Iterable
from dataclasses import replace

from rules.kernel.frozen import frozen


@frozen(slots=True)
class ReferenceRow:
    """A row of a table."""

    label: str
    cells: tuple[str, ...]


@frozen(slots=True)
class ReferenceTable:
    """A table of figures."""

    id: str
    title: str
    columns: tuple[str, ...]
    """The headings of the cells; the label has none."""
    rows: tuple[ReferenceRow, ...]
    note: str = ""
    """How to read it."""


def search_tables(tables: Iterable[ReferenceTable], text: str) -> tuple[ReferenceTable, ...]:
    """Return the tables with the rows that match, without tables that have none.

    A row matches if its label and its table's title contain every word of the text, ignoring case.
    """
    words = text.casefold().split()
    found = (replace(table, rows=_select(table, words)) for table in tables)
    return tuple(table for table in found if table.rows)


def _select(table: ReferenceTable, words: list[str]) -> tuple[ReferenceRow, ...]:
    return tuple(row for row in table.rows if all(word in f"{row.label} {table.title}".casefold() for word in words))
