"""The ways to join: code, square, address, and the seats."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone

from encounters.models import Encounter, Seat
from encounters.pages.acts import post
from encounters.pages.dm.desk import Desk
from encounters.selectors import presence


def join_url(encounter: Encounter) -> str:
    """Return the address that a phone opens to join."""
    return f"{settings.ADDRESSES.urls[0]}/t/{encounter.code}/"


def join(desk: Desk) -> dict[str, Any]:
    """Return the join panel."""
    return join_panel(desk.encounter, desk.seats, desk.url())


def join_panel(encounter: Encounter, seats: list[Seat], url: str) -> dict[str, Any]:
    """Return the join panel of an encounter, in preparation or in play.

    ``url`` is the address below which the panel's forms post.
    """
    here, now = presence(encounter.pk), timezone.now()
    players = [seat for seat in seats if seat.kind == Seat.Kind.PLAYER]
    silent = bool(players) and all(seat.muted for seat in players)
    mute = post("Unmute all" if silent else "Mute all", f"{url}mute/", hidden={"on": "" if silent else "1"},
                small=True, tone="quiet", name="Let all phones be heard" if silent else "Mute all phones")  # fmt: skip
    door = "Close the door" if encounter.door_open else "Open the door"
    return {
        "code": f"{encounter.code[:3]}-{encounter.code[3:]}",
        "url": join_url(encounter),
        "address": settings.ADDRESSES.urls[0].partition("://")[2],
        "seats": [_seat(seat, here.get(str(seat.pk), ""), now) for seat in seats],
        "acts": [
            post(door, f"{url}door/", hidden={"open": "" if encounter.door_open else "1"}, small=True),
            post("New code", f"{url}code/", small=True, tone="quiet"),
            *([mute] if players else []),
        ],
    }


def _seat(seat: Seat, words: str, now: datetime) -> dict[str, Any]:
    held = [hold.combatant for hold in seat.holds.all() if hold.until_position is None]
    names = ", ".join([seat.name, *(who.replace("_", " ").capitalize() for who in held)])
    screen = seat.kind == Seat.Kind.SPECTATOR
    return {"id": str(seat.pk), "name": names, "live": seat.here(now), "screen": screen, "words": words}
