"""Error messages for an answer that does not have its form's shape."""

from fractions import Fraction


def describe_fault(label: str, words: str) -> str:
    """Return the message after the field's label: "Note: an answer is missing."."""
    return f"{label} {words[:1].upper()}{words[1:]}." if label.endswith(("?", ".")) else f"{label}: {words}."


def describe_bounds(least: int, most: int, parts: Fraction | int) -> str:
    """Return the range of a number in the unit in which it is typed.

    ``least`` and ``most`` are counted in parts; a unit has ``parts`` parts.
    """
    return f"from {float(Fraction(least) / parts):g} to {float(Fraction(most) / parts):g}"


def describe_count(least: int, most: int, of: int) -> str:
    """Return how many of the options must be chosen."""
    if least == most:
        return f"choose {least}"
    return f"choose {least} or more" if most >= of else f"choose {least} to {most}"
