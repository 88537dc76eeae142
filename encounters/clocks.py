"""Clocks that measure how long each player hesitates over a question. Nothing here writes.

Only some questions of some procedures have a clock. None starts before its player has said to know what hesitation
costs. It starts when the phone reports that it shows the question, if
that comes within ten seconds of the asking; else it starts at the asking. A person who is asked for several combatants
is asked for one after the other. The clock stands still while the player waits for the DM's answer, and while the DM
has stopped it. It also stands still while the phone is away, unless the DM counts that time: while it is put down, and
while nothing is heard of it, because it has no signal or because the server is down.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from encounters import times
from encounters.encounter_view import EncounterView
from encounters.models import HEARD_SECONDS, Absence, Clock, Encounter, Input, Pause, Seat
from encounters.selectors import find_players, list_standing_of_round, read_view
from encounters.viewers import Viewer, build_dm_viewer
from rules.api import OpenQuestion, State, compute_delay_segments, get_ruleset
from rules.api import events as e

SEEN_WITHIN = timedelta(seconds=10)
"""The longest time after the asking in which a phone may report that it shows the question.

It makes up for a slow connection.
"""

NOTHING = timedelta()

Stretch = tuple[datetime, datetime]
"""A stretch of time: its begin and its end."""


@dataclass(frozen=True)
class Reading:
    """One clock as it is read at a moment."""

    who: str
    """The id of the combatant who is asked."""
    token: str
    """The token of the question in the log."""
    seat: Seat | None
    asked: datetime
    now: datetime
    """The moment at which the clock is read."""
    since: datetime | None
    """The start of the clock; None where no seat plays the combatant, its player is not ready, or is first asked for
    another."""
    seen: datetime | None = None
    """The moment at which the phone reported that it shows the question."""
    asking: Sequence[Stretch] = ()
    """The stretches in which the player waited for the DM's answer."""
    paused: Sequence[Stretch] = ()
    """The stretches for which the DM stopped the clock."""
    away: Sequence[Stretch] = ()
    """The stretches in which the phone was away."""
    state: str = "runs"
    """"runs", "asks", "paused" or "away"; "unready" or "waits" for a clock that has not started."""
    counts_away: bool = False
    """The DM counts the time in which the phone was away."""
    ruled: int | None = None
    """The segments lost, where the DM has ruled them."""

    @cached_property
    def counted(self) -> int:
        """Return the whole seconds that count."""
        return 0 if self.since is None else (self.now - self.start) // timedelta(seconds=1)

    @cached_property
    def start(self) -> datetime:
        """Return the moment from which it counts, moved by the time that does not count."""
        since = self.since or self.now
        still = [*self.asking, *self.paused, *(() if self.counts_away else self.away)]
        return since + _sum_covered(still, since, self.now)

    @property
    def late(self) -> int:
        """Return the segments lost: those that the DM ruled, else those that were counted."""
        return self.ruled if self.ruled is not None else compute_delay_segments(self.counted)

    @property
    def runs(self) -> bool:
        """Return whether the clock is counting."""
        return self.state == "runs" and self.ruled is None

    @property
    def asked_dm(self) -> bool:
        """Return whether the clock stood still for a question to the DM."""
        return bool(self.asking)

    def count_seconds(self, stretches: Sequence[Stretch]) -> int:
        """Return how many whole seconds of these stretches fall into the time of the clock."""
        begin = self.since or self.now
        return _sum_covered(stretches, begin, self.now) // timedelta(seconds=1)


def has_clocks(ruleset: str) -> bool:
    """Return whether a ruleset counts hesitation at all."""
    return any(each.timed is not None for each in get_ruleset(ruleset).questions.values())


def list_timed_questions(state: State) -> list[OpenQuestion]:
    """Return the open questions, sealed ones too, over which hesitation is counted."""
    return [question for question in state.open if is_timed(state, question)]


def is_timed(state: State, question: OpenQuestion) -> bool:
    """Return whether hesitation over this question is counted."""
    timed = get_ruleset(state.ruleset).questions[question.question].timed
    return timed is not None and timed(state, question)


