"""Limits on the requests of a network address or a browser in a minute, or in several.

There are limits on wrong codes, wrong links, wrong passwords, mails, joins and fights played. Counts are kept in
Django's cache, which all processes share if there are several. A count begins with the first request of its kind and is
deleted a minute later. ``settings.LIMITS`` sets how many are allowed, and where it is not one, in how many minutes.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any

import structlog
from django.conf import settings
from django.core import signing
from django.core.cache import cache as shared_cache
from django.core.cache.backends.locmem import LocMemCache
from django.http import HttpRequest, HttpResponse

from encounters.errors import TooMany

MINUTE = 60
"""Seconds. Requests of most kinds are counted together for as long."""

UNKNOWN = "unknown"
"""The address of a request that came without one."""

log = structlog.get_logger(__name__)

own_cache = LocMemCache("limits", {"OPTIONS": {"MAX_ENTRIES": 100_000}})
"""The counts of this process alone, for use while the shared cache cannot be reached.

So a failure of the cache keeps nobody out.
"""


def read_count(key: str) -> int:
    """Return the count of this key; 0 where it has none."""
    return _with_cache(lambda cache: int(cache.get(key, 0)))


def add_one(key: str, seconds: int) -> int:
    """Add one to a count, and return it; the first one starts its time."""

    def add(cache: Any) -> int:
        cache.add(key, 0, seconds)
        try:
            return int(cache.incr(key))
        except ValueError:
            # The time ended between the two calls.
            cache.set(key, 1, seconds)
            return 1

    return _with_cache(add)


def _with_cache(work: Callable[[Any], int]) -> int:
    try:
        return work(shared_cache)
    except Exception as problem:
        # Whatever the shared cache is, its failure is no reason to refuse anybody.
        log.warning("counting in this process alone", problem=repr(problem))
        return work(own_cache)


@dataclass(frozen=True)
class Limit:
    """A limit on one kind of request."""

    name: str
    """The name of the limit in ``settings.LIMITS``."""
    words: str
    """The message for a person who has reached it; ``{wait}`` stands for how long to wait."""

    @property
    def most(self) -> int:
        """Return how many are allowed in its time."""
        return int(settings.LIMITS[self.name])

    @property
    def seconds(self) -> int:
        """Return the length of the time in which requests are counted together."""
        return MINUTE * int(settings.LIMITS.get(f"{self.name}-minutes", 1))

    def is_spent(self, who: str) -> bool:
        """Return whether an address or a browser has reached the limit in this minute."""
        return read_count(self._build_key(who)) >= self.most

    def refuse_if_spent(self, who: str) -> None:
        """Raise TooMany where this address or browser has reached the limit."""
        if self.is_spent(who):
            raise self._refuse()

    def count(self, who: str) -> None:
        """Count one request of an address or a browser."""
        add_one(self._build_key(who), self.seconds)

    def take_one(self, who: str) -> None:
        """Count one request, and raise TooMany where it is one too many.

        It is counted before it is looked at: else many at the same moment would all pass. The last one allowed starts
        the time again, so that the wait after it has its full length; those that are refused make it no longer.
        """
        key = self._build_key(who)
        count = add_one(key, self.seconds)
        if count == self.most:
            _with_cache(lambda cache: bool(cache.touch(key, self.seconds)))
        if count > self.most:
            raise self._refuse()

    def forget(self, who: str) -> None:
        """Delete the count of an address or a browser."""
        key = self._build_key(who)
        _with_cache(lambda cache: bool(cache.delete(key)))

    def _refuse(self) -> TooMany:
        minutes = self.seconds // MINUTE
        wait = "a minute" if minutes == 1 else f"{minutes} minutes"
        return TooMany(self.words.format(wait=wait), self.seconds)

    def _build_key(self, who: str) -> str:
        return f"{self.name}:{who or UNKNOWN}"


@dataclass(frozen=True)
class Caller:
    """The sender of a code: a network address, and a browser by the id in its signed cookie.

    Many people may share an address, at home or behind a proxy, so a browser that returns its cookie has a count of its
    own. A browser without one shares the count of its address; else leaving the cookie out would lift the limit.
    """

    address: str
    browser: str = ""
    """The browser's id; it is made for this request if the browser sent none."""
    is_known: bool = False
    """The browser sent the id itself."""


class WrongCodes:
    """The limit on wrong codes, for each browser and, higher, for all browsers at an address.

    At the limit a right code is refused too: otherwise trying all codes would only take longer.
    """

    words = "Too many wrong codes. Wait a minute, then try again: the code is on the table screen and on the DM’s."
    each = Limit("wrong-codes", words)
    together = Limit("wrong-codes-together", words)

    def refuse_if_spent(self, caller: Caller) -> None:
        """Raise TooMany where this browser, or its address, has given too many wrong codes."""
        self.each.refuse_if_spent(f"browser:{caller.browser}" if caller.is_known else caller.address)
        self.together.refuse_if_spent(caller.address)

    def count(self, caller: Caller) -> None:
        """Count a wrong code, also for a browser that gets its id only now."""
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

    def take_one(self) -> bool:
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
WRONG_PASSWORDS = Limit(
    "wrong-passwords",
    "Too many wrong passwords for this name. Wait {wait}, then try again. Or sign in with a one-time link: on the "
    f"machine that runs the table, “{settings.MANAGE} sign_in_link NAME” prints one.",
)
PASSWORD_MAILS = Limit(
    "password-mails", "Too many links were asked for. Wait {wait}, then look in your mail once more."
)
NEW_ACCOUNTS = Limit("new-accounts", "Too many accounts were asked for. Wait {wait}, then try again.")
JOINS = Limit("joins", "Too many people are joining at once. Wait a minute, then join again.")
FIGHTS = Limit("fights", "Too many fights at once. Wait a minute, then play on.")


# The caller of a request.

BROWSER_COOKIE = "browser"
BROWSER_SECONDS = 24 * 3600
"""The number of seconds for which a browser keeps the id by which its wrong codes are counted."""


def read_caller(request: HttpRequest) -> Caller:
    """Return the caller that gives a code: its address, and the id of its browser.

    The id comes from a signed cookie, or is made now.
    """
    try:
        sent = request.COOKIES.get(BROWSER_COOKIE, "")
        id = signing.TimestampSigner(salt=BROWSER_COOKIE).unsign(sent, max_age=BROWSER_SECONDS)
    except signing.BadSignature:
        return Caller(read_address(request), secrets.token_urlsafe(12))
    return Caller(read_address(request), id, is_known=True)


def set_browser_cookie(response: HttpResponse, caller: Caller) -> HttpResponse:
    """Set the cookie with the id that was made for a browser that sent none."""
    if not caller.is_known:
        value = signing.TimestampSigner(salt=BROWSER_COOKIE).sign(caller.browser)
        secure = settings.ENCRYPTED
        response.set_cookie(BROWSER_COOKIE, value, BROWSER_SECONDS, httponly=True, samesite="Lax", secure=secure)
    return response


def read_address(request: HttpRequest) -> str:
    """Return the network address of a request."""
    return str(request.META.get("REMOTE_ADDR", ""))
