"""Dew's clause options and clause ids, from its catalogue.

A table chooses among a few values. A file may write any whole number within bounds, decimals as numbers, and weights as
a list, as the catalogue does. A decimal and a list are stored as text.
"""

from decimal import Decimal
from fractions import Fraction
from functools import cached_property, partial
from typing import Literal

from rules.catalogue import Reads, RuleText
from rules.kernel.frozen import frozen
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


@frozen
class DewSettings:
    """The values of Dew's settings in a fight; ``clauses.toml`` has defaults and words."""

    borrow_accounting: Literal["next_round", "this_round"]
    borrow_bars_noncombat: bool
    unconscious_below_en: int
    out_below_bd: int
    range_min: int
    range_max: int
    range_unit_inches: str
    range_tolerance_inches: str
    hit_die: int
    fall_die_close: int
    fall_die_open: int
    consult_requires_critical: bool
    consult_even_weights: str
    parry_weapon_reach_rule: Literal["parrier_reach", "attacker_reach", "none"]
    secret_parries: bool
    enforce_hands: bool
    auto_pass_when_forced: bool
    movement_mode: Literal["ask", "simple", "trace"]
    trace_reaction: Literal["noncombat_locked", "alert_only", "all"]
    trace_visibility: Literal["secret", "open"]
    fallen_movement: Literal["none", "half", "full"]
    out_drops_and_falls: bool

    @cached_property
    def range_unit(self) -> int:
        """Return the length of a point of range, in hundredths of an inch."""
        return _to_hundredths(self.range_unit_inches)

    @cached_property
    def range_tolerance(self) -> int:
        """Return how far a distance may go beyond a range, in hundredths of a point of range."""
        return _to_hundredths(self.range_tolerance_inches)

    @cached_property
    def even_weights(self) -> frozenset[str]:
        """Return the weights of weapons whose great blows take an even die."""
        return frozenset(self.consult_even_weights.split())

    def get_fall_die(self, *, opens: bool) -> int:
        """Return the sides of the die for a fall on opening the range, or on closing."""
        return self.fall_die_open if opens else self.fall_die_close


def _to_hundredths(decimal: str) -> int:
    return int(Fraction(decimal) * HUNDREDTHS)


TEXT = RuleText("dew", DewSettings, _READ)
OPTIONS = TEXT.options
