"""Fights as rows of a list: a campaign's, and those of one evening."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, prefetch_related_objects
from django.utils import timezone

from campaigns.models import CarryOver
from encounters.addresses import make_address
from encounters.models import Encounter, Event, Input
from encounters.rulesets import find_ruleset_title
from encounters.screens.actions import Act, Link, Post
from encounters.screens.prepare.encounters import describe_sides
from encounters.selectors import list_encounters

UNREAD = ("options", "notes", "standing", "combatant_notes", "effects", "map_table")
"""The columns of an encounter that no list reads."""


@dataclass(frozen=True, slots=True)
class FightRow:
    """A fight of a list."""

    id: int
    title: str
    line: str
    """The combatants of each side, and the procedure, in words."""
    state: str
    """preparing, playing or ended."""
    words: str
    """Where it stands, in words."""
    day: date | None
    """The day on which it was fought, or for which it is planned."""
    act: Act
    more: Sequence[Act]
    """What is seldom done."""
    planned: str = ""
    """The address to which its day is posted; "" where none can be chosen."""
    is_first: bool = False
    """A rule parts it from the rows above, which have another state."""


def read_fights(user: object) -> QuerySet[Encounter]:
    """Return the encounters of a DM's campaigns, as lists read them.

    Each has ``last_round``; ``last_made``, the time of its last input; and ``is_settled``: it is carried over, or a
    later fight of its campaign is.
    """
    inputs = Input.objects.filter(encounter=OuterRef("pk")).order_by("-position")
    made = Subquery(inputs.values("made_at")[:1])
    # The last event is of the round in which the fight stands: rounds that were taken back have rows, too.
    events = Event.objects.filter(encounter=OuterRef("pk")).order_by("-position")
    found = list_encounters(user).defer(*UNREAD)
    later = Q(encounter__campaign=OuterRef("campaign"), encounter__opened_at__gt=OuterRef("opened_at"))
    settled = Exists(CarryOver.objects.filter(Q(encounter=OuterRef("pk")) | later, taken_back=None))
    last_round = Subquery(events.values("round")[:1])
    return found.annotate(last_round=last_round, last_made=made, is_settled=settled)


def get_last_made(encounter: Encounter) -> datetime:
    """Return the time at which something was last done in a fight."""
    made: datetime | None = getattr(encounter, "last_made", None)
    return made or encounter.opened_at or encounter.created


def get_day(encounter: Encounter) -> date | None:
    """Return the day of a fight: planned, or fought; None for one in preparation without a day."""
    if not encounter.opened:
        return encounter.planned
    return timezone.localtime(encounter.opened_at or get_last_made(encounter)).date()


def count_rounds(encounter: Encounter) -> int:
    """Return the number of the last round of a fight, as ``read_fights`` has read it."""
    number: int | None = getattr(encounter, "last_round", None)
    return number or 0


def describe_progress(encounter: Encounter) -> str:
    """Return where a fight stands, without reading its log."""
    rounds = count_rounds(encounter)
    if encounter.state == Encounter.State.PREPARING:
        return "in preparation"
    if encounter.state == Encounter.State.PLAYING:
        return f"round {rounds}" if rounds else "open, before the first round"
    return f"{rounds} round{'s' if rounds != 1 else ''}"


def read_combatants(encounters: Iterable[Encounter]) -> None:
    """Read the combatants of these fights as prepared, by one query."""
    prefetch_related_objects(list(encounters), "combatants")


def count_sides(encounter: Encounter) -> int:
    """Return the number of sides that are prepared."""
    return len({row.definition.get("side") for row in encounter.combatants.all()})


def build_fight(encounter: Encounter, words: str = "") -> FightRow:
    """Return the row of a fight.

    ``words`` say where it stands, if they are known better than by its rounds.
    """
    line = f"{describe_sides(encounter)}; {find_ruleset_title(encounter.ruleset)}"
    is_named = bool(encounter.campaign.name)
    plan = make_address("plan-encounter", campaign_id=encounter.campaign_id, encounter_id=encounter.pk)
    return FightRow(
        id=encounter.pk,
        title=encounter.title,
        line=line,
        state=encounter.state,
        words=words or describe_progress(encounter),
        day=get_day(encounter),
        act=_find_act(encounter),
        more=_list_more(encounter),
        planned=plan if is_named and not encounter.opened else "",
    )


def _find_act(encounter: Encounter) -> Act:
    title, number = encounter.title, encounter.pk
    if encounter.state == Encounter.State.PREPARING:
        return Link("Prepare", make_address("prepare", encounter_id=number), name=f"Prepare {title}")
    run = make_address("run", encounter_id=number)
    if encounter.state == Encounter.State.PLAYING:
        return Link("Return", run, name=f"Return to {title}")
    if is_waiting_for_sheets(encounter):
        return Link("Carry over", make_address("ending", encounter_id=number), name=f"Carry {title} over")
    return Link("Recap", run, name=f"Recap of {title}", tone="quiet")


def is_waiting_for_sheets(encounter: Encounter) -> bool:
    """Return whether a fight of a campaign, as ``read_fights`` reads it, is not carried over."""
    is_ended = encounter.state == Encounter.State.ENDED and bool(encounter.campaign.name)
    return is_ended and not getattr(encounter, "is_settled", True)


def link_waiting(encounter: Encounter) -> Link | None:
    """Return the way to carry a fight over; None for one that does not wait for it."""
    if not is_waiting_for_sheets(encounter):
        return None
    return Link(f"{encounter.title} is not carried over yet", _make_url("ending", encounter))


def _list_more(encounter: Encounter) -> list[Act]:
    title = encounter.title
    acts: list[Act] = []
    if encounter.state == Encounter.State.ENDED:
        replay = make_address("round", encounter_id=encounter.pk, number=0)
        acts.append(Link("Replay", replay, tone="quiet", small=True, name=f"Replay {title}"))
        if is_waiting_for_sheets(encounter):
            acts.append(Link("Recap", _make_url("run", encounter), tone="quiet", small=True, name=f"Recap of {title}"))
        elif encounter.campaign.name:
            label = f"The sheets after {title}"
            acts.append(Link("Sheets", _make_url("ending", encounter), tone="quiet", small=True, name=label))
    if not encounter.campaign.name:
        name = make_address("name-campaign", campaign_id=encounter.campaign_id)
        label = f"Make a campaign of {title}"
        acts.append(Link("Make it a campaign", name, tone="quiet", small=True, name=label))
    return [
        *acts,
        Post("Copy", _make_url("copy", encounter), tone="quiet", small=True, plain=True, name=f"Copy {title}"),
        Link("Export", _make_url("export", encounter), tone="quiet", small=True, name=f"Export {title}"),
        Link("Delete", _make_url("delete", encounter), tone="quiet", small=True, name=f"Delete {title}"),
    ]


def _make_url(name: str, encounter: Encounter) -> str:
    return make_address(name, encounter_id=encounter.pk)
