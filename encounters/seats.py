"""Seats at the table: joining by code, seat assignments, and settings.

Only this module creates seats.
"""

import secrets
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from itertools import count

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, Max, QuerySet
from django.utils import timezone

from encounters import times
from encounters.access import find_campaign_by_code, find_seat_to_change, require_dm, require_player
from encounters.constraints import find_violated
from encounters.errors import Conflict, Forbidden, Invalid, NotFound
from encounters.live.doorbell import ring, ring_after_commit, ring_campaign_after_commit, ring_lobby
from encounters.models import FORGOTTEN, HERE_SECONDS, Campaign, Encounter, Member, Seat, SeatHold
from encounters.selectors import read_view
from encounters.services.campaigns import assign_last_players
from encounters.services.members import lock_as
from encounters.services.preparing import build_roster, read_setting
from encounters.throttle import Caller
from encounters.typed import check_typed
from encounters.viewers import Viewer, build_dm_viewer, hash_secret
from rules.api import fold_name, read_letters

RESERVED = ("dm", "thedm", "dungeonmaster", "thedungeonmaster", "default", "bot", "public", "aplayer")
"""Names of the DM, and those by which pages and the log name nobody in particular, without blanks."""

TAKEN = (
    "Somebody here is already called {}. If that is you, ask the DM for your personal link. "
    "If not, choose another name."
)

ALERTS = ("orders", "asked", "next", "received", "nudge")
"""The events to which a player's seat may be alerted.

The start of a segment is signalled by the table's screen, which keeps that setting itself.
"""

WAYS = ("touch", "sound")
"""The ways in which a seat is alerted."""


@dataclass(frozen=True)
class Joined:
    """A seat and the secret of its holder, which is shown once; only its hash is stored."""

    seat: Seat
    token: str


def join(code: str, name: str, kind: str, address: str = "") -> Joined:
    """Take a seat by the code of a campaign.

    Raises NotFound for a wrong code, TooMany after too many of them from this address, and what ``take_seat`` raises.
    """
    return take_seat(find_campaign_by_code(code, Caller(address)), name, kind)


def take_seat(campaign: Campaign, name: str, kind: str) -> Joined:
    """Take a seat in a campaign.

    Who watches and gives no name is named "Spectator", with a number from the second on.
    Raises Forbidden where the table is closed to new people, and Invalid for a name or kind that is not possible.
    Raises Conflict where the name is taken, or every seat.
    """
    if not campaign.door_open:
        raise Forbidden("The DM has stopped new players joining.", "code")
    name = " ".join(name.split()) or (_find_free_name(campaign) if kind == Seat.Kind.SPECTATOR else "")
    if not 0 < len(name) <= 40:
        raise Invalid("Choose a name of your own, with 1 to 40 letters.", "name")
    check_typed(name, "name")
    _check_name(campaign, name)
    if kind not in Seat.Kind.values:
        raise Invalid("Choose either to play or to watch.", "kind")
    if campaign.seats.filter(left=None).count() >= settings.LIMITS["seats"]:
        raise Conflict("Every seat at this table is taken. Ask the DM to release some.", "name")
    token = secrets.token_urlsafe(32)
    try:
        with transaction.atomic():
            number = _claim_number(campaign)
            seat = Seat.objects.create(
                campaign=campaign, number=number, kind=kind, name=name, token_hash=hash_secret(token)
            )
    except IntegrityError as problem:
        if find_violated(problem, Seat) != "seat_name_once_at_a_table":
            raise
        raise Conflict(TAKEN.format(name), "name") from problem
    ring_at_table(campaign)
    return Joined(seat, token)


def _claim_number(campaign: Campaign) -> int:
    """Return the number of the campaign's next seat, and lock the campaign until it is stored."""
    Campaign.objects.select_for_update().get(pk=campaign.pk)
    last: int | None = campaign.seats.aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def ring_at_table(campaign: Campaign, *, for_dm: bool = False) -> None:
    """Tell those at the table or in the lobby, after the commit, that the seats have changed.

    With ``for_dm`` nothing that players may see has changed: in the lobby only the DM's pages are told.
    """
    if campaign.on_table is not None:
        ring_after_commit(campaign.on_table.pk, campaign.on_table.position)
    else:
        number = campaign.pk
        transaction.on_commit(lambda: ring_lobby(number, for_dm=for_dm))


def _check_name(campaign: Campaign, name: str) -> None:
    """Raise Invalid for a name like the DM's, and Conflict for one like a seat's."""
    letters = read_letters(name)
    if "dm" in letters or "".join(letters) in RESERVED:
        raise Invalid(f"“{name}” reads like the DM, or like the table itself. Choose a name of your own.", "name")
    for taken in campaign.seats.filter(left=None).values_list("name", flat=True):
        if fold_name(taken) == fold_name(name):
            raise Conflict(TAKEN.format(taken), "name")


