"""Forgetting a player of a campaign."""

from django.db import transaction

from campaigns.models import Character
from encounters import seats
from encounters.models import Member


def forget_player(member: Member, number: int) -> None:
    """Forget the person of a seat, by its number, with all asks.

    The DM has their characters from then on. Raises NotFound where there is no such seat.
    """
    with transaction.atomic():
        seat = seats.forget(member, number)
        Character.objects.filter(seat=seat).update(seat=None)
        seat.asks.all().delete()
