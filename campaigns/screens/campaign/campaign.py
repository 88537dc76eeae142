"""A campaign's page as view models: the party, the fights by date, and who is at the table."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.conf import settings
from django.utils import timezone

from campaigns.models import Character
from campaigns.pictures import CampaignPictures, add_versions, list_pictures
from campaigns.screens.campaign.party import CampaignParty, build_sheets, write_experience
from campaigns.screens.campaign.time import CampaignTime, build_time
from campaigns.screens.character.asks import PlayerAsk, build_player_asks, note_asked
from campaigns.screens.fights import FightRow, build_fight, count_sides, link_waiting, read_combatants, read_fights
from campaigns.screens.presence import Presence, find_presence
from campaigns.screens.stop import PartyMember, Stop, build_stop, list_party, list_terms, read_stopped
from encounters.addresses import make_address, make_join_address, make_lobby_socket_address, write_code
from encounters.errors import Rejected
from encounters.models import Campaign, Encounter, Member, Seat
from encounters.narration.names import describe_kind, list_in_words
from encounters.screens.actions import Link
from encounters.screens.dm.dm_view import DmView
from encounters.screens.dm.join import PhoneRequest, make_request
from encounters.screens.live_page import PageSocket, read_socket
from encounters.screens.tokens import build_token
from encounters.selectors import list_seats_of_campaign
from encounters.services.preparing import build_roster, read_setting
from encounters.viewers import build_dm_viewer

MOST_FOUGHT = 12
"""The fights that were fought that the page lists at once; the others unfold."""


@dataclass(frozen=True, slots=True)
class TableSeat:
    """A seat of the campaign."""

    id: int
    name: str
    plays: str
    """The characters that it plays."""
    presence: Presence


@dataclass(frozen=True, slots=True)
class Table:
    """The way to the table, and who is there."""

    code: str
    url: str
    """The address in the QR code."""
    site: str
    """The address of the site, as it is typed."""
    door_open: bool
    requests: Sequence[PhoneRequest]
    """The new phones that ask for a seat."""
    seats: Sequence[TableSeat]
    watch: str
    """The address of the table screen."""
    shows: str
    """The title of the ended fight that phones and screens show; "" for none."""


@dataclass(frozen=True, slots=True)
class CampaignPage:
    """The page of a campaign."""

    user: str
    id: int
    name: str
    socket: PageSocket
    address: str
    """The address of the page, which is read again when somebody comes or goes."""
    stop: Stop | None
    """The fight in play; None for none."""
    waiting: Link | None
    """The last fight, where it is not carried over yet."""
    party: CampaignParty
    fights: Sequence[FightRow]
    older: Sequence[FightRow]
    """The fights that unfold."""
    opens: str
    """The address that opens the table of what is prepared next; "" where there is none."""
    opens_title: str
    table: Table
    time: CampaignTime
    asks: Sequence[PlayerAsk]
    """What players ask for on their sheets."""
    new: str
    """The address of a new encounter of the campaign."""
    pictures: CampaignPictures


def build_campaign(member: Member) -> CampaignPage:
    """Return the page of a campaign. At most one fight is read as a whole."""
    campaign = member.campaign
    socket = _read_socket(campaign)
    fights = _sort(list(read_fights(member.user).filter(campaign=campaign)))
    read_combatants(fights)
    told = _find_last(fights)
    view = read_stopped(told) if told is not None else None
    characters = list(add_versions(note_asked(campaign.characters.select_related("seat", "henchman_of", "died_in"))))
    seats = list(view.seats) if view is not None else list(list_seats_of_campaign(campaign))
    rows = [_build_row(each, view if each == told else None) for each in fights]
    rows = [replace(row, is_first=n > 0 and rows[n - 1].state != row.state) for n, row in enumerate(rows)]
    fought = [row for row in rows if row.state == Encounter.State.ENDED]
    running = next((each for each in fights if each.state == Encounter.State.PLAYING), None)
    ready = next((each for each in fights if not each.opened and count_sides(each) > 1), None)
    return CampaignPage(
        user=member.user.get_username(),
        id=campaign.pk,
        name=campaign.name,
        socket=socket,
        address=make_address("campaign", campaign_id=campaign.pk),
        stop=build_stop(running, view) if running is not None else None,
        waiting=link_waiting(told) if told is not None else None,
        party=_build_party(characters, told, view, fights),
        fights=[*(row for row in rows if row.state != Encounter.State.ENDED), *fought[:MOST_FOUGHT]],
        older=fought[MOST_FOUGHT:],
        opens=make_address("open", encounter_id=ready.pk) if ready is not None and running is None else "",
        opens_title=ready.title if ready is not None else "",
        table=_build_table(campaign, seats, characters, view if running is not None or not characters else None),
        time=build_time(campaign, running.title if running is not None else "", characters),
        asks=build_player_asks(campaign, characters),
        new=make_address("new-encounter", {"campaign": campaign.pk}),
        pictures=list_pictures(campaign.pk, characters),
    )


def _read_socket(campaign: Campaign) -> PageSocket:
    """Return the socket of what is on the table, else of the lobby."""
    if campaign.on_table is not None:
        return read_socket(build_dm_viewer(campaign.on_table))
    # The seating has no name before the first change: any that the socket names is another one.
    return PageSocket(make_lobby_socket_address(campaign.pk), "0")


def _sort(fights: Sequence[Encounter]) -> list[Encounter]:
    """Return fights in play, then those prepared by their day, then those fought, newest first."""
    playing = [each for each in fights if each.state == Encounter.State.PLAYING]
    prepared = [each for each in fights if not each.opened]
    ended = [each for each in fights if each.state == Encounter.State.ENDED]
    planned = sorted((each for each in prepared if each.planned), key=lambda each: str(each.planned))
    others = sorted((each for each in prepared if not each.planned), key=lambda each: each.created, reverse=True)
    return [*playing, *planned, *others, *sorted(ended, key=_get_opened, reverse=True)]


def _get_opened(encounter: Encounter) -> tuple[bool, datetime, int]:
    return (encounter.opened_at is not None, encounter.opened_at or encounter.created, encounter.pk)


def _find_last(fights: Sequence[Encounter]) -> Encounter | None:
    """Return the fight that was opened last."""
    return max((each for each in fights if each.opened), key=_get_opened, default=None)


def _build_row(encounter: Encounter, view: DmView | None) -> FightRow:
    if encounter.state == Encounter.State.PLAYING and view is not None:
        return build_fight(encounter, build_stop(encounter, view).moment)
    return build_fight(encounter)


def _build_party(
    characters: Sequence[Character], told: Encounter | None, view: DmView | None, fights: Sequence[Encounter]
) -> CampaignParty:
    is_playing = told is not None and told.state == Encounter.State.PLAYING
    if characters and not is_playing:
        return build_sheets(characters, told.ruleset if told is not None else "")
    if told is None or view is None:
        return CampaignParty("", (), _list_prepared(fights))
    of = f"as they stand in {told.title}" if is_playing else f"as {told.title} left them"
    numbers = {each.key: each for each in characters}
    members = [_add_sheet(member, numbers.get(member.token.who)) for member in list_party(view)]
    dead = [each for each in characters if not each.is_playing]
    return CampaignParty(of, list_terms(view.state), members, build_sheets(dead, "").dead)


def _add_sheet(member: PartyMember, character: Character | None) -> PartyMember:
    """Return a member of a fight with what its sheet says."""
    if character is None:
        return member
    return replace(member, experience=write_experience(character), number=character.number)


def _list_prepared(fights: Sequence[Encounter]) -> list[PartyMember]:
    """Return the players' characters of the first encounter in preparation."""
    encounter = next((each for each in fights if not each.opened), None)
    if encounter is None:
        return []
    try:
        roster = build_roster([row.definition for row in encounter.combatants.all()], read_setting(encounter))
    except Rejected:
        return []
    return [
        PartyMember(each.name, build_token(each.side, each.name), describe_kind(each), None)
        for each in roster
        if each.played
    ]


