"""Addresses are made by the names of their URLs, and every name that is used resolves."""

import ast
import re
from collections.abc import Iterator

import pytest
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import IntConverter

from encounters.addresses import make_address
from tests.conventions.sources import shown, sources

HELD = {"encounter_id", "code"}
"""The parameters of a path that a view adds to those that it is given."""

MAKERS = {
    **{name: set[str]() for name in ("make_address", "make_full_address")},
    **dict.fromkeys(("url", "make_url", "_make_url", "make_own_url"), HELD),
}
"""The functions that make an address of a name, with the parameters that they add."""

REDIRECTS = ("see", "redirect", "resolve_url", "reverse")
"""Functions that take a name and the parameters in order."""

WRITTEN_IN_PYTHON = re.compile(r"^/(e|t|rule|rules|new|join|import|sign-in|sign-out|live)/|^[a-z-]+/(\?.*)?$")
WRITTEN_IN_TEMPLATES = re.compile(
    r"""(?:action|href|src|formaction|hx-(?:get|post)|data-(?!key)[a-z-]+)="(?:/[^"]*|\{\{[^}"]*\}\}[a-z{][^"]*)\""""
)
WRITTEN_IN_SCRIPTS = re.compile(r"""["'`]/?(?:e|t|rule|rules|me|here|away|live)/|\}[a-z-]+/[`"']""")
WEBSOCKETS = "encounters/addresses.py"
"""The one file that writes the address of a socket: sockets have URLs of their own."""

TAG = re.compile(r"\{%\s*(?:url|book_url)\s+\"([^\"]+)\"([^%]*)%\}")


def list_urls(patterns: list[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    for each in patterns:
        if isinstance(each, URLResolver):
            yield from list_urls(each.url_patterns)
        else:
            yield each


def find_parameters(name: str) -> dict[str, object]:
    """Return a value for each parameter of the URL of this name.

    Raises KeyError for an unknown name.
    """
    (_, pattern, _, converters), *_ = get_resolver().reverse_dict.getlist(name) or [(None, "", None, None)]
    if converters is None:
        raise KeyError(name)
    asked = re.findall(r"\(\?P<(\w+)>", pattern)
    return {each: 1 if isinstance(converters.get(each), IntConverter) else "x" for each in asked}


def list_calls() -> Iterator[tuple[str, ast.Call, str]]:
    """Yield the place, the call and the function of every call that names an address."""
    for path in sources(".py"):
        if shown(path).startswith(("campaigns/", "encounters/", "combat_site/")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant | ast.IfExp):
                    function = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                    if function in (*MAKERS, *REDIRECTS):
                        yield f"{shown(path)}:{node.lineno}", node, function


def list_names(argument: ast.expr) -> list[str]:
    """Return the names that an argument may be: one, or the two of a choice."""
    choices = [argument.body, argument.orelse] if isinstance(argument, ast.IfExp) else [argument]
    return [each.value for each in choices if isinstance(each, ast.Constant) and isinstance(each.value, str)]


def test_every_call_names_an_address_with_its_parameters() -> None:
    faults, seen = [], 0
    for place, call, function in list_calls():
        for name in list_names(call.args[0]):
            seen += 1
            try:
                asked = find_parameters(name)
            except KeyError:
                faults.append(f"{place}: no URL is called {name}")
                continue
            given = {each.arg for each in call.keywords if each.arg and each.arg not in ("query", "status")}
            if (
                function in MAKERS
                and all(each.arg for each in call.keywords)
                and asked.keys() - given - MAKERS[function]
            ):
                faults.append(f"{place}: {name} asks for {', '.join(asked)}")
            if function in MAKERS and given - asked.keys():
                faults.append(f"{place}: {name} knows no {', '.join(sorted(given - asked.keys()))}")
            if function in REDIRECTS and not call.keywords and len(call.args) - 1 != len(asked):
                faults.append(f"{place}: {name} asks for {', '.join(asked)}")
    assert faults == []
    assert seen > 150


def test_every_tag_names_an_address_with_its_parameters() -> None:
    faults, seen = [], 0
    for path in sources(".html", ".js"):
        for name, rest in TAG.findall(path.read_text(encoding="utf-8")) if shown(path).startswith("templates/") else ():
            seen += 1
            try:
                asked = find_parameters(name)
            except KeyError:
                faults.append(f"{shown(path)}: no URL is called {name}")
                continue
            given = [each for each in rest.split(" as ")[0].split() if "=" not in each]
            if len(given) != len(asked):
                faults.append(f"{shown(path)}: {name} asks for {', '.join(asked)}")
    assert faults == []
    assert seen > 40


@pytest.mark.parametrize(
    "name", sorted({each.name for each in list_urls(get_resolver("encounters.urls").url_patterns) if each.name})
)
def test_every_name_makes_an_address(name: str) -> None:
    assert make_address(name, None, **find_parameters(name)).startswith("/")


def list_texts(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the texts of a module, with "{}" for what is put into them; without docstrings."""
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [each.value if isinstance(each, ast.Constant) else "{}" for each in node.values]
            yield node.lineno, "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            yield node.lineno, node.value


def is_written(text: str) -> bool:
    """Return whether a text of a module is an address, or the end of one."""
    return bool(WRITTEN_IN_PYTHON.match(text) or re.match(r"^\{\}[a-z-]+/", text))


def test_no_module_writes_an_address() -> None:
    exempt = (
        "campaigns/urls.py",
        "encounters/urls.py",
        "combat_site/urls.py",
        "combat_site/static_files.py",
        "encounters/live/consumers.py",
        WEBSOCKETS,
    )
    found = [
        f"{shown(path)}:{line}: {text}"
        for path in sources(".py")
        if shown(path).startswith(("campaigns/", "encounters/", "combat_site/")) and shown(path) not in exempt
        for line, text in list_texts(ast.parse(path.read_text(encoding="utf-8")))
        if is_written(text)
    ]
    assert found == []


def test_no_template_or_script_writes_an_address() -> None:
    found = []
    for path in sources(".html", ".js"):
        name, text = shown(path), path.read_text(encoding="utf-8")
        if name.startswith("templates/"):
            found += [f"{name}: {each[0]}" for each in WRITTEN_IN_TEMPLATES.finditer(text)]
        if name.startswith("static/js/"):
            found += [f"{name}: {each[0]}" for each in WRITTEN_IN_SCRIPTS.finditer(text)]
    assert found == []
