"""Seats at the table: joining by code, personal links, who plays whom. The only writer of seats and holds."""

import secrets
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from encounters import times
from encounters.errors import Bad, Forbidden, Late, Missing
from encounters.models import CODE_LENGTH, HERE_SECONDS, Absence, Encounter, Seat, SeatHold, new_code
from encounters.selectors import game_view
from encounters.services.doorbell import ring, ring_after_commit
from encounters.services.preparing import figures_of, setting_of
from encounters.throttle import WRONG_CODES, WRONG_LINKS, Caller
from encounters.viewers import Role, Viewer, dm, hashed

RESERVED = ("dm", "default", "bot", "public")
"""Names by which the log tells who answered when no person did."""

ALERTS = ("orders", "asked", "next", "received", "nudge")
"""What a player's seat may be alerted to. That a segment begins is heard from a screen, which keeps that itself."""

WAYS = ("touch", "sound")
"""By what it is alerted."""


@dataclass(frozen=True)
class Joined:
    """A seat, and the secret that its holder keeps: it is told once and only its hash is stored."""

    seat: Seat
    token: str


def join(code: str, name: str, kind: str, address: str = "") -> Joined:
    """Take a seat by the table's code.

    Raises Missing for a wrong code, TooMany after too many of them from this address, and what ``sit_down`` raises.
    """
    return sit_down(find_table(code, Caller(address)), name, kind)


def sit_down(encounter: Encounter, name: str, kind: str) -> Joined:
    """Take a seat at a table.

    Raises Forbidden where the door is closed, Late where the name is taken or every seat, Bad for an impossible name.
    """
    if not encounter.door_open:
        raise Forbidden("The DM has closed the door.", "code")
    name = " ".join(name.split())
    if not 0 < len(name) <= 40 or name.lower() in RESERVED:
        raise Bad("A name has 1 to 40 letters, and is your own.", "name")
    if kind not in Seat.Kind.values:
        raise Bad("You play, or you watch.", "kind")
    if Seat.objects.filter(encounter=encounter, left=None).count() >= settings.LIMITS["seats"]:
        raise Late("Every seat at this table is taken. Ask the DM to release some.", "name")
    token = secrets.token_urlsafe(32)
    try:
        with transaction.atomic():
            seat = Seat.objects.create(encounter=encounter, kind=kind, name=name, token_hash=hashed(token))
    except IntegrityError as problem:
        message = f"Somebody here is already called {name}. If that is you, ask the DM for your personal link."
        raise Late(message, "name") from problem
    ring_after_commit(encounter.pk, encounter.position)
    return Joined(seat, token)


def find_table(code: str, caller: Caller) -> Encounter:
    """Return the encounter of this code. Raises Missing, and TooMany after too many wrong codes in a minute."""
    WRONG_CODES.refuse_if_spent(caller)
    code = "".join(code.upper().split()).replace("-", "")
    encounter = Encounter.tables.filter(code=code).first() if len(code) == CODE_LENGTH else None
    if encounter is None:
        WRONG_CODES.count(caller)
        raise Missing("No table has this code.", "code")
    return encounter


# Personal links.


def make_link(viewer: Viewer, seat_id: int | None = None) -> str:
    """A secret that moves a seat to another device, once: one's own; for the DM anyone's. A new one ends the last."""
    seat = _seat(viewer, seat_id)
    secret = secrets.token_urlsafe(32)
    Seat.objects.filter(pk=seat.pk).update(link_hash=hashed(secret))
    return secret


def follow_link(secret: str, address: str = "") -> Joined:
    """Move the seat to whoever has its link: the link is spent and the other device has the seat no longer.

    The seat is silent until alerts are turned on there. A right link always works: it is too long to be guessed.
    """
    token = secrets.token_urlsafe(32)
    with transaction.atomic():
        seat = Seat.objects.select_for_update().filter(link_hash=hashed(secret), left=None).first()
        if seat is not None:
            seat.link_hash, seat.token_hash, seat.last_seen = None, hashed(token), timezone.now()
            seat.alerts = []  # what sounds on one device was not turned on for another
            seat.save(update_fields=["link_hash", "token_hash", "last_seen", "alerts"])
            ring_after_commit(seat.encounter_id, seat.encounter.position)
    if seat is None:
        WRONG_LINKS.refuse_if_spent(address)
        WRONG_LINKS.count(address)
        raise Missing("This link has been used, or was never one. Ask the DM for another.", "link")
    return Joined(seat, token)


