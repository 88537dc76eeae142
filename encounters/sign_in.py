"""The sign-in of a DM: one-time links, and browsers that may still try a password.

A link is signed, valid for a day, and for one use. It names the user and the time of their last sign-in. Signing in
changes that time, so every link made before becomes invalid: nothing needs to be stored, and two processes agree.

Wrong passwords are counted by name and network address, so that guessing from elsewhere locks nobody out. A browser in
which this user has signed in before keeps a signed cookie. It has a count of its own, so nobody else at its address can
lock it out.
"""

import hashlib
import time
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.backends import ModelBackend
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from encounters.errors import TooMany
from encounters.responses import render_too_many
from encounters.throttle import WRONG_PASSWORDS, read_address

SALT = "ten-segments-sign-in"
GOOD_FOR_SECONDS = 24 * 3600

DEVICE_COOKIE, DEVICE_SALT = "signed-in", "ten-segments-device"
DEVICE_SECONDS = 400 * 24 * 3600


class LinkSpent(ValueError):
    """A link that was used, is too old, or was never valid."""


def make_token(user: Any) -> str:
    """Return the secret part of a link that signs this user in, once."""
    return signing.dumps([user.pk, _stamp(user)], salt=SALT)


def redeem_token(token: str) -> Any:
    """Return the user that a link signs in, and make the link invalid. Raises LinkSpent."""
    try:
        pk, stamp = signing.loads(token, salt=SALT, max_age=GOOD_FOR_SECONDS)
    except (signing.BadSignature, ValueError, TypeError) as problem:
        raise LinkSpent from problem
    with transaction.atomic():
        user = get_user_model().objects.select_for_update().filter(pk=pk, is_active=True).first()
        if user is None or _stamp(user) != stamp:
            raise LinkSpent
        user.last_login = timezone.now()
        user.save(update_fields=["last_login"])
    return user


def _stamp(user: Any) -> str:
    """Return a text that changes with every sign-in and with the password."""
    return f"{user.last_login.isoformat() if user.last_login else ''}|{user.password[-12:]}"


# Setting a password after a link.

LINK_USED = "link-used"
"""The session's key for the time at which it began by a link."""

LINK_COUNTS_SECONDS = 3600
"""The seconds after a link in which a password is set without the old one: a link is for those who forgot it."""


def note_link(request: HttpRequest) -> None:
    """Note that this session began by a link, now."""
    request.session[LINK_USED] = int(time.time())


def forget_link(request: HttpRequest) -> None:
    """Forget by what this session began: from now on the old password is asked for."""
    request.session.pop(LINK_USED, None)


def may_set_password(request: HttpRequest) -> bool:
    """Return whether this DM may set a password without knowing the old one."""
    user: Any = request.user
    age = time.time() - request.session.get(LINK_USED, 0)
    return not user.has_usable_password() or 0 <= age < LINK_COUNTS_SECONDS


# Passwords.


def note_device(response: HttpResponse, user: Any) -> HttpResponse:
    """Set the cookie by which this browser is known as one in which the user signed in.

    It becomes invalid when the password changes.
    """
    value = signing.dumps([user.get_username(), user.get_session_auth_hash()], salt=DEVICE_SALT)
    secure = settings.ENCRYPTED
    response.set_cookie(DEVICE_COOKIE, value, DEVICE_SECONDS, httponly=True, samesite="Lax", secure=secure)
    return response


class CountingBackend(ModelBackend):
    """The check of passwords, for the sign-in page and the admin pages, with a limit."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **given: Any
    ) -> Any:
        """Return the user of this name and password.

        Raises PermissionDenied for a wrong one, and TooMany after too many wrong ones.
        """
        who = _find_known_device(request, username) or _count_by_address(request, username)
        WRONG_PASSWORDS.take_one(who)
        user = super().authenticate(request, username, password, **given)
        if user is None:
            # Django's own backend stays for sessions that began with it, and would try the password once more.
            raise PermissionDenied
        WRONG_PASSWORDS.forget(who)
        return user


class TooManyPasswords(MiddlewareMixin):
    """Middleware that answers where too many passwords were tried, on any page."""

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        """Return the page that asks to wait, or None for any other error."""
        return render_too_many(request, problem) if isinstance(problem, TooMany) else None


def _count_by_address(request: HttpRequest | None, username: object) -> str:
    """Return the key of the count for a name at an address.

    The name is hashed, because it may have any length and any signs.
    """
    name = hashlib.sha256(str(username or "").encode()).hexdigest()
    return f"{name}:{read_address(request) if request is not None else ''}"


def _find_known_device(request: HttpRequest | None, username: object) -> str:
    """Return the key of a known browser's count; the empty text for any other browser."""
    try:
        name, mark = signing.loads(
            request.COOKIES.get(DEVICE_COOKIE, "") if request is not None else "",
            salt=DEVICE_SALT,
            max_age=DEVICE_SECONDS,
        )
    except (signing.BadSignature, ValueError, TypeError):
        return ""
    user = get_user_model().objects.filter(username=name).first() if name == username else None
    return name_own_count(user) if user is not None and user.get_session_auth_hash() == mark else ""


def name_own_count(user: Any) -> str:
    """Return the key under which wrong passwords are counted in browsers that know this user."""
    return f"user-{user.pk}"
