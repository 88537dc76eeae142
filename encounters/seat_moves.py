"""Moving a seat to another device: by its personal link, or by asking the DM.

A seat has one device at a time: the other one is shut out.
"""

import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.core import signing
from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils.crypto import salted_hmac

from encounters import times
from encounters.access import find_seat_to_change
from encounters.constraints import find_violated
from encounters.errors import Conflict, Forbidden, NotFound
from encounters.models import REQUEST_SECONDS, Campaign, Member, Seat, SeatRequest
from encounters.seats import Joined, ring_at_table
from encounters.services.members import lock_as
from encounters.throttle import WRONG_LINKS
from encounters.viewers import Viewer, hash_secret

LINK_SALT = "ten-segments-personal-link"
REQUEST_LASTS = timedelta(seconds=REQUEST_SECONDS)

BAD_LINK = "This link does not work any more. Ask the DM for another."
ASKED_ALREADY = "Somebody has asked for this seat just now. Ask the DM."


# Personal links.


def make_link(viewer: Viewer, seat_id: int | None = None) -> str:
    """Return the secret of a seat's personal link, which moves the seat to another device.

    It is the same until a new one is made. Players name no seat and get that of their own; the DM may name any seat.
    """
    return _sign_link(find_seat_to_change(viewer, seat_id))


def make_own_link(seat: Seat) -> str:
    """Return the secret of the personal link of the seat that a browser has."""
    return _sign_link(seat)


def renew_own_link(seat: Seat) -> None:
    """Let the seat's earlier links work no more."""
    Seat.objects.filter(pk=seat.pk).update(link_version=F("link_version") + 1, link_hash=None)


def follow_link(secret: str, address: str = "") -> Joined:
    """Move the seat of this link to the device that follows it, and return it.

    The other device loses the seat. A right link always works: it is too long to be guessed. Raises NotFound for a
    wrong link, and TooMany after too many of them from this address.
    """
    token = secrets.token_urlsafe(32)
    with transaction.atomic():
        seat = _find_linked(secret)
        if seat is not None:
            _move(seat, hash_secret(token))
    if seat is None:
        WRONG_LINKS.refuse_if_spent(address)
        WRONG_LINKS.count(address)
        raise NotFound(BAD_LINK, "link")
    return Joined(seat, token)


def _sign_link(seat: Seat) -> str:
    return signing.Signer(salt=LINK_SALT, sep="~").sign_object([seat.pk, seat.link_version])


def _find_linked(secret: str) -> Seat | None:
    """Return the seat of a link, locked; of links of earlier versions only the hash was stored."""
    seats = Seat.objects.select_for_update(of=("self",)).select_related("campaign__on_table").filter(left=None)
    try:
        number, version = signing.Signer(salt=LINK_SALT, sep="~").unsign_object(secret)
    except signing.BadSignature:
        return seats.filter(link_hash=hash_secret(secret)).first()
    return seats.filter(pk=number, link_version=version).first()


def _move(seat: Seat, token_hash: str) -> None:
    """Give a locked seat to the device that has this secret.

    It has no alerts until they are turned on there. A request for the seat is over.
    """
    seat.link_hash, seat.token_hash, seat.last_seen = None, token_hash, times.now()
    seat.alerts = []  # alerts that were turned on for one device were not for another
    seat.save(update_fields=["link_hash", "token_hash", "last_seen", "alerts"])
    ring_at_table(seat.campaign)


# Requests: a device says whose it is, and the DM says yes or no.


@dataclass(frozen=True)
class Asked:
    """A request, and the secret of the device that made it, which is shown once."""

    request: SeatRequest
    secret: str


def write_seat_digest(seat: Seat) -> str:
    """Return the name of a seat on the join page: a digest of its number."""
    return salted_hmac("encounters.seat_moves.ask", str(seat.pk)).hexdigest()[:16]


def ask_for_seat(campaign: Campaign, named: str) -> Asked:
    """Ask the DM for a seat that another device has, by its name in the list.

    Raises NotFound where there is no such player, Forbidden where the DM lets nobody in, and Conflict where somebody
    has asked for it already.
    """
    if not campaign.door_open:
        raise Forbidden("The DM has stopped new players joining.", "seat")
    players = Seat.objects.filter(campaign=campaign, left=None, kind=Seat.Kind.PLAYER)
    seat = next((each for each in players if write_seat_digest(each) == named), None)
    if seat is None:
        raise NotFound("There is no such player here.", "seat")
    secret = secrets.token_urlsafe(32)
    try:
        with transaction.atomic():
            SeatRequest.objects.filter(seat=seat, answered=None, asked__lt=times.now() - REQUEST_LASTS).delete()
            made = SeatRequest.objects.create(seat=seat, secret_hash=hash_secret(secret), asked=times.now())
    except IntegrityError as problem:
        if find_violated(problem, SeatRequest) != "one_open_request_for_a_seat":
            raise
        raise Conflict(ASKED_ALREADY, "seat") from problem
    ring_at_table(campaign, for_dm=True)
    return Asked(made, secret)


def withdraw(request: SeatRequest) -> None:
    """Withdraw a request that was not answered."""
    if SeatRequest.objects.filter(pk=request.pk, answered=None).delete()[0]:
        ring_at_table(request.seat.campaign, for_dm=True)


def list_requests(campaign: Campaign) -> QuerySet[SeatRequest]:
    """Return the requests that wait for the DM's answer, the oldest first."""
    waiting = SeatRequest.objects.filter(seat__campaign=campaign, seat__left=None, answered=None)
    return waiting.filter(asked__gte=times.now() - REQUEST_LASTS).select_related("seat").order_by("asked", "pk")


def answer_request(member: Member, request_id: int, yes: bool) -> None:
    """Give the seat to the device that asked, or say no, as a DM of the campaign.

    Raises NotFound where nobody waits for this answer any more.
    """
    with lock_as(member) as current:
        waiting = list_requests(current.campaign).select_for_update(of=("self",)).filter(pk=request_id).first()
        if waiting is None:
            raise NotFound("Nobody waits for this answer any more.", "request")
        waiting.answered, waiting.yes = times.now(), yes
        waiting.save(update_fields=["answered", "yes"])
        if yes:
            seats = Seat.objects.select_for_update(of=("self",)).select_related("campaign__on_table")
            _move(seats.get(pk=waiting.seat_id), waiting.secret_hash)
        else:
            ring_at_table(current.campaign, for_dm=True)


def find_request(campaign: Campaign, request_id: int, secret: str) -> SeatRequest | None:
    """Return the request that a device made; None where there is none, or it came too late."""
    made = SeatRequest.objects.select_related("seat__campaign__on_table").filter(
        pk=request_id, secret_hash=hash_secret(secret), seat__campaign=campaign
    )
    found = made.first()
    if found is None or (found.answered is None and found.asked < times.now() - REQUEST_LASTS):
        return None
    return found
