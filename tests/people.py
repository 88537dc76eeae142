"""Encounters and seats as tests make them, where no page or service does."""

from collections.abc import Sequence
from typing import Any

from django.test import Client

from encounters import seats
from encounters.models import Campaign, Encounter, Member, Seat
from encounters.seats import Joined
from encounters.services.campaigns import make_campaign
from encounters.viewers import Viewer, build_seat_viewer, make_seat_cookie


def make_encounter(owner: Any, *, code: str = "", **fields: Any) -> Encounter:
    """Store an encounter on the table of a campaign of its own."""
    campaign = make_campaign(owner)
    encounter = Encounter.objects.create(campaign=campaign, **fields)
    campaign.on_table = encounter
    if code:
        campaign.code = code
    campaign.save()
    return encounter


def find_viewer(seat: Seat) -> Viewer:
    """Return the viewer who has this seat, at the encounter on the table."""
    encounter = seat.campaign.get_table()
    assert encounter is not None, "nothing is on the table"
    return build_seat_viewer(seat, encounter)


def let_sit(client: Client, joined: Joined) -> None:
    """Give a browser the cookie of a seat."""
    for name, value in make_seat_cookie(joined.seat, joined.token).items():
        client.cookies[name] = value


def sit(client: Client, campaign: Campaign, name: str, characters: Sequence[str] = (), kind: str = "player") -> Seat:
    """Give a browser a new seat, which plays these characters in the fight on the table."""
    joined = seats.take_seat(campaign, name, kind)
    let_sit(client, joined)
    for each in characters:
        seats.pick(find_viewer(joined.seat), each)
    return joined.seat


def find_owner(encounter: Encounter) -> Member:
    """Return the membership of the DM who owns the campaign of an encounter."""
    return encounter.campaign.members.get(role=Member.Role.OWNER)
