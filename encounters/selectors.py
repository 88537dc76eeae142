"""Selectors, which pages read by: views folded from the log, open questions, lists, ids.

They never run a generator.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.db.models import F, Max, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.html import format_html

from encounters import times
from encounters.encounter_view import EncounterView
from encounters.errors import Conflict, Invalid, NotFound
from encounters.log import Entry
from encounters.log_reader import find_view
from encounters.models import REQUEST_SECONDS, Campaign, Encounter, HouseRules, Round, Seat, SeatHold, SeatRequest
from encounters.models import Event as EventRow
from encounters.stored import read_event
from encounters.time_of_day import write_time_of_day
from encounters.viewers import Viewer
from rules.api import Answer, BadAnswer, Form, OpenQuestion, OpenRoll, ViewerLog, list_earlier_names
from rules.api import events as e


@dataclass(frozen=True)
class OpenForm:
    """A question that this viewer may answer, and the form for its answer."""

    question: OpenQuestion
    form: Form


def read_view(viewer: Viewer) -> EncounterView:
    """Return the encounter as this viewer has been shown it. Raises Conflict before the opening."""
    view = find_view(viewer)
    if not view.has_begun:
        raise Conflict("This encounter has not begun.")
    return view


def list_standing_of_round(view: EncounterView) -> list[Entry]:
    """Return the entries that stand of the round in play, or of the last one.

    Before the first round these are all. ``view`` must be the DM's.
    """
    rounds = view.viewer_log.rounds
    return view.log.list_at([cursor - 1 for cursor in view.viewer_log.list_cursors(rounds[-1].cursor if rounds else 1)])


def list_open_forms(view: EncounterView) -> list[OpenForm]:
    """Return the questions that wait for this viewer, for the DM all, in the order asked."""
    waiting = [each for each in view.state.open if not each.sealed and _is_for(view, each.who)]
    forms = [(question, view.build_form(question)) for question in waiting]
    return [OpenForm(question, form) for question, form in forms if form is not None]


def list_open_rolls(view: EncounterView) -> list[OpenRoll]:
    """Return the dice that this viewer is to roll and type; for the DM all."""
    return [roll for roll in view.state.open_rolls if _is_for(view, roll.by)]


def _is_for(view: EncounterView, who: str) -> bool:
    return view.viewer.is_dm or who in view.own


# Lists.


def list_encounters(user: Any) -> QuerySet[Encounter]:
    """Return the encounters of a DM's campaigns, the newest first, without trials."""
    return Encounter.tables.filter(campaign__members__user=user).select_related("campaign")


def propose_encounter(user: Any, campaign: Campaign | None) -> tuple[str, str]:
    """Return a title for a DM's next encounter, and the ruleset of the last one or "".

    Without a campaign it is a fight of one evening.
    """
    others = list_encounters(user)
    others = others.filter(campaign=campaign) if campaign is not None else others.filter(campaign__name="")
    made = list(others.order_by("created", "pk").values_list("title", "ruleset"))
    word, titles = "Encounter" if campaign is not None else "Fight", {title for title, _ in made}
    number = next(n for n in range(len(made) + 1, 2 * len(made) + 2) if f"{word} {n}" not in titles)
    return f"{word} {number}", made[-1][1] if made else ""


def find_current_table() -> Encounter | None:
    """Return the encounter in which something was done last, if possible one that goes on."""
    last = Coalesce(Max("inputs__made_at"), "created")
    tables = Encounter.tables.select_related("campaign").annotate(last=last).order_by("-last", "-pk")
    return tables.exclude(state=Encounter.State.ENDED).first() or tables.first()


def find_house_options(user: Any, ruleset: str) -> dict[str, object]:
    """Return the options with which a DM's encounters under a ruleset begin, by key."""
    found = HouseRules.objects.filter(owner=user, ruleset=ruleset).first()
    return dict(found.options) if found is not None else {}


def find_house_effects(user: Any, ruleset: str) -> list[dict[str, object]]:
    """Return the changed effects with which a DM's encounters under a ruleset begin."""
    found = HouseRules.objects.filter(owner=user, ruleset=ruleset).first()
    return list(found.effects) if found is not None else []


def find_last_fight(campaign: Campaign, besides: Encounter | None = None) -> Encounter | None:
    """Return the campaign's fight that was opened last; None before its first."""
    opened = Encounter.tables.filter(campaign=campaign).exclude(state=Encounter.State.PREPARING)
    others = opened.exclude(pk=besides.pk) if besides is not None else opened
    return others.select_related("campaign").order_by(F("opened_at").desc(nulls_last=True), "-pk").first()


def list_seats_of_campaign(campaign: Campaign) -> QuerySet[Seat]:
    """Return the seats of a campaign, with open requests, in the order they came."""
    return Seat.objects.filter(campaign=campaign, left=None).annotate(open_request=_find_open_request())


