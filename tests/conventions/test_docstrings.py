"""Docstrings are plain sentences: a function's begins with a verb, a class's or a module's with a noun."""

import ast
import re
from collections.abc import Iterator

from tests.conventions.sources import shown, sources
from tests.registered import FOLDERS, find_module

IN_ORDER = (
    *("rules/procedures/adnd/__init__", "rules/procedures/adnd/acts", "rules/procedures/adnd/asking"),
    *("rules/procedures/adnd/restrictions", "rules/procedures/adnd/blows", "rules/procedures/adnd/charges"),
    *("rules/procedures/adnd/citations", "rules/procedures/adnd/comparing", "rules/procedures/adnd/deeds"),
    *("rules/procedures/adnd/harm", "rules/procedures/adnd/accepting", "rules/procedures/adnd/magic"),
    *("rules/procedures/adnd/moments", "rules/procedures/adnd/morale", "rules/procedures/adnd/movement"),
    *("rules/procedures/adnd/numbers", "rules/procedures/adnd/opening", "rules/procedures/adnd/order_fields"),
    *("rules/procedures/adnd/overrun", "rules/procedures/adnd/precedence", "rules/procedures/adnd/procedure"),
    *("rules/procedures/adnd/psionics", "rules/procedures/adnd/segments", "rules/procedures/adnd/state"),
    *("rules/procedures/adnd/surprise", "rules/procedures/adnd/waiting"),
    *("rules/__init__", "rules/apps", "rules/procedures/__init__"),
    *("rules/kernel/__init__", "rules/kernel/agenda", "rules/kernel/apply", "rules/kernel/battlefield"),
    *("rules/kernel/changes", "rules/kernel/clock", "rules/kernel/codec/", "rules/kernel/dice"),
    *("rules/kernel/documents", "rules/kernel/drawing", "rules/kernel/effects", "rules/kernel/events/"),
    *("rules/kernel/excerpt", "rules/kernel/stat_block", "rules/kernel/form_", "rules/kernel/frozen"),
    *("rules/kernel/game", "rules/kernel/graph", "rules/kernel/hiding", "rules/kernel/inputs"),
    *("rules/kernel/kinds", "rules/kernel/op", "rules/kernel/order", "rules/kernel/own"),
    *("rules/kernel/procedure", "rules/kernel/question_words", "rules/kernel/record", "rules/kernel/referee"),
    *("rules/kernel/registry", "rules/kernel/ruling", "rules/kernel/shown", "rules/kernel/sta"),
    *("rules/kernel/terms", "rules/kernel/visibility", "rules/kernel/voice"),
    *("rules/kernel/reveal/__init__", "rules/kernel/reveal/answers", "rules/kernel/reveal/eyes"),
    *("rules/kernel/reveal/stat_blocks", "rules/kernel/reveal/knowledge", "rules/kernel/reveal/names"),
    *("rules/kernel/reveal/rows", "rules/kernel/reveal/sight", "rules/kernel/reveal/view"),
    *("rules/catalogue/", "rules/compare/", "rules/management/", "rules/reference/", "rules/scenarios/"),
    *("rules/statblocks/", "tests/scenarios/", "tests/rules/test_build_stat_blocks", "tests/rules/test_clauses"),
    *("tests/rules/test_commands", "tests/rules/test_compare", "tests/rules/test_coverage", "tests/rules/test_pasted"),
    "tests/rules/test_reference",
    *(f"rules/procedures/{folder}/" for folder in FOLDERS),
)
"""Beginnings of the paths that are held to this; add a folder when its words are in order."""

NOT_IN_ORDER = tuple(
    f"rules/procedures/{folder}/{name}.py"
    for folder in FOLDERS
    if (module := find_module(folder, "shown")) is not None
    for name in getattr(module, "NOT_IN_ORDER", ())
)
"""Files that are not held to it yet, as tests/procedures/<name>/shown.py names them."""

LONGEST_FIRST_LINE = 90
NO_SUBJECTS = {"What", "Whatever", "Whether", "Which", "Who", "Whoever", "Whom", "Whose", "Where", "Why", "How"}
NO_VERBS = NO_SUBJECTS | {
    *("A", "An", "The", "This", "That", "These", "Those", "It", "Its", "One", "Each", "Every", "Everything", "All"),
    *("Any", "Some", "Both", "Also", "As", "At", "By", "For", "From", "If", "In", "Of", "On", "To", "When", "With"),
    *("No", "Not", "None", "Nothing", "True", "False", "They", "There", "Only", "Most", "More"),
}
WORDS = r"\b(whoever|whom|anew|thereby|he|muster\w*)\b"


def test_docstrings_are_plain_sentences() -> None:
    held = [path for path in sources(".py") if shown(path).startswith(IN_ORDER)]
    files = [path for path in held if shown(path) not in NOT_IN_ORDER]
    assert [fault for path in files for fault in faults(shown(path), path.read_text())] == []


def test_every_beginning_is_that_of_a_file() -> None:
    names = [shown(path) for path in sources(".py")]
    assert [each for each in IN_ORDER if not any(name.startswith(each) for name in names)] == []


def test_a_function_begins_with_a_verb() -> None:
    assert words_at_fault('def f():\n    """The figures of a table."""') == ["The"]
    assert words_at_fault('def f():\n    """Adjustments to hit."""') == ["Adjustments"]
    assert words_at_fault('def f():\n    """Pass the figures of a table."""') == []


def test_a_class_or_module_begins_with_a_noun_but_no_clause() -> None:
    assert words_at_fault('"""What a file says."""') == ["What"]
    assert words_at_fault('class A:\n    """The words of a file."""') == []


def test_a_first_line_is_short() -> None:
    assert words_at_fault(f'"""A {"long " * 20}line."""') == ["107 characters"]


def test_words_that_puzzle_are_found_in_code_and_docstrings() -> None:
    assert words_at_fault("muster = 1") == ["muster"]
    assert words_at_fault('"""A name. Thereby he is known."""') == ["Thereby", "he"]


def words_at_fault(text: str) -> list[str]:
    return [fault.partition(" ")[2] for fault in faults("a.py", text)]


def faults(name: str, text: str) -> Iterator[str]:
    """Yield the place and the word of everything that is not in order."""
    for line, first, is_function in first_lines(ast.parse(text)):
        word = first.split()[0].rstrip(".,:;")
        if word in (NO_VERBS if is_function else NO_SUBJECTS) or (is_function and re.search(r"[^s]s$", word)):
            yield f"{name}:{line} {word}"
        if len(first) > LONGEST_FIRST_LINE:
            yield f"{name}:{line} {len(first)} characters"
    for line, content in enumerate(text.splitlines(), 1):
        for found in re.finditer(WORDS, content, re.IGNORECASE):
            yield f"{name}:{line} {found[0]}"


def first_lines(tree: ast.Module) -> Iterator[tuple[int, str, bool]]:
    """Yield the line number and the first line of every docstring, and whether it is a function's."""
    for node in ast.walk(tree):
        is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and (
            docstring := ast.get_docstring(node)
        ):
            yield node.body[0].lineno, docstring.splitlines()[0], is_function