def release(viewer: Viewer, seat_id: int | None = None) -> None:
    """Give a seat up: one's own, or for the DM anyone's. Its figures are the DM's again."""
    with _holding(viewer) as encounter:
        seat = _seat(viewer, seat_id)
        for hold in seat.holds.filter(until_position=None):
            _let_go(encounter, hold)
        Seat.objects.filter(pk=seat.pk).update(left=timezone.now(), link_hash=None)


# Who plays whom.


def pick(viewer: Viewer, combatant: str) -> None:
    """Play a figure that is a player's and free; several may be one person's.

    Raises Missing where there is none by that id to pick, Late where another plays it.
    """
    if viewer.role is not Role.PLAYER:
        raise Forbidden("Only players pick a character.")
    with _holding(viewer) as encounter:
        if combatant not in pickable(encounter):
            raise Missing("There is nobody of that name to play.", "combatant")
        held = encounter.holds.filter(combatant=combatant, until_position=None).first()
        if held is not None and held.seat_id != viewer.seat_id:
            raise Late("Somebody else plays that character.", "combatant")
        if held is None:
            _take(encounter, _seat(viewer, None), combatant)


def put_down(viewer: Viewer, combatant: str) -> None:
    """Play a figure no longer."""
    if viewer.role is not Role.PLAYER:
        raise Forbidden("Only players have characters to put down.")
    with _holding(viewer) as encounter:
        held = encounter.holds.filter(combatant=combatant, until_position=None, seat_id=viewer.seat_id or 0).first()
        if held is None:
            raise Missing("You do not play that character.", "combatant")
        _let_go(encounter, held)


def give(viewer: Viewer, combatant: str, seat_id: int | None) -> None:
    """The DM gives a figure, any figure, to a seat, or takes it himself (None)."""
    _dm_only(viewer)
    with _holding(viewer) as encounter:
        if combatant not in figure_ids(encounter):
            raise Missing("There is nobody of that name here.", "combatant")
        held = encounter.holds.filter(combatant=combatant, until_position=None).first()
        if held is not None and held.seat_id != seat_id:
            _let_go(encounter, held)
        if seat_id is not None and (held is None or held.seat_id != seat_id):
            seat = _seat(viewer, seat_id)
            if seat.kind != Seat.Kind.PLAYER:
                raise Bad("Spectators play nobody.", "seat")
            _take(encounter, seat, combatant)


def pickable(encounter: Encounter) -> tuple[str, ...]:
    """Ids of the figures that players may pick, in roster order, free or not."""
    return tuple(id for id, played in _figures(encounter) if played)


def figure_ids(encounter: Encounter) -> tuple[str, ...]:
    """Ids of all figures, in roster order."""
    return tuple(id for id, _ in _figures(encounter))


# What the DM sets of a table, and a person of a seat.


def set_door(viewer: Viewer, open: bool) -> None:
    """Open or close the door: whether the code lets anybody in. Who is in stays."""
    _dm_only(viewer)
    Encounter.objects.filter(pk=viewer.encounter_id).update(door_open=open)


def renew_code(viewer: Viewer) -> str:
    """Another join code; the old one is nobody's. Who has a seat keeps it."""
    _dm_only(viewer)
    while True:
        code = new_code()
        try:
            with transaction.atomic():
                Encounter.objects.filter(pk=viewer.encounter_id).update(code=code)
            return code
        except IntegrityError:
            continue


def mute(viewer: Viewer, seat_id: int, on: bool) -> None:
    """Turn a seat's alerts off, or let it have them again."""
    _dm_only(viewer)
    Seat.objects.filter(pk=_seat(viewer, seat_id).pk).update(muted=on)
    _tell_of_alerts(viewer)


def mute_all(viewer: Viewer, on: bool) -> None:
    """Turn the alerts of everybody who plays here now off, or let them have them again."""
    _dm_only(viewer)
    players = Seat.objects.filter(encounter_id=viewer.encounter_id, left=None, kind=Seat.Kind.PLAYER)
    players.update(muted=on)
    _tell_of_alerts(viewer)


