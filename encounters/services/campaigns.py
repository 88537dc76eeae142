"""Campaigns, and the encounter on the table of each, which phones and screens show.

Locks are taken in one order: the campaign's row, then that of the encounter.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef

from encounters.access import require_dm
from encounters.between import get_between
from encounters.errors import Conflict, Invalid, NotFound
from encounters.live.doorbell import ring_move_after_commit
from encounters.models import Campaign, Encounter, Member, Seat, SeatHold, make_code
from encounters.selectors import find_last_fight
from encounters.services.members import lock_as
from encounters.typed import check_typed
from encounters.viewers import Viewer

LONGEST_NAME = 120
"""The most letters of a campaign's name."""


def make_campaign(owner: Any, name: str = "") -> Campaign:
    """Make a campaign of this user."""
    campaign = Campaign.objects.create(name=name)
    Member.objects.create(campaign=campaign, user=owner, role=Member.Role.OWNER)
    return campaign


@contextmanager
def lock_campaign(viewer: Viewer) -> Iterator[Campaign]:
    """Yield the campaign of the viewer's encounter, locked. Only its DMs may lock it.

    Raises NotFound where there is no such encounter.
    """
    require_dm(viewer)
    with transaction.atomic():
        locked = Campaign.objects.select_for_update(of=("self",)).select_related("on_table")
        campaign = locked.filter(encounters=viewer.encounter_id).first()
        if campaign is None:
            raise NotFound("There is no such encounter.")
        yield campaign


def put_on_table(campaign: Campaign, encounter: Encounter) -> None:
    """Show an encounter that opens to the campaign's phones and screens.

    ``campaign`` is locked. Raises Conflict where another encounter of it is in play.
    """
    others = Encounter.tables.filter(campaign=campaign, state=Encounter.State.PLAYING).exclude(pk=encounter.pk)
    playing = others.first()
    if playing is not None:
        raise Conflict(f"“{playing.title}” is being played. End it before another fight of this campaign begins.")
    _turn_to(campaign, encounter)


def clear_table(viewer: Viewer) -> None:
    """Send the campaign's phones and screens to the lobby.

    Raises Conflict while its encounter is in play.
    """
    with lock_campaign(viewer) as campaign:
        if campaign.on_table is not None and campaign.on_table.state == Encounter.State.PLAYING:
            raise Conflict("The fight is being played. End it first.")
        _turn_to(campaign, None)


def _turn_to(campaign: Campaign, encounter: Encounter | None) -> None:
    before = campaign.on_table
    if before == encounter:
        return
    campaign.on_table = encounter
    campaign.save(update_fields=["on_table"])
    ring_move_after_commit(campaign.pk, before)


def assign_last_players(encounter: Encounter, played: Sequence[str]) -> None:
    """Give combatants that nobody plays to those who played them in the campaign's last fight.

    ``played`` are all that players may play. It is done once after each fight: what the DM has changed since stays, and
    what was taken over from an earlier fight is taken from this one.
    """
    before = find_last_fight(encounter.campaign, besides=encounter)
    if before is None or encounter.players_of_id == before.pk:
        return
    if encounter.players_of_id is not None:
        taken = SeatHold.objects.filter(
            encounter=encounter.players_of_id, seat=OuterRef("seat"), combatant=OuterRef("combatant")
        )
        encounter.holds.filter(Exists(taken)).delete()
    _assign(encounter, before, played)
    encounter.players_of = before
    encounter.save(update_fields=["players_of"])


def assign_newcomers(encounter: Encounter, added: Sequence[str], played: Sequence[str]) -> None:
    """Give added combatants to the seats that play these characters from fight to fight.

    The others go to those who played them in the campaign's last fight.
    """
    _assign_seats(encounter, get_between().find_players(encounter.campaign), added)
    if encounter.players_of is not None:
        _assign(encounter, encounter.players_of, added)
    assign_last_players(encounter, played)


def assign_arrivals(encounter: Encounter, arriving: Sequence[str]) -> None:
    """Give combatants that arrive by the next input to those who play them from fight to fight."""
    players = {} if encounter.on_trial else get_between().find_players(encounter.campaign)
    seats = {each: players[each] for each in arriving if each in players}
    if seats:
        _assign_seats(encounter, seats, list(seats), encounter.position + 1)
        shown = Seat.objects.filter(pk__in=seats.values(), campaign__on_table=encounter.pk)
        Seat.objects.filter(pk__in=list(shown.values_list("pk", flat=True))).update(changes=F("changes") + 1)


def _assign(encounter: Encounter, before: Encounter, combatants: Sequence[str]) -> None:
    holds = before.holds.filter(until_position=None, seat__left=None, seat__kind=Seat.Kind.PLAYER)
    _assign_seats(encounter, dict(holds.values_list("combatant", "seat")), combatants)


def _assign_seats(
    encounter: Encounter, seats: Mapping[str, int], combatants: Sequence[str], from_position: int = 0
) -> None:
    """Give combatants that nobody plays to these seats, by the ids of combatants."""
    held = set(encounter.holds.filter(until_position=None).values_list("combatant", flat=True)) if seats else set()
    SeatHold.objects.bulk_create(
        SeatHold(encounter=encounter, seat_id=seats[each], combatant=each, from_position=from_position)
        for each in combatants
        if each in seats and each not in held
    )


# What its DMs change between fights.


def check_name(name: str) -> str:
    """Return the name of a campaign without needless blanks. Raises Invalid."""
    name = " ".join(name.split())
    if not 0 < len(name) <= LONGEST_NAME:
        raise Invalid(f"Give the campaign a name of 1 to {LONGEST_NAME} letters.", "name")
    check_typed(name, "name")
    return name


def name_campaign(member: Member, name: str) -> Campaign:
    """Give a campaign a name, or another one.

    A fight of one evening becomes the first of a campaign. In preparation it leaves the table then, and comes there
    again by being opened. Raises Invalid.
    """
    with lock_as(member) as current:
        campaign = current.campaign
        campaign.name = check_name(name)
        campaign.save(update_fields=["name"])
        if campaign.on_table is not None and not campaign.on_table.opened:
            _turn_to(campaign, None)
    return campaign


def set_door(member: Member, is_open: bool) -> None:
    """Set whether the code lets new people in. People who have a seat stay."""
    with lock_as(member) as current:
        Campaign.objects.filter(pk=current.campaign_id).update(door_open=is_open)


def change_code(member: Member) -> str:
    """Give a campaign a new code, and return it. People who have a seat keep it."""
    while True:
        code = make_code()
        try:
            with lock_as(member) as current:
                Campaign.objects.filter(pk=current.campaign_id).update(code=code)
        except IntegrityError:
            continue
        return code


def plan_encounter(viewer: Viewer, day: date | None) -> None:
    """Write down the day for which an encounter is planned; None for no day."""
    require_dm(viewer)
    Encounter.tables.filter(pk=viewer.encounter_id).update(planned=day)
