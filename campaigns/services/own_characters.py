"""Changes of a character by its player, where the campaign allows them."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from campaigns.campaign_state import find_state
from campaigns.models import Character, CharacterChange
from campaigns.player_edits import may_player_change
from campaigns.services.characters import (
    Author,
    Values,
    refuse_in_fight,
    refuse_unseen,
    ring_for_players,
    write_values,
)
from encounters.errors import Forbidden, NotFound
from encounters.models import Campaign, Seat

NO_CHARACTER = "There is no such character."


@contextmanager
def lock_as_player(seat: Seat) -> Iterator[Seat]:
    """Yield a seat as it is now, with its campaign locked.

    Raises NotFound where it was given up.
    """
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=seat.campaign_id)
        current = Seat.objects.select_related("campaign").filter(pk=seat.pk, left=None).first()
        if current is None:
            raise NotFound(NO_CHARACTER)
        yield current


def find_own(seat: Seat, key: str) -> Character:
    """Return a character of a seat that still plays, by its id, locked. Raises NotFound."""
    locked = Character.objects.select_for_update(of=("self",)).select_related("seat", "campaign")
    found = locked.filter(campaign=seat.campaign, key=key, seat=seat).first()
    if found is None or not found.is_playing:
        raise NotFound(NO_CHARACTER)
    return found


def change_own_character(seat: Seat, key: str, values: Values, seen: Values) -> Character:
    """Change values of a character, by its id, as its player.

    ``seen`` are the values that the player saw. Raises NotFound, Forbidden for a value that the campaign lets only its
    DMs change, Conflict where a fight in play keeps it, ChangedMeanwhile, and Invalid.
    """
    with lock_as_player(seat) as current:
        character, state = find_own(current, key), find_state(current.campaign)
        refused = next((each for each in values if not may_player_change(state, each)), "")
        if refused:
            raise Forbidden("Only the DM changes this.", refused)
        refuse_in_fight(character, values)
        refuse_unseen(character, seen)
        write_values(character, values, Author(seat=current), CharacterChange.Source.EDIT)
        ring_for_players(character, values)
    return character
