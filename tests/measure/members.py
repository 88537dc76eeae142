"""Counts of what a procedure may answer: members of its abstract classes.

A place that asks is a file that reads an attribute of that name, on whatever object, except by ``super()``. So common
names, such as ``id``, have too many.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from rules.kernel.frozen import frozen

BASES = ("Procedure", "AdndProcedure")
"""The abstract classes."""

GROUPS = (
    "FileWords",
    "Morale",
    "MoraleRules",
    "SurpriseRules",
    "ChargeRules",
    "BlowRules",
    "HarmRules",
    "Rulings",
    "Plane",
    "Saves",
    "DeclaringRules",
    "Intents",
    "Secrecy",
)
"""The classes of objects that hold what a procedure may answer about one subject."""


@frozen
class Member:
    """A member of an abstract class."""

    name: str
    readers: int
    """The files that ask it."""
    answers: int
    """The classes of procedures that answer it otherwise."""


def read_members(text: str, names: Iterable[str]) -> Mapping[str, list[str]]:
    """Return the names that the bodies of these classes define, of those that a file has."""
    classes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef) and node.name in names]
    return {each.name: list(dict.fromkeys(_list_defined(each))) for each in classes}


def list_members(texts: Iterable[str]) -> list[Member]:
    """Return the members of the abstract classes in these files, each once."""
    texts = list(texts)
    defined = [name for text in texts for names in read_members(text, BASES).values() for name in names]
    readers: dict[str, int] = defaultdict(int)
    answers: dict[str, int] = defaultdict(int)
    for tree in map(ast.parse, texts):
        for name in {*_list_read(tree)}:
            readers[name] += 1
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and any(ast.unparse(each) in BASES for each in node.bases):
                for name in () if node.name in BASES else {*_list_defined(node), *_list_set(node)}:
                    answers[name] += 1
    return [Member(name, readers[name], answers[name]) for name in dict.fromkeys(defined)]


def _list_defined(node: ast.ClassDef) -> Iterator[str]:
    """Yield the names that a class defines in its body."""
    for each in node.body:
        if isinstance(each, ast.FunctionDef):
            yield each.name
        elif isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            yield each.target.id
        elif isinstance(each, ast.Assign):
            yield from (target.id for target in each.targets if isinstance(target, ast.Name))


def _list_set(node: ast.ClassDef) -> Iterator[str]:
    """Yield the names of attributes that the methods of a class set."""
    for each in ast.walk(node):
        if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store):
            yield each.attr


def _list_read(tree: ast.AST) -> Iterator[str]:
    """Yield the names of attributes that are read, but not from the class above."""
    for each in ast.walk(tree):
        if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Load) and not _is_super(each.value):
            yield each.attr


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"
