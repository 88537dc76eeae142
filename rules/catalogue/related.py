"""Relations of a clause: examples, a shared option, mentions, matrix rows, differences."""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from rules.catalogue import Clause, MatrixRow, index_clauses, list_catalogues, load_catalogue
from rules.kernel.frozen import frozen
from rules.kernel.terms import ClauseId

_SAME = "same"
_ID = re.compile(r"[A-Za-z][\w-]*(?:\.[\w-]+)+|\d+\.[\w-]*[A-Za-z][\w-]*(?:\.[\w-]+)*")
"""A possible id in a sentence: words joined by dots, with a letter somewhere."""


@frozen(slots=True)
class Mention:
    """An id within a text."""

    start: int
    """Position of its first letter."""
    end: int
    """Position after its last letter."""
    clause: ClauseId


@frozen(slots=True)
class Difference:
    """Two rows of the same pair of deeds in two catalogues that order them in different ways."""

    row: MatrixRow
    other: MatrixRow
    words: str
    """The difference in words."""


def find_mentions(text: str, prefix: str) -> Iterator[Mention]:
    """Yield the ids that a text names.

    An id may stand in full or without the ``prefix`` of its own text ("VII.A.4").
    """
    known = index_clauses()
    for found in _ID.finditer(text):
        word = found[0]
        id = next((each for each in (word, f"{prefix}.{word}") if each in known), None)
        if id is not None:
            yield Mention(found.start(), found.end(), id)


def list_examples(id: ClauseId) -> tuple[Clause, ...]:
    """Return the clauses that illustrate this one."""
    return tuple(each for each in index_clauses().values() if each.example_of == id)


def list_clauses_of_same_option(clause: Clause) -> tuple[Clause, ...]:
    """Return the other clauses whose reading the same option settles."""
    if not clause.option:
        return ()
    return tuple(each for each in index_clauses().values() if each.option == clause.option and each.id != clause.id)


@cache
def _index_mentions() -> Mapping[ClauseId, tuple[ClauseId, ...]]:
    found: dict[ClauseId, list[ClauseId]] = {}
    for each in index_clauses().values():
        text = " ".join((each.says, each.reading, each.given, each.when, each.then))
        for mention in find_mentions(text, each.id.partition(".")[0]):
            if mention.clause != each.id and each.id not in found.setdefault(mention.clause, []):
                found[mention.clause].append(each.id)
    return {id: tuple(by) for id, by in found.items()}


def list_mentioning_clauses(id: ClauseId) -> tuple[Clause, ...]:
    """Return the clauses whose text or reading names this one."""
    return tuple(index_clauses()[each] for each in _index_mentions().get(id, ()))


def list_citing_rows(id: ClauseId) -> tuple[MatrixRow, ...]:
    """Return the matrix rows of every catalogue that cite this clause."""
    return tuple(row for each in list_catalogues() for row in load_catalogue(each).matrix if id in row.clauses)


@cache
def _list_all_differences() -> tuple[Difference, ...]:
    others = {(id, row.a, row.b, row.initiative): row for id in list_catalogues() for row in load_catalogue(id).matrix}
    return tuple(
        Difference(row, others[row.compared_with, row.a, row.b, row.initiative], row.difference)
        for id in list_catalogues()
        for row in load_catalogue(id).matrix
        if row.difference not in ("", f"{_SAME} order", _SAME)
        and (row.compared_with, row.a, row.b, row.initiative) in others
    )


def list_differences(id: ClauseId) -> tuple[Difference, ...]:
    """Return the differences in which either row cites this clause."""
    return tuple(each for each in _list_all_differences() if id in each.row.clauses or id in each.other.clauses)
