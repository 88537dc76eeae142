"""Dice expressions as people write them."""

from fractions import Fraction

import pytest

from rules.kernel.dice import DiceText, parse_dice


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("2d4+1", DiceText(2, 4, 1)),
        ("1d6", DiceText(1, 6)),
        ("3d8-2", DiceText(3, 8, -2)),
        ("6", DiceText(0, 0, 6)),
        ("0", DiceText(0, 0, 0)),
        ("100d6", DiceText(100, 6)),
    ],
)
def test_an_expression_is_read_and_written_back(text: str, dice: DiceText) -> None:
    assert parse_dice(text) == dice
    assert str(dice) == text


@pytest.mark.parametrize(
    "text", ["", "d6", "2d", "1d6 + 1", "1d6+", "+1", "-1", "by weapon", "0d6", "1d0", "1000d6", "²d6"]
)
def test_what_is_no_dice_expression_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match="dice") as caught:
        parse_dice(text)
    assert f'"{text}"' in str(caught.value)


def test_the_average_keeps_its_halves() -> None:
    assert parse_dice("1d6").average == Fraction(7, 2)
    assert parse_dice("2d4+1").average == 6
    assert parse_dice("6").average == 6
