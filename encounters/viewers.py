"""Who is looking: the DM, a player's seat, or a spectator. Found out here and nowhere else, for pages and sockets."""

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
"""How the name of a seat's cookie begins; the encounter's number follows."""
NO_ENCOUNTER = "There is no such encounter."
NO_SEAT = "You have no seat here. Join with the code."
COOKIE_SECONDS = 400 * 24 * 3600
"""As long as browsers keep a cookie."""


class Role(StrEnum):
    """The three kinds of viewer."""

    DM = "dm"
    PLAYER = "player"
    SPECTATOR = "spectator"


@dataclass(frozen=True)
class Viewer:
    """Somebody looking at one encounter. Spectators who only watch from the DM's own browser have no seat.

    ``token_hash`` is that of the device by which he has his seat: another device's ends his.
    """

    encounter_id: int
    role: Role
    seat_id: int | None = None
    name: str = ""
    token_hash: str = field(default="", compare=False, repr=False)

    @property
    def is_dm(self) -> bool:
        """Whether this is the DM, who sees everything and may do everything."""
        return self.role is Role.DM

    @property
    def audience(self) -> tuple[str, int]:
        """Who is shown the same: the DM, each player's seat, all spectators together."""
        return self.role.value, self.seat_id or 0 if self.role is Role.PLAYER else 0


class NoSeat(NotTaken):
    """Whoever this is has no seat at this table."""

    status = 401


def hashed(secret: str) -> str:
    """What is kept of a secret. It is long and random: a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def dm(encounter: Encounter) -> Viewer:
    """The DM of this encounter."""
    return Viewer(encounter.pk, Role.DM, name="dm")


def seated(seat: Seat) -> Viewer:
    """The viewer who has this seat."""
    return Viewer(seat.encounter_id, Role(seat.kind), seat.pk, seat.name, seat.token_hash)


def find_dm_of(encounter_id: int, user: Any) -> Viewer:
    """Return the DM of the encounter of this number, if it is this user.

    Raises NoSeat for somebody not signed in and Missing for anybody else, whether there is such an encounter or not:
    which numbers exist is told to nobody.
    """
    if not getattr(user, "is_authenticated", False):
        raise NoSeat("Sign in to run this encounter.")
    encounter = Encounter.objects.filter(pk=encounter_id, owner=user).first()
    if encounter is None:
        raise Missing(NO_ENCOUNTER)
    return dm(encounter)


def find_seat_of(encounter_id: int, cookies: Mapping[str, str], user: Any) -> Viewer:
    """Return who has a seat by these cookies at the encounter of this number. Raises what ``find_seat`` raises.

    Raises NoSeat too where there is no such encounter: which numbers exist is told to nobody.
    """
    encounter = Encounter.tables.filter(pk=encounter_id).first()
    if encounter is None:
        raise NoSeat(NO_SEAT)
    return find_seat(encounter, cookies, user)


def find_seat(encounter: Encounter, cookies: Mapping[str, str], user: Any = None) -> Viewer:
    """Whoever holds a seat by these cookies; the DM's own browser may watch without one.

    Raises NoSeat without a seat, Forbidden where the seat was moved to another device, Missing for a throw-away copy,
    at which nobody sits.
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
    """The encounter of this number. Raises Missing."""
    found = Encounter.objects.filter(pk=encounter_id).first()
    if found is None:
        raise Missing(NO_ENCOUNTER)
    return found


def set_seat_cookie(response: HttpResponse, seat: Seat, token: str) -> None:
    """Give the browser its seat. Scripts cannot read it, and other sites cannot send it."""
    name = cookie_name(seat.encounter_id)
    value = cookie_value(seat, token)
    secure = settings.ENCRYPTED
    response.set_cookie(name, value, COOKIE_SECONDS, httponly=True, samesite="Lax", secure=secure)


def cookie_name(encounter_id: int) -> str:
    """One cookie for each encounter: a person may sit at several tables."""
    return f"{SEAT_COOKIE}{encounter_id}"


def own_seats(cookies: Mapping[str, str]) -> list[Seat]:
    """Return the seats that this browser has, at any table: those whose secret it sends, signed by this site."""
    secrets = [_read_secret(value) for name, value in cookies.items() if name.startswith(SEAT_COOKIE)]
    tokens = dict(filter(None, secrets))
    found = Seat.objects.filter(pk__in=list(tokens), left=None, encounter__trial_of=None).select_related("encounter")
    return [seat for seat in found if seat.token_hash == hashed(tokens[seat.pk])] if tokens else []


def cookie_value(seat: Seat, token: str) -> str:
    """What the cookie holds: the seat and its secret, signed."""
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
