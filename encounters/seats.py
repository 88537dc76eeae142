"""Seats at the table: joining by code, personal links, and seat assignments.

Only this module creates seats and seat assignments.
"""

import secrets
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from itertools import count

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from encounters import times
from encounters.access import find_seat_to_change, find_table_by_code, require_dm, require_player
from encounters.constraints import find_violated
from encounters.errors import Conflict, Forbidden, Invalid, NotFound
from encounters.live.doorbell import ring, ring_after_commit
from encounters.models import HERE_SECONDS, Encounter, Seat, SeatHold, make_code
from encounters.selectors import read_view
from encounters.services.preparing import build_roster, read_setting
from encounters.throttle import WRONG_LINKS, Caller
from encounters.typed import check_typed
from encounters.viewers import Viewer, build_dm_viewer, hash_secret
from rules.api import fold_name, read_letters

RESERVED = ("dm", "thedm", "dungeonmaster", "thedungeonmaster", "default", "bot", "public")
"""Names of the DM, and those that the log uses for answers that no person gave, without blanks."""

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
    """Take a seat by the table's code.

    Raises NotFound for a wrong code, TooMany after too many of them from this address, and what ``take_seat`` raises.
    """
    return take_seat(find_table_by_code(code, Caller(address)), name, kind)


def take_seat(encounter: Encounter, name: str, kind: str) -> Joined:
    """Take a seat at a table.

    Who watches and gives no name is named "Spectator", with a number from the second on.
    Raises Forbidden where the table is closed to new people, and Invalid for a name or kind that is not possible.
    Raises Conflict where the name is taken, or every seat.
    """
    if not encounter.door_open:
        raise Forbidden("The DM has stopped new players joining.", "code")
    name = " ".join(name.split()) or (_find_free_name(encounter) if kind == Seat.Kind.SPECTATOR else "")
    if not 0 < len(name) <= 40:
        raise Invalid("Choose a name of your own, with 1 to 40 letters.", "name")
    check_typed(name, "name")
    _check_name(encounter, name)
    if kind not in Seat.Kind.values:
        raise Invalid("Choose either to play or to watch.", "kind")
    if Seat.objects.filter(encounter=encounter, left=None).count() >= settings.LIMITS["seats"]:
        raise Conflict("Every seat at this table is taken. Ask the DM to release some.", "name")
    token = secrets.token_urlsafe(32)
    try:
        with transaction.atomic():
            seat = Seat.objects.create(encounter=encounter, kind=kind, name=name, token_hash=hash_secret(token))
    except IntegrityError as problem:
        if find_violated(problem, Seat) != "seat_name_once_at_a_table":
            raise
        raise Conflict(TAKEN.format(name), "name") from problem
    ring_after_commit(encounter.pk, encounter.position)
    return Joined(seat, token)


def _check_name(encounter: Encounter, name: str) -> None:
    """Raise Invalid for a name like the DM's, and Conflict for one like a seat's."""
    letters = read_letters(name)
    if "dm" in letters or "".join(letters) in RESERVED:
        raise Invalid(f"“{name}” reads like the DM, or like the table itself. Choose a name of your own.", "name")
    for taken in encounter.seats.filter(left=None).values_list("name", flat=True):
        if fold_name(taken) == fold_name(name):
            raise Conflict(TAKEN.format(taken), "name")


def _find_free_name(encounter: Encounter) -> str:
    """Return a name that no seat has."""
    taken = set(encounter.seats.values_list("name", flat=True))
    names = (f"Spectator {n}" if n > 1 else "Spectator" for n in count(1))
    return next(each for each in names if each not in taken)


# Personal links.


def make_link(viewer: Viewer, seat_id: int | None = None) -> str:
    """Return a secret that moves a seat to another device, once; it replaces the last one.

    Players name no seat and get a secret for their own; the DM may name any seat.
    """
    seat = find_seat_to_change(viewer, seat_id)
    secret = secrets.token_urlsafe(32)
    Seat.objects.filter(pk=seat.pk).update(link_hash=hash_secret(secret))
    return secret


