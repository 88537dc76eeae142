"""Finding clauses by words and ids, in one catalogue or in all of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from rules.clauses import CATALOGUES, Clause, catalogue
from rules.reference import UnknownId

LONGEST, MOST_WORDS = 100, 10
"""Letters and words of a query that are looked at."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A clause that was found, with its catalogue's id."""

    catalogue: str
    clause: Clause


def words_of(query: str) -> tuple[str, ...]:
    """The words of a query as they are compared: without case, each once."""
    return tuple(dict.fromkeys(query[:LONGEST].casefold().split()))[:MOST_WORDS]


def find_clauses(query: str, within: str = "") -> list[Hit]:
    """The clauses that hold every word of the query in their id or text; none for an empty query.

    First those whose id it is, then those whose id begins with it or says all of it, then the rest; within each in the
    order of the texts. ``within`` is a catalogue's id: only there. Raises UnknownId for a catalogue that is not there.
    """
    if within and within not in CATALOGUES:
        raise UnknownId("catalogue", within, CATALOGUES)
    words = words_of(query)
    if not words:
        return []
    found = [(_rank(each, words), n, each) for n, each in enumerate(_entries(within)) if each.holds(words)]
    return [Hit(entry.catalogue, entry.clause) for _, _, entry in sorted(found, key=lambda row: row[:2])]


@dataclass(frozen=True, slots=True)
class _Entry:
    catalogue: str
    clause: Clause
    id: str
    short: str
    says: str
    text: str

    def holds(self, words: tuple[str, ...]) -> bool:
        return all(word in self.text for word in words)


@cache
def _all_entries() -> tuple[_Entry, ...]:
    return tuple(_entry(id, clause) for id in CATALOGUES for clause in catalogue(id).clauses.values())


def _entries(within: str) -> Iterator[_Entry]:
    return (each for each in _all_entries() if within in ("", each.catalogue))


def _entry(id: str, clause: Clause) -> _Entry:
    told = (clause.id, clause.says, clause.reading, clause.given, clause.when, clause.then, clause.option)
    short = clause.id.partition(".")[2]
    return _Entry(id, clause, clause.id.casefold(), short.casefold(), clause.says.casefold(), " ".join(told).casefold())


def _rank(entry: _Entry, words: tuple[str, ...]) -> int:
    if words in ((entry.id,), (entry.short,)):
        return 0
    if len(words) == 1 and (entry.id.startswith(words[0]) or entry.short.startswith(words[0])):
        return 1
    return 2 if all(word in entry.says for word in words) else 3
