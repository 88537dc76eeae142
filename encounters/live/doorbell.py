"""The doorbell, which tells the listeners of an encounter after a commit that there is news.

It carries no secret and may be lost: listeners also read the log every ten seconds.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from time import time
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

RETRY_SECONDS = 1.0
"""The seconds to wait after a failure of the channel layer before listening again."""

log = structlog.get_logger(__name__)


def group(encounter_id: int) -> str:
    """Return the name of the channel layer's group for the listeners of an encounter."""
    return f"encounter-{encounter_id}"


def ring_after_commit(encounter_id: int, position: int) -> None:
    """Ring after the commit, when what was just written can be read."""
    transaction.on_commit(lambda: ring(encounter_id, position=position))


def ring_move_after_commit(campaign_id: int, before: Encounter | None) -> None:
    """Tell open pages after the commit that another encounter is on the table, or none.

    ``before`` is the encounter that was; None where they show the lobby.
    """
    transaction.on_commit(lambda: ring_lobby(campaign_id))
    if before is not None:
        number = before.pk
        transaction.on_commit(lambda: ring(number))


def ring_campaign_after_commit(campaign_id: int) -> None:
    """Ring after the commit for a campaign's fights and lobby: somebody left it.

    The sockets of that DM or player close: each listener looks its viewers up again.
    """
    transaction.on_commit(lambda: ring_lobby(campaign_id, for_dm=True))
    fights = Encounter.objects.filter(campaign=campaign_id).values_list("pk", "position")
    for pk, position in fights:
        ring_after_commit(pk, position)


def group_of_lobby(campaign_id: int) -> str:
    """Return the name of the channel layer's group for a campaign's lobby."""
    return f"campaign-{campaign_id}"


def ring_lobby_after_commit(campaign_id: int) -> None:
    """Ring for those who wait in a campaign's lobby, after the commit."""
    transaction.on_commit(lambda: ring_lobby(campaign_id))


def ring_seat_after_commit(campaign_id: int, seat_id: int | None) -> None:
    """Ring in a campaign's lobby, after the commit, for the DM's pages and those of a seat.

    Other players see nothing of the change, and learn nothing of its time.
    """
    transaction.on_commit(lambda: ring_lobby(campaign_id, for_dm=True, seat_id=seat_id))


def ring_lobby(campaign_id: int, *, for_dm: bool = False, seat_id: int | None = None) -> None:
    """Ring for those who wait in a campaign's lobby.

    With ``for_dm`` nothing that all players may see has changed: only the DM's pages are told, and those of a seat.
    """
    _send(group_of_lobby(campaign_id), {"campaign": campaign_id, "for_dm": for_dm, "seat": seat_id})


async def listen(to: str, hear: Callable[[Mapping[str, Any]], Awaitable[None]], is_listening: asyncio.Event) -> None:
    """Listen to a group of the channel layer until the task is cancelled, also after failures.

    ``hear`` is called for each ring, and first without facts each time that the listening begins: what was rung before
    was not heard.
    """
    layer = get_channel_layer()
    while True:
        try:
            channel = await layer.new_channel()
            await layer.group_add(to, channel)
            try:
                is_listening.set()
                await hear({})
                while True:
                    await hear(await layer.receive(channel))
            finally:
                await layer.group_discard(to, channel)
        except Exception as problem:
            log.warning("listening again", group=to, problem=repr(problem))
            await asyncio.sleep(RETRY_SECONDS)


def ring_when_signed_out(sender: Any, instance: Session, **_: Any) -> None:
    """Ring for the fights of a DM whose session has ended, so that its sockets close at once."""
    user = instance.get_decoded().get(SESSION_KEY)
    if user is not None:
        fights = Encounter.objects.filter(campaign__members__user=user, state=Encounter.State.PLAYING)
        for pk, position in fights.values_list("pk", "position")[:MOST_FIGHTS]:
            ring_after_commit(pk, position)


def ring(encounter_id: int, **facts: Any) -> None:
    """Ring now.

    ``facts`` may hold: ``position``, that of the last input; ``nudge``, the number of a seat to be reminded. Pushes are
    measured by the time, in seconds since 1970: just after the commit.
    """
    _send(group(encounter_id), {"encounter": encounter_id, "rung": time(), **facts})


def _send(to: str, facts: Mapping[str, Any]) -> None:
    try:
        async_to_sync(get_channel_layer().group_send)(to, {"type": "doorbell", **facts})
    except Exception as problem:
        # What was written stands, also where the bell could not ring.
        log.warning("doorbell not rung", group=to, problem=repr(problem))
