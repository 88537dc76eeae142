"""Functions are verbs; one that answers yes or no begins with is, has, may or can.

Rules that order two deeds are named by what they decide: winner_first. Properties are nouns, as fields are.
"""

import ast
from collections.abc import Iterator, Set
from pathlib import Path

from tests.conventions.sources import shown, sources

PACKAGES = ("combat_site/", "campaigns/", "encounters/", "rules/")
"""The folders whose functions are held to this."""

VERBS = frozenset(Path(__file__).with_name("verbs.txt").read_text(encoding="utf-8").split())
"""First words of functions. A verb that is missing is added in its place in the alphabet."""

QUESTIONS = frozenset({"is", "are", "was", "were", "has", "have", "had", "may", "can", "could", "should", "must"})

COPIES = frozenset({"as", "from", "to", "with", "without"})
"""First words of functions that return a changed copy or another form: ``with_combatant``, ``to_hundredths``."""

CONSTRUCTORS = frozenset({"of"})
"""Class methods that return an instance of something else, named to be read after the class: ``Orders.of(events)``."""

PROPERTIES = frozenset({"property", "cached_property", "setter"})

DECISIONS = frozenset({"Decision", "Precedence"})
"""What a rule of an order returns: a rule is named by its decision."""

ACCESSORS = frozenset({"device", "ids", "_ids", "magic", "now", "option", "own", "question", "spell", "weapon"})
"""Short accessors that almost every rule calls: ``me.weapon(id)``, ``option(state, name)``."""

DECORATORS = frozenset(
    {
        "for_dm",
        "for_fight",
        "for_member",
        "for_named",
        "for_operator",
        "for_owner",
        "for_campaign_seat",
        "for_preparation",
        "for_seat",
        "frozen",
        "once",
    }
)
"""Decorators, named by what the class or the view becomes, as others of their kind are."""

OVERRIDES = frozenset(
    {
        *("id_for_label", "immutable_file_test", "value_from_datadict", "value_omitted_from_data"),
        *("group_add", "group_discard", "group_send", "incr", "new_channel"),
        *("emit", "log_message"),
    }
)
"""Methods that packages call by these names: of Django, static files, a channel layer, the log, a server."""

VOICE = "Voice"
"""The class of ``rules.kernel.event`` whose methods are the parts of a sentence: ``voice.whose(who)``."""


def test_functions_are_named_by_verbs() -> None:
    files = [path for path in sources(".py") if shown(path).startswith(PACKAGES)]
    assert {shown(path).partition("/")[0] + "/" for path in files} == set(PACKAGES)
    found = [fault for path in files for fault in faults(shown(path), path.read_text(encoding="utf-8"))]
    assert found == [], "a function begins with a verb of verbs.txt; a new verb is added there"


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
    assert list(faults("a.py", "class A:\n    @classmethod\n    def of(cls, each) -> Self: ...")) == []
    assert list(faults("a.py", "def of(each) -> int: ...")) == ["a.py:1 of"]
    assert list(faults("a.py", "class Voice:\n    def whose(self) -> str: ...")) == []


def faults(name: str, text: str) -> Iterator[str]:
    """Yield each function that is no verb, or answers yes or no and does not say so."""
    tree = ast.parse(text)
    spoken = [
        each for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name == VOICE for each in node.body
    ]
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node not in spoken and not _is_in_order(node):
            yield f"{name}:{node.lineno} {node.name}"


def _is_in_order(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    returns = {each.id for each in ast.walk(node.returns) if isinstance(each, ast.Name)} if node.returns else set()
    if node.name.startswith("__") or _has_decorator(node, PROPERTIES) or returns & DECISIONS:
        return True
    if node.name in ACCESSORS | DECORATORS | OVERRIDES:
        return True
    if node.name in CONSTRUCTORS and _has_decorator(node, {"classmethod"}):
        return True
    first = node.name.strip("_").split("_")[0]
    is_yes_or_no = (isinstance(node.returns, ast.Name) and node.returns.id == "bool") or "TypeGuard" in returns
    return first in VERBS | COPIES or (is_yes_or_no and first in QUESTIONS)


def _has_decorator(node: ast.FunctionDef | ast.AsyncFunctionDef, wanted: Set[str]) -> bool:
    names = {each.id if isinstance(each, ast.Name) else getattr(each, "attr", "") for each in node.decorator_list}
    return bool(names & wanted)
