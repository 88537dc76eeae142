"""Whole numbers in texts from browsers, which only this module reads."""

import re

WHOLE = re.compile(r"-?[0-9]{1,9}")


def read_whole(text: object, *, least: int = 0, most: int = 999_999_999) -> int | None:
    """Return a whole number from ``least`` to ``most``, of at most nine digits; else None."""
    if not isinstance(text, str) or not WHOLE.fullmatch(text):
        return None
    number = int(text)
    return number if least <= number <= most else None
