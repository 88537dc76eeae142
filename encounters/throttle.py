"""What an address may do only so often in a minute: give wrong codes, and play fights of the rule book.

The count lives in Django's cache, which all processes share wherever there are several. It starts with an address's
first and is forgotten a minute later. A right code is refused too while the count of wrong ones is full: otherwise it
would not stop who tries them all.
"""

from dataclasses import dataclass

from django.core.cache import cache

from encounters.errors import TooMany

SECONDS = 60


@dataclass(frozen=True)
class Limit:
    """How many of something an address may have in a minute, and what it is told after that."""

    name: str
    most: int
    words: str

    def refuse_if_spent(self, address: str) -> None:
        """Raise TooMany where this address has had them."""
        if cache.get(self._key(address), 0) >= self.most:
            raise TooMany(self.words, SECONDS)

    def count(self, address: str) -> None:
        """Count one."""
        key = self._key(address)
        cache.add(key, 0, SECONDS)
        try:
            cache.incr(key)
        except ValueError:
            # The minute ended between the two.
            cache.set(key, 1, SECONDS)

    def _key(self, address: str) -> str:
        return f"{self.name}:{address or 'unknown'}"


WRONG_CODES = Limit("wrong-codes", 10, "Too many wrong codes. Wait a minute, then try again.")
FIGHTS = Limit("fights", 60, "Too many fights at once. Wait a minute, then play on.")
