"""The library: the scenario files that come with the rules, and the clauses they show.

Each procedure has its own in ``scenarios/``: every worked example of its text, and the smallest fight for each clause
and option value. A file lists the clauses that it shows; a test checks them. Its name is the procedure and its path
below that folder: "<procedure>/VII.B.toml".
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from rules.kernel.frozen import frozen
from rules.kernel.terms import ClauseId
from rules.procedures import list_rulesets, split_layer
from rules.reference import UnknownId
from rules.scenarios.parse import parse_scenario
from rules.scenarios.script import Script

_PROCEDURES = Path(__file__).parents[1] / "procedures"
_SCENARIOS = "scenarios"


@frozen(slots=True)
class LibraryFile:
    """A file of the library."""

    file: str
    """Its name: "<procedure>/VII.B.toml"."""
    ruleset: str
    title: str
    clauses: tuple[ClauseId, ...]


@cache
def find_scenario_files(procedure: str = "") -> Mapping[str, Path]:
    """Return the path of every file by its name, sorted; of one procedure if it is given.

    A file is left out where the procedure that plays it is not registered.
    """
    found = {
        f"{folder.parent.name}/{path.relative_to(folder).as_posix()}": path
        for folder in _PROCEDURES.glob(f"{procedure or '*'}/{_SCENARIOS}")
        for path in _find_played(folder)
    }
    return dict(sorted(found.items()))


def _find_played(folder: Path) -> Iterator[Path]:
    procedure = folder.parent.name
    bases = [base for layer, base in map(split_layer, list_rulesets()) if layer == procedure and base]
    for path in folder.rglob("*.toml"):
        # Only a layer's file says what it lies over; to read all of them takes a second.
        over = tomllib.loads(path.read_text(encoding="utf-8")).get("over") if bases else None
        if (procedure in list_rulesets()) if over is None else (over in bases):
            yield path


@cache
def index_library() -> Mapping[str, LibraryFile]:
    """Return every file by its name, sorted. Only the heads are read."""
    return {name: _read_head(name) for name in find_scenario_files()}


@cache
def _index_by_clause() -> Mapping[ClauseId, tuple[LibraryFile, ...]]:
    found: dict[ClauseId, list[LibraryFile]] = {}
    for each in index_library().values():
        for clause in each.clauses:
            found.setdefault(clause, []).append(each)
    return {clause: tuple(files) for clause, files in found.items()}


def list_files_showing(clause: ClauseId) -> tuple[LibraryFile, ...]:
    """Return the files that show a clause, sorted; none for an unknown clause."""
    return _index_by_clause().get(clause, ())


def load_library_script(name: str) -> Script:
    """Return a file of the library, read and checked. Raises UnknownId for an unknown name."""
    if name not in index_library():
        raise UnknownId("scenario file", name, tuple(index_library()))
    return parse_scenario(_read_text(name), name)


def _read_head(name: str) -> LibraryFile:
    table = tomllib.loads(_read_text(name))
    return LibraryFile(name, table["ruleset"], table["title"], tuple(table.get("clauses", ())))


def _read_text(name: str) -> str:
    return find_scenario_files()[name].read_text(encoding="utf-8")
