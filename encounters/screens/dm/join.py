"""The ways to join: code, square, address, and the seats."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from django.conf import settings
from django.utils import timezone

from encounters.addresses import make_address, make_join_address, write_code
from encounters.models import Encounter, Seat
from encounters.screens.actions import Act, Post
from encounters.screens.dm.dm_view import DmView
from encounters.selectors import read_presence, read_view
from encounters.services.preparing import build_roster, read_setting
from encounters.viewers import build_dm_viewer
from rules.api import Combatant, StatBlock


@dataclass(frozen=True)
class SeatLine:
    """A seat in the join panel."""

    id: str
    """As presence names it."""
    name: str
    """The name of the seat, and of those it plays."""
    live: bool = field(compare=False)
    """Its page is open. The page is told of this, and of the words, by itself: they draw no region again."""
    screen: bool
    """It is a table screen."""
    words: str = field(compare=False)
    """Live, or since when its page gave no sign of life."""


@dataclass(frozen=True)
class PhoneRequest:
    """A new phone that says whose it is."""

    seat: int
    name: str
    acts: tuple[Act, ...]


def list_phone_requests(encounter: Encounter, seats: Iterable[Seat], back: str) -> tuple[PhoneRequest, ...]:
    """Return the phones that wait for the DM's answer.

    ``back`` is the URL's name of the page to which an answer leads.
    """
    url = partial(make_address, "answer-request", encounter_id=encounter.pk)
    return tuple(make_request(each, url(pk=each.asking), ("back", back)) for each in seats if each.asking is not None)


def make_request(seat: Seat, address: str, *hidden: tuple[str, str]) -> PhoneRequest:
    """Return a phone that asks for a seat, with the DM's answers.

    They are posted to this address, with the hidden fields.
    """
    yes = Post(f"It’s {seat.name}", address, hidden=(("yes", "1"), *hidden), small=True, plain=True)
    no = Post("Not now", address, hidden=hidden, small=True, plain=True, tone="quiet", name=f"Not now, {seat.name}")
    return PhoneRequest(seat.pk, seat.name, (yes, no))


@dataclass(frozen=True)
class JoinPanel:
    """The way to join the table, and those who have."""

    code: str
    url: str
    """The address in the QR code."""
    address: str
    """The address of the site, as it is typed."""
    seats: tuple[SeatLine, ...]
    acts: tuple[Act, ...]
    requests: tuple[PhoneRequest, ...] = ()
    """The phones that ask for a seat."""


def build_join(view: DmView) -> JoinPanel:
    """Return the join panel of a fight in play."""
    return build_join_panel(view.encounter, view.seats, _index_names(view.state.combatants.values()))


def find_names(encounter: Encounter) -> dict[str, str]:
    """Return the names of combatants by their ids, in preparation or in play."""
    if encounter.opened:
        return _index_names(read_view(build_dm_viewer(encounter)).state.combatants.values())
    return _index_names(build_roster([row.definition for row in encounter.combatants.all()], read_setting(encounter)))


def _index_names(combatants: Iterable[Combatant | StatBlock]) -> dict[str, str]:
    return {each.id: each.name for each in combatants}


def list_played(seat: Seat, names: Mapping[str, str]) -> list[str]:
    """Return the names of those that a seat plays now. One that has left the fight is not named."""
    held = [hold.combatant for hold in seat.holds.all() if hold.until_position is None]
    return [names[who] for who in held if who in names]


def build_join_panel(encounter: Encounter, seats: list[Seat], names: Mapping[str, str]) -> JoinPanel:
    """Return the join panel of an encounter, in preparation or in play."""
    here, now = read_presence(encounter.pk), timezone.now()
    return JoinPanel(
        write_code(encounter.code),
        make_join_address(encounter.code),
        settings.ADDRESSES.urls[0].partition("://")[2],
        tuple(_make_line(seat, list_played(seat, names), here.get(str(seat.pk), ""), now) for seat in seats),
        tuple(_list_acts(encounter, [seat for seat in seats if seat.kind == Seat.Kind.PLAYER])),
        list_phone_requests(encounter, seats, "dm-join"),
    )


def _list_acts(encounter: Encounter, players: Sequence[Seat]) -> list[Act]:
    url = partial(make_address, encounter_id=encounter.pk)
    door = "Stop new players joining" if encounter.campaign.door_open else "Let new players join"
    acts: list[Act] = [
        Post(
            door,
            make_address("door", encounter_id=encounter.pk),
            hidden=(("open", "" if encounter.campaign.door_open else "1"),),
            small=True,
        ),
        Post("New code", make_address("code", encounter_id=encounter.pk), small=True, tone="quiet"),
    ]
    if not players:
        return acts
    silent = all(seat.muted for seat in players)
    label, name = ("Unmute all", "Unmute all phones") if silent else ("Mute all", "Mute all phones")
    hidden = (("on", "" if silent else "1"),)
    return [*acts, Post(label, url("mute-all"), hidden=hidden, small=True, tone="quiet", name=name)]


def _make_line(seat: Seat, played: Sequence[str], words: str, now: datetime) -> SeatLine:
    names = ", ".join([seat.name, *played])
    return SeatLine(str(seat.pk), names, seat.is_here(now), seat.kind == Seat.Kind.SPECTATOR, words)
