"""How long each player has hesitated over a question for which the ruleset counts that. Nothing here writes.

A clock runs from when the phone said that it shows the question, if it said so within ten seconds of the asking, else
from the asking. Somebody who is asked for several figures is asked for one after the other. It stands still while he
waits for the DM's word, while the DM has stopped it, and while his phone is away, unless the DM counts that.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from encounters import times
from encounters.models import HERE_SECONDS, Absence, Clock, Encounter, Input, Pause, Seat
from encounters.selectors import game_view, players_of, standing_of_round
from encounters.viewers import Viewer, dm
from rules.api import OpenQuestion, State, get_ruleset, segments_of_delay
from rules.api import events as e

SEEN_WITHIN = timedelta(seconds=10)
"""How long after the asking a phone may say that it shows the question: so much a slow line is forgiven."""

NOTHING = timedelta()

Stretch = tuple[datetime, datetime]
"""From when until when."""


@dataclass(frozen=True)
class Reading:
    """One clock, read. ``since`` is None where the same person is first asked for another figure, or has no phone.

    ``pauses`` are those of the DM's and those of questions to him, ``away`` is when the phone was away.
    """

    who: str
    token: str
    seat: Seat | None
    asked: datetime
    now: datetime
    since: datetime | None
    seen: datetime | None = None
    asking: Sequence[Stretch] = ()
    paused: Sequence[Stretch] = ()
    away: Sequence[Stretch] = ()
    state: str = "runs"
    counts_away: bool = False
    ruled: int | None = None

    @cached_property
    def counted(self) -> int:
        """Whole seconds that count."""
        if self.since is None:
            return 0
        still = [*self.asking, *self.paused, *(() if self.counts_away else self.away)]
        return (self.now - self.since - _covered(still, self.since, self.now)) // timedelta(seconds=1)

    @property
    def late(self) -> int:
        """Segments lost: those that the DM ruled, else those that were counted."""
        return self.ruled if self.ruled is not None else segments_of_delay(self.counted)

    @property
    def runs(self) -> bool:
        """Whether it goes on counting."""
        return self.state == "runs" and self.ruled is None

    @property
    def asked_dm(self) -> bool:
        """Whether it stood still for a question to the DM."""
        return bool(self.asking)

    def seconds_of(self, stretches: Sequence[Stretch]) -> int:
        """Whole seconds of these that fall within it."""
        begin = self.since or self.now
        return _covered(stretches, begin, self.now) // timedelta(seconds=1)


def has_clocks(ruleset: str) -> bool:
    """Whether a ruleset counts hesitation at all."""
    return any(each.timed is not None for each in get_ruleset(ruleset).questions.values())


def timed_questions(state: State) -> list[OpenQuestion]:
    """The open questions, sealed ones too, over which hesitation is counted."""
    return [question for question in state.open if is_timed(state, question)]


def is_timed(state: State, question: OpenQuestion) -> bool:
    """Whether hesitating over this question is counted."""
    timed = get_ruleset(state.ruleset).questions[question.question].timed
    return timed is not None and timed(state, question)


def read_clocks(encounter_id: int, state: State, now: datetime | None = None) -> dict[str, Reading]:
    """The clock of every timed question that is not yet answered, by its token. ``state`` is the DM's."""
    asked = timed_questions(state)
    if not asked:
        return {}
    return _Clocks(encounter_id, asked, now or times.now()).read()


def clock_of(viewer: Viewer, token: str) -> Reading | None:
    """The clock of a player's own question, by its token in the log; None where there is none."""
    state = game_view(dm(Encounter(pk=viewer.encounter_id))).state
    reading = read_clocks(viewer.encounter_id, state).get(token)
    mine = reading is not None and reading.seat is not None and reading.seat.pk == viewer.seat_id
    return reading if mine else None


