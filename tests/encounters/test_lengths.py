"""Lengths: typed in units of the plane, kept in whole parts of one."""

from fractions import Fraction

import pytest

from encounters.screens.answering.answer import read_answer
from rules.kernel.forms import BadAnswer, Form, LengthField


def read(field: LengthField, typed: str) -> object:
    return read_answer(Form((field,)), {f"answer.{field.name}": [typed]})[field.name]


@pytest.mark.parametrize(("typed", "kept"), [("1.5", 150), ("3", 300), ("0.014", 1)])
def test_a_length_is_typed_in_units_and_kept_in_hundredths(typed: str, kept: int) -> None:
    assert read(LengthField("within", "Within", 0, 1000), typed) == kept


def test_a_length_is_kept_in_the_parts_that_its_field_names() -> None:
    assert read(LengthField("fraction", "How far", 0, 10_000, parts=Fraction(10_000, 8)), "3") == 3750


def test_a_length_that_is_none_is_told_as_it_was_typed() -> None:
    with pytest.raises(BadAnswer, match="'2 in' is not a length"):
        read(LengthField("within", "Within", 0, 1000), "2 in")
