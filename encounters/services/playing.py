"""The taking of inputs: one transaction each, in one order for each encounter."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import OuterRef, Q

from encounters import models, times
from encounters.access import require_player
from encounters.constraints import find_violated
from encounters.errors import Conflict, Forbidden, Invalid, NotFound, Rejected, RulesHaveChanged
from encounters.live.doorbell import ring_after_commit
from encounters.measures import BY_CLAUSE, INPUTS, REFUSALS, count_rejected
from encounters.request_ids import find_request_id
from encounters.services import games
from encounters.services.declarations import index_declarations, mark_taken_back
from encounters.stored import read_records
from encounters.typed import check_typed, list_texts
from encounters.viewers import Viewer
from rules.api import (
    MOST_COMBATANTS,
    Arrive,
    BadData,
    BadInput,
    CallMorale,
    EndEncounter,
    Game,
    GiveAnswer,
    GiveFaces,
    Input,
    MakeRuling,
    Record,
    Refusal,
    RulesChanged,
    StaleInput,
    TakeBack,
    encode_event,
    encode_input,
    is_answerable,
    normalise_input,
)
from rules.api import events as e

TAP = re.compile(r"[A-Za-z0-9_-]{1,48}", re.ASCII)

LONGEST_TEXT = 10_000
"""The most letters of one text in an input; notes and names have far fewer."""

TRIES = 100
"""The claims that a request loses before it gives up; each one lost went to another input."""

RACES = ("input_position_once", "input_tap_once")
"""The constraints that another input, taken at the same time, may violate: the claim is tried again."""

Also = Callable[[models.Encounter], None]
"""Work in the transaction of an input, once the position is claimed: nobody else writes to the encounter meanwhile.

It raises Rejected where the input must not be taken; then nothing is recorded.
"""

NOT_YOURS = "That question was already answered, or is no longer asked of you."
"""The message for a question that is closed, is another person's, or never was.

They get the same message, because the viewer may not learn which it is.
"""


@dataclass(frozen=True)
class Outcome:
    """The result of an input."""

    position: int
    """The position of the input."""
    events: tuple[e.Event, ...]
    refusal: Refusal | None = None
    """The clause that refused the input, with the reason."""
    repeated: bool = False
    """This tap was given before; the outcome is that of the first time."""


class _ClaimLost(Exception):
    """A lost claim: another input took the position."""


def submit(viewer: Viewer, tap: str, *given: Input, also: Also | None = None) -> Outcome:
    """Take one input, or several together or not at all.

    ``tap`` is the id of one tap: if it comes again, the first outcome is returned, and ``also`` is not done again.
    Raises Rejected, and then nothing is recorded. With several inputs the outcome has all their events, and the
    position and refusal of the first refused one, else of the last.
    """
    if not given:
        raise Invalid("Nothing was sent.")
    if not TAP.fullmatch(tap):
        raise Invalid("Every action carries an id of its own: 1 to 48 letters, digits and dashes.", "tap")
    with count_rejected():
        plain = _as_stored(given)
        return _submit_in_turn(lambda: _submit_once(viewer, tap, plain, games.take, also))


def number_tap(tap: str, number: int) -> str:
    """Return the id of one of several submissions of a tap; the first has that of the tap."""
    return f"{tap[:40]}-{number}" if number else tap


def find_first_outcome(viewer: Viewer, tap: str) -> Outcome | None:
    """Return the outcome of this viewer's tap with this id; None where there is none."""
    if not TAP.fullmatch(tap):
        return None
    inputs = models.Input.objects.filter(encounter_id=viewer.encounter_id, tap=tap, part=0)
    is_own = list(inputs.values_list("seat_id", flat=True)) == [viewer.seat_id]
    return _find_outcome(viewer, tap) if is_own else None


def submit_past_changed_rules(
    viewer: Viewer, tap: str, given: TakeBack | EndEncounter, also: Also | None = None
) -> Outcome:
    """Take a round back whole, or end the fight, where it no longer follows from the rules."""

    def set_aside(encounter_id: int, position: int) -> Game:
        return games.load(games.SetAside, encounter_id)

    with count_rejected():
        return _submit_in_turn(lambda: _submit_once(viewer, tap, (given,), set_aside, also))


