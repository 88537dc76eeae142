"""Docstrings are plain sentences: a function's begins with a verb, a class's with a noun."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator

from tests.conventions.sources import shown, sources

IN_ORDER = ("combat_site/", "campaigns/", "encounters/", "rules/", "tests/")
"""Beginnings of the paths that are held to this."""

LISTS_WORDS = "tests/conventions/test_docstrings.py"
"""This file, which names the words that no other has."""

LONGEST_FIRST_LINE = 90
NO_SUBJECTS = {"What", "Whatever", "Whether", "Which", "Who", "Whoever", "Whom", "Whose", "Where", "Why", "How"}
NO_VERBS = NO_SUBJECTS | {
    *("A", "An", "The", "This", "That", "These", "Those", "It", "Its", "One", "Each", "Every", "Everything", "All"),
    *("Any", "Some", "Both", "Also", "As", "At", "By", "For", "From", "If", "In", "Of", "On", "To", "When", "With"),
    *("No", "Not", "None", "Nothing", "True", "False", "They", "There", "Only", "Most", "More"),
}
WORDS = r"\b(whoever|whom|anew|thereby|he|muster\w*)\b"
WORDS_IN_TEXTS = r"\b(whoever|thereby|muster\w*)\b"
"""Words that no text of the code has, not even on a screen."""

EVENT_FIELDS = ("anew",)
"""Fields of events, which other programs know by these names."""


def test_docstrings_are_plain_sentences() -> None:
    files = [path for path in sources(".py") if shown(path).startswith(IN_ORDER) and shown(path) != LISTS_WORDS]
    found = [fault for path in files for fault in faults(shown(path), path.read_text())]
    assert found == [], "a function's first line begins with a verb, another's with a noun, and has at most 90 letters"


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
    assert words_at_fault("a = 1  # of whom") == ["whom"]


def test_a_text_on_a_screen_may_say_whom() -> None:
    assert words_at_fault('label = "Whom do you warn?"') == []
    assert words_at_fault('label = "thereby"') == ["thereby"]


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
    if re.search(WORDS, text, re.IGNORECASE):
        yield from words_that_puzzle(name, text)


def words_that_puzzle(name: str, text: str) -> Iterator[str]:
    """Yield the place of each, but where a text on a screen may have it."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        is_text = token.type == tokenize.STRING and not token.string.startswith('"""')
        if token.type in (tokenize.NAME, tokenize.STRING, tokenize.COMMENT) and token.string not in EVENT_FIELDS:
            for found in re.finditer(WORDS_IN_TEXTS if is_text else WORDS, token.string, re.IGNORECASE):
                line = token.start[0] + token.string.count("\n", 0, found.start())
                yield f"{name}:{line} {found[0]}"


def first_lines(tree: ast.Module) -> Iterator[tuple[int, str, bool]]:
    """Yield the line number and the first line of every docstring, and whether it is a function's."""
    for node in ast.walk(tree):
        is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and (
            docstring := ast.get_docstring(node)
        ):
            yield node.body[0].lineno, docstring.splitlines()[0], is_function
