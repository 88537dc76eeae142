"""Views hand whole models to their templates, not values by string keys."""

import ast
from collections.abc import Iterator

from tests.conventions.sources import ROOT, shown, sources

SCREENS = (ROOT / "encounters" / "screens", ROOT / "campaigns" / "screens")
RENDER = ("render", "render_to_string")
MODELS = {
    "page",
    "choice",
    "panel",
    "form",
    "top",
    "me",
    "map",
    "join",
    "list",
    "replay",
    "compared",
    "missed",
    "encounter",
    "lobby",
}
"""The names of whole models: of the page and its parts, and of a model that the page is about."""
TAGS = {"oob", "came_from", "find_picture"}
"""The names of values that template tags read."""
LITERALS = (ast.Constant, ast.JoinedStr, ast.Dict, ast.List, ast.Set, ast.Tuple, ast.DictComp, ast.ListComp)


def find_contexts(function: ast.AST) -> Iterator[ast.expr]:
    """Yield the contexts with which a function renders templates, also those that have a name."""
    assigned = {
        target.id: node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RENDER:
            for given in node.args:
                yield assigned.get(given.id, given) if isinstance(given, ast.Name) else given


def list_faults(context: ast.expr) -> Iterator[str]:
    """Yield the keys of a context's literals that are no model's name, or that hold a literal."""
    for literal in (each for each in _split(context) if isinstance(each, ast.Dict)):
        for key, value in zip(literal.keys, literal.values, strict=True):
            name = str(key.value) if isinstance(key, ast.Constant) else ""
            if key is not None and name not in MODELS | TAGS:
                yield f"{name}: no model's name"
            elif isinstance(value, LITERALS) and name not in TAGS:
                yield f"{name}: no model"


def _split(context: ast.expr) -> Iterator[ast.expr]:
    """Yield the parts of a context that are joined by ``|``."""
    if isinstance(context, ast.BinOp):
        yield from _split(context.left)
        yield from _split(context.right)
    else:
        yield context


def faults_of(source: str) -> list[str]:
    """Return the faults of a module."""
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    return [fault for each in functions for context in find_contexts(each) for fault in list_faults(context)]


def test_a_view_hands_whole_models_to_its_template() -> None:
    files = [
        path for path in sources(".py") if any(each in path.parents for each in SCREENS) and path.parent not in SCREENS
    ]
    found = {shown(path): faults_of(path.read_text()) for path in files}
    assert {path: faults for path, faults in found.items() if faults} == {}


def test_values_by_string_keys_are_found() -> None:
    given = "def show(request):\n    shown = build() | {'page': {'title': 'x'}, 'title': title}\n"
    assert faults_of(f"{given}    return render(request, 'a.html', shown)") == [
        "page: no model",
        "title: no model's name",
    ]
    assert faults_of("def show(request):\n    return render(request, 'a.html', {'page': make_page()})") == []
