"""The deletion of encounters, of which nothing is kept."""

from django.db import transaction
from django.db.models import Q, QuerySet

from encounters.live.doorbell import ring_after_commit
from encounters.models import Encounter


def delete(encounters: QuerySet[Encounter]) -> None:
    """Delete these encounters and their trials. Open pages of one learn of it at once."""
    numbers = list(encounters.values_list("pk", flat=True))
    gone = Encounter.objects.filter(Q(pk__in=numbers) | Q(trial_of__in=numbers))
    with transaction.atomic():
        # Readers store starts of rounds when they read: from here on they wait, and then store nothing.
        for number in list(gone.select_for_update().values_list("pk", flat=True)):
            ring_after_commit(number, 0)
        gone.delete()
