"""Dew's clause options and clause ids, from its catalogue.

A table chooses among a few values. A file may write any whole number within bounds, decimals as numbers, and weights as
a list, as the catalogue does. A decimal and a list are stored as text.
"""

from decimal import Decimal
from fractions import Fraction
from functools import partial

from rules.catalogue import Reads, RuleText
from rules.kernel.terms import HUNDREDTHS

WEIGHTS = ("light", "medium", "heavy")


def _read_whole(least: int, most: int, written: object) -> int:
    if isinstance(written, int) and not isinstance(written, bool) and least <= written <= most:
        return written
    raise ValueError(f"a whole number from {least} to {most}")


def _read_decimal(least: str, most: str, written: object) -> str:
    """Return a decimal to the hundredth as stored, "1.5", from a number or text.

    Raises ValueError.
    """
    try:
        number = Fraction(str(written))
    except ValueError:
        number = Fraction(-1)
    plain = isinstance(written, int | float | str) and not isinstance(written, bool)
    if not plain or (number * HUNDREDTHS).denominator != 1 or not Fraction(least) <= number <= Fraction(most):
        raise ValueError(f"a decimal from {least} to {most}")
    return f"{(Decimal(number.numerator) / Decimal(number.denominator)).normalize():f}"


def _read_weights(written: object) -> str:
    """Return weapon weights as stored, "light medium", or "none".

    Raises ValueError.
    """
    listed = written.split() if isinstance(written, str) else written
    if not isinstance(listed, list) or not all(each in WEIGHTS for each in listed):
        raise ValueError(f"a list of {', '.join(WEIGHTS)}")
    return " ".join(each for each in WEIGHTS if each in listed) or "none"


_READ: dict[str, Reads] = {
    "unconscious_below_en": partial(_read_whole, -400, 400),
    "out_below_bd": partial(_read_whole, -400, 100),
    "range_min": partial(_read_whole, 1, 999),
    "range_max": partial(_read_whole, 1, 999),
    "range_unit_inches": partial(_read_decimal, "0.01", "100"),
    "range_tolerance_inches": partial(_read_decimal, "0", "1"),
    "hit_die": partial(_read_whole, 2, 100),
    "fall_die_close": partial(_read_whole, 2, 1000),
    "fall_die_open": partial(_read_whole, 2, 1000),
    "consult_even_weights": _read_weights,
}
"""Readers of the values in files, for settings that have more than a few."""

TEXT = RuleText("dew", _READ)
OPTIONS = TEXT.options
