"""The viewers: the DM, a player's seat, or a spectator, found for pages and sockets.

No other module finds out who a request comes from.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpResponse

from encounters.errors import Forbidden, Missing, NotTaken
from encounters.models import Encounter, Seat

COOKIE_SALT = "ten-segments-seat"
SEAT_COOKIE = "seat-"
"""The beginning of the name of a seat's cookie; the encounter's number follows."""
NO_ENCOUNTER = "There is no such encounter."
NO_SEAT = "You have no seat here. Join with the code."
COOKIE_SECONDS = 400 * 24 * 3600
"""The longest time for which browsers keep a cookie."""


class Role(StrEnum):
    """The three kinds of viewer."""

    DM = "dm"
    PLAYER = "player"
    SPECTATOR = "spectator"


@dataclass(frozen=True)
class Viewer:
    """A person who looks at one encounter."""

    encounter_id: int
    role: Role
    seat_id: int | None = None
    """The seat; None for the DM, and for a spectator in the DM's own browser."""
    name: str = ""
    token_hash: str = field(default="", compare=False, repr=False)
    """The hash of the secret of the device that has the seat; it changes when the seat moves."""

    @property
    def is_dm(self) -> bool:
        """Return whether this is the DM, who sees everything and may do everything."""
        return self.role is Role.DM

    @property
    def audience(self) -> tuple[str, int]:
        """Return the name of all viewers who are shown the same.

        These are the DM, each player's seat, and all spectators together.
        """
        return self.role.value, self.seat_id or 0 if self.role is Role.PLAYER else 0


class NoSeat(NotTaken):
    """A person who has no seat at this table."""

    status = 401


def hashed(secret: str) -> str:
    """Return the hash of a secret. It is long and random, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def dm(encounter: Encounter) -> Viewer:
    """Return the DM of this encounter as a viewer."""
    return Viewer(encounter.pk, Role.DM, name="dm")


def seated(seat: Seat) -> Viewer:
    """Return the viewer who has this seat."""
    return Viewer(seat.encounter_id, Role(seat.kind), seat.pk, seat.name, seat.token_hash)


def find_dm_of(encounter_id: int, user: Any) -> Viewer:
    """Return the DM of the encounter of this number, if it is this user.

    Raises NoSeat where nobody is signed in, and Missing for any other user. There is no difference between an encounter
    of somebody else and none: nobody learns which numbers exist.
    """
    if not getattr(user, "is_authenticated", False):
        raise NoSeat("Sign in to run this encounter.")
    encounter = Encounter.objects.filter(pk=encounter_id, owner=user).first()
    if encounter is None:
        raise Missing(NO_ENCOUNTER)
    return dm(encounter)


def find_seat_of(encounter_id: int, cookies: Mapping[str, str], user: Any) -> Viewer:
    """Return the viewer who has a seat by these cookies at the encounter of this number.

    Raises what ``find_seat`` raises. Raises NoSeat too where there is no such encounter: nobody learns which numbers
    exist.
    """
    encounter = Encounter.tables.filter(pk=encounter_id).first()
    if encounter is None:
        raise NoSeat(NO_SEAT)
    return find_seat(encounter, cookies, user)


def find_seat(encounter: Encounter, cookies: Mapping[str, str], user: Any = None) -> Viewer:
    """Return the viewer who has a seat by these cookies; the DM's own browser may watch without.

    Raises NoSeat without a seat, Forbidden where the seat was moved to another device, and Missing for a throw-away
    copy, which has no seats.
    """
    if encounter.on_trial:
        raise Missing(NO_ENCOUNTER)
    secret = _secret(encounter, cookies)
    if secret is not None:
        return seated(_seat_of(encounter, *secret))
    if user is not None and user.is_authenticated and user.pk == encounter.owner_id:
        return Viewer(encounter.pk, Role.SPECTATOR)
    raise NoSeat(NO_SEAT)


def find_encounter(encounter_id: int) -> Encounter:
    """Return the encounter of this number. Raises Missing."""
    found = Encounter.objects.filter(pk=encounter_id).first()
    if found is None:
        raise Missing(NO_ENCOUNTER)
    return found


def set_seat_cookie(response: HttpResponse, seat: Seat, token: str) -> None:
    """Set the cookie that gives the browser its seat.

    Scripts cannot read it, and other sites cannot send it.
    """
    name = cookie_name(seat.encounter_id)
    value = cookie_value(seat, token)
    secure = settings.ENCRYPTED
    response.set_cookie(name, value, COOKIE_SECONDS, httponly=True, samesite="Lax", secure=secure)


def cookie_name(encounter_id: int) -> str:
    """Return the name of an encounter's cookie: a person may have seats at several tables."""
    return f"{SEAT_COOKIE}{encounter_id}"


def own_seats(cookies: Mapping[str, str]) -> list[Seat]:
    """Return the seats that this browser has, at any table.

    These are the seats whose secret it sends, signed by this site.
    """
    secrets = [_read_secret(value) for name, value in cookies.items() if name.startswith(SEAT_COOKIE)]
    tokens = dict(filter(None, secrets))
    found = Seat.objects.filter(pk__in=list(tokens), left=None, encounter__trial_of=None).select_related("encounter")
    return [seat for seat in found if seat.token_hash == hashed(tokens[seat.pk])] if tokens else []


def cookie_value(seat: Seat, token: str) -> str:
    """Return the value of the cookie: the seat and its secret, signed."""
    return signing.Signer(salt=COOKIE_SALT).sign(f"{seat.pk}.{token}")


def _secret(encounter: Encounter, cookies: Mapping[str, str]) -> tuple[int, str] | None:
    value = cookies.get(cookie_name(encounter.pk))
    return _read_secret(value) if value else None


def _read_secret(value: str) -> tuple[int, str] | None:
    """Return a seat's number and secret; None for a value that this site has not signed."""
    try:
        number, _, token = signing.Signer(salt=COOKIE_SALT).unsign(value).partition(".")
        return int(number), token
    except (signing.BadSignature, ValueError):
        return None


def _seat_of(encounter: Encounter, number: int, token: str) -> Seat:
    seat = Seat.objects.filter(encounter=encounter, pk=number).first()
    if seat is None or seat.left is not None:
        raise NoSeat("Your seat is not known here any more. Join again with the code.")
    if seat.token_hash != hashed(token):
        raise Forbidden("This seat has been given to another device.")
    return seat
