"""Names of fights for players, which tell neither their numbers nor how many there are."""

from django.utils.crypto import salted_hmac

ROUNDS = 4
DIGITS = 16
"""Hexadecimal digits of a name."""

HALF_BITS = 32


def hide_number(number: int) -> str:
    """Return the name of a number: always the same one, and different for each number."""
    left, right = 0, number
    for n in range(ROUNDS):
        left, right = right, left ^ _mix(right, n)
    return f"{left:08x}{right:08x}"


def read_hidden_number(name: str) -> int | None:
    """Return the number of a name; None for what is no name."""
    if len(name) != DIGITS or not all(each in "0123456789abcdef" for each in name):
        return None
    left, right = int(name[:8], 16), int(name[8:], 16)
    for n in reversed(range(ROUNDS)):
        left, right = right ^ _mix(left, n), left
    return None if left else right


def _mix(half: int, n: int) -> int:
    """Return the bits with which a round changes the other half."""
    digest = salted_hmac("encounters.hidden_numbers", f"{n} {half}", algorithm="sha256").digest()
    return int.from_bytes(digest[: HALF_BITS // 8], "big")
