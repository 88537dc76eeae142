"""Viewers: the DM, a seat, or a spectator; cookies of browsers, and seat assignments."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from django.conf import settings
from django.core import signing
from django.db.models import Exists, OuterRef
from django.http import HttpResponse

from encounters.models import Absence, Encounter, Seat

COOKIE_SALT = "ten-segments-seat"
SEAT_COOKIE = "seat-"
"""The beginning of the name of a seat's cookie; the encounter's number follows."""
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


@dataclass(frozen=True)
class Access:
    """The viewer of one request, with the rows by which the viewer was found."""

    viewer: Viewer
    encounter: Encounter
    seat: Seat | None = None
    """The viewer's seat; None for the DM's own browser, which watches without one."""
    may_be_away: bool = True
    """The seat's phone may have been reported away; False where it was not when the seat was read."""


@dataclass(frozen=True)
class OwnSeat:
    """A seat that a browser has, as it was read with its encounter."""

    row: Seat
    is_away: bool
    """Its phone was reported away."""


def hash_secret(secret: str) -> str:
    """Return the hash of a secret. It is long and random, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def build_dm_viewer(encounter: Encounter) -> Viewer:
    """Return the DM of this encounter as a viewer."""
    return Viewer(encounter.pk, Role.DM, name="dm")


def build_seat_viewer(seat: Seat) -> Viewer:
    """Return the viewer who has this seat."""
    return Viewer(seat.encounter_id, Role(seat.kind), seat.pk, seat.name, seat.token_hash)


def set_seat_cookie(response: HttpResponse, seat: Seat, token: str) -> None:
    """Set the cookie that gives the browser its seat.

    Scripts cannot read it, and other sites cannot send it.
    """
    name = name_seat_cookie(seat.encounter_id)
    value = sign_seat_cookie(seat, token)
    secure = settings.ENCRYPTED
    response.set_cookie(name, value, COOKIE_SECONDS, httponly=True, samesite="Lax", secure=secure)


def name_seat_cookie(encounter_id: int) -> str:
    """Return the name of an encounter's cookie: a person may have seats at several tables."""
    return f"{SEAT_COOKIE}{encounter_id}"


def list_own_seats(cookies: Mapping[str, str]) -> list[OwnSeat]:
    """Return the seats that this browser has, at any table.

    These are the seats whose secret it sends, signed by this site.
    """
    secrets = [_read_secret(value) for name, value in cookies.items() if name.startswith(SEAT_COOKIE)]
    tokens = dict(filter(None, secrets))
    if not tokens:
        return []
    absent = Exists(Absence.objects.filter(seat=OuterRef("pk"), ended=None))
    rows = Seat.objects.filter(pk__in=list(tokens), left=None, encounter__trial_of=None).select_related("encounter")
    found = [OwnSeat(row, row.is_away) for row in rows.annotate(is_away=absent)]
    return [each for each in found if each.row.token_hash == hash_secret(tokens[each.row.pk])]


def sign_seat_cookie(seat: Seat, token: str) -> str:
    """Return the value of the cookie: the seat and its secret, signed."""
    return signing.Signer(salt=COOKIE_SALT).sign(f"{seat.pk}.{token}")


def read_secret(encounter: Encounter, cookies: Mapping[str, str]) -> tuple[int, str] | None:
    """Return the number and secret of this browser's seat at the table; None where it has none."""
    value = cookies.get(name_seat_cookie(encounter.pk))
    return _read_secret(value) if value else None


def _read_secret(value: str) -> tuple[int, str] | None:
    """Return a seat's number and secret; None for a value that this site has not signed."""
    try:
        number, _, token = signing.Signer(salt=COOKIE_SALT).unsign(value).partition(".")
        return int(number), token
    except (signing.BadSignature, ValueError):
        return None


# Seat assignments over time.


@dataclass(frozen=True, slots=True)
class SeatAssignment:
    """A seat assignment: a combatant that a seat plays, from one input until another."""

    combatant: str
    begin: int
    """The position of the first input."""
    end: int | None
    """The position of the last input; None while the assignment lasts."""

    def is_valid_at(self, position: int | None) -> bool:
        """Return whether the seat perceived the events of the input at this position.

        For None, return whether the assignment still lasts.
        """
        if position is None:
            return self.end is None
        return self.begin <= position and (self.end is None or position <= self.end)
