"""The doorbell: after a commit, whoever listens to the encounter is told that there is something to read.

It carries nothing secret and may be lost: listeners read the log, and look for themselves every ten seconds.
"""

from typing import Any

import structlog
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction

from encounters.models import Encounter

MOST_FIGHTS = 50
"""Fights in play, the newest first, for which is rung when their DM signs out; others are looked at within seconds."""

log = structlog.get_logger(__name__)


def group(encounter_id: int) -> str:
    """The group of the channel layer in which an encounter's listeners are."""
    return f"encounter-{encounter_id}"


def ring_after_commit(encounter_id: int, position: int) -> None:
    """Ring when what was just written is there to be read."""
    transaction.on_commit(lambda: ring(encounter_id, position=position))


def ring_when_signed_out(sender: Any, instance: Session, **_: Any) -> None:
    """Ring for the fights of a DM whose session has ended, so that the sockets it opened are closed at once."""
    user = instance.get_decoded().get(SESSION_KEY)
    if user is not None:
        fights = Encounter.objects.filter(owner=user, state=Encounter.State.PLAYING)
        for pk, position in fights.values_list("pk", "position")[:MOST_FIGHTS]:
            ring_after_commit(pk, position)


def ring(encounter_id: int, **facts: Any) -> None:
    """Ring now.

    ``facts``: position of the last input; ``nudge``: a seat to be reminded; ``beside``: what changed that is no event
    (clocks that were stopped or go on, a recap, whose signals are muted).
    """
    try:
        layer = get_channel_layer()
        async_to_sync(layer.group_send)(group(encounter_id), {"type": "doorbell", "encounter": encounter_id, **facts})
    except Exception as problem:
        # What was written stands, whether or not the bell could be heard.
        log.warning("doorbell not rung", encounter=encounter_id, problem=repr(problem))
