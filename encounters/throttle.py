"""Limits on what a network address or a browser may do in a minute: wrong codes, wrong links, joins, fights played.

Counts live in Django's cache, which all processes share where there are several. A count begins with the first of its
kind and is forgotten a minute later. How many are allowed is set by ``settings.LIMITS``.
"""

from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache

from encounters.errors import TooMany

SECONDS = 60

UNKNOWN = "unknown"
"""The address of a request that came without one."""


@dataclass(frozen=True)
class Limit:
    """A limit by the name it has in ``settings.LIMITS``, and what somebody is told who has reached it."""

    name: str
    words: str

    @property
    def most(self) -> int:
        """How many are allowed in a minute."""
        return int(settings.LIMITS[self.name])

    def is_spent(self, who: str) -> bool:
        """Return whether an address or a browser has had all that it may have in this minute."""
        return int(cache.get(self._key(who), 0)) >= self.most

    def refuse_if_spent(self, who: str) -> None:
        """Raise TooMany where this address or browser has had them all."""
        if self.is_spent(who):
            raise TooMany(self.words, SECONDS)

    def count(self, who: str) -> None:
        """Count one."""
        key = self._key(who)
        cache.add(key, 0, SECONDS)
        try:
            cache.incr(key)
        except ValueError:
            # The minute ended between the two.
            cache.set(key, 1, SECONDS)

    def _key(self, who: str) -> str:
        return f"{self.name}:{who or UNKNOWN}"


@dataclass(frozen=True)
class Caller:
    """Who gives a code: a network address, and a browser by the id in its signed cookie.

    Many people may share an address, at home or behind a proxy, so a browser that returns its cookie has a count of
    its own. A browser without one shares the count of its address, or leaving the cookie out would lift the limit.
    """

    address: str
    # The browser's id; made for this request where it sent none.
    browser: str = ""
    # Whether the browser sent the id itself.
    is_known: bool = False


class WrongCodes:
    """The limit on wrong codes: of each browser, and a larger one of all browsers at an address together.

    A right code is refused too while the count is full: otherwise trying all codes would only take longer.
    """

    words = "Too many wrong codes. Wait a minute, then try again."
    each = Limit("wrong-codes", words)
    together = Limit("wrong-codes-together", words)

    def refuse_if_spent(self, caller: Caller) -> None:
        """Raise TooMany where this browser, or everybody at its address, has given too many wrong codes."""
        self.each.refuse_if_spent(f"browser:{caller.browser}" if caller.is_known else caller.address)
        self.together.refuse_if_spent(caller.address)

    def count(self, caller: Caller) -> None:
        """Count a wrong code. It counts for the browser too that is only now given its id."""
        if caller.browser:
            self.each.count(f"browser:{caller.browser}")
        if not caller.is_known:
            self.each.count(caller.address)
        self.together.count(caller.address)


WRONG_CODES = WrongCodes()
WRONG_LINKS = Limit("wrong-links", "Too many wrong links. Wait a minute, then try again.")
FIGHTS = Limit("fights", "Too many fights at once. Wait a minute, then play on.")