def _as_stored(given: Sequence[Input]) -> list[Input]:
    """Return inputs as they will be read back, so that playing them again gives the same.

    Raises Invalid for an input that cannot be stored, or with a text that is too long or holds what no text may.
    """
    try:
        stored = [normalise_input(each) for each in given]
    except BadData as problem:
        raise Invalid(str(problem), problem.path) from problem
    for encoded in map(encode_input, stored):
        if any(len(text) > LONGEST_TEXT for _, text in list_texts(encoded)):
            raise Invalid(f"A text has at most {LONGEST_TEXT:,} letters. Shorten it and send it again.", "note")
        check_typed(encoded)
    return stored


def _submit_in_turn(attempt: Callable[[], Outcome]) -> Outcome:
    lost: Exception | None = None
    for _ in range(TRIES):
        try:
            return attempt()
        except _ClaimLost as problem:
            lost = problem
        except IntegrityError as problem:
            if find_violated(problem, models.Input) not in RACES:
                raise
            lost = problem
        except RulesChanged as problem:
            raise RulesHaveChanged(
                "These rules were updated during the round and give another result. Reopen the round, or end the fight."
            ) from problem
        except StaleInput as problem:
            raise Conflict(str(problem), problem.field) from problem
        except BadInput as problem:
            raise Invalid(str(problem), problem.field) from problem
    raise Conflict("The table is very busy. Nothing was recorded: try again.") from lost


def _submit_once(
    viewer: Viewer, tap: str, given: Sequence[Input], take: Callable[[int, int], Game], also: Also | None
) -> Outcome:
    with games.lock_game(viewer.encounter_id), transaction.atomic():
        encounter, events = _find_opened(viewer)
        first = encounter.position + 1
        _claim(encounter, len(given))
        if repeated := _find_outcome(viewer, tap):
            transaction.set_rollback(True)
            return repeated
        if also is not None:
            also(encounter)
        game = take(encounter.pk, encounter.position)
        _check_permission(viewer, given, game)
        _refuse_too_many(given, game)
        records = [_feed(encounter.pk, game, each, is_first=part == 0) for part, each in enumerate(given)]
        _append(encounter, viewer, tap, records, events)
        _note_state(encounter, game)
        if type(game) is Game:
            transaction.on_commit(lambda: games.keep(encounter.pk, game))
        ring_after_commit(encounter.pk, first + len(given) - 1)
    _count(records)
    return _build_outcome(records)


def _count(records: Sequence[Record]) -> None:
    for record in records:
        INPUTS.labels(type(record.input).__name__).inc()
        if _find_refusal(record):
            REFUSALS.labels(BY_CLAUSE).inc()


def _feed(encounter_id: int, game: Game, given: Input, is_first: bool) -> Record:
    """Give the game an input.

    One that it refuses as the first of its request, without a trace, does not cost the next request the whole fold.
    """
    before = game.state
    try:
        return game.submit(given)
    except BadInput:
        if is_first and game.state is before and type(game) is Game:
            games.keep(encounter_id, game)
        raise


def _find_opened(viewer: Viewer) -> tuple[models.Encounter, int]:
    """Return the encounter, and how many events its log has.

    Both are right if the next position is then claimed: no other input was taken in between.
    """
    last = models.Event.objects.filter(encounter=OuterRef("pk")).order_by("-position").values("position")[:1]
    encounter = models.Encounter.objects.filter(pk=viewer.encounter_id).annotate(last_event=last).first()
    if encounter is None:
        raise NotFound("There is no such encounter.")
    if not encounter.opened:
        raise Conflict("This encounter has not begun.")
    return encounter, encounter.last_event + 1


def _claim(encounter: models.Encounter, count: int) -> None:
    """Claim the next positions. Raises _ClaimLost where another request has claimed them first."""
    here = models.Encounter.objects.filter(pk=encounter.pk, position=encounter.position)
    if here.update(position=encounter.position + count) != 1:
        raise _ClaimLost


def _find_outcome(viewer: Viewer, tap: str) -> Outcome | None:
    """Return the outcome of an earlier tap with this id; None where there is none.

    Raises Conflict where another person's tap had this id.
    """
    rows = list(models.Input.objects.filter(encounter_id=viewer.encounter_id, tap=tap))
    if not rows:
        return None
    if rows[0].seat_id != viewer.seat_id:
        raise Conflict("That id belongs to another tap.", "tap")
    stored = read_records(viewer.encounter_id, rows[0].position - 1)
    return _build_outcome(stored[: len(rows)], repeated=True)


