"""Clauses in code: the files that name one, and the order of a procedure's files.

A file names a clause where a string in its code is the clause's id, whole ("TEXT.VII.B"), or, in the files of the
clause's own procedure, without the procedure's part ("VII.B"). Docstrings and comments do not count. An id that is put
together at run time is not found.

A procedure's own files are those of its folder, in reading order: first the package itself, then the modules that its
docstring names in backquotes, in the order in which it names them, then those that are imported, in the order of the
imports of the files already read, then any others by name. A clause stands where it is named first.
"""

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path

ID = re.compile(r"[A-Z][A-Z_]*\.[\w.+\-/]+")


def catalogue_ids(text: str) -> list[str]:
    """Return the ids of the clauses of a catalogue, in the order of the text."""
    return [clause["id"] for clause in tomllib.loads(text)["clause"]]


def strings(text: str) -> Iterator[str]:
    """Yield the strings of a Python file in the order written, without docstrings."""
    tree = ast.parse(text)
    idle = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = [
        (node.lineno, node.col_offset, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in idle
    ]
    yield from (value for *_, value in sorted(found))


def named_clauses(texts: Iterable[str], known: Mapping[str, int] | set[str], prefix: str = "") -> Iterator[str]:
    """Yield the ids of clauses that strings name, with a prefix also by the rest of an id."""
    for text in texts:
        if prefix and f"{prefix}.{text}" in known:
            yield f"{prefix}.{text}"
        else:
            yield from (each for each in ID.findall(text) if each in known)


def order_share(named: Sequence[str], in_text: Sequence[str]) -> tuple[int, int]:
    """Return how many pairs of named clauses keep the text's order, and how many there are."""
    first = {clause: at for at, clause in reversed(list(enumerate(named)))}
    places = [first[clause] for clause in in_text if clause in first]
    pairs = list(combinations(places, 2))
    return sum(one < other for one, other in pairs), len(pairs)


def reading_order(package: Path) -> list[Path]:
    """Return the files of a package in reading order, as the docstring of this module says."""
    own = {_module(package, path): path for path in sorted(package.rglob("*.py"))}
    first = package / "__init__.py"
    ordered = [first] if first.exists() else []
    for name in re.findall(r"`+([\w.]+)`+", ast.get_docstring(ast.parse(first.read_text())) or "") if ordered else ():
        _add(ordered, own.get(name))
    # The list grows while it is read: the imports of each file, those files' imports, and so on.
    for path in ordered:
        for name in _imports(path.read_text(), package.name):
            _add(ordered, own.get(name))
    return [*ordered, *(path for path in own.values() if path not in ordered)]


def _add(ordered: list[Path], path: Path | None) -> None:
    if path is not None and path not in ordered:
        ordered.append(path)


def _module(package: Path, path: Path) -> str:
    """Return a module's name within its package: "segments.moves"; "" of the package itself."""
    parts = path.relative_to(package).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imports(text: str, package: str) -> Iterator[str]:
    """Yield the modules of the package that a file imports, by their names within it, in order."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            _, found, inside = f".{node.module}.".partition(f".{package}.")
            if found:
                yield inside.strip(".")
                yield from (f"{inside}{alias.name}" for alias in node.names)
