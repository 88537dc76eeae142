"""The counts of a source, and the parts that are not counted."""

import pytest

from tests.measure import sizes

FUNCTIONS = '''
@decorated
def one():
    """Docstring."""

    async def inner(): ...
    return inner

class Two:
    def three(self): return lambda: None
'''

TYPES = """
import dataclasses
from typing import ClassVar, cast
@dataclass(frozen=True)
class A:
    kind: ClassVar[str] = ""
    a: int
    b: int = 1
    def method(self): c: int = 3
@dataclasses.dataclass
class B(A):
    c: int
@frozen
class C:
    d: int
class D:
    e: int
a = cast("int", typing.cast(int, 1))  # type: ignore[misc]
text = "# type: ignore"
"""


def test_functions_are_measured_with_their_docstrings() -> None:
    assert sorted(sizes.function_lengths(FUNCTIONS)) == [("inner", 1), ("one", 5), ("three", 1)]


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ('x.kind == "a"', 1),
        ('"a" != deed.part', 1),
        ('x.letter in ("A", "B")', 1),
        ('x.kind not in {"a"} and y.part == "b"', 2),
        ('a.part == b.part == "contact"', 1),
        ("x.kind in ATTACKS", 0),
        ("x.kind == y.kind", 0),
        ("x.kind in ()", 0),
        ('x.name == "a"', 0),
        ('kind == "a"', 0),
        ('match x.kind:\n  case "a" | "b": pass\n  case "c": pass\n  case _: pass', 2),
        ('match x.kind, y:\n  case "a", _: pass', 1),
        ('match x.name:\n  case "a": pass', 0),
        ('match x:\n  case Deed(kind="a", who="b"): pass\n  case Deed(part=part): pass', 1),
    ],
)
def test_a_comparison_of_a_kind_with_a_string_is_counted(source: str, count: int) -> None:
    assert sizes.string_comparisons(source) == count


def test_own_fields_of_dataclasses_are_counted() -> None:
    assert list(sizes.dataclass_fields(TYPES)) == [("A", 2), ("B", 1), ("C", 1)]


def test_casts_and_ignores_are_counted_where_they_are_code() -> None:
    assert (sizes.count_casts(TYPES), sizes.count_ignores(TYPES)) == (2, 1)


def test_lines_are_counted() -> None:
    assert [sizes.count_lines(text) for text in ("", "a", "a\n\nb\n")] == [0, 1, 3]
