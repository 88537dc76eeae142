"""Selectors, which pages read by: views folded from the log, open questions, lists.

They never run a generator.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import time_format

from encounters.errors import Late
from encounters.log import Entry, read_log
from encounters.models import Encounter, Round, Seat
from encounters.models import Event as EventRow
from encounters.viewers import Viewer
from encounters.watching import Hold, look
from rules.api import Form, OpenQuestion, OpenRoll, State, Viewing, decode, get_ruleset
from rules.api import events as e


@dataclass(frozen=True)
class Seen:
    """An encounter as one viewer has been shown it."""

    viewer: Viewer
    viewing: Viewing
    at: int
    """The cursor that the page carries: the number of events shown."""
    epoch: str
    """The epoch that the page carries."""
    holds: tuple[Hold, ...]
    """The viewer's seat assignments."""

    @property
    def events(self) -> tuple[e.Event, ...]:
        """Return every event shown, in order, also those taken back.

        ``viewing.standing`` says which of them stand.
        """
        return self.viewing.shown

    @property
    def state(self) -> State:
        """Return the state as this viewer knows it."""
        return self.viewing.state

    @property
    def characters(self) -> tuple[str, ...]:
        """Return the ids, as this viewer was given them, of the combatants that they play now.

        They are in roster order.
        """
        mine = [self.viewing.find_alias(who) for who in self.viewing.eyes.characters]
        return tuple(id for id in self.state.combatants if id in mine)


@dataclass(frozen=True)
class OpenForm:
    """A question that this viewer may answer, and the form for its answer."""

    question: OpenQuestion
    form: Form


def game_view(viewer: Viewer) -> Seen:
    """Return the encounter as this viewer has been shown it. Raises Late before the opening."""
    shown = look(viewer)
    if shown.viewing is None:
        raise Late("This encounter has not begun.")
    return Seen(viewer, shown.viewing, shown.at, shown.epoch, shown.holds)


def standing_of_round(seen: Seen) -> list[Entry]:
    """Return the entries that stand of the round in play, or of the last one.

    Before the first round these are all. ``seen`` must be the DM's.
    """
    rounds, log = seen.viewing.rounds, read_log(seen.viewer.encounter_id)
    return log.at([cursor - 1 for cursor in seen.viewing.list_cursors(rounds[-1].cursor if rounds else 1)])


def open_forms(seen: Seen) -> list[OpenForm]:
    """Return the questions that wait for this viewer, for the DM all, in the order asked."""
    waiting = [each for each in seen.state.open if not each.sealed and _is_for(seen, each.who)]
    forms = [(question, form_of(seen.state, question)) for question in waiting]
    return [OpenForm(question, form) for question, form in forms if form is not None]


def form_of(state: State, question: OpenQuestion) -> Form | None:
    """Return the form of an open question; None where nothing is left to decide.

    ``state`` is the fold of what its viewer was shown.
    """
    return get_ruleset(state.ruleset).questions[question.question].form(state, question)


def open_rolls(seen: Seen) -> list[OpenRoll]:
    """Return the dice that this viewer is to roll and type; for the DM all."""
    return [roll for roll in seen.state.open_rolls if _is_for(seen, roll.by)]


def _is_for(seen: Seen, who: str) -> bool:
    return seen.viewer.is_dm or who in seen.characters


# Lists.


def encounters_of(user: Any) -> QuerySet[Encounter]:
    """Return a DM's encounters, the newest first, without trials."""
    return Encounter.tables.filter(owner=user)


def seats_of(encounter_id: int) -> QuerySet[Seat]:
    """Return the seats that people have at the table, in the order they came."""
    return Seat.objects.filter(encounter_id=encounter_id, left=None)


def players_of(encounter_id: int) -> dict[str, Seat]:
    """Return the seat that plays each combatant that somebody plays, by the combatant's id."""
    seats = seats_of(encounter_id).prefetch_related("holds")
    return {hold.combatant: seat for seat in seats for hold in seat.holds.all() if hold.until_position is None}


def presence(encounter_id: int, now: datetime | None = None) -> dict[str, str]:
    """Return, by the number of each seat, "live" or since when its page gave no sign of life.

    Also returns the number of "phones" and of table "screens". Only the DM is shown this.
    """
    moment, here = now or timezone.now(), list(seats_of(encounter_id))
    counts = {what: str(number) for what, number in count_seats(here).items()}
    return counts | {str(seat.pk): _presence(seat, moment) for seat in here}


def count_seats(seats: Sequence[Seat]) -> dict[str, int]:
    """Return how many phones and how many table screens there are at a table."""
    phones = sum(seat.kind == Seat.Kind.PLAYER for seat in seats)
    return {"phones": phones, "screens": len(seats) - phones}


def _presence(seat: Seat, now: datetime) -> str:
    return "live" if seat.here(now) else f"away since {time_format(timezone.localtime(seat.last_seen), 'H:i')}"


def recap_of(encounter_id: int, number: int, attempt: int) -> str:
    """Return the recap of one attempt at a round; the empty text where there is none."""
    found = Round.objects.filter(encounter_id=encounter_id, number=number, attempt=attempt)
    return found.values_list("recap", flat=True).first() or ""


def seeds_shown(viewer: Viewer) -> Iterator[Mapping[str, object]]:
    """Yield the rounds' commitments, and the seeds that this viewer may know, to check dice by."""
    rows = EventRow.objects.filter(encounter_id=viewer.encounter_id, kind=e.RoundEnded.__name__)
    events = (decode(e.RoundEnded, data) for data in rows.values_list("data", flat=True))
    ended = {(event.round, event.seed) for event in events}
    over = Encounter.objects.filter(pk=viewer.encounter_id, state=Encounter.State.ENDED).exists()
    for each in Round.objects.filter(encounter_id=viewer.encounter_id):
        shown = (each.number, each.open_seed) in ended
        hidden_shown = viewer.is_dm or (over and each.dm_seed_published)
        yield {
            "number": each.number,
            "attempt": each.attempt,
            "open_promise": each.promises[0],
            "dm_promise": each.promises[1],
            "open_seed": each.open_seed if shown else "",
            "dm_seed": each.dm_seed if shown and hidden_shown else "",
        }
