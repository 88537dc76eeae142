"""The page of one clause: its words, its reading, its option, related clauses, and fights."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from encounters.screens.rulebook.words import (
    MODES,
    STATES,
    ShownOption,
    describe_first,
    describe_option,
    describe_rule,
    describe_trace,
    get_prefix,
    name_deed,
    shorten_title,
    to_words,
)
from rules.api import (
    COVERED_MODES,
    Catalogue,
    Clause,
    ClauseId,
    Difference,
    LibraryFile,
    MatrixRow,
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


@dataclass(frozen=True, slots=True)
class ClauseNote:
    """A clause as a note beside the line that cites it."""

    clause: ClauseId
    book: str
    """The title of its catalogue."""
    says: str
    reading: str
    option: ShownOption | None
    fights: int
    """The number of fights that show it."""


@dataclass(frozen=True, slots=True)
class OrderedPair:
    """A row of an order: two deeds for one state of the initiative."""

    pair: str
    state: str
    first: str
    """Which of them goes first."""


@dataclass(frozen=True, slots=True)
class DifferenceSide:
    """One procedure's row of a difference."""

    title: str
    """The title of the procedure."""
    first: str
    rule: str
    clauses: Sequence[ClauseId]


@dataclass(frozen=True, slots=True)
class ShownDifference:
    """A pair of deeds that two procedures order differently."""

    pair: str
    state: str
    sides: Sequence[DifferenceSide]
    words: str
    """The difference in words; "" where the sides say it."""


@dataclass(frozen=True, slots=True)
class ClauseText:
    """The terms of a clause in plain words."""

    phase: str
    kind: str
    mode: str
    """The way it is played."""
    log: str
    """Its trace in a log."""


@dataclass(frozen=True, slots=True)
class ClausePage:
    """The page of a clause."""

    clause: Clause
    text: ClauseText
    prefix: str
    """The prefix of its ruleset's clauses."""
    book: str
    """The id of its catalogue."""
    book_title: str
    option: ShownOption | None
    before: Clause | None
    after: Clause | None
    related: Sequence[tuple[str, Sequence[Clause]]]
    """The related clauses in groups, each with its heading."""
    fights: Sequence[LibraryFile]
    asks: bool
    """It asks something of the table, so that a fight should show it."""
    rows: Sequence[OrderedPair]
    more_rows: int
    differences: Sequence[ShownDifference]
    more_differences: int


def make_note(clause: Clause) -> ClauseNote:
    """Return a clause as a note."""
    return ClauseNote(
        clause=clause.id,
        book=shorten_title(lookup_catalogue_of(clause.id)),
        says=clause.says,
        reading=clause.reading,
        option=find_option(clause),
        fights=len(list_files_showing(clause.id)),
    )


def build_clause_page(clause: Clause) -> ClausePage:
    """Return a clause's page."""
    book = lookup_catalogue_of(clause.id)
    rows, differences = list_citing_rows(clause.id), list_differences(clause.id)
    before, after = _find_neighbours(book, clause)
    return ClausePage(
        clause=clause,
        text=ClauseText(
            to_words(clause.phase), to_words(clause.kind), MODES.get(clause.mode, ""), describe_trace(clause)
        ),
        prefix=get_prefix(clause.id),
        book=book.id,
        book_title=shorten_title(book),
        option=find_option(clause),
        before=before,
        after=after,
        related=list(group_related(clause)),
        fights=list_files_showing(clause.id),
        asks=clause.mode in COVERED_MODES,
        rows=[_make_pair(each) for each in rows[:ROWS]],
        more_rows=max(len(rows) - ROWS, 0),
        differences=[_make_difference(each) for each in differences[:ROWS]],
        more_differences=max(len(differences) - ROWS, 0),
    )


def find_option(clause: Clause) -> ShownOption | None:
    """Return the option that chooses among the readings of a clause; None where it has none."""
    spec = lookup_catalogue_of(clause.id).options.get(clause.option)
    return describe_option(spec) if spec is not None else None


def group_related(clause: Clause) -> Iterable[tuple[str, list[Clause]]]:
    """Return the related clauses in groups, each with its heading, without empty groups."""
    known = index_clauses()
    text = " ".join((clause.says, clause.reading, clause.given, clause.when, clause.then))
    named = dict.fromkeys(
        each.clause for each in find_mentions(text, get_prefix(clause.id)) if each.clause != clause.id
    )
    groups = (
        ("An example of", [known[clause.example_of]] if clause.example_of in known else []),
        ("Examples", list(list_examples(clause.id))),
        ("It names", [known[each] for each in named]),
        ("Named by", list(list_mentioning_clauses(clause.id))),
        ("By the same option", list(list_clauses_of_same_option(clause))),
    )
    return ((heading, found) for heading, found in groups if found)


def _make_pair(row: MatrixRow) -> OrderedPair:
    return OrderedPair(
        f"{name_deed(row.a)} against {name_deed(row.b)}",
        STATES.get(row.initiative, to_words(row.initiative)),
        describe_first(row),
    )


def _make_difference(each: Difference) -> ShownDifference:
    sides = [
        DifferenceSide(
            shorten_title(lookup_catalogue_of(row.clauses[0])), describe_first(row), describe_rule(row), row.clauses
        )
        for row in (each.row, each.other)
        if row.clauses
    ]
    pair = _make_pair(each.row)
    return ShownDifference(pair.pair, pair.state, sides, "" if "first=" in each.words else each.words)


def _find_neighbours(book: Catalogue, clause: Clause) -> tuple[Clause | None, Clause | None]:
    """Return the clauses before and after a clause in its catalogue."""
    ids = list(book.clauses)
    at = ids.index(clause.id)
    before = book.clauses[ids[at - 1]] if at else None
    after = book.clauses[ids[at + 1]] if at + 1 < len(ids) else None
    return before, after