class _Clocks:
    """What the clocks of one encounter are read from."""

    def __init__(self, encounter_id: int, asked: Sequence[OpenQuestion], now: datetime) -> None:
        self.asked, self.now = asked, now
        self.players = players_of(encounter_id)
        entries = standing_of_round(game_view(dm(Encounter(pk=encounter_id))))
        made = Input.objects.filter(encounter_id=encounter_id, position__gte=entries[0].input if entries else 0)
        self.made = dict(made.values_list("position", "made_at"))
        tokens = [each.token for each in asked]
        rows = Clock.objects.filter(encounter_id=encounter_id, question__in=tokens).prefetch_related("pauses")
        self.rows = {row.question: row for row in rows}
        self.begins: dict[str, int] = {}
        self.answers: dict[str, int] = {}
        for entry in entries:
            if isinstance(entry.event, e.Asked):
                self.begins[entry.event.id] = entry.input
            elif isinstance(entry.event, e.Answered):
                self.answers[entry.event.id] = entry.input
        self.absences = _absences(self.players.values(), now)

    def read(self) -> dict[str, Reading]:
        return {question.token: self._read(question) for question in self.asked if not question.sealed}

    def asked_at(self, question: OpenQuestion) -> datetime:
        """A question is asked anew, under a token of its own, when a take-back opens it again."""
        return self.made[max(self.begins.get(question.id, 0), question.epoch)]

    def _read(self, question: OpenQuestion) -> Reading:
        row, seat = self.rows.get(question.token), self.players.get(question.who)
        asked = self.asked_at(question)
        ruled = row.ruled if row is not None else None
        since = self._since(question, seat, row)
        if seat is None or since is None:
            return Reading(question.who, question.token, seat, asked, self.now, None, state="waits", ruled=ruled)
        pauses = list(row.pauses.all()) if row is not None else []
        away = self.absences.get(seat.pk, ())
        return Reading(
            question.who,
            question.token,
            seat,
            asked,
            self.now,
            since,
            seen=row.seen if row is not None else None,
            asking=[(each.began, each.ended or self.now) for each in pauses if each.asked],
            paused=[(each.began, each.ended or self.now) for each in pauses if not each.asked],
            away=[(began, ended or self.now) for began, ended in away if (ended or self.now) > since],
            state=_state(pauses, away, counts_away=row is not None and row.counts_away),
            counts_away=row is not None and row.counts_away,
            ruled=ruled,
        )

    def _since(self, question: OpenQuestion, seat: Seat | None, row: Clock | None) -> datetime | None:
        if seat is None:
            return None
        asked = self.asked_at(question)
        seen = row.seen if row is not None else None
        since = seen if seen is not None and asked <= seen <= asked + SEEN_WITHIN else asked
        for other in self.asked:
            if self.players.get(other.who) != seat or other.id == question.id:
                continue
            if other.sealed:
                since = max(since, self.made.get(self.answers.get(other.id, 0), since))
            elif int(other.id) < int(question.id):
                return None
        return since


def _state(pauses: Sequence[Pause], away: Sequence[tuple[datetime, datetime | None]], counts_away: bool) -> str:
    open_ = next((each for each in pauses if each.ended is None), None)
    if open_ is not None:
        return "asks" if open_.asked else "paused"
    return "away" if not counts_away and any(ended is None for _, ended in away) else "runs"


def _absences(seats: Iterable[Seat], now: datetime) -> Mapping[int, list[tuple[datetime, datetime | None]]]:
    """When each seat's phone was away; it is away too when it has not been heard of for some time."""
    by_number = {seat.pk: seat for seat in seats}
    found: dict[int, list[tuple[datetime, datetime | None]]] = {}
    for row in Absence.objects.filter(seat__in=by_number):
        found.setdefault(row.seat_id, []).append((row.began, row.ended))
    for number, seat in by_number.items():
        if (now - seat.last_seen).total_seconds() >= HERE_SECONDS:
            found.setdefault(number, []).append((seat.last_seen, None))
    return found


def _covered(stretches: Iterable[Stretch], begin: datetime, end: datetime) -> timedelta:
    """How much of the time from begin to end lies in any of these."""
    total, reached = NOTHING, begin
    for began, ended in sorted(stretches):
        first, last = max(began, reached), min(ended, end)
        if last > first:
            total += last - first
            reached = last
    return total
