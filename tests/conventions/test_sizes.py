"""Files and functions stay small enough to hold in one's head."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.conventions.sources import shown, sources

LINES_IN_A_FILE = 900
LINES_IN_A_FUNCTION = 60
CHARACTERS_IN_A_LINE = 140

# A function's first line in our JavaScript opens its block; an immediately called wrapper is a module, not a function.
OPENS = re.compile(r"^(?P<indent>\s*+)(?!\()(.*(\bfunction\b|=>).*|(async\s+)?[\w#]+\([^()]*\)\s*)\{$")
CONTROL = re.compile(r"^\s*(\}\s*)?(if|else|for|while|switch|catch|try|do)\b")


def test_no_file_is_longer_than_900_lines() -> None:
    sizes = {shown(path): len(path.read_text().splitlines()) for path in sources(".py", ".js", ".css", ".html")}
    assert {name: lines for name, lines in sizes.items() if lines > LINES_IN_A_FILE} == {}


def test_no_python_function_is_longer_than_60_lines() -> None:
    found = [size for path in sources(".py") for size in python_functions(path)]
    assert [size for size in found if size[1] > LINES_IN_A_FUNCTION] == []


def test_no_javascript_function_is_longer_than_60_lines() -> None:
    found = [size for path in sources(".js") for size in javascript_functions(shown(path), path.read_text())]
    assert [size for size in found if size[1] > LINES_IN_A_FUNCTION] == []


def test_no_line_of_a_script_is_longer_than_140_characters() -> None:
    lines = [(shown(path), line) for path in sources(".js") for line in path.read_text().splitlines()]
    assert [name for name, line in lines if len(line) > CHARACTERS_IN_A_LINE] == []


def test_javascript_functions_are_measured() -> None:
    module = ["(function () {", "  const a = (b) => {", "    if (b) {", "    }", "  };"]
    more = ["  async function c() {", "  }", "  d() {", "    1;", "  }", "})();"]
    text = "\n".join([*module, *more])
    assert list(javascript_functions("x", text)) == [("x:2", 4), ("x:6", 2), ("x:8", 3)]


def python_functions(path: Path) -> Iterator[tuple[str, int]]:
    """(place, lines) of each function; decorators and docstring are part of it."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            yield f"{shown(path)}:{node.lineno} {node.name}", node.end_lineno - node.lineno + 1


def javascript_functions(name: str, text: str) -> Iterator[tuple[str, int]]:
    """Yield the place and lines of each function, which ends where its brace closes."""
    lines = text.splitlines()
    for start, line in enumerate(lines):
        opened = OPENS.match(line)
        if opened and not CONTROL.match(line):
            closing = opened["indent"] + "}"
            end = next((at for at in range(start + 1, len(lines)) if lines[at].startswith(closing)), len(lines) - 1)
            yield f"{name}:{start + 1}", end - start + 1
