"""The picture of a character: saved, replaced and removed."""

from campaigns.models import Character, CharacterChange, CharacterPicture
from campaigns.services.characters import Author, find_character, note_change, ring_for_players
from encounters.errors import NotFound
from encounters.models import Encounter, Member
from encounters.pictures import copy_sheet_pictures, cut_picture, renew_copies
from encounters.services.members import lock_as

PICTURE = "picture"
"""The path under which a change of a picture is kept, with the versions before and after."""


def save_character_picture(member: Member, number: int, data: bytes) -> Character:
    """Store the picture of a character; without data, remove it.

    Its copies in fights change too, and those in preparation or in play that it is in have one from then on. Raises
    Invalid for what is no picture, and NotFound.
    """
    squares = cut_picture(data) if data else None
    with lock_as(member) as current:
        character = find_character(current.campaign, number)
        before = CharacterPicture.objects.filter(character=character).first()
        if before is None and squares is None:
            raise NotFound("This character has no picture any more.", PICTURE)
        if before is not None:
            before.delete()
        made = None
        if squares is not None:
            made = CharacterPicture.objects.create(character=character, image=squares[0], small=squares[1])
        renew_copies(character.campaign_id, character.key, squares)
        fights = Encounter.objects.filter(campaign=character.campaign_id, combatants__definition__id=character.key)
        for fight in fights.exclude(state=Encounter.State.ENDED).select_related("campaign").distinct():
            copy_sheet_pictures(fight, [character.key])
        versions = [each.version if each is not None else None for each in (before, made)]
        note_change(character, Author(current), CharacterChange.Source.EDIT, [[PICTURE, *versions]])
        if character.seat_id:
            ring_for_players(character, {PICTURE: versions[1]})
    return character
