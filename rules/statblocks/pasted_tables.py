"""Pasted tables: a row for each combatant, or a column for each beside a column of labels."""

import csv
import re
from collections.abc import Sequence

from rules.statblocks.pasted_entries import PastedClause, PastedEntry, count_entries, make_error, trim
from rules.statblocks.pasted_labels import lookup_label

_DELIMITERS = ("\t", "|", ";", ",")
_NAMES = ("name", "names", "creature", "monster", "character", "npc", "combatant", "who")
_RULE = re.compile(r"[\s|:+=-]*")
_Row = tuple[int, list[str]]


def read_table(text: str) -> list[PastedEntry] | None:
    """Return the entries of a table; None for any other text. Raises BadEntry for too many."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if not _RULE.fullmatch(line)]
    for delimiter in _DELIMITERS:
        if len(lines) < 2 or delimiter not in lines[0][1]:
            continue
        head = _split_row(lines[0][1], delimiter)
        if _is_heading(head):
            return _read_rows([(number, _split_row(line, delimiter)) for number, line in lines])
        if delimiter in "\t|" and (found := _read_columns(lines, delimiter)) is not None:
            return found
    return None


def join_cells(text: str) -> str:
    """Return a text in which "Armor Class | 5", alone on a line, is a label with a colon."""
    return "\n".join(_join_line(line) for line in text.split("\n")) if "|" in text or "\t" in text else text


def _join_line(line: str) -> str:
    for delimiter in "|\t":
        cells = [each.strip() for each in line.strip(" |\t").split(delimiter)]
        if len(cells) == 2 and lookup_label(cells[0]):
            return f"{cells[0].strip(':')}: {cells[1]}"
    return line


def _split_row(line: str, delimiter: str) -> list[str]:
    """Return the cells of a row; a cell in quotes may hold the delimiter."""
    if delimiter == "|":
        line = line.strip().removeprefix("|").removesuffix("|")
    if delimiter != "|" and '"' in line:
        try:
            return [each.strip() for each in next(csv.reader([line], delimiter=delimiter, skipinitialspace=True))]
        except (csv.Error, StopIteration):
            pass
    return [each.strip() for each in line.split(delimiter)]


def _is_heading(cells: Sequence[str]) -> bool:
    """Return whether a row names the columns: a name, and labels."""
    plain = [each.lower().strip(" *_#") for each in cells]
    known = sum(1 for each in plain if lookup_label(each))
    return known >= 1 and any(each in _NAMES for each in plain)


def _read_rows(rows: Sequence[_Row]) -> list[PastedEntry]:
    (_, head), *others = rows
    labels = [each.strip(" *_") for each in head]
    count_entries(others)
    return [_read_row(number, labels, cells) for number, cells in others]


def _read_row(number: int, labels: Sequence[str], cells: Sequence[str]) -> PastedEntry:
    if len(cells) > len(labels):
        raise make_error(number, f"this row has {len(cells)} cells, and {len(labels)} labels are named")
    name, clauses = "", []
    for label, cell in zip(labels, cells, strict=False):
        if not name and label.lower().strip("#") in _NAMES:
            name = cell
        elif cell:
            clauses.append(PastedClause(lookup_label(label), label, trim(cell)))
    return PastedEntry(number, name, tuple(clauses))


def _read_columns(lines: Sequence[tuple[int, str]], delimiter: str) -> list[PastedEntry] | None:
    """Return an entry for each column; None if the text has no column of labels."""
    (first, heading), *others = [(number, _split_row(line, delimiter)) for number, line in lines]
    rows = [cells for _, cells in others if len(cells) == len(heading)]
    if len(heading) < 3 or sum(1 for cells in rows if lookup_label(cells[0])) < 2:
        return None
    count_entries(heading[1:])
    unread = tuple(delimiter.join(cells) for _, cells in others if len(cells) != len(heading))
    return [
        PastedEntry(first, f"{heading[0]} {title}".strip(), tuple(_read_column(rows, at)), unread)
        for at, title in enumerate(heading[1:], 1)
    ]


def _read_column(rows: Sequence[Sequence[str]], at: int) -> list[PastedClause]:
    return [PastedClause(lookup_label(cells[0]), cells[0].strip(" :"), trim(cells[at])) for cells in rows if cells[at]]
