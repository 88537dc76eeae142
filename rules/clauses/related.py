"""What a clause has to do with others: examples, one option, mentions, rows of the order, what differs elsewhere."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from rules.clauses import CATALOGUES, Clause, MatrixRow, all_clauses, catalogue
from rules.terms import ClauseId

COMPARED_WITH = "addict"
"""The catalogue that ``MatrixRow.vs_addict`` speaks of."""

_SAME = "same"
_ID = re.compile(r"[A-Za-z][\w-]*(?:\.[\w-]+)+|\d+\.[\w-]*[A-Za-z][\w-]*(?:\.[\w-]+)*")
"""What may be an id in a sentence: words joined by dots, with a letter somewhere."""


@dataclass(frozen=True, slots=True)
class Mention:
    """An id within a text: where it begins and ends, and the clause it is of."""

    start: int
    end: int
    clause: ClauseId


@dataclass(frozen=True, slots=True)
class Difference:
    """Two rows of the same pair of deeds in two catalogues that order them in different ways, and how in words."""

    row: MatrixRow
    other: MatrixRow
    words: str


def mentions(text: str, prefix: str) -> Iterator[Mention]:
    """The ids that a text names, in full or without the ``prefix`` of its own ruleset ("VII.A.4")."""
    known = all_clauses()
    for found in _ID.finditer(text):
        word = found[0]
        id = next((each for each in (word, f"{prefix}.{word}") if each in known), None)
        if id is not None:
            yield Mention(found.start(), found.end(), id)


def examples_of(id: ClauseId) -> tuple[Clause, ...]:
    """The clauses that illustrate this one."""
    return tuple(each for each in all_clauses().values() if each.example_of == id)


def of_same_option(clause: Clause) -> tuple[Clause, ...]:
    """The other clauses whose reading the same option settles."""
    if not clause.option:
        return ()
    return tuple(each for each in all_clauses().values() if each.option == clause.option and each.id != clause.id)


@cache
def _mentioned() -> Mapping[ClauseId, tuple[ClauseId, ...]]:
    found: dict[ClauseId, list[ClauseId]] = {}
    for each in all_clauses().values():
        text = " ".join((each.says, each.reading, each.given, each.when, each.then))
        for mention in mentions(text, each.id.partition(".")[0]):
            if mention.clause != each.id and each.id not in found.setdefault(mention.clause, []):
                found[mention.clause].append(each.id)
    return {id: tuple(by) for id, by in found.items()}


def mentioning(id: ClauseId) -> tuple[Clause, ...]:
    """The clauses whose text or reading names this one."""
    return tuple(all_clauses()[each] for each in _mentioned().get(id, ()))


def rows_citing(id: ClauseId) -> tuple[MatrixRow, ...]:
    """The rows of the order, in every catalogue, that rest on this clause."""
    return tuple(row for each in CATALOGUES for row in catalogue(each).matrix if id in row.clauses)


@cache
def _differences() -> tuple[Difference, ...]:
    others = {(row.a, row.b, row.initiative): row for row in catalogue(COMPARED_WITH).matrix}
    return tuple(
        Difference(row, others[row.a, row.b, row.initiative], row.vs_addict)
        for id in CATALOGUES
        if id != COMPARED_WITH
        for row in catalogue(id).matrix
        if row.vs_addict not in ("", f"{_SAME} order", _SAME) and (row.a, row.b, row.initiative) in others
    )


def differences_of(id: ClauseId) -> tuple[Difference, ...]:
    """Where a row that rests on this clause is ordered in another way by the other catalogue; either may be its own."""
    return tuple(each for each in _differences() if id in each.row.clauses or id in each.other.clauses)
