"""A class of the site, or of the rules, has a name of its own, so that one search finds it."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Mapping

import pytest

from tests.conventions.sources import shown, sources

OF_DJANGO = ("Command", "Migration")
"""The names by which Django finds a class in its module."""
STORED = ("Cast",)
"""The names of two classes that are stored by name: "Cast" is a declaration, and an event of one procedure."""


def find_shared(texts: Mapping[str, str]) -> dict[str, list[str]]:
    """Return each name that several modules give to a class, with these modules."""
    found: dict[str, list[str]] = defaultdict(list)
    for path, text in texts.items():
        for each in list_classes(ast.parse(text).body):
            found[each].append(path)
    return {name: paths for name, paths in found.items() if len(paths) > 1 and name not in (*OF_DJANGO, *STORED)}


def list_classes(body: Iterable[ast.stmt]) -> list[str]:
    """Return the names of the classes of a module, without those within a class."""
    return [each.name for each in body if isinstance(each, ast.ClassDef)]


@pytest.mark.parametrize("folders", [("campaigns/", "encounters/"), ("rules/",)], ids=["site", "rules"])
def test_no_two_classes_have_one_name(folders: tuple[str, ...]) -> None:
    files = [path for path in sources(".py") if shown(path).startswith(folders)]
    shared = find_shared({shown(path): path.read_text(encoding="utf-8") for path in files})
    assert shared == {}, "each class has a name of its own: give the newer one another"


def test_a_name_of_two_classes_is_found() -> None:
    texts = {"a.py": "class Line: ...", "b.py": "class Line: ...", "c.py": "class Command: ...\nclass Word: ..."}
    assert find_shared(texts) == {"Line": ["a.py", "b.py"]}
