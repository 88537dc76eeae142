"""The sign-in of a DM: one-time links, and browsers that may still try a password.

A link is signed, valid for a day, and for one use. It names the user and the time of their last sign-in. Signing in
changes that time, so every link made before becomes invalid: nothing needs to be stored, and two processes agree.

Wrong passwords are counted by django-axes, by name and network address. A browser in which this user has signed in
before keeps a signed cookie. It has a count of its own, so nobody else at its address can lock it out.
"""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core import signing
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from encounters.errors import TooMany
from encounters.throttle import WRONG_PASSWORDS

SALT = "ten-segments-sign-in"
GOOD_FOR_SECONDS = 24 * 3600

LONGEST_NAME = 255
"""The most letters of a name that tries are counted under; users' names have at most 150."""

DEVICE_COOKIE, DEVICE_SALT = "signed-in", "ten-segments-device"
DEVICE_SECONDS = 400 * 24 * 3600

LOCKED_OUT = (
    "Too many wrong passwords for this name. Wait {minutes} minutes, then try again. Or sign in with a one-time link: "
    "on the machine that runs the table, “manage.py sign_in_link” prints one."
)


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


# Passwords.


def note_device(response: HttpResponse, user: Any) -> HttpResponse:
    """Set the cookie by which this browser is known as one in which the user signed in.

    It becomes invalid when the password changes.
    """
    value = signing.dumps([user.get_username(), user.get_session_auth_hash()], salt=DEVICE_SALT)
    secure = settings.ENCRYPTED
    response.set_cookie(DEVICE_COOKIE, value, DEVICE_SECONDS, httponly=True, samesite="Lax", secure=secure)
    return response


def may_try(request: HttpRequest | None, credentials: Mapping[str, Any] | None = None) -> bool:
    """Return whether this browser may try a password, however many tries others made.

    It must be known and have tries of its own left. django-axes asks this as its AXES_WHITELIST_CALLABLE.
    """
    known = _find_known_device(request, (credentials or {}).get("username"))
    return bool(known) and not WRONG_PASSWORDS.is_spent(known)


def count_failure(sender: Any, credentials: Mapping[str, Any], request: HttpRequest | None = None, **_: Any) -> None:
    """Count a wrong password of a known browser."""
    if known := _find_known_device(request, credentials.get("username")):
        WRONG_PASSWORDS.count(known)


def read_name_tried(request: HttpRequest, credentials: Mapping[str, Any] | None = None) -> str:
    """Return the name for which a password was tried, cut to LONGEST_NAME letters.

    The table of tries has no room for more, and the sign-in form has no limit on the server. django-axes asks this as
    its AXES_USERNAME_CALLABLE.
    """
    given = credentials if credentials is not None else request.POST
    return str(given.get("username") or "")[:LONGEST_NAME]


def render_locked_out(request: HttpRequest, *_: Any) -> HttpResponse:
    """Return the page that says that there were too many wrong passwords."""
    minutes = int(settings.AXES_COOLOFF_TIME.total_seconds() // 60)
    words = LOCKED_OUT.format(minutes=minutes)
    response = render(request, "429.html", {"words": words}, status=TooMany.status)
    response["Retry-After"] = str(minutes * 60)
    return response


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
    return f"user-{user.pk}" if user is not None and user.get_session_auth_hash() == mark else ""
