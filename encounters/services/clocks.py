"""The measuring of hesitation: reports of phones, questions to the DM, the DM's rulings.

None of these is an input. Their result is the delay that is written into the answer's input.
"""

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction

from encounters import times
from encounters.access import require_dm, require_player
from encounters.clocks import SEEN_WITHIN, Reading, has_clocks, read_clocks
from encounters.errors import Conflict, Invalid
from encounters.live.doorbell import ring
from encounters.models import HEARD_SECONDS, Absence, Clock, Encounter, Pause, Seat
from encounters.selectors import Names, read_view
from encounters.viewers import Role, Viewer, build_dm_viewer
from rules.api import SEGMENTS, ViewerLog

GONE = "That question was already answered, or is no longer asked of you."


def read_delay(viewer: Viewer, token: str, now: datetime, shown: ViewerLog | None = None) -> tuple[int, bool]:
    """Return the segments that the answer to a question took, and whether the DM was asked.

    ``token`` is the question's token in the log. ``shown`` is what the viewer was shown, as far as it was read.
    """
    if not (has_clocks(shown.state.ruleset) if shown is not None else _is_counted(viewer.encounter_id)):
        return 0, False
    reading = _read_clocks(viewer.encounter_id, now).get(token)
    return (reading.late, reading.asked_dm) if reading is not None else (0, False)


def note_question_shown(viewer: Viewer, token: str) -> None:
    """Record that a phone shows a question.

    Only the first report counts, and only soon after the asking.
    """
    if viewer.role is not Role.PLAYER or not _is_counted(viewer.encounter_id):
        return
    now = times.now()
    reading = _read_clocks(viewer.encounter_id, now).get(Names(viewer).find_token(token))
    if reading is None or reading.seat is None or reading.seat.pk != viewer.seat_id or reading.seen is not None:
        return
    if now <= reading.asked + SEEN_WITHIN:
        row = _find_row(viewer, reading)
        if Clock.objects.filter(pk=row.pk, seen=None).update(seen=now):
            _ring_for_clocks(viewer)


def note_ready(viewer: Viewer) -> None:
    """Record that a player knows what hesitation costs: from now on their clocks run."""
    require_player(viewer, "Only players are asked for orders.")
    if Seat.objects.filter(pk=viewer.seat_id or 0, ready=None).update(ready=times.now()):
        _ring_for_clocks(viewer)


def ask_dm(viewer: Viewer, token: str) -> None:
    """Stop a player's clock for a question to the DM, until the DM lets it go on."""
    require_player(viewer, "Only players are asked for orders.")
    reading = _find_clock(viewer, token)
    if reading.seat is None or reading.seat.pk != viewer.seat_id:
        raise Conflict(GONE, "token")
    _stop_clock(viewer, reading, asked=True)


def pause_clock(viewer: Viewer, token: str) -> None:
    """Stop a clock, as the DM."""
    require_dm(viewer)
    _stop_clock(viewer, _find_clock(viewer, token), asked=False)


def let_clock_go_on(viewer: Viewer, token: str) -> None:
    """Let a clock go on: the DM has answered, or has stopped it for long enough."""
    require_dm(viewer)
    row = _find_row(viewer, _find_clock(viewer, token))
    Pause.objects.filter(clock=row, ended=None).update(ended=times.now())
    _ring_for_clocks(viewer)


def rule_clock(viewer: Viewer, token: str, segments: int | None, counts_away: bool) -> None:
    """Set the segments lost on a clock (None: those counted), and whether time away counts."""
    require_dm(viewer)
    if segments is not None and not 0 <= segments <= SEGMENTS:
        raise Invalid(f"A delay is 0 to {SEGMENTS} segments.", "segments")
    row = _find_row(viewer, _find_clock(viewer, token))
    row.ruled, row.counts_away = segments, counts_away
    row.save(update_fields=["ruled", "counts_away"])
    _ring_for_clocks(viewer)


def note_away(viewer: Viewer) -> None:
    """Record that a player's phone is put down."""
    if viewer.role is Role.PLAYER and _is_counted(viewer.encounter_id):
        try:
            with transaction.atomic():
                Absence.objects.create(seat_id=viewer.seat_id or 0, began=times.now())
        except IntegrityError:
            return  # it was away already
        _ring_for_clocks(viewer)


def note_heard(viewer: Viewer) -> None:
    """Record that a player's page has just said something, on its socket or by a request.

    Silence before it counts as time away, be it the phone's, the network's or the server's.
    """
    if viewer.role is not Role.PLAYER or not _is_counted(viewer.encounter_id):
        return
    now = times.now()
    seats = Seat.objects.filter(pk=viewer.seat_id or 0)
    if seats.filter(heard__gt=now - timedelta(seconds=HEARD_SECONDS)).update(heard=now):
        return
    with transaction.atomic():
        for seat in seats.select_for_update():
            Absence.objects.create(seat=seat, began=seat.heard, ended=now)
            seats.update(heard=now)
    _ring_for_clocks(viewer)


def note_back(viewer: Viewer) -> None:
    """Record a sign of life of a player's phone: it reports it, or asks for anything at all."""
    if viewer.role is not Role.PLAYER:
        return
    if Absence.objects.filter(seat_id=viewer.seat_id or 0, ended=None).update(ended=times.now()):
        _ring_for_clocks(viewer)


def _stop_clock(viewer: Viewer, reading: Reading, *, asked: bool) -> None:
    row = _find_row(viewer, reading)
    try:
        with transaction.atomic():
            Pause.objects.create(clock=row, asked=asked, began=times.now())
    except IntegrityError:
        return  # it stands still already
    _ring_for_clocks(viewer)


def _is_counted(encounter_id: int) -> bool:
    ruleset = Encounter.objects.filter(pk=encounter_id).values_list("ruleset", flat=True).first()
    return ruleset is not None and has_clocks(ruleset)


def _read_clocks(encounter_id: int, now: datetime) -> dict[str, Reading]:
    try:
        view = read_view(build_dm_viewer(Encounter(pk=encounter_id)))
    except Conflict:
        return {}
    return read_clocks(view, now)


def _find_clock(viewer: Viewer, token: str) -> Reading:
    """Return the clock of the open question that this viewer was shown by this token.

    Raises Conflict where there is none.
    """
    reading = None
    if _is_counted(viewer.encounter_id):
        reading = _read_clocks(viewer.encounter_id, times.now()).get(Names(viewer).find_token(token))
    if reading is None:
        raise Conflict(GONE, "token")
    return reading


def _find_row(viewer: Viewer, reading: Reading) -> Clock:
    row, _ = Clock.objects.get_or_create(encounter_id=viewer.encounter_id, question=reading.token)
    return row


def _ring_for_clocks(viewer: Viewer) -> None:
    ring(viewer.encounter_id)
