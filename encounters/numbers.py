"""Whole numbers in texts from browsers, which only this module reads, and their signs."""

import re

DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d", "-"))
"""Hyphens, dashes and the minus sign, which keyboards put in the place of "-"."""

WHOLE = re.compile(r"-?[0-9]{1,9}")


def read_whole(text: object, *, least: int = 0, most: int = 999_999_999) -> int | None:
    """Return a whole number from ``least`` to ``most``, of at most nine digits; else None."""
    if not isinstance(text, str) or not WHOLE.fullmatch(text := replace_dashes(text)):
        return None
    number = int(text)
    return number if least <= number <= most else None


def replace_dashes(text: str) -> str:
    """Return the text of a number or code with "-" for every other dash or minus sign."""
    return text.translate(DASHES)
