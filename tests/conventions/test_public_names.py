"""The names of the rules that the site uses: a list that changes only on purpose.

After a change on purpose: `python -m tests.conventions.test_public_names > tests/conventions/public_names.txt`.
"""

import ast
import sys
from collections.abc import Iterator

from tests.conventions.sources import ROOT, shown, sources

LIST = ROOT / "tests" / "conventions" / "public_names.txt"
SITE = ("encounters/", "combat_site/")


def used_names() -> Iterator[str]:
    """Yield every name of the rules that a module of the site imports, with its module."""
    for path in sources(".py"):
        if shown(path).startswith(SITE):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "rules":
                    yield from (f"{node.module}.{alias.name}" for alias in node.names)


def listed() -> list[str]:
    """Return the names in use, each once."""
    return sorted(set(used_names()))


def test_the_site_uses_the_names_that_are_listed_and_no_others() -> None:
    assert listed() == LIST.read_text().split()


if __name__ == "__main__":
    sys.stdout.write("\n".join(listed()) + "\n")
