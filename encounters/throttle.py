"""Wrong codes are counted by address, so that nobody finds a table by trying.

The count lives in Django's cache, which all processes share wherever there are several. It starts with an address's
first wrong code and is forgotten a minute later. A right code is refused too while the count is full: otherwise the
count would not stop who tries them all.
"""

from django.core.cache import cache

from encounters.errors import TooMany

WRONG_CODES = 10
"""Wrong codes an address may give in a minute."""

SECONDS = 60


def refuse_if_spent(address: str) -> None:
    """Raise TooMany where this address has given its wrong codes."""
    if cache.get(_key(address), 0) >= WRONG_CODES:
        raise TooMany("Too many wrong codes. Wait a minute, then try again.", SECONDS)


def count_wrong(address: str) -> None:
    """Count a wrong code."""
    key = _key(address)
    cache.add(key, 0, SECONDS)
    try:
        cache.incr(key)
    except ValueError:
        # The minute ended between the two.
        cache.set(key, 1, SECONDS)


def _key(address: str) -> str:
    return f"wrong-codes:{address or 'unknown'}"
