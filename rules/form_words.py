"""What is wrong with an answer that is not of its form's shape, in words for whoever gave it."""

from fractions import Fraction


def wrong(label: str, words: str) -> str:
    """What is wrong, after the words in which it is asked: "Whom? Choose 1 to 3.", "Note: an answer is missing."."""
    return f"{label} {words[:1].upper()}{words[1:]}." if label.endswith(("?", ".")) else f"{label}: {words}."


def bounds(least: int, most: int, parts: Fraction | int) -> str:
    """From where to where a number may be, in the unit in which it is typed: so many ``parts`` of that are counted."""
    return f"from {float(Fraction(least) / parts):g} to {float(Fraction(most) / parts):g}"


def how_many(least: int, most: int, of: int) -> str:
    """How many are to be chosen, of so many."""
    if least == most:
        return f"choose {least}"
    return f"choose {least} or more" if most >= of else f"choose {least} to {most}"