def _build_table(
    campaign: Campaign, seats: Sequence[Seat], characters: Sequence[Character], view: DmView | None
) -> Table:
    """Return the part with the code and the seats.

    ``view`` is the fight that says which seat plays a character; None where the sheets say it.
    """
    shown = campaign.on_table
    own: dict[int, list[str]] = {}
    for each in characters:
        if each.is_playing and each.seat_id is not None:
            own.setdefault(each.seat_id, []).append(each.name)
    return Table(
        code=write_code(campaign.code),
        url=make_join_address(campaign.code),
        site=settings.ADDRESSES.urls[0].partition("://")[2],
        door_open=campaign.door_open,
        requests=[_build_request(each, each.asking) for each in seats if each.asking is not None],
        seats=[_build_seat(each, own.get(each.pk, []) if view is None else _list_held(each, view)) for each in seats],
        watch=make_address("watch", code=campaign.code),
        shows=shown.title if shown is not None and shown.state == Encounter.State.ENDED else "",
    )


def _build_request(seat: Seat, number: int) -> PhoneRequest:
    return make_request(seat, make_address("campaign-request", campaign_id=seat.campaign_id, number=number))


def _list_held(seat: Seat, view: DmView) -> list[str]:
    """Return the names of the combatants that a seat plays in a fight."""
    held = [each.combatant for each in seat.holds.all() if each.until_position is None]
    return [view.state.combatants[each].name for each in held if each in view.state.combatants]


def _build_seat(seat: Seat, played: Sequence[str]) -> TableSeat:
    plays = list_in_words(played) if played else "plays nobody yet"
    plays = "table screen" if seat.kind == Seat.Kind.SPECTATOR else plays
    return TableSeat(seat.pk, seat.name, plays, find_presence(seat, timezone.now()))


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """The settings of a campaign."""

    user: str
    id: int
    name: str
    code: str
    door_open: bool
    is_owner: bool
    contents: str
    """What a campaign holds and loses by being deleted, in words."""


def build_settings(member: Member) -> SettingsPage:
    """Return the settings of a campaign."""
    campaign = member.campaign
    return SettingsPage(
        user=member.user.get_username(),
        id=campaign.pk,
        name=campaign.name,
        code=write_code(campaign.code),
        door_open=campaign.door_open,
        is_owner=member.role == Member.Role.OWNER,
        contents=describe_contents(campaign),
    )


def describe_contents(campaign: Campaign) -> str:
    """Return what is deleted with a campaign, in words."""
    fights = Encounter.tables.filter(campaign=campaign)
    opened = fights.exclude(state=Encounter.State.PREPARING).count()
    prepared = fights.filter(state=Encounter.State.PREPARING).count()
    seats = list_seats_of_campaign(campaign).count()
    return list_in_words(
        [
            f"{opened} {'fight that was' if opened == 1 else 'fights that were'} opened, with all dice and recaps",
            f"{prepared} in preparation",
            f"{seats} {'seat' if seats == 1 else 'seats'}",
        ]
    )