def _find_free_name(campaign: Campaign) -> str:
    """Return a name that no seat has."""
    taken = set(campaign.seats.values_list("name", flat=True))
    names = (f"Spectator {n}" if n > 1 else "Spectator" for n in count(1))
    return next(each for each in names if each not in taken)


def release(viewer: Viewer, seat_id: int | None = None) -> None:
    """Give up a seat: a player their own, the DM any. Its combatants return to the DM."""
    with _lock_assignments(viewer) as encounter:
        seat = find_seat_to_change(viewer, seat_id)
        for hold in seat.holds.filter(encounter=encounter, until_position=None):
            _end_assignment(encounter, hold)
        Seat.objects.filter(pk=seat.pk).update(left=timezone.now(), link_hash=None)


def list_remembered(campaign: Campaign) -> QuerySet[Seat]:
    """Return the seats whose person was not forgotten, those that were given up among them."""
    return Seat.objects.filter(campaign=campaign, forgotten=None)


def forget(member: Member, number: int) -> Seat:
    """Forget the person of a seat, by its number in the campaign, and return it.

    The seat is given up, and its combatants return to the DM. It stays, because the log names it, and has no name.
    Raises NotFound where there is no such seat.
    """
    with lock_as(member) as current:
        seat = list_remembered(current.campaign).filter(number=number).first()
        if seat is None:
            raise NotFound("There is no such player.")
        for encounter in Encounter.objects.select_for_update().filter(campaign=current.campaign).order_by("pk"):
            for hold in seat.holds.filter(encounter=encounter, until_position=None):
                _end_assignment(encounter, hold)
        seat.requests.all().delete()
        seat.absences.all().delete()
        now = timezone.now()
        Seat.objects.filter(pk=seat.pk).update(
            name=FORGOTTEN,
            token_hash=None,
            link_hash=None,
            link_version=0,
            alerts=[],
            muted=False,
            ready=None,
            left=seat.left or now,
            forgotten=now,
        )
        ring_campaign_after_commit(current.campaign_id)
    return seat


# Seat assignments.


def pick(viewer: Viewer, combatant: str) -> None:
    """Play a combatant that players may play and that nobody plays; one person may play several.

    Raises Forbidden for other viewers than players, NotFound where players may play none of this id, and Conflict
    where another person plays it.
    """
    require_player(viewer, "Only players pick a character.")
    with _lock_assignments(viewer) as encounter:
        if combatant not in list_pickable(encounter):
            raise NotFound("There is no character of that name to play.", "combatant")
        held = encounter.holds.filter(combatant=combatant, until_position=None).first()
        if held is not None and held.seat_id != viewer.seat_id:
            raise Conflict("Somebody else plays that character.", "combatant")
        if held is None:
            _assign(encounter, find_seat_to_change(viewer, None), combatant)


def put_down(viewer: Viewer, combatant: str) -> None:
    """Stop playing a combatant. Raises NotFound where this viewer does not play it."""
    require_player(viewer, "Only players have characters.")
    with _lock_assignments(viewer) as encounter:
        held = encounter.holds.filter(combatant=combatant, until_position=None, seat_id=viewer.seat_id or 0).first()
        if held is None:
            raise NotFound("You do not play that character.", "combatant")
        _end_assignment(encounter, held)


def give(viewer: Viewer, combatant: str, seat_id: int | None) -> None:
    """Give any combatant to a seat, or with None to the DM. Only the DM may do this."""
    require_dm(viewer)
    with _lock_assignments(viewer) as encounter:
        if combatant not in list_combatants(encounter):
            raise NotFound("There is no combatant of that name.", "combatant")
        if not encounter.opened:
            assign_last_players(encounter, list_pickable(encounter))
        held = encounter.holds.filter(combatant=combatant, until_position=None).first()
        if held is not None and held.seat_id != seat_id:
            _end_assignment(encounter, held)
        if seat_id is not None and (held is None or held.seat_id != seat_id):
            seat = find_seat_to_change(viewer, seat_id)
            if seat.kind != Seat.Kind.PLAYER:
                raise Invalid("A spectator cannot play a character.", "seat")
            _assign(encounter, seat, combatant)


def list_pickable(encounter: Encounter) -> tuple[str, ...]:
    """Return the ids of the combatants that players may play, free or not, in roster order."""
    return tuple(id for id, played in _list_playable(encounter) if played)


