"""The documents keep up with the code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.conventions.sources import ROOT, shown, sources
from tests.server import OURS

OPERATIONS = (ROOT / "docs" / "operations.md").read_text()
READ_BY_OTHERS = {"DJANGO_SETTINGS_MODULE"}
"""Variables that Django reads; nobody who runs a table sets them."""


def test_every_variable_that_the_product_reads_is_documented() -> None:
    read = {name for path in product_files() for name in variables(path)}
    assert {"DATABASE_URL", "PORT"} <= read
    assert {name for name in read if f"`{name}`" not in OPERATIONS} - READ_BY_OTHERS == set()


def test_servers_under_test_are_given_a_clean_environment() -> None:
    read = {name for path in product_files() for name in variables(path)}
    assert read - set(OURS) == set()


def test_every_make_target_that_a_document_names_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = {name for path in sources(".md") for name in re.findall(r"`make ([a-z-]+)", path.read_text())}
    assert named - targets == set()


def test_every_page_that_a_document_links_to_exists() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "docs" / "operations.md"]
    pattern = r"(?<!!)\[[^\]]*\]\((?!http|#)([^)#]+)"
    links = [(page, link) for page in pages for link in re.findall(pattern, page.read_text())]
    assert [f"{shown(page)}: {link}" for page, link in links if not (page.parent / link).exists()] == []


def test_every_decision_has_a_number_of_its_own() -> None:
    numbers = [path.name[:4] for path in sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))]
    assert len(numbers) > 30
    assert sorted(set(numbers)) == numbers


def product_files() -> list[Path]:
    return [path for path in sources(".py") if not shown(path).startswith("tests/")]


def variables(path: Path) -> Iterator[str]:
    """Yield the names read from the environment, in all the ways there are."""
    text = path.read_text()
    for node in ast.walk(ast.parse(text)) if "env" in text else ():
        if isinstance(node, ast.Call) and node.args and _reads(ast.unparse(node.func)):
            key = node.args[0]
        elif isinstance(node, ast.Subscript) and ast.unparse(node.value).endswith("environ"):
            key = node.slice
        else:
            continue
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            yield key.value


def _reads(function: str) -> bool:
    return bool(re.fullmatch(r"env(\.\w+)?|(os\.)?environ\.(get|setdefault)|os\.getenv", function))
