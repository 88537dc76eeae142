"""The choice of spells for a character's next rest, by a DM or its player."""

from collections.abc import Mapping

from campaigns.definitions import build_character, read_value, write_rested
from campaigns.models import Character, CharacterChange
from campaigns.services.characters import Author, ChangedMeanwhile, find_change, find_character, write_values
from campaigns.services.own_characters import NO_CHARACTER, lock_as_player
from campaigns.spell_choice import NEXT, check_counts, check_slots, read_choice, write_entries
from encounters.errors import Invalid, NotFound
from encounters.live.doorbell import ring_seat_after_commit
from encounters.models import Member, Seat
from encounters.services.members import lock_as

ANY = object()
"""The value seen by a person who saw none: it is not compared."""


def choose_spells(member: Member, number: int, counts: Mapping[str, int] | None, seen: object = ANY) -> Character:
    """Choose the spells of a character, as a DM.

    ``counts`` says how often each is memorised, by id; more than the slots are allowed. With None there is no choice
    any more: the rest memorises what it did the last time. ``seen`` are the entries that the person saw. Raises
    NotFound, Invalid, and ChangedMeanwhile.
    """
    with lock_as(member) as current:
        character = find_character(current.campaign, number)
        _choose(character, counts, seen, Author(current))
    return character


def choose_own_spells(seat: Seat, number: int, counts: Mapping[str, int] | None, seen: object = ANY) -> Character:
    """Choose the spells of a character, as its player.

    Raises what ``choose_spells`` raises.
    """
    with lock_as_player(seat) as current:
        character = find_character(current.campaign, number)
        if character.seat_id != current.pk:
            raise NotFound(NO_CHARACTER)
        _choose(character, counts, seen, Author(seat=current))
    return character


def _choose(character: Character, counts: Mapping[str, int] | None, seen: object, author: Author) -> None:
    choice = read_choice(character) if character.is_playing else None
    if choice is None:
        raise NotFound(NO_CHARACTER)
    check_counts(character, choice, counts or {})
    if author.seat is not None:
        check_slots(choice, counts or {})
    if seen is not ANY and read_value(character, NEXT) != seen:
        raise ChangedMeanwhile(NEXT, find_change(character, NEXT))
    entries = write_entries(character, counts) if counts is not None else None
    try:
        build_character(write_rested(character) | ({} if entries is None else {"spells": entries}))
    except Invalid as problem:
        raise Invalid(f"{character.name} cannot be without one of these: {problem.message}", NEXT) from problem
    write_values(character, {NEXT: entries}, author, CharacterChange.Source.EDIT)
    ring_seat_after_commit(character.campaign_id, character.seat_id)
