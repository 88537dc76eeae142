"""The page of one clause: its words, its reading, its option, related clauses, and fights."""

from collections.abc import Iterable
from typing import Any

from encounters.screens.prepare.rules import option_words
from encounters.screens.rulebook.words import (
    MODES,
    STATES,
    deed,
    first_words,
    log_line,
    option_values,
    plain,
    prefix_of,
    rule_words,
)
from encounters.screens.rulebook.words import short_title as title_of
from rules.api import (
    COVERED_MODES,
    Catalogue,
    Clause,
    Difference,
    find_mentions,
    index_clauses,
    list_citing_rows,
    list_clauses_of_same_option,
    list_differences,
    list_examples,
    list_files_showing,
    list_mentioning_clauses,
    lookup_catalogue_of,
)

ROWS = 12
"""The most rows of an order, and differences, on a clause's page; the page of the order has all."""


def note(clause: Clause) -> dict[str, Any]:
    """Return a clause as a note beside the line that cites it."""
    return {
        "clause": clause.id,
        "book": title_of(lookup_catalogue_of(clause.id)),
        "says": clause.says,
        "reading": clause.reading,
        "option": option_of(clause),
        "fights": len(list_files_showing(clause.id)),
    }


def clause_page(clause: Clause) -> dict[str, Any]:
    """Return the context of a clause's page."""
    book = lookup_catalogue_of(clause.id)
    rows, differences = list_citing_rows(clause.id), list_differences(clause.id)
    return {
        "clause": clause,
        "prefix": prefix_of(clause.id),
        "book": book,
        "book_title": title_of(book),
        "phase": plain(clause.phase),
        "kind": plain(clause.kind),
        "mode": MODES.get(clause.mode, ""),
        "asks": clause.mode in COVERED_MODES,
        "log": log_line(clause),
        "option": option_of(clause),
        "related": list(related(clause)),
        "rows": [_row(each) for each in rows[:ROWS]],
        "more_rows": max(len(rows) - ROWS, 0),
        "differences": [_difference(each) for each in differences[:ROWS]],
        "more_differences": max(len(differences) - ROWS, 0),
        "fights": list_files_showing(clause.id),
        **_neighbours(book, clause),
    }


def option_of(clause: Clause) -> dict[str, Any] | None:
    """Return the option that chooses among the readings of a clause; None where it has none."""
    spec = lookup_catalogue_of(clause.id).options.get(clause.option)
    if spec is None:
        return None
    return {"key": spec.key, "title": option_words(spec.key), "values": option_values(spec), "clause": spec.clause}


def related(clause: Clause) -> Iterable[tuple[str, list[Clause]]]:
    """Return the related clauses in groups, each with its heading, without empty groups."""
    known = index_clauses()
    text = " ".join((clause.says, clause.reading, clause.given, clause.when, clause.then))
    named = dict.fromkeys(each.clause for each in find_mentions(text, prefix_of(clause.id)) if each.clause != clause.id)
    groups = (
        ("An example of", [known[clause.example_of]] if clause.example_of in known else []),
        ("Examples", list(list_examples(clause.id))),
        ("It names", [known[each] for each in named]),
        ("Named by", list(list_mentioning_clauses(clause.id))),
        ("By the same option", list(list_clauses_of_same_option(clause))),
    )
    return ((heading, found) for heading, found in groups if found)


def _row(row: Any) -> dict[str, Any]:
    return {
        "id": row.id,
        "pair": f"{deed(row.a)} against {deed(row.b)}",
        "state": STATES.get(row.initiative, plain(row.initiative)),
        "first": first_words(row),
    }


def _difference(each: Difference) -> dict[str, Any]:
    sides = [
        {"title": title_of(lookup_catalogue_of(row.clauses[0])), "first": first_words(row), "rule": rule_words(row),
         "clauses": row.clauses}
        for row in (each.row, each.other)
        if row.clauses
    ]  # fmt: skip
    return {**_row(each.row), "sides": sides, "words": "" if "first=" in each.words else each.words}


def _neighbours(book: Catalogue, clause: Clause) -> dict[str, Clause | None]:
    ids = list(book.clauses)
    at = ids.index(clause.id)
    before = book.clauses[ids[at - 1]] if at else None
    after = book.clauses[ids[at + 1]] if at + 1 < len(ids) else None
    return {"before": before, "after": after}