def _build_outcome(records: Sequence[Record], repeated: bool = False) -> Outcome:
    record = next((each for each in records if _find_refusal(each)), records[-1])
    events = tuple(event for each in records for event in each.events)
    return Outcome(record.position, events, _find_refusal(record), repeated)


def _find_refusal(record: Record) -> Refusal | None:
    """Return the clause that refused an answer. A refused answer gives only this one event."""
    match record.input, record.events:
        case ((GiveAnswer() | CallMorale()), [e.Refused(clause=clause, reason=reason)]):
            return Refusal(clause, reason)
    return None


def _append(encounter: models.Encounter, viewer: Viewer, tap: str, records: Sequence[Record], begin: int) -> None:
    """Store inputs and their events, the first event at the position ``begin`` of the log."""
    now = times.now()
    rows = models.Input.objects.bulk_create(
        models.Input(
            encounter=encounter,
            position=record.position,
            seat_id=viewer.seat_id,
            tap=tap,
            part=part,
            payload=encode_input(record.input),
            made_at=now,
            request_id=find_request_id(),
        )
        for part, record in enumerate(records)
    )
    events = [(row, event) for row, record in zip(rows, records, strict=True) for event in record.events]
    stored = append_events(encounter, events, begin)
    index_declarations(encounter, stored, [event for _, event in events])
    if any(isinstance(record.input, TakeBack) for record in records):
        mark_taken_back(encounter, records[-1].position)


def append_events(
    encounter: models.Encounter, events: Iterable[tuple[models.Input | None, e.Event]], begin: int
) -> list[models.Event]:
    """Store events, each with its input, from a position of the log on, and return their rows.

    Without an input they are the opening.
    """
    return models.Event.objects.bulk_create(
        models.Event(
            encounter=encounter, position=position, input=row, round=event.round, kind=event.kind,
            data=encode_event(event),
        )
        for position, (row, event) in enumerate(events, begin)
    )  # fmt: skip


def _note_state(encounter: models.Encounter, game: Game) -> None:
    state = models.Encounter.State.ENDED if game.state.ended else models.Encounter.State.PLAYING
    if encounter.state != state:
        models.Encounter.objects.filter(pk=encounter.pk).update(state=state)


def _refuse_too_many(given: Sequence[Input], game: Game) -> None:
    """Raise Invalid where more than MOST_COMBATANTS would be in the fight."""
    known = {*game.state.combatants, *(each.id for each in game.state.coming)}
    come = {each.id for arrival in given if isinstance(arrival, Arrive) for each in arrival.stat_blocks}
    if come - known and len(known | come) > MOST_COMBATANTS:
        raise Invalid(f"A fight has at most {MOST_COMBATANTS} combatants.", "count")


# Permissions.


def _check_permission(viewer: Viewer, given: Sequence[Input], game: Game) -> None:
    """Raise Rejected unless the viewer may give these inputs.

    The DM may give any. A player may answer, roll and type for the combatants that they play. Others may give none.
    """
    if viewer.is_dm:
        return
    try:
        require_player(viewer, "Spectators watch.")
        played = _list_played(viewer)
        for each in given:
            _check_player_permission(each, played, game)
    except Rejected:
        # The game has not changed: the next request may use it as it is.
        games.keep(viewer.encounter_id, game)
        raise


def _check_player_permission(given: Input, played: set[str], game: Game) -> None:
    if isinstance(given, GiveAnswer | GiveFaces):
        if _find_asked(given, game) not in played:
            raise Conflict(NOT_YOURS, "token")
        return
    of_dice = isinstance(given, MakeRuling) and all(
        change.what == "types_dice" and change.who in played for change in given.changes
    )
    if not of_dice:
        raise Forbidden("Only the DM may do that.")


def _find_asked(given: GiveAnswer | GiveFaces, game: Game) -> str | None:
    """Return the combatant to which an open question or roll is put; None where it is neither."""
    state = game.state
    if isinstance(given, GiveAnswer):
        question = state.question(given.token)
        return question.who if question is not None and is_answerable(state, question) else None
    return next((roll.by for roll in state.open_rolls if roll.token == given.token), None)


def _list_played(viewer: Viewer) -> set[str]:
    """Return the combatants that the viewer plays at this encounter.

    At another one, somebody else may play combatants of these names.
    """
    seat = Q(seat_id=viewer.seat_id or 0, seat__left=None)
    holds = models.SeatHold.objects.filter(seat, encounter_id=viewer.encounter_id, until_position=None)
    return set(holds.values_list("combatant", flat=True))
