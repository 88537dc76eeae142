"""Viewers: the DM, a seat, or a spectator; cookies of browsers, and seat assignments."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from django.conf import settings
from django.core import signing
from django.db.models import Exists, F, OuterRef
from django.http import HttpResponse

from encounters.models import Absence, Campaign, Encounter, Seat
from rules.api import DM

COOKIE_SALT = "ten-segments-seat"
SEAT_COOKIE = "seat-"
"""The beginning of the name of a seat's cookie.

"c" and the campaign's number follow; in cookies of earlier versions, the number of an encounter.
"""
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
    log_name: str = ""
    """The name of the viewer in the log, as the one who gave an answer: "dm", or that of the seat."""
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
class Waiting:
    """A person who waits in a campaign's lobby; without a seat, a DM's own browser."""

    campaign_id: int
    seat_id: int | None = None
    token_hash: str = field(default="", repr=False)
    """The hash of the secret of the device that has the seat."""

    @property
    def audience(self) -> tuple[str, int]:
        """Return a name for messages."""
        return "lobby", self.seat_id or 0


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
    """A seat that a browser has, as read with its campaign and the encounter on the table."""

    row: Seat
    is_away: bool
    """Its phone was reported away."""


def hash_secret(secret: str) -> str:
    """Return the hash of a secret. It is long and random, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def build_dm_viewer(encounter: Encounter) -> Viewer:
    """Return the DM of this encounter as a viewer."""
    return Viewer(encounter.pk, Role.DM, name=DM, log_name=DM)


def build_seat_viewer(seat: Seat, encounter: Encounter) -> Viewer:
    """Return the viewer who has this seat, at an encounter of its campaign."""
    return Viewer(encounter.pk, Role(seat.kind), seat.pk, seat.name, seat.log_name, seat.token_hash or "")


def set_seat_cookie(response: HttpResponse, seat: Seat, token: str) -> None:
    """Set the cookie that gives the browser its seat.

    Scripts cannot read it, and other sites cannot send it.
    """
    for name, value in make_seat_cookie(seat, token).items():
        set_plain_cookie(response, name, value, COOKIE_SECONDS)


def set_plain_cookie(response: HttpResponse, name: str, value: str, seconds: int) -> None:
    """Set a cookie that scripts cannot read, and other sites cannot send."""
    response.set_cookie(name, value, seconds, httponly=True, samesite="Lax", secure=settings.ENCRYPTED)


def make_seat_cookie(seat: Seat, token: str) -> dict[str, str]:
    """Return the name and the value of a seat's cookie.

    A person may have seats in several campaigns. The value is the seat and its secret, signed.
    """
    return {_name_seat_cookie(seat.campaign_id): signing.Signer(salt=COOKIE_SALT).sign(f"{seat.pk}.{token}")}


def _name_seat_cookie(campaign_id: int) -> str:
    return f"{SEAT_COOKIE}c{campaign_id}"


def list_own_seats(cookies: Mapping[str, str]) -> list[OwnSeat]:
    """Return the seats that this browser has, in any campaign.

    These are the seats whose secret it sends, signed by this site.
    """
    tokens = _read_secrets(cookies)
    if not tokens:
        return []
    absent = Exists(Absence.objects.filter(seat=OuterRef("pk"), ended=None))
    rows = Seat.objects.filter(pk__in=list(tokens), left=None).select_related("campaign__on_table").order_by("-pk")
    found = [OwnSeat(row, row.is_away) for row in rows.annotate(is_away=absent)]
    return [each for each in found if each.row.token_hash == hash_secret(tokens[each.row.pk])]


def find_own_seat(campaign: Campaign, cookies: Mapping[str, str]) -> tuple[Seat, str] | None:
    """Return this browser's seat in the campaign, and the secret that it sends.

    Returns None where it has none. The seat decides, not the name of its cookie. Of several, the newest that was not
    given up is returned.
    """
    tokens = _read_secrets(cookies)
    if not tokens:
        return None
    here = Seat.objects.filter(pk__in=list(tokens), campaign=campaign)
    seat = here.order_by(F("left").desc(nulls_first=True), "-pk").first()
    return (seat, tokens[seat.pk]) if seat is not None else None


def _read_secrets(cookies: Mapping[str, str]) -> dict[int, str]:
    """Return the secrets that a browser sends, by the number of the seat."""
    sent = (_read_secret(value) for name, value in cookies.items() if name.startswith(SEAT_COOKIE))
    return dict(filter(None, sent))


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
