"""One-time links by which the DM signs in: signed, good for a day, and for one use.

The link names the user and when he last signed in. Signing in changes that, and every link made before is spent:
nothing needs to be stored, and two processes agree.
"""

from typing import Any

from django.contrib.auth import get_user_model
from django.core import signing
from django.db import transaction
from django.utils import timezone

SALT = "ten-segments-sign-in"
GOOD_FOR_SECONDS = 24 * 3600


class LinkSpent(ValueError):
    """The link was used, is too old, or was never one."""


def make_token(user: Any) -> str:
    """The secret part of a link that signs this user in, once."""
    return signing.dumps([user.pk, _stamp(user)], salt=SALT)


def redeem(token: str) -> Any:
    """The user whom a link signs in; it is spent thereby. Raises LinkSpent."""
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
    """Changes with every sign-in, and with the password."""
    return f"{user.last_login.isoformat() if user.last_login else ''}|{user.password[-12:]}"
