"""Counts of lines, functions, string comparisons and dataclasses in a file's text."""

import ast
import io
import tokenize
from collections.abc import Iterator
from itertools import pairwise

ATTRIBUTES = ("kind", "part", "letter")
"""Attributes whose comparison with a string is a kind that could be a class."""

DATACLASSES = ("dataclass", "frozen")
"""Decorators that make a dataclass."""


def count_lines(text: str) -> int:
    """Return how many lines a file has."""
    return len(text.splitlines())


def function_lengths(text: str) -> Iterator[tuple[str, int]]:
    """Yield the name and lines of each function, with its docstring, without decorators."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            yield node.name, node.end_lineno - node.lineno + 1


def string_comparisons(text: str) -> int:
    """Return the number of comparisons of one of the attributes with a literal string.

    ``x.kind == "a"``, ``x.kind in ("a", "b")`` and ``"a" != x.kind`` are one each. So is a case that matches a string
    of such an attribute: ``case "a" | "b":`` of ``match x.kind``, or ``case X(kind="a")``.
    """
    return sum(_comparisons(node) for node in ast.walk(ast.parse(text)))


def _comparisons(node: ast.AST) -> int:
    if isinstance(node, ast.Compare):
        operands = [node.left, *node.comparators]
        return sum(
            (_is_attribute(one) and _is_text(other)) or (_is_text(one) and _is_attribute(other))
            for one, other in pairwise(operands)
        )
    if isinstance(node, ast.Match) and _holds_attribute(node.subject):
        return sum(_matches_text(case.pattern) for case in node.cases)
    if isinstance(node, ast.MatchClass):
        named = zip(node.kwd_attrs, node.kwd_patterns, strict=True)
        return sum(name in ATTRIBUTES and _matches_text(pattern) for name, pattern in named)
    return 0


def _is_attribute(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr in ATTRIBUTES


def _holds_attribute(node: ast.expr) -> bool:
    """Return whether this is such an attribute, or a tuple with one."""
    return any(_is_attribute(each) for each in (node.elts if isinstance(node, ast.Tuple) else [node]))


def _is_text(node: ast.expr) -> bool:
    """Return whether this is a string, or a tuple, list or set of strings only."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return bool(node.elts) and all(_is_text(each) for each in node.elts)
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _matches_text(pattern: ast.pattern) -> bool:
    return any(isinstance(each, ast.MatchValue) and _is_text(each.value) for each in ast.walk(pattern))


def count_casts(text: str) -> int:
    """Return how often ``cast`` is called."""
    calls = [node.func for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    return sum(_name(function) == "cast" for function in calls)


def count_ignores(text: str) -> int:
    """Return how many comments are ``type: ignore``."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return sum(token.type == tokenize.COMMENT and "type: ignore" in token.string for token in tokens)


def dataclass_fields(text: str) -> Iterator[tuple[str, int]]:
    """Yield each dataclass and the number of its own fields, without those inherited."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef) and any(_name(each) in DATACLASSES for each in node.decorator_list):
            yield node.name, sum(isinstance(line, ast.AnnAssign) and not _is_shared(line) for line in node.body)


def _is_shared(line: ast.AnnAssign) -> bool:
    """Return whether this belongs to the class and not to its instances."""
    return "ClassVar" in ast.unparse(line.annotation)


def _name(node: ast.expr) -> str:
    """Return the last part of a name: "dataclass" of ``dataclasses.dataclass(frozen=True)``."""
    if isinstance(node, ast.Call):
        return _name(node.func)
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
