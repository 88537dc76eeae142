"""The deletion of what nobody needs any more, after so many days.

Everything that a campaign with a name tells of stays: its fights, who played in them, its characters and its time.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from encounters.models import Absence, Encounter, Invitation, Seat, SeatRequest
from encounters.services.preparing import delete
from encounters.services.trying import KEPT

FEWEST_DAYS = 30
"""The fewest days after which anything but a trial is tidied away."""

OF_A_VISIT = (Absence, SeatRequest)
"""The models whose rows tell only that somebody was there."""


@dataclass(frozen=True)
class Untidy:
    """A kind of rows that may go."""

    what: str
    rows: QuerySet[Any]
    has_names: bool = True
    """The rows have names that may be shown: that of a session is its secret."""


def find_untidy(now: datetime, days: int) -> tuple[Untidy, ...]:
    """Return what nobody has needed for so many days."""
    before = now - timedelta(days=days)
    return (
        Untidy("trials", Encounter.objects.filter(trial_of__isnull=False, created__lt=now - KEPT)),
        Untidy("ended fights of one evening", find_forgotten_fights(before)),
        Untidy("seats that were never used", find_unused_seats(before)),
        Untidy("invitations", Invitation.objects.filter(Q(expires__lt=before) | Q(used_at__lt=before))),
        Untidy("sessions that have ended", Session.objects.filter(expire_date__lt=now), has_names=False),
    )


def find_forgotten_fights(before: datetime) -> QuerySet[Encounter]:
    """Return the ended fights, of no campaign with a name, in which nothing was done since."""
    ended = Encounter.tables.filter(state=Encounter.State.ENDED, campaign__name="")
    last = Coalesce(Max("inputs__made_at"), F("opened_at"), F("created"))
    return ended.annotate(last=last).filter(last__lt=before).order_by("pk")


def find_unused_seats(before: datetime) -> QuerySet[Seat]:
    """Return the seats that nobody has used since, and to which no row refers."""
    found = Seat.objects.filter(last_seen__lt=before, created__lt=before).order_by("pk")
    for name, model in _list_references():
        found = found.exclude(Exists(model._base_manager.filter(**{name: OuterRef("pk")})))
    return found


def _list_references() -> Iterator[tuple[str, Any]]:
    """Yield the fields by which other models refer to a seat, but for those of a mere visit."""
    for relation in Seat._meta.related_objects:
        if relation.related_model not in OF_A_VISIT:
            yield relation.field.name, relation.related_model


@transaction.atomic
def tidy(now: datetime, days: int) -> None:
    """Delete what nobody has needed for so many days."""
    for each in find_untidy(now, days):
        if each.rows.model is Encounter:
            delete(Encounter.objects.filter(pk__in=list(each.rows.values_list("pk", flat=True))))
        else:
            each.rows.model._default_manager.filter(pk__in=list(each.rows.values_list("pk", flat=True))).delete()
