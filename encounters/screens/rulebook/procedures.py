"""The contents of the book, the page of a procedure, and the tables of its order of deeds."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from encounters.screens.rulebook.clause import option_of
from encounters.screens.rulebook.words import (
    STATES,
    deed,
    first_words,
    heading,
    plain,
    prefix_of,
    rule_words,
    short_title,
    subtitle,
)
from rules.api import (
    Catalogue,
    MatrixRow,
    find_clauses,
    index_library,
    list_catalogues,
    list_files_showing,
    load_catalogue,
    split_query,
)

MOST_FOUND = 60
"""The greatest number of clauses that a search shows."""


def contents() -> list[dict[str, Any]]:
    """Return every procedure with its titles and the counts of its parts."""
    return [_line(load_catalogue(id)) for id in list_catalogues()]


def _line(book: Catalogue) -> dict[str, Any]:
    prefix = next((prefix_of(id) for id in book.clauses), "")
    fights = sum(any(prefix_of(id) == prefix for id in each.clauses) for each in index_library().values())
    return {
        "id": book.id,
        "title": short_title(book),
        "subtitle": subtitle(book),
        "clauses": len(book.clauses),
        "options": len(book.options),
        "rows": len(book.matrix),
        "fights": fights,
    }


def search(query: str, within: str) -> dict[str, Any]:
    """Return the results of a search. Raises UnknownId for an unknown catalogue."""
    hits = find_clauses(query, within)
    titles = {id: short_title(load_catalogue(id)) for id in list_catalogues()}
    shown = [{"clause": hit.clause, "book": titles[hit.catalogue]} for hit in hits[:MOST_FOUND]]
    return {"query": query, "words": split_query(query), "hits": shown, "count": len(hits), "most": MOST_FOUND}


def procedure(book: Catalogue) -> dict[str, Any]:
    """Return a procedure: its clauses by part in the text's order, and its general readings."""
    return {
        "book": book,
        "line": _line(book),
        "parts": list(_parts(book)),
        "readings": [(heading(key), text) for key, text in book.interpretation.items()],
    }


def _parts(book: Catalogue) -> Iterator[dict[str, Any]]:
    """Yield the parts of a text: the consecutive clauses under one of its numbers."""
    for n, (number, clauses) in enumerate(groupby(book.clauses.values(), key=lambda each: each.id.split(".")[1])):
        listed = list(clauses)
        phases = ", ".join(dict.fromkeys(plain(each.phase) for each in listed))
        entries = [
            {"clause": each, "option": option_of(each), "fights": len(list_files_showing(each.id))} for each in listed
        ]
        yield {"id": f"part-{n}", "number": number, "phases": phases, "entries": entries}


def order(book: Catalogue) -> dict[str, Any]:
    """Return the order of every pair of deeds.

    There is a table for each first deed, a row for each second one, and a cell for each state of the initiative.
    """
    tables = [
        {"id": kind, "deed": deed(kind), "rows": list(_rows([row for row in book.matrix if row.a == kind]))}
        for kind in dict.fromkeys(row.a for row in book.matrix)
    ]
    titles = {id: short_title(load_catalogue(id)) for id in list_catalogues()}
    columns = [key for key in titles if any(key in each for each in book.differences)]
    differences = [
        {"pair": each["pair"], "cells": [each.get(key, "") for key in columns], "example": each.get("example", "")}
        for each in book.differences
    ]
    return {
        "book": book,
        "line": _line(book),
        "tables": tables,
        "states": list(STATES.values()),
        "steps": [(heading(key), text) for key, text in book.ordering.items()],
        "columns": [titles[key] for key in columns],
        "differences": differences,
    }


def _rows(rows: list[MatrixRow]) -> Iterator[dict[str, Any]]:
    for kind in dict.fromkeys(row.b for row in rows):
        by_state = {row.initiative: row for row in rows if row.b == kind}
        cells = [_cell(by_state.get(state)) for state in STATES]
        yield {"deed": deed(kind), "cells": cells}


def _cell(row: MatrixRow | None) -> dict[str, Any] | None:
    if row is None:
        return None
    return {"row": row, "first": first_words(row), "rule": rule_words(row)}
