"""The options of Dew's sequence: the catalogue's settings, each with its default.

A table chooses among a few values. A file may write any whole number within reason, decimals as numbers and weights as
a list, as the catalogue has them; a decimal and a list are kept as words.
"""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import partial

from rules.ruleset import OptionSpec
from rules.terms import HUNDREDTHS

WEIGHTS = ("light", "medium", "heavy")


def _whole(least: int, most: int, written: object) -> int:
    if isinstance(written, int) and not isinstance(written, bool) and least <= written <= most:
        return written
    raise ValueError(f"a whole number from {least} to {most}")


def _decimal(least: str, most: str, written: object) -> str:
    """A decimal to the hundredth, as it is kept: "1.5", whether it is written as a number or as words."""
    try:
        number = Fraction(str(written))
    except ValueError:
        number = Fraction(-1)
    plain = isinstance(written, int | float | str) and not isinstance(written, bool)
    if not plain or (number * HUNDREDTHS).denominator != 1 or not Fraction(least) <= number <= Fraction(most):
        raise ValueError(f"a decimal from {least} to {most}")
    return f"{(Decimal(number.numerator) / Decimal(number.denominator)).normalize():f}"


def _weights(written: object) -> str:
    """Weights of weapons, as they are kept: "light medium", or "none"."""
    listed = written.split() if isinstance(written, str) else written
    if not isinstance(listed, list) or not all(each in WEIGHTS for each in listed):
        raise ValueError(f"a list of {', '.join(WEIGHTS)}")
    return " ".join(each for each in WEIGHTS if each in listed) or "none"


_READ: dict[str, Callable[[object], object]] = {
    "unconscious_below_en": partial(_whole, -400, 400),
    "out_below_bd": partial(_whole, -400, 100),
    "range_min": partial(_whole, 1, 999),
    "range_max": partial(_whole, 1, 999),
    "range_unit_inches": partial(_decimal, "0.01", "100"),
    "range_tolerance_inches": partial(_decimal, "0", "1"),
    "hit_die": partial(_whole, 2, 100),
    "fall_die_close": partial(_whole, 2, 1000),
    "fall_die_open": partial(_whole, 2, 1000),
    "consult_even_weights": _weights,
}
"""What makes a value of what a file writes, for settings that have more than a few."""

_SETTINGS: tuple[tuple[str, object, tuple[object, ...], str], ...] = (
    ("borrow_accounting", "next_round", ("next_round", "this_round"), "3m"),
    ("borrow_bars_noncombat", True, (True, False), "2.1a"),
    ("unconscious_below_en", 0, (0, 1), "1.2.5.3i"),
    ("out_below_bd", 1, (1, 0), "1.2.5.3j"),
    ("range_min", 1, (1, 2), "1.2.3Mj"),
    ("range_max", 6, (6, 8), "1.2.3Md"),
    ("range_unit_inches", "1", ("1", "1.5", "2"), "R1a"),
    ("range_tolerance_inches", "0.01", ("0.01", "0", "0.1"), "3.2.1h"),
    ("hit_die", 10, (10, 6), "1.2.5.1a"),
    ("fall_die_close", 20, (20, 40), "1.2.3M.1d"),
    ("fall_die_open", 40, (40, 20), "1.2.3M.2d"),
    ("consult_requires_critical", True, (True, False), "1.2.5.3e"),
    ("consult_even_weights", "light", ("light", "light medium", "none"), "1.2.5.3g"),
    ("parry_weapon_reach_rule", "parrier_reach", ("parrier_reach", "attacker_reach", "none"), "1.2.5m"),
    ("secret_parries", True, (True, False), "1.2.5n"),
    ("enforce_hands", True, (True, False), "1.2.2d"),
    ("auto_pass_when_forced", False, (True, False), "1.1.1g"),
    ("movement_mode", "ask", ("ask", "simple", "trace"), "3o"),
    ("trace_reaction", "noncombat_locked", ("noncombat_locked", "alert_only", "all"), "3f"),
    ("trace_visibility", "secret", ("secret", "open"), "3.2.1a"),
    ("fallen_movement", "none", ("none", "half", "full"), "3q"),
    ("out_drops_and_falls", True, (True, False), "3.2.2e"),
)

OPTIONS = {
    f"dew.{key}": OptionSpec(f"dew.{key}", default, choices, f"DEW.{clause}", _READ.get(key))
    for key, default, choices, clause in _SETTINGS
}
