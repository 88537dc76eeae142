"""Functions are verbs; one that answers yes or no begins with is, has, may or can.

Rules that order two deeds are named by what they decide: winner_first. Properties are nouns, as fields are.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.conventions.sources import shown, sources

IN_ORDER = (
    "encounters/live/",
    "encounters/narration/",
    "encounters/screens/answering/",
    "encounters/screens/battle_map/",
    "encounters/screens/phone/",
    "encounters/screens/strip/",
    *(f"encounters/screens/{name}.py" for name in ("dice", "requests", "stops", "ticking")),
    "encounters/screens/region.py",
    "encounters/screens/sheets/combatant.py",
    "encounters/screens/signals.py",
    "encounters/screens/spectator/",
    "encounters/services/",
    *(f"encounters/{name}.py" for name in ("access", "admin", "apps", "clocks", "countdown", "demo")),
    *(f"encounters/{name}.py" for name in ("errors", "graph", "log", "numbers", "page_version", "party")),
    *(f"encounters/{name}.py" for name in ("responses", "scenario_files", "seats", "selectors", "sign_in")),
    *(f"encounters/{name}.py" for name in ("throttle", "times", "urls", "log_reader")),
    *(f"encounters/{name}.py" for name in ("viewers", "weighted_lru")),
    "rules/catalogue/",
    "rules/compare/",
    "rules/kernel/",
    "rules/management/",
    "rules/procedures/",
    "rules/reference/",
    "rules/scenarios/",
    "rules/statblocks/",
)
"""Beginnings of the paths that are held to this; add a folder when its names are in order.

Migrations name functions of ``encounters/models.py``, so these stay as they are.
"""

VERBS = frozenset(Path(__file__).with_name("verbs.txt").read_text(encoding="utf-8").split())
"""First words of functions. A verb that is missing is added in its place in the alphabet."""

QUESTIONS = frozenset({"is", "are", "was", "were", "has", "have", "had", "may", "can", "could", "should", "must"})

COPIES = frozenset({"as", "from", "to", "with", "without"})
"""First words of functions that return a changed copy or another form: ``with_combatant``, ``to_hundredths``."""

DECISIONS = frozenset({"Decision", "Precedence"})
"""What a rule of an order returns: a rule is named by its decision."""

ACCESSORS = frozenset({"device", "ids", "_ids", "magic", "now", "option", "own", "question", "spell", "weapon"})
"""Short accessors that almost every rule calls: ``me.weapon(id)``, ``option(state, name)``."""

DECORATORS = frozenset({"for_dm", "for_seat", "frozen", "once"})
"""Decorators, named by what the class or the view becomes, as others of their kind are."""

VOICE = "rules/kernel/voice.py"
"""Its methods are the parts of a sentence: ``voice.whose(who)``."""


def test_functions_are_named_by_verbs() -> None:
    files = [path for path in sources(".py") if shown(path).startswith(IN_ORDER) and shown(path) != VOICE]
    assert [fault for path in files for fault in faults(shown(path), path.read_text(encoding="utf-8"))] == []


def test_every_beginning_is_that_of_a_file() -> None:
    names = [shown(path) for path in sources(".py")]
    assert [each for each in IN_ORDER if not any(name.startswith(each) for name in names)] == []


def test_verbs_stand_in_order_and_once() -> None:
    listed = Path(__file__).with_name("verbs.txt").read_text(encoding="utf-8").split()
    assert listed == sorted(set(listed))


def test_a_noun_and_a_yes_or_no_without_a_question_are_found() -> None:
    assert list(faults("a.py", "def answers(): ...")) == ["a.py:1 answers"]
    assert list(faults("a.py", "def reaches(a) -> bool: ...")) == ["a.py:1 reaches"]
    assert list(faults("a.py", "def _is_near(a) -> bool: ...\ndef find_gap(a) -> int: ...")) == []
    assert list(faults("a.py", "def is_blow(a) -> TypeGuard[Blow]: ...")) == []
    assert list(faults("a.py", "def winner_first(a, b) -> Decision | None: ...")) == []
    assert list(faults("a.py", "class A:\n    @property\n    def name(self) -> str: ...")) == []


def faults(name: str, text: str) -> Iterator[str]:
    """Yield each function that is no verb, or answers yes or no and does not say so."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not _is_in_order(node):
            yield f"{name}:{node.lineno} {node.name}"


def _is_in_order(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    returns = {each.id for each in ast.walk(node.returns) if isinstance(each, ast.Name)} if node.returns else set()
    if node.name.startswith("__") or _is_property(node) or node.name in ACCESSORS | DECORATORS or returns & DECISIONS:
        return True
    first = node.name.strip("_").split("_")[0]
    is_yes_or_no = (isinstance(node.returns, ast.Name) and node.returns.id == "bool") or "TypeGuard" in returns
    return first in VERBS | COPIES or (is_yes_or_no and first in QUESTIONS)


def _is_property(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    names = [each.id if isinstance(each, ast.Name) else getattr(each, "attr", "") for each in node.decorator_list]
    return bool({"property", "cached_property", "setter"} & set(names))
