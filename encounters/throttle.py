"""Limits on what a network address or a browser may do in a minute: wrong codes, wrong links, joins, fights played.

Counts live in Django's cache, which all processes share where there are several. A count begins with the first of its
kind and is forgotten a minute later. How many are allowed is set by ``settings.LIMITS``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any

import structlog
from django.conf import settings
from django.core.cache import cache as shared_cache
from django.core.cache.backends.locmem import LocMemCache

from encounters.errors import TooMany

SECONDS = 60

UNKNOWN = "unknown"
"""The address of a request that came without one."""


log = structlog.get_logger(__name__)

own_cache = LocMemCache("limits", {})
"""Counts of this process alone, for as long as the shared cache cannot be reached: nobody is kept out by that."""


def read_count(key: str) -> int:
    """Return a count."""
    return _with_cache(lambda cache: int(cache.get(key, 0)))


def add_one(key: str) -> None:
    """Count one more; the first begins the minute."""

    def add(cache: Any) -> int:
        cache.add(key, 0, SECONDS)
        try:
            return int(cache.incr(key))
        except ValueError:
            # The minute ended between the two.
            cache.set(key, 1, SECONDS)
            return 1

    _with_cache(add)


def _with_cache(work: Callable[[Any], int]) -> int:
    try:
        return work(shared_cache)
    except Exception as problem:
        # Whatever the shared cache is, its failure is no reason to refuse anybody.
        log.warning("counting in this process alone", problem=repr(problem))
        return work(own_cache)


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
        return read_count(self._key(who)) >= self.most

    def refuse_if_spent(self, who: str) -> None:
        """Raise TooMany where this address or browser has had them all."""
        if self.is_spent(who):
            raise TooMany(self.words, SECONDS)

    def count(self, who: str) -> None:
        """Count one."""
        add_one(self._key(who))

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

    words = "Too many wrong codes. Wait a minute, then try again: the code is on the table screen and on the DM’s."
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


class Pace:
    """A limit on how often something is done in a second, for one socket."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._left = float(most)
        self._at = monotonic()

    def allows(self) -> bool:
        """Return whether one more is allowed now, and count it."""
        now = monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._most)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


WRONG_CODES = WrongCodes()
WRONG_LINKS = Limit("wrong-links", "Too many wrong links. Wait a minute, then try again.")
WRONG_PASSWORDS = Limit("wrong-passwords", "Too many wrong passwords. Wait a minute, then try again.")
JOINS = Limit("joins", "Too many people are joining at once. Wait a minute, then join again.")
FIGHTS = Limit("fights", "Too many fights at once. Wait a minute, then play on.")
