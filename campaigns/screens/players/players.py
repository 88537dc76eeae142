"""The players of a campaign as view models."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone

from encounters.addresses import make_address
from encounters.between import get_between
from encounters.models import Member, Seat
from encounters.screens.actions import Link
from encounters.seats import list_remembered


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A person who has or had a seat."""

    name: str
    words: str
    stored: Link
    """The file with what is stored of them."""
    forget: Link


@dataclass(frozen=True, slots=True)
class PlayersPage:
    """The page of the people who have or had a seat in a campaign."""

    name: str
    """The campaign; "" for a fight of one evening."""
    players: Sequence[PlayerRow]
    back: str


@dataclass(frozen=True, slots=True)
class ForgetPage:
    """The page that asks before a person is forgotten."""

    name: str
    back: str


def build_players(member: Member) -> PlayersPage:
    """Return the page of the people who have or had a seat, those who are still there first."""
    campaign = member.campaign
    seats = sorted(list_remembered(campaign), key=lambda seat: (seat.left is not None, seat.number))
    return PlayersPage(campaign.name, [_build_row(each) for each in seats], get_between().find_home(campaign))


def _build_row(seat: Seat) -> PlayerRow:
    addresses = [
        make_address(name, campaign_id=seat.campaign_id, number=seat.number)
        for name in ("stored-of-player", "forget-player")
    ]
    stored = Link(
        "Download data", addresses[0], name=f"Download what is stored of {seat.name}", tone="quiet", small=True
    )
    forget = Link("Forget", addresses[1], name=f"Forget {seat.name}", tone="quiet", small=True)
    return PlayerRow(seat.name, f"{seat.get_kind_display()}, {_describe_presence(seat)}", stored, forget)


def _describe_presence(seat: Seat) -> str:
    if seat.left is not None:
        return f"left on {timezone.localtime(seat.left):%-d %B %Y}"
    now = timezone.now()
    return "here" if seat.is_here(now) else f"last here on {timezone.localtime(seat.last_seen):%-d %B %Y}"