def follow_link(secret: str, address: str = "") -> Joined:
    """Move the seat of this link to the device that follows it, and return it.

    The link is used up, and the other device loses the seat. The seat has no alerts until they are turned on there. A
    right link always works: it is too long to be guessed. Raises NotFound for a wrong link, and TooMany after too many
    of them from this address.
    """
    token = secrets.token_urlsafe(32)
    with transaction.atomic():
        seat = Seat.objects.select_for_update().filter(link_hash=hash_secret(secret), left=None).first()
        if seat is not None:
            seat.link_hash, seat.token_hash, seat.last_seen = None, hash_secret(token), timezone.now()
            seat.alerts = []  # alerts that were turned on for one device were not for another
            seat.save(update_fields=["link_hash", "token_hash", "last_seen", "alerts"])
            ring_after_commit(seat.encounter_id, seat.encounter.position)
    if seat is None:
        WRONG_LINKS.refuse_if_spent(address)
        WRONG_LINKS.count(address)
        raise NotFound("This link does not work, or was used already. Ask the DM for another.", "link")
    return Joined(seat, token)


def release(viewer: Viewer, seat_id: int | None = None) -> None:
    """Give up a seat: a player their own, the DM any. Its combatants return to the DM."""
    with _lock_assignments(viewer) as encounter:
        seat = find_seat_to_change(viewer, seat_id)
        for hold in seat.holds.filter(until_position=None):
            _end_assignment(encounter, hold)
        Seat.objects.filter(pk=seat.pk).update(left=timezone.now(), link_hash=None)


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


# Settings of a table and of a seat.


def set_door_open(viewer: Viewer, open: bool) -> None:
    """Set whether the code lets new people in. People who have a seat stay."""
    require_dm(viewer)
    Encounter.objects.filter(pk=viewer.encounter_id).update(door_open=open)


def renew_code(viewer: Viewer) -> str:
    """Replace the join code and return it. People who have a seat keep it."""
    require_dm(viewer)
    while True:
        code = make_code()
        try:
            with transaction.atomic():
                Encounter.objects.filter(pk=viewer.encounter_id).update(code=code)
            return code
        except IntegrityError:
            continue


def mute(viewer: Viewer, seat_id: int, on: bool) -> None:
    """Turn a seat's alerts off, or on again."""
    require_dm(viewer)
    Seat.objects.filter(pk=find_seat_to_change(viewer, seat_id).pk).update(muted=on)
    _publish_alerts(viewer)


def mute_all(viewer: Viewer, on: bool) -> None:
    """Turn the alerts of all players at this table off, or on again."""
    require_dm(viewer)
    players = Seat.objects.filter(encounter_id=viewer.encounter_id, left=None, kind=Seat.Kind.PLAYER)
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
    Seat.objects.filter(pk=seat.pk).update(changes=F("changes") + 1)


def _end_assignment(encounter: Encounter, hold: SeatHold) -> None:
    """End a seat assignment. It is deleted if no input was made meanwhile."""
    if encounter.opened and encounter.position >= hold.from_position:
        hold.until_position = encounter.position
        hold.save(update_fields=["until_position"])
    else:
        hold.delete()
    Seat.objects.filter(pk=hold.seat_id).update(changes=F("changes") + 1)


def _list_playable(encounter: Encounter) -> list[tuple[str, bool]]:
    """Return the id of each combatant, and whether players may play it."""
    if encounter.opened:
        state = read_view(build_dm_viewer(encounter)).state
        everybody = [*(each.stat_block for each in state.combatants.values()), *state.coming]
        return [(each.id, each.played) for each in everybody]
    stat_blocks = build_roster([row.definition for row in encounter.combatants.all()], read_setting(encounter))
    return [(each.id, each.played) for each in stat_blocks]
