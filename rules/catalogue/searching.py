"""Search for clauses by words and ids, in one catalogue or in all of them."""

from collections.abc import Iterator
from functools import cache

from rules.catalogue import Clause, list_catalogues, load_catalogue
from rules.kernel.frozen import frozen
from rules.reference import UnknownId

LONGEST, MOST_WORDS = 100, 10
"""Letters and words of a query that count."""


@frozen(slots=True)
class FoundClause:
    """A clause that was found."""

    catalogue: str
    """The id of its catalogue."""
    clause: Clause


def split_query(query: str) -> tuple[str, ...]:
    """Return the words of a query for comparing: without case, each once."""
    return tuple(dict.fromkeys(query[:LONGEST].casefold().split()))[:MOST_WORDS]


def find_clauses(query: str, within: str = "") -> list[FoundClause]:
    """Return the clauses that hold every word of the query in their id or text.

    A clause with exactly this id comes first. Ids that begin with it and texts that say all of it follow, then the
    rest. An empty query finds nothing. ``within`` limits the search to the catalogue with this id. Raises UnknownId
    for a catalogue that does not exist.
    """
    if within and within not in list_catalogues():
        raise UnknownId("catalogue", within, list_catalogues())
    words = split_query(query)
    if not words:
        return []
    found = [
        (_rank_entry(each, words), n, each) for n, each in enumerate(_list_entries(within)) if each.has_words(words)
    ]
    return [FoundClause(entry.catalogue, entry.clause) for _, _, entry in sorted(found, key=lambda row: row[:2])]


@frozen(slots=True)
class _Entry:
    """A clause with its texts without case, for comparing."""

    catalogue: str
    clause: Clause
    id: str
    short: str
    """The id without the catalogue's part: "vii.b"."""
    says: str
    """The words of the clause."""
    text: str
    """All that is searched."""

    def has_words(self, words: tuple[str, ...]) -> bool:
        return all(word in self.text for word in words)


@cache
def _list_all_entries() -> tuple[_Entry, ...]:
    return tuple(_make_entry(id, clause) for id in list_catalogues() for clause in load_catalogue(id).clauses.values())


def _list_entries(within: str) -> Iterator[_Entry]:
    return (each for each in _list_all_entries() if within in ("", each.catalogue))


def _make_entry(id: str, clause: Clause) -> _Entry:
    parts = (clause.id, clause.says, clause.reading, clause.given, clause.when, clause.then, clause.option)
    short = clause.id.partition(".")[2]
    text = " ".join(parts).casefold()
    return _Entry(id, clause, clause.id.casefold(), short.casefold(), clause.says.casefold(), text)


def _rank_entry(entry: _Entry, words: tuple[str, ...]) -> int:
    if words in ((entry.id,), (entry.short,)):
        return 0
    if len(words) == 1 and (entry.id.startswith(words[0]) or entry.short.startswith(words[0])):
        return 1
    return 2 if all(word in entry.says for word in words) else 3
