"""Distances and places in words. The rules hold them in hundredths of the plane's unit."""

from rules.api import State, get_ruleset

SHORT = {"feet": "ft", "inches": "in"}
"""The units of a plane, and each in short."""


def to_units(hundredths: int | float) -> str:
    """Return hundredths of the unit in units: 1250 becomes "12.5"."""
    return f"{round(hundredths / 100, 2):g}"


def find_short_unit(state: State) -> str:
    """Return the unit of the plane of the ruleset in play, in short: "ft"."""
    return SHORT.get(get_ruleset(state.ruleset).unit, SHORT["feet"])