def list_combatants(encounter: Encounter) -> tuple[str, ...]:
    """Return the ids of all combatants, in roster order."""
    return tuple(id for id, _ in _list_playable(encounter))


# Settings of seats.


def mute(viewer: Viewer, seat_id: int, on: bool) -> None:
    """Turn a seat's alerts off, or on again."""
    require_dm(viewer)
    Seat.objects.filter(pk=find_seat_to_change(viewer, seat_id).pk).update(muted=on)
    _publish_alerts(viewer)


def mute_all(viewer: Viewer, on: bool) -> None:
    """Turn the alerts of all players of this campaign off, or on again."""
    require_dm(viewer)
    players = Seat.objects.filter(campaign__encounters=viewer.encounter_id, left=None, kind=Seat.Kind.PLAYER)
    players.update(muted=on)
    _publish_alerts(viewer)


def set_alerts(viewer: Viewer, alerts: Sequence[str]) -> None:
    """Set what this person is alerted to on this device (ALERTS), and in which ways (WAYS).

    Raises Invalid for an unknown alert.
    """
    unknown = [alert for alert in alerts if alert not in (*ALERTS, *WAYS)]
    if unknown:
        raise Invalid(f"There is no alert '{unknown[0]}'.", "alerts")
    chosen = [each for each in (*ALERTS, *WAYS) if each in alerts]
    Seat.objects.filter(pk=find_seat_to_change(viewer, None).pk).update(alerts=chosen)
    _publish_alerts(viewer)


def _publish_alerts(viewer: Viewer) -> None:
    """Update open pages at once when alerts change."""
    transaction.on_commit(lambda: ring(viewer.encounter_id))


def explain_silence(seat: Seat) -> str:
    """Return why a seat gets no reminder: "muted" by the DM, or "silent"; "" where it gets one.

    "silent" means that the person has not turned reminders on, or no way of getting them.
    """
    if seat.muted:
        return "muted"
    return "" if "nudge" in seat.alerts and any(way in seat.alerts for way in WAYS) else "silent"


def note_connected(seat_ids: Collection[int]) -> None:
    """Record that these seats' pages are connected now."""
    if seat_ids:
        Seat.objects.filter(pk__in=sorted(seat_ids)).update(last_seen=times.now())


def note_request(seat: Seat) -> None:
    """Record that a seat's page asked for something, where it had been silent for some time."""
    if seat.last_seen <= times.now() - timedelta(seconds=HERE_SECONDS):
        note_connected([seat.pk])


@contextmanager
def _lock_assignments(viewer: Viewer) -> Iterator[Encounter]:
    """Yield the encounter, locked against inputs while seat assignments change.

    Raises NotFound where there is no such encounter. Rings after the commit.
    """
    with transaction.atomic():
        encounter = Encounter.objects.select_for_update().filter(pk=viewer.encounter_id).first()
        if encounter is None:
            raise NotFound("There is no such encounter.")
        yield encounter
        ring_after_commit(encounter.pk, encounter.position)


def _assign(encounter: Encounter, seat: Seat, combatant: str) -> None:
    """Assign the combatant to the seat from the next input on.

    Before the opening, assign it from the start.
    """
    begin = encounter.position + 1 if encounter.opened else 0
    SeatHold.objects.create(encounter=encounter, seat=seat, combatant=combatant, from_position=begin)
    _count_change(encounter, seat.pk)


def _end_assignment(encounter: Encounter, hold: SeatHold) -> None:
    """End a seat assignment. It is deleted if no input was made meanwhile."""
    if encounter.opened and encounter.position >= hold.from_position:
        hold.until_position = encounter.position
        hold.save(update_fields=["until_position"])
    else:
        hold.delete()
    _count_change(encounter, hold.seat_id)


def _count_change(encounter: Encounter, seat_id: int) -> None:
    """Note on a seat that its combatants have changed, if its page shows this fight."""
    shown = Seat.objects.filter(pk=seat_id, campaign__on_table=encounter.pk)
    Seat.objects.filter(pk__in=shown.values("pk")).update(changes=F("changes") + 1)


def _list_playable(encounter: Encounter) -> list[tuple[str, bool]]:
    """Return the id of each combatant, and whether players may play it."""
    if encounter.opened:
        state = read_view(build_dm_viewer(encounter)).state
        everybody = [*(each.stat_block for each in state.combatants.values()), *state.coming]
        return [(each.id, each.played) for each in everybody]
    stat_blocks = build_roster([row.definition for row in encounter.combatants.all()], read_setting(encounter))
    return [(each.id, each.played) for each in stat_blocks]
