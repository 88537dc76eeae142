"""A clause that ADDICT's folder only names leads to the shared function that decides it."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rules.catalogue import Clause, load_catalogue
from rules.procedures.addict.options import AddictCitations
from tests.server import ROOT

RULES = ROOT / "rules"
FOLDER = RULES / "procedures" / "addict"
CLAUSES = load_catalogue("addict").clauses
POINTING = [clause for clause in CLAUSES.values() if clause.decided_in]


def citations_of(clause: Clause) -> set[str]:
    """Return the names under which the shared rules cite a clause."""
    return {name for name, cited in vars(AddictCitations).items() if isinstance(cited, tuple) and clause.id in cited}


@cache
def texts_of_own_code() -> frozenset[str]:
    """Return every text in the code of the folder, but for the table of citations."""
    files = (path for path in FOLDER.glob("*.py") if path.name != "options.py")
    parts = (part for path in files for part in ast.walk(ast.parse(path.read_text("utf-8"))))
    return frozenset(part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str))


def is_only_named(clause: Clause) -> bool:
    """Return whether a clause stands in the folder's code as a name of the citations alone."""
    return bool(citations_of(clause)) and clause.id.partition(".")[2] not in texts_of_own_code()


def names_read(clause: Clause) -> set[str]:
    """Return the attributes that the function reads to which a clause leads."""
    file, _, name = clause.decided_in.partition(":")
    found = [each for each in functions_of(RULES / file) if each.name == name]
    assert len(found) == 1, f"{clause.id}: there is no function {name} in {file}"
    return {part.attr for part in ast.walk(found[0]) if isinstance(part, ast.Attribute)}


def functions_of(path: Path) -> Iterator[ast.FunctionDef]:
    """Yield the functions of a file."""
    yield from (part for part in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(part, ast.FunctionDef))


def test_the_clauses_that_are_only_named_say_where_they_are_decided() -> None:
    assert [each.id for each in POINTING] == [each.id for each in CLAUSES.values() if is_only_named(each)]


@pytest.mark.parametrize("clause", POINTING, ids=lambda clause: clause.id)
def test_a_function_that_decides_a_clause_reads_its_citation(clause: Clause) -> None:
    assert not citations_of(clause).isdisjoint(names_read(clause))
