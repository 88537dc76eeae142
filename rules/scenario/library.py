"""The library: the scenario files that come with the rules, and which of them show a clause.

They stand in ``files/``, a folder for each ruleset: every worked example of a text, and the smallest fight for every
clause and every value of an option. A file lists the clauses that it shows; a test holds it to that.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rules.reference import UnknownId
from rules.scenario.parse import parse
from rules.scenario.script import Script
from rules.terms import ClauseId

FOLDER = Path(__file__).parent / "files"
"""Where the files are."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A file of the library: its name below the folder ("addict/VII.B.toml"), and what stands at its head."""

    file: str
    ruleset: str
    title: str
    clauses: tuple[ClauseId, ...]


@cache
def library() -> Mapping[str, Listed]:
    """Every file by its name, in the order of names. Only heads are read; nothing is played."""
    names = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.toml"))
    return {name: _head(name) for name in names}


@cache
def _by_clause() -> Mapping[ClauseId, tuple[Listed, ...]]:
    found: dict[ClauseId, list[Listed]] = {}
    for each in library().values():
        for clause in each.clauses:
            found.setdefault(clause, []).append(each)
    return {clause: tuple(files) for clause, files in found.items()}


def files_showing(clause: ClauseId) -> tuple[Listed, ...]:
    """The files that show a clause, in the order of names; none for a clause that is not known."""
    return _by_clause().get(clause, ())


def library_script(name: str) -> Script:
    """A file of the library, ready to be played. Raises UnknownId for a name that is not in it."""
    if name not in library():
        raise UnknownId("scenario file", name, tuple(library()))
    return parse(_text(name), name)


def _head(name: str) -> Listed:
    table = tomllib.loads(_text(name))
    return Listed(name, table["ruleset"], table["title"], tuple(table.get("clauses", ())))


def _text(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")
