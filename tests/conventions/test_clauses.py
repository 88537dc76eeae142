"""Citing is deciding: a clause is named by the code that decides it, an example by none.

The catalogue says of every other clause why no code of its procedure names it: shared code decides it, and the
catalogue leads there (``decided_in``), or it is beyond the table (mode "advisory").
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rules.catalogue import Clause, index_clauses, load_catalogue
from rules.procedures import get_ruleset, list_rulesets
from rules.procedures.adnd.citations import Citations
from rules.procedures.adnd.procedure import AdndProcedure
from tests.registered import FOLDERS
from tests.server import ROOT

RULES = ROOT / "rules"
ADVISORY = "advisory"
CLAUSES = [(folder, clause) for folder in FOLDERS for clause in load_catalogue(folder).clauses.values()]
POINTING = [pytest.param(folder, clause, id=clause.id) for folder, clause in CLAUSES if clause.decided_in]


def is_example(clause: Clause) -> bool:
    return clause.kind == "example"


@cache
def texts_of_own_code(folder: str) -> frozenset[str]:
    """Return every text in the code of a procedure, but for its table of citations."""
    trees = [ast.parse(path.read_text("utf-8")) for path in (RULES / "procedures" / folder).rglob("*.py")]
    return frozenset(text for tree in trees for text in list_texts(tree))


def list_texts(tree: ast.AST) -> Iterator[str]:
    """Yield the texts of a tree, without those of a class of citations."""
    for part in ast.iter_child_nodes(tree):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value
        elif not is_table_of_citations(part):
            yield from list_texts(part)


def is_table_of_citations(part: ast.AST) -> bool:
    if not isinstance(part, ast.ClassDef):
        return False
    return any(isinstance(base, ast.Name) and base.id == Citations.__name__ for base in part.bases)


def is_named(folder: str, clause: Clause) -> bool:
    """Return whether code of a procedure names its clause, in full or by the rest of its id."""
    return not texts_of_own_code(folder).isdisjoint((clause.id, clause.id.partition(".")[2]))


@cache
def tables_of_citations(folder: str) -> tuple[Citations, ...]:
    """Return the citations of the procedures of the family whose own clauses these are."""
    found = (get_ruleset(id) for id in list_rulesets())
    return tuple(each.cites for each in found if isinstance(each, AdndProcedure) and each.catalogues[0] == folder)


def citations_of(folder: str, clause: Clause) -> set[str]:
    """Return the names under which the shared rules cite a clause."""
    names = [name for name, none in vars(Citations).items() if none == ()]
    return {name for table in tables_of_citations(folder) for name in names if clause.id in getattr(table, name)}


def names_read(clause: Clause) -> set[str]:
    """Return the attributes that the function reads to which a clause leads."""
    file, _, name = clause.decided_in.partition(":")
    found = [each for each in functions_of(RULES / file) if each.name == name]
    assert len(found) == 1, f"{clause.id}: there is no function {name} in {file}"
    return {part.attr for part in ast.walk(found[0]) if isinstance(part, ast.Attribute)}


def functions_of(path: Path) -> Iterator[ast.FunctionDef]:
    """Yield the functions of a file."""
    yield from (part for part in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(part, ast.FunctionDef))


def test_an_example_stands_beside_a_clause_that_is_none() -> None:
    known = index_clauses()
    assert [each.id for _, each in CLAUSES if is_example(each) != bool(each.example_of)] == []
    examples = [each for _, each in CLAUSES if is_example(each)]
    assert [each.id for each in examples if each.example_of not in known or is_example(known[each.example_of])] == []


def test_no_code_names_an_example() -> None:
    assert [each.id for folder, each in CLAUSES if is_example(each) and is_named(folder, each)] == []
    assert [each.id for folder, each in CLAUSES if is_example(each) and citations_of(folder, each)] == []


def test_every_other_clause_is_named_or_says_why_not() -> None:
    unnamed = [(folder, each) for folder, each in CLAUSES if not is_example(each) and not is_named(folder, each)]
    assert [each.id for _, each in unnamed if not each.decided_in and each.mode != ADVISORY] == []


def test_a_clause_leads_elsewhere_where_its_own_code_only_lists_it_among_the_citations() -> None:
    only = [each.id for folder, each in CLAUSES if citations_of(folder, each) and not is_named(folder, each)]
    assert [each.id for _, each in CLAUSES if each.decided_in] == only


@pytest.mark.parametrize(("folder", "clause"), POINTING)
def test_a_function_that_decides_a_clause_reads_its_citation(folder: str, clause: Clause) -> None:
    assert not citations_of(folder, clause).isdisjoint(names_read(clause))
