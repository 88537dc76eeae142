"""Imports between folders, beyond the contracts in pyproject.toml."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.conventions.sources import ROOT, shown, sources

FROM_DJANGO = ("rules/apps.py", "rules/management/")
"""The parts of `rules` that are there for Django's sake."""


def test_the_rules_import_the_standard_library_and_themselves() -> None:
    allowed = {*sys.stdlib_module_names, "rules"}
    strange = [
        f"{shown(path)}: {name}"
        for path in rules_files()
        for name in imported(path)
        if name.split(".")[0] not in allowed
    ]
    assert strange == []


def test_terms_stand_on_nothing_of_ours() -> None:
    names = list(imported(ROOT / "rules" / "kernel" / "terms.py"))
    assert [name for name in names if name.startswith("rules")] == []


def test_the_rules_read_no_clock() -> None:
    forbidden = {"secrets", "time", "datetime", "asyncio", "threading", "socket", "uuid"}
    found = [
        f"{shown(path)}: {name}" for path in rules_files() for name in imported(path) if name.split(".")[0] in forbidden
    ]
    assert found == []


def test_chance_reaches_the_rules_as_a_generator_that_somebody_seeded() -> None:
    found = [f"{shown(path)}: {name}" for path in rules_files() for name in taken_from_random(path)]
    assert [use for use in found if not use.endswith(": Random")] == []


INDEX_READERS = (
    "encounters/models.py",
    "encounters/admin.py",
    "encounters/migrations/",
    "encounters/services/",
    "encounters/management/",
    "encounters/screens/dm/",
)
"""The parts of the site that may name the index of declarations: what writes it, and what the DM and operators read."""


def test_the_index_of_declarations_is_read_for_no_player() -> None:
    found = [
        f"{shown(path)}: {name}"
        for path in sources(".py")
        if shown(path).startswith(("campaigns/", "encounters/", "combat_site/"))
        and not shown(path).startswith(INDEX_READERS)
        for name in taken_of_index(path)
    ]
    assert found == []


def taken_of_index(path: Path) -> Iterator[str]:
    """Yield the names by which a file reaches the index: the model, or a relation."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module == "encounters.models":
            yield from (alias.name for alias in node.names if alias.name == "Declaration")
        elif isinstance(node, ast.Attribute) and node.attr == "declarations":
            yield node.attr
        elif isinstance(node, ast.Attribute) and node.attr == "Declaration" and isinstance(node.value, ast.Name):
            yield from [node.attr] if node.value.id == "models" else []
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from [node.value] if node.value.startswith(("declarations__", "declaration__")) else []


def rules_files() -> list[Path]:
    return [
        path for path in sources(".py") if shown(path).startswith("rules/") and not shown(path).startswith(FROM_DJANGO)
    ]


def imported(path: Path) -> Iterator[str]:
    """Yield the full names that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 or node.module is not None, f"{shown(path)}: import by full name"
            yield node.module or ""


def taken_from_random(path: Path) -> Iterator[str]:
    """Yield the names that a file uses of the module `random`."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
            yield node.attr