def list_seats(encounter_id: int) -> QuerySet[Seat]:
    """Return the seats that people have at the table, in the order they came; none at a trial."""
    at = Q(campaign__encounters=encounter_id, campaign__encounters__trial_of=None)
    return Seat.objects.filter(at, left=None)


def find_players(encounter_id: int) -> dict[str, Seat]:
    """Return the seat that plays each combatant that somebody plays, by the combatant's id."""
    return index_players(list_seats_with_holds(encounter_id))


def list_seats_with_holds(encounter_id: int) -> list[Seat]:
    """Return the seats at the table, with their assignments there and open requests."""
    held_here = Prefetch("holds", SeatHold.objects.filter(encounter_id=encounter_id))
    seats = list_seats(encounter_id).annotate(open_request=_find_open_request())
    return list(seats.prefetch_related(held_here))


def _find_open_request() -> Subquery:
    """Return the expression of a seat's open request, by its number."""
    since = times.now() - timedelta(seconds=REQUEST_SECONDS)
    return Subquery(SeatRequest.objects.filter(seat=OuterRef("pk"), answered=None, asked__gte=since).values("pk")[:1])


def index_players(seats: Sequence[Seat]) -> dict[str, Seat]:
    """Return the seat that plays each combatant, of seats with their assignments."""
    return {hold.combatant: seat for seat in seats for hold in seat.holds.all() if hold.until_position is None}


def read_presence(encounter_id: int, now: datetime | None = None) -> dict[str, str]:
    """Return, by the number of each seat, "live" or, in HTML, since when it is away.

    Also returns the number of "phones" and of table "screens". Only the DM is shown this.
    """
    moment, here = now or timezone.now(), list(list_seats(encounter_id))
    counts = count_seats(here, moment)
    words = {"phones_word": write_count_word(counts["phones"], "phone")}
    words["screens_word"] = write_count_word(counts["screens"], "table screen")
    numbers = {what: str(number) for what, number in counts.items()}
    return numbers | words | {str(seat.pk): _describe_presence(seat, moment) for seat in here}


def count_seats(seats: Sequence[Seat], now: datetime) -> dict[str, int]:
    """Return how many phones and how many table screens are open at a table."""
    here = [seat for seat in seats if seat.is_here(now)]
    phones = sum(seat.kind == Seat.Kind.PLAYER for seat in here)
    return {"phones": phones, "screens": len(here) - phones}


def write_count_word(number: int, word: str) -> str:
    """Return the word for so many of a thing: "phone" or "phones"."""
    return word if number == 1 else f"{word}s"


def _describe_presence(seat: Seat, now: datetime) -> str:
    return "live" if seat.is_here(now) else format_html("away since {}", write_time_of_day(seat.last_seen))


def list_seeds_shown(viewer: Viewer) -> Iterator[Mapping[str, object]]:
    """Yield the rounds' commitments, and the seeds that this viewer may know, to check dice by."""
    # A row keeps the name that its kind had when it was stored.
    names = list_earlier_names(e.RoundEnded)
    rows = EventRow.objects.filter(encounter_id=viewer.encounter_id, kind__in=names)
    stored = rows.values_list("encounter_id", "position", "data", "encounter__ruleset")
    events = (read_event(*each) for each in stored)
    ended = {(event.round, event.seed) for event in events if isinstance(event, e.RoundEnded)}
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


# The translation of the ids that a viewer was given into the ids of the log.


NOBODYS = "none"
"""A token that no question has, for one that this viewer was not asked."""


class Names:
    """The ids of one viewer.

    ``shown`` is what the viewer was shown; it is read where it is None.
    """

    def __init__(self, viewer: Viewer, shown: ViewerLog | None = None) -> None:
        self._viewer = viewer
        self._shown = shown

    @cached_property
    def _viewing(self) -> ViewerLog:
        return self._shown if self._shown is not None else read_view(self._viewer).viewer_log

    def find_token(self, token: str) -> str:
        """Return the token in the log of an open question or roll, by the one this viewer was shown."""
        return token if self._viewer.is_dm else self._viewing.find_real_token(token) or NOBODYS

    def restore_answer(self, answer: Answer, token: str) -> Answer:
        """Return the answer to the question of this token, with the ids of the log.

        Raises Invalid for an answer that this question does not have.
        """
        if self._viewer.is_dm:
            return answer
        try:
            return self._viewing.restore_real_answer(answer, token)
        except BadAnswer as problem:
            raise Invalid(str(problem), problem.field) from problem

    def find_combatant(self, who: str) -> str:
        """Return the id of a combatant in the log.

        Raises NotFound alike for one that does not exist and for one that this viewer has not met.
        """
        real = who if self._viewer.is_dm else self._viewing.find_real(who)
        if real is None:
            raise NotFound("There is no combatant of that name.", "who")
        return real
