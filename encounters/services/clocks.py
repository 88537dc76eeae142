"""The measuring of hesitation: reports of phones, questions to the DM, the DM's rulings.

None of these is an input. Their result is the delay that is written into the answer's input.
"""

from datetime import datetime

from django.db import IntegrityError, transaction

from encounters import times
from encounters.clocks import SEEN_WITHIN, Reading, has_clocks, read_clocks
from encounters.errors import Bad, Forbidden, Late
from encounters.models import Absence, Clock, Encounter, Pause
from encounters.names import Names
from encounters.selectors import game_view
from encounters.services.doorbell import ring
from encounters.viewers import Role, Viewer, dm
from rules.api import SEGMENTS

GONE = "That question was already answered, or is no longer asked of you."


def delay_of(viewer: Viewer, token: str, now: datetime) -> tuple[int, bool]:
    """Return the segments that the answer to a question took, and whether the DM was asked.

    ``token`` is the question's token in the log.
    """
    if not _is_counted(viewer.encounter_id):
        return 0, False
    reading = _readings(viewer.encounter_id, now).get(token)
    return (reading.late, reading.asked_dm) if reading is not None else (0, False)


def saw(viewer: Viewer, token: str) -> None:
    """Record that a phone shows a question.

    Only the first report counts, and only soon after the asking.
    """
    if viewer.role is not Role.PLAYER or not _is_counted(viewer.encounter_id):
        return
    now = times.now()
    reading = _readings(viewer.encounter_id, now).get(Names(viewer).token(token))
    if reading is None or reading.seat is None or reading.seat.pk != viewer.seat_id or reading.seen is not None:
        return
    if now <= reading.asked + SEEN_WITHIN:
        row = _row(viewer, reading)
        if Clock.objects.filter(pk=row.pk, seen=None).update(seen=now):
            _ring(viewer)


def ask_dm(viewer: Viewer, token: str) -> None:
    """Stop a player's clock for a question to the DM, until the DM lets it go on."""
    if viewer.role is not Role.PLAYER:
        raise Forbidden("Only players are asked for orders.")
    reading = _reading(viewer, token)
    if reading.seat is None or reading.seat.pk != viewer.seat_id:
        raise Late(GONE, "token")
    _pause(viewer, reading, asked=True)


def pause_clock(viewer: Viewer, token: str) -> None:
    """Stop a clock, as the DM."""
    _dm_only(viewer)
    _pause(viewer, _reading(viewer, token), asked=False)


def let_clock_go_on(viewer: Viewer, token: str) -> None:
    """Let a clock go on: the DM has answered, or has stopped it for long enough."""
    _dm_only(viewer)
    row = _row(viewer, _reading(viewer, token))
    Pause.objects.filter(clock=row, ended=None).update(ended=times.now())
    _ring(viewer)


def rule_clock(viewer: Viewer, token: str, segments: int | None, counts_away: bool) -> None:
    """Set the segments lost on a clock (None: those counted), and whether time away counts."""
    _dm_only(viewer)
    if segments is not None and not 0 <= segments <= SEGMENTS:
        raise Bad(f"A delay is 0 to {SEGMENTS} segments.", "segments")
    row = _row(viewer, _reading(viewer, token))
    row.ruled, row.counts_away = segments, counts_away
    row.save(update_fields=["ruled", "counts_away"])
    _ring(viewer)


def went_away(viewer: Viewer) -> None:
    """Record that a player's phone is put down."""
    if viewer.role is Role.PLAYER and _is_counted(viewer.encounter_id):
        try:
            with transaction.atomic():
                Absence.objects.create(seat_id=viewer.seat_id or 0, began=times.now())
        except IntegrityError:
            return  # it was away already
        _ring(viewer)


def came_back(viewer: Viewer) -> None:
    """Record a sign of life of a player's phone: it reports it, or asks for anything at all."""
    if viewer.role is not Role.PLAYER:
        return
    if Absence.objects.filter(seat_id=viewer.seat_id or 0, ended=None).update(ended=times.now()):
        _ring(viewer)


def _pause(viewer: Viewer, reading: Reading, *, asked: bool) -> None:
    row = _row(viewer, reading)
    try:
        with transaction.atomic():
            Pause.objects.create(clock=row, asked=asked, began=times.now())
    except IntegrityError:
        return  # it stands still already
    _ring(viewer)


def _is_counted(encounter_id: int) -> bool:
    ruleset = Encounter.objects.filter(pk=encounter_id).values_list("ruleset", flat=True).first()
    return ruleset is not None and has_clocks(ruleset)


def _readings(encounter_id: int, now: datetime) -> dict[str, Reading]:
    try:
        state = game_view(dm(Encounter(pk=encounter_id))).state
    except Late:
        return {}
    return read_clocks(encounter_id, state, now)


def _reading(viewer: Viewer, token: str) -> Reading:
    """Return the clock of the open question that this viewer was shown by this token.

    Raises Late where there is none.
    """
    reading = None
    if _is_counted(viewer.encounter_id):
        reading = _readings(viewer.encounter_id, times.now()).get(Names(viewer).token(token))
    if reading is None:
        raise Late(GONE, "token")
    return reading


def _row(viewer: Viewer, reading: Reading) -> Clock:
    row, _ = Clock.objects.get_or_create(encounter_id=viewer.encounter_id, question=reading.token)
    return row


def _ring(viewer: Viewer) -> None:
    ring(viewer.encounter_id, beside="clocks")


def _dm_only(viewer: Viewer) -> None:
    if not viewer.is_dm:
        raise Forbidden("Only the DM may do that.")
