"""The clause catalogues: every rule of a ruleset's text by its id, with its reading, options, matrix and worked tables.

One TOML file a ruleset stands beside this module. Records are frozen and keep the file's order and wording.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rules.reference import UnknownId
from rules.ruleset import OptionSpec
from rules.terms import ClauseId

__all__ = [
    "CATALOGUES",
    "Catalogue",
    "Clause",
    "MatrixRow",
    "WorkedScenario",
    "all_clauses",
    "book_of",
    "catalogue",
    "lookup_clause",
]

CATALOGUES = ("addict", "demon_idol", "crucible", "lakofka", "dew")
"""Catalogues that exist, by the id of the ruleset they describe."""

_FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Clause:
    """One rule: what it says, how it is played (``mode``: auto, prompt, option) and what a log shows of it.

    ``given``, ``when`` and ``then`` are a worked case, ``reading`` how the text was understood. ``option`` is the key
    of the option that settles another honest reading, ``example_of`` the clause that this one illustrates; both empty
    where there is none.
    """

    id: ClauseId
    says: str
    kind: str
    mode: str
    phase: str
    observable: str
    given: str
    when: str
    then: str
    reading: str
    option: str = ""
    example_of: ClauseId = ""


@dataclass(frozen=True)
class MatrixRow:
    """Who goes first of two deeds of opposing sides, for one state of the initiative.

    ``a`` and ``b`` are kinds of deeds; ``initiative`` is a-won, b-won or tied. ``first`` is a, b, same,
    none (nothing to order) or compare: then ``a_number`` and ``b_number`` are compared in the ``sense`` given (the
    lower or the greater goes first), and ``equal`` says what equality means. ``otherwise`` tells what holds where ``b``
    is not aimed at, ``vs_addict`` how the row differs from ADDICT's of the same pair. A layer's row names
    the rows under it (``base_row``, ``overlay_row``) and says what the two deeds cost (``economy``), which blows can be
    parried (``defence``), and whether the deeds can still be changed (``reaction``).
    """

    id: str
    a: str
    b: str
    initiative: str
    first: str
    rule: str
    a_number: str
    b_number: str
    sense: str
    equal: str
    clauses: tuple[ClauseId, ...]
    example: str
    note: str = ""
    otherwise: str = ""
    vs_addict: str = ""
    base_row: str = ""
    overlay_row: str = ""
    economy: str = ""
    defence: str = ""
    reaction: str = ""


@dataclass(frozen=True)
class WorkedScenario:
    """A fight in words: how it is set up, what is to happen in order, and the clauses it shows."""

    id: str
    setup: str
    expected: tuple[str, ...]
    clauses: tuple[ClauseId, ...]


@dataclass(frozen=True)
class Catalogue:
    """Everything a catalogue holds. ``worked`` are its worked tables by name, each a tuple of rows.

    ``differences`` are rows that say where the ruleset differs from ADDICT: pair, each one's rule, an example.
    """

    id: str
    title: str
    interpretation: Mapping[str, str]
    ordering: Mapping[str, str]
    clauses: Mapping[ClauseId, Clause]
    options: Mapping[str, OptionSpec]
    matrix: tuple[MatrixRow, ...]
    worked: Mapping[str, tuple[Mapping[str, Any], ...]]
    scenarios: tuple[WorkedScenario, ...]
    differences: tuple[Mapping[str, str], ...] = ()


@cache
def catalogue(id: str) -> Catalogue:
    """The catalogue of a ruleset. Raises UnknownId."""
    if id not in CATALOGUES:
        raise UnknownId("catalogue", id, CATALOGUES)
    with (_FOLDER / f"{id}.toml").open("rb") as file:
        return _read(id, tomllib.load(file))


@cache
def all_clauses() -> Mapping[ClauseId, Clause]:
    """Every clause of every catalogue by its id."""
    return {clause.id: clause for id in CATALOGUES for clause in catalogue(id).clauses.values()}


def lookup_clause(id: ClauseId) -> Clause:
    """The clause of this id. Raises UnknownId."""
    known = all_clauses()
    if id not in known:
        raise UnknownId("clause", id, tuple(known))
    return known[id]


@cache
def book_of(id: ClauseId) -> Catalogue:
    """The catalogue that holds the clause of this id. Raises UnknownId."""
    for each in CATALOGUES:
        if id in catalogue(each).clauses:
            return catalogue(each)
    raise UnknownId("clause", id, tuple(all_clauses()))


def _read(id: str, table: Mapping[str, Any]) -> Catalogue:
    worked = {name.removeprefix("worked_"): tuple(rows) for name, rows in table.items() if name.startswith("worked_")}
    return Catalogue(
        id=id,
        title=table["title"],
        interpretation=dict(table["interpretation"]),
        ordering=dict(table["ordering"]),
        clauses={row["id"]: _clause(row) for row in table["clause"]},
        options={row["key"]: _option(row) for row in table["toggle"]},
        matrix=tuple(MatrixRow(**{**row, "clauses": tuple(row["clauses"])}) for row in table.get("matrix", ())),
        worked=worked,
        scenarios=tuple(_scenario(row) for row in table.get("scenario", ())),
        differences=tuple(table.get("difference", ())),
    )


def _clause(row: Mapping[str, Any]) -> Clause:
    plain = ("id", "says", "kind", "mode", "phase", "observable", "given", "when", "then")
    return Clause(
        **{name: row[name] for name in plain},
        reading=row["interpretation"],
        option=row.get("toggle", {}).get("key", ""),
        example_of=row.get("example_of", ""),
    )


def _option(row: Mapping[str, Any]) -> OptionSpec:
    return OptionSpec(row["key"], row["default"], tuple(row["choices"]), row["clause"])


def _scenario(row: Mapping[str, Any]) -> WorkedScenario:
    return WorkedScenario(row["id"], row["setup"], tuple(row["expected"]), tuple(row["clauses"]))
