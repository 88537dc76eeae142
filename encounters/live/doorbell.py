"""The doorbell, which tells the listeners of an encounter after a commit that there is news.

It carries no secret and may be lost: listeners also read the log every ten seconds.
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
"""The fights in play, newest first, for which the bell rings when their DM signs out.

Others are looked at within seconds.
"""

log = structlog.get_logger(__name__)


def group(encounter_id: int) -> str:
    """Return the name of the channel layer's group for the listeners of an encounter."""
    return f"encounter-{encounter_id}"


def ring_after_commit(encounter_id: int, position: int) -> None:
    """Ring after the commit, when what was just written can be read."""
    transaction.on_commit(lambda: ring(encounter_id, position=position))


def ring_when_signed_out(sender: Any, instance: Session, **_: Any) -> None:
    """Ring for the fights of a DM whose session has ended, so that its sockets close at once."""
    user = instance.get_decoded().get(SESSION_KEY)
    if user is not None:
        fights = Encounter.objects.filter(owner=user, state=Encounter.State.PLAYING)
        for pk, position in fights.values_list("pk", "position")[:MOST_FIGHTS]:
            ring_after_commit(pk, position)


def ring(encounter_id: int, **facts: Any) -> None:
    """Ring now.

    ``facts`` may hold: ``position``, that of the last input; ``nudge``, the number of a seat to be reminded.
    """
    try:
        layer = get_channel_layer()
        async_to_sync(layer.group_send)(group(encounter_id), {"type": "doorbell", "encounter": encounter_id, **facts})
    except Exception as problem:
        # What was written stands, also where the bell could not ring.
        log.warning("doorbell not rung", encounter=encounter_id, problem=repr(problem))
