"""The names of the rules that the site uses: a list that changes only on purpose.

After a change on purpose: `python -m tests.conventions.test_public_names > tests/conventions/public_names.txt`.
"""

import ast
import sys
from collections.abc import Iterator

from tests.conventions.sources import ROOT, shown, sources

API = ROOT / "rules" / "api.py"
LIST = ROOT / "tests" / "conventions" / "public_names.txt"
SITE = ("campaigns/", "encounters/", "combat_site/")


def used_names() -> Iterator[str]:
    """Yield every name that a module of the site imports from rules.api."""
    for path in sources(".py"):
        if shown(path).startswith(SITE):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.ImportFrom) and node.module == "rules.api":
                    yield from (alias.name for alias in node.names)


def listed() -> list[str]:
    """Return the names that rules.api offers: those that it imports."""
    imports = [node for node in ast.parse(API.read_text()).body if isinstance(node, ast.ImportFrom)]
    return sorted(alias.name for node in imports for alias in node.names)


def test_rules_api_offers_the_names_that_are_listed_and_no_others() -> None:
    assert listed() == LIST.read_text().split()


def test_the_site_uses_every_name_that_rules_api_offers_and_no_others() -> None:
    assert sorted(set(used_names())) == listed()


if __name__ == "__main__":
    sys.stdout.write("\n".join(listed()) + "\n")
