"""The contents of the book, the page of a procedure, and the tables of its order of deeds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from encounters.screens.rulebook.clause import find_option
from encounters.screens.rulebook.words import (
    STATES,
    ShownOption,
    describe_first,
    describe_rule,
    find_subtitle,
    get_prefix,
    name_deed,
    shorten_title,
    to_heading,
    to_words,
)
from rules.api import (
    Catalogue,
    Clause,
    MatrixRow,
    ReferenceTable,
    find_clauses,
    get_ruleset,
    index_library,
    list_catalogues,
    list_files_showing,
    load_catalogue,
    search_tables,
    split_query,
)

MOST_FOUND = 60
"""The greatest number of clauses that a search shows."""


@dataclass(frozen=True, slots=True)
class BookLine:
    """A procedure, with the counts of its parts."""

    id: str
    prefix: str
    """The prefix of its clauses."""
    title: str
    subtitle: str
    clauses: int
    options: int
    rows: int
    """The rows of its tables of who goes first."""
    fights: int
    tables: bool
    """It has tables of figures."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A clause that was found."""

    clause: Clause
    book: str
    """The title of its catalogue."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The results of a search."""

    query: str
    words: tuple[str, ...]
    """The searched words."""
    hits: Sequence[Hit]
    """The first results."""
    count: int
    """The number of all results."""


@dataclass(frozen=True, slots=True)
class ContentsPage:
    """The contents of the book."""

    found: SearchResult
    within: str
    """The id of the procedure that is searched; "" for all."""
    books: Sequence[BookLine]


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A clause in the text of its procedure."""

    clause: Clause
    option: ShownOption | None
    fights: int
    """The number of fights that show it."""


@dataclass(frozen=True, slots=True)
class CataloguePart:
    """A part of a text."""

    id: str
    number: str
    phases: str
    entries: Sequence[CatalogueEntry]


@dataclass(frozen=True, slots=True)
class ProcedurePage:
    """A whole procedure."""

    line: BookLine
    parts: Sequence[CataloguePart]
    """Its clauses by part, in the text's order."""
    readings: Sequence[tuple[str, str]]
    """Its general readings, each with its heading."""


@dataclass(frozen=True, slots=True)
class OrderCell:
    """The order of two deeds, for one state of the initiative."""

    row: MatrixRow
    first: str
    rule: str


@dataclass(frozen=True, slots=True)
class OrderRow:
    """A second deed; None is a state for which the table has no row."""

    deed: str
    cells: Sequence[OrderCell | None]


@dataclass(frozen=True, slots=True)
class OrderTable:
    """The table of a first deed."""

    id: str
    deed: str
    rows: Sequence[OrderRow]


@dataclass(frozen=True, slots=True)
class TextDifference:
    """A difference between texts on a pair of deeds."""

    pair: str
    cells: Sequence[str]
    """The rule of each text."""
    example: str


@dataclass(frozen=True, slots=True)
class OrderPage:
    """The order of every pair of deeds."""

    line: BookLine
    steps: Sequence[tuple[str, str]]
    """How a round is put in order, each step with its heading."""
    tables: Sequence[OrderTable]
    states: Sequence[str]
    """The columns of the tables."""
    columns: Sequence[str]
    """The titles of the texts that differ."""
    differences: Sequence[TextDifference]


@dataclass(frozen=True, slots=True)
class TablesPage:
    """The tables of figures of a procedure."""

    line: BookLine
    query: str
    tables: Sequence[ReferenceTable]
    """Those with rows that match the search."""


def list_books() -> list[BookLine]:
    """Return every procedure with its titles and the counts of its parts."""
    return [_make_line(load_catalogue(id)) for id in list_catalogues()]


def _make_line(book: Catalogue) -> BookLine:
    prefix = next((get_prefix(id) for id in book.clauses), "")
    fights = sum(any(get_prefix(id) == prefix for id in each.clauses) for each in index_library().values())
    return BookLine(
        id=book.id,
        prefix=prefix,
        title=shorten_title(book),
        subtitle=find_subtitle(book),
        clauses=len(book.clauses),
        options=len(book.options),
        rows=len(book.matrix),
        fights=fights,
        tables=bool(get_ruleset(book.id).list_reference_tables()),
    )


def search(query: str, within: str) -> SearchResult:
    """Return the results of a search. Raises UnknownId for an unknown catalogue."""
    hits = find_clauses(query, within)
    titles = {id: shorten_title(load_catalogue(id)) for id in list_catalogues()}
    shown = [Hit(hit.clause, titles[hit.catalogue]) for hit in hits[:MOST_FOUND]]
    return SearchResult(query, split_query(query), shown, len(hits))


def build_procedure(book: Catalogue) -> ProcedurePage:
    """Return the page of a procedure."""
    readings = [(to_heading(key), text) for key, text in book.interpretation.items()]
    return ProcedurePage(_make_line(book), list(_list_parts(book)), readings)


def _list_parts(book: Catalogue) -> Iterator[CataloguePart]:
    """Yield the parts of a text: the consecutive clauses under one of its numbers."""
    for n, (number, clauses) in enumerate(groupby(book.clauses.values(), key=lambda each: each.id.split(".")[1])):
        listed = list(clauses)
        phases = ", ".join(dict.fromkeys(to_words(each.phase) for each in listed))
        entries = [CatalogueEntry(each, find_option(each), len(list_files_showing(each.id))) for each in listed]
        yield CataloguePart(f"part-{n}", number, phases, entries)


def build_tables(book: Catalogue, query: str) -> TablesPage:
    """Return the tables of figures with the rows that match the words of a search."""
    tables = get_ruleset(book.id).list_reference_tables()
    return TablesPage(_make_line(book), query, search_tables(tables, query))


def build_order(book: Catalogue) -> OrderPage:
    """Return the order of every pair of deeds.

    There is a table for each first deed, a row for each second one, and a cell for each state of the initiative.
    """
    tables = [
        OrderTable(kind, name_deed(kind), list(_list_rows([row for row in book.matrix if row.a == kind])))
        for kind in dict.fromkeys(row.a for row in book.matrix)
    ]
    titles = {id: shorten_title(load_catalogue(id)) for id in list_catalogues()}
    columns = [key for key in titles if any(key in each for each in book.differences)]
    differences = [
        TextDifference(each["pair"], [each.get(key, "") for key in columns], each.get("example", ""))
        for each in book.differences
    ]
    return OrderPage(
        line=_make_line(book),
        steps=[(to_heading(key), text) for key, text in book.ordering.items()],
        tables=tables,
        states=list(STATES.values()),
        columns=[titles[key] for key in columns],
        differences=differences,
    )


def _list_rows(rows: list[MatrixRow]) -> Iterator[OrderRow]:
    for kind in dict.fromkeys(row.b for row in rows):
        by_state = {row.initiative: row for row in rows if row.b == kind}
        yield OrderRow(name_deed(kind), [_make_cell(by_state.get(state)) for state in STATES])


def _make_cell(row: MatrixRow | None) -> OrderCell | None:
    return OrderCell(row, describe_first(row), describe_rule(row)) if row is not None else None
