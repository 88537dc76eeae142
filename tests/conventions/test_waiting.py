"""A page is waited for by a function: asking a bare expression again needs eval."""

import ast

from tests.conventions.sources import ROOT, shown, sources


def test_pages_are_waited_for_by_functions() -> None:
    asked = [
        (f"{shown(path)}:{node.lineno}", ast.unparse(node.args[0]))
        for path in sources(".py")
        if path.is_relative_to(ROOT / "tests")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".wait_for_function")
    ]
    assert asked
    written = [(where, text) for where, text in asked if not text.isidentifier()]
    assert [where for where, text in written if "=>" not in text and not text.startswith("WIDTH")] == []