def set_alerts(viewer: Viewer, alerts: Sequence[str]) -> None:
    """What this person wants to be alerted to on this device (of ALERTS), and by what (of WAYS). Raises Bad."""
    unknown = [alert for alert in alerts if alert not in (*ALERTS, *WAYS)]
    if unknown:
        raise Bad(f"There is no alert '{unknown[0]}'.", "alerts")
    chosen = [each for each in (*ALERTS, *WAYS) if each in alerts]
    Seat.objects.filter(pk=_seat(viewer, None).pk).update(alerts=chosen)
    _tell_of_alerts(viewer)


def _tell_of_alerts(viewer: Viewer) -> None:
    """Pages that are open hear at once of what is muted, or turned on."""
    transaction.on_commit(lambda: ring(viewer.encounter_id, beside="signals"))


def silence(seat: Seat) -> str:
    """Why a reminder is not heard at a seat: "muted" by the DM, "silent" where that is not turned on; "" if it is."""
    if seat.muted:
        return "muted"
    return "" if "nudge" in seat.alerts and any(way in seat.alerts for way in WAYS) else "silent"


def seen(seat_ids: Collection[int]) -> None:
    """These seats' pages are connected just now. What nothing was heard of before this is noted as time away."""
    if not seat_ids:
        return
    now = times.now()
    here = Seat.objects.filter(pk__in=sorted(seat_ids))
    silent = here.filter(last_seen__lte=now - timedelta(seconds=HERE_SECONDS))
    Absence.objects.bulk_create(Absence(seat=seat, began=seat.last_seen, ended=now) for seat in silent)
    here.update(last_seen=now)


def heard_of(viewer: Viewer) -> None:
    """A seat's page asks for something, though nothing was heard of it for some time."""
    silent = Seat.objects.filter(pk=viewer.seat_id or 0, last_seen__lte=times.now() - timedelta(seconds=HERE_SECONDS))
    seen(silent.values_list("pk", flat=True))


@contextmanager
def _holding(viewer: Viewer) -> Iterator[Encounter]:
    """The encounter, locked against inputs while somebody's figures change."""
    with transaction.atomic():
        encounter = Encounter.objects.select_for_update().filter(pk=viewer.encounter_id).first()
        if encounter is None:
            raise Missing("There is no such encounter.")
        yield encounter
        ring_after_commit(encounter.pk, encounter.position)


def _take(encounter: Encounter, seat: Seat, combatant: str) -> None:
    """The seat plays the figure from the next input on; before the opening, from the beginning."""
    begin = encounter.position + 1 if encounter.opened else 0
    SeatHold.objects.create(encounter=encounter, seat=seat, combatant=combatant, from_position=begin)
    Seat.objects.filter(pk=seat.pk).update(changes=F("changes") + 1)


def _let_go(encounter: Encounter, hold: SeatHold) -> None:
    """The seat plays the figure no longer. If nothing happened meanwhile it never did."""
    if encounter.opened and encounter.position >= hold.from_position:
        hold.until_position = encounter.position
        hold.save(update_fields=["until_position"])
    else:
        hold.delete()
    Seat.objects.filter(pk=hold.seat_id).update(changes=F("changes") + 1)


def _seat(viewer: Viewer, seat_id: int | None) -> Seat:
    """One's own seat; for the DM the seat that is named."""
    if not viewer.is_dm and seat_id not in (None, viewer.seat_id):
        raise Forbidden("That seat is not yours.", "seat")
    wanted = (seat_id if viewer.is_dm else viewer.seat_id) or 0
    seat = Seat.objects.filter(encounter_id=viewer.encounter_id, pk=wanted, left=None).first()
    if seat is None:
        raise Missing("Nobody has that seat.", "seat")
    return seat


def _figures(encounter: Encounter) -> list[tuple[str, bool]]:
    """Id of each figure, and whether it is a player's."""
    if encounter.opened:
        state = game_view(dm(encounter)).state
        everybody = [*(each.stat_block for each in state.combatants.values()), *state.coming]
        return [(figure.id, figure.played) for figure in everybody]
    figures = figures_of([row.definition for row in encounter.combatants.all()], setting_of(encounter))
    return [(figure.id, figure.played) for figure in figures]


def _dm_only(viewer: Viewer) -> None:
    if not viewer.is_dm:
        raise Forbidden("Only the DM may do that.")
