"""A player of a campaign: what is stored of them, and forgetting them."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Model

from campaigns.models import Character, CharacterChange
from encounters import seats
from encounters.errors import NotFound
from encounters.models import Member

OF_A_SEAT = ("number", "kind", "name", "created", "last_seen", "heard", "ready", "left", "muted", "alerts")
"""The columns of a seat that a person may read: none is a secret, nor the hash of one."""

OF_A_CHARACTER = ("name", "status", "experience", "left", "cast", "definition", "created")

DMS_KEY = "dm_notes"
"""The key of a sheet with what only the DM knows of a character: it is not the player's."""


def list_stored(member: Member, number: int) -> Mapping[str, Any]:
    """Return all that is stored of the person of a seat. Raises NotFound where there is none."""
    seat = member.campaign.seats.filter(number=number, forgotten=None).first()
    if seat is None:
        raise NotFound("There is no such player.")
    return {
        "campaign": str(member.campaign),
        "seat": _pick(seat, OF_A_SEAT),
        "absences": list(seat.absences.values("began", "ended")),
        "requests_of_devices": list(seat.requests.values("asked", "answered", "yes")),
        "combatants": list(seat.holds.values("encounter__title", "combatant", "from_position", "until_position")),
        "inputs": list(seat.inputs.order_by("pk").values("encounter__title", "position", "made_at", "payload")),
        "characters": [
            {**_pick(each, OF_A_CHARACTER), "sheet": {key: each.sheet[key] for key in each.sheet if key != DMS_KEY}}
            for each in Character.objects.filter(seat=seat)
        ],
        "changes": list(
            CharacterChange.objects.filter(seat=seat).order_by("pk").values("character__name", "at", "values")
        ),
        "asks": list(seat.asks.values("character__name", "path", "value", "why", "at", "refused")),
    }


def _pick(row: Model, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


def forget_player(member: Member, number: int) -> None:
    """Forget the person of a seat, by its number, with all asks.

    The DM has their characters from then on. Raises NotFound where there is no such seat.
    """
    with transaction.atomic():
        seat = seats.forget(member, number)
        Character.objects.filter(seat=seat).update(seat=None)
        seat.asks.all().delete()