def read_clocks(view: EncounterView, now: datetime | None = None) -> dict[str, Reading]:
    """Return the clock of every timed question that is not yet answered, by its token.

    ``view`` is the DM's.
    """
    asked = list_timed_questions(view.state)
    if not asked:
        return {}
    return _Clocks(view, asked, now or times.now()).read()


def find_clock(viewer: Viewer, token: str) -> Reading | None:
    """Return the clock of a player's own question, or None where there is none.

    ``token`` is the question's token in the log.
    """
    reading = read_clocks(read_view(build_dm_viewer(Encounter(pk=viewer.encounter_id)))).get(token)
    mine = reading is not None and reading.seat is not None and reading.seat.pk == viewer.seat_id
    return reading if mine else None


class _Clocks:
    """The data from which the clocks of one encounter are read."""

    def __init__(self, view: EncounterView, asked: Sequence[OpenQuestion], now: datetime) -> None:
        encounter_id = view.viewer.encounter_id
        self.asked, self.now = asked, now
        self.players = find_players(encounter_id)
        entries = list_standing_of_round(view)
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
        self.absences = _read_absences(self.players.values(), now)

    def read(self) -> dict[str, Reading]:
        return {question.token: self._read(question) for question in self.asked if not question.sealed}

    def find_asking_time(self, question: OpenQuestion) -> datetime:
        """Return when a question was asked, or when a take-back opened it again.

        A take-back gives the question another token.
        """
        return self.made[max(self.begins.get(question.id, 0), question.epoch)]

    def _read(self, question: OpenQuestion) -> Reading:
        row, seat = self.rows.get(question.token), self.players.get(question.who)
        asked = self.find_asking_time(question)
        ruled = row.ruled if row is not None else None
        since = self._find_start(question, seat, row)
        if seat is None or since is None:
            state = "unready" if seat is not None and seat.ready is None else "waits"
            return Reading(question.who, question.token, seat, asked, self.now, None, state=state, ruled=ruled)
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
            state=_find_state(pauses, away, counts_away=row is not None and row.counts_away),
            counts_away=row is not None and row.counts_away,
            ruled=ruled,
        )

    def _find_start(self, question: OpenQuestion, seat: Seat | None, row: Clock | None) -> datetime | None:
        if seat is None or seat.ready is None:
            return None
        asked = self.find_asking_time(question)
        seen = row.seen if row is not None else None
        since = max(seat.ready, seen if seen is not None and asked <= seen <= asked + SEEN_WITHIN else asked)
        for other in self.asked:
            if self.players.get(other.who) != seat or other.id == question.id:
                continue
            if other.sealed:
                since = max(since, self.made.get(self.answers.get(other.id, 0), since))
            elif int(other.id) < int(question.id):
                return None
        return since


def _find_state(pauses: Sequence[Pause], away: Sequence[tuple[datetime, datetime | None]], counts_away: bool) -> str:
    open_ = next((each for each in pauses if each.ended is None), None)
    if open_ is not None:
        return "asks" if open_.asked else "paused"
    return "away" if not counts_away and any(ended is None for _, ended in away) else "runs"


def _read_absences(seats: Iterable[Seat], now: datetime) -> Mapping[int, list[tuple[datetime, datetime | None]]]:
    """Return when each seat's phone was away; a silent one is away after HEARD_SECONDS."""
    by_number = {seat.pk: seat for seat in seats}
    found: dict[int, list[tuple[datetime, datetime | None]]] = {}
    for row in Absence.objects.filter(seat__in=by_number):
        found.setdefault(row.seat_id, []).append((row.began, row.ended))
    for number, seat in by_number.items():
        if (now - seat.heard).total_seconds() >= HEARD_SECONDS:
            found.setdefault(number, []).append((seat.heard, None))
    return found


def _sum_covered(stretches: Iterable[Stretch], begin: datetime, end: datetime) -> timedelta:
    """Return how much of the time from ``begin`` to ``end`` lies in any of these stretches."""
    total, reached = NOTHING, begin
    for began, ended in sorted(stretches):
        first, last = max(began, reached), min(ended, end)
        if last > first:
            total += last - first
            reached = last
    return total
