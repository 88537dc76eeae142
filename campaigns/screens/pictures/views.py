"""The pictures of characters: all of them for DMs, for players those of their own."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.access import for_named, list_own_characters
from campaigns.models import CharacterPicture
from encounters.access import for_campaign_seat
from encounters.models import Campaign, Member, Seat
from encounters.screens.pictures import keep_privately

NO_PICTURE = "There is no such picture."


@require_safe
@keep_privately
@for_named
def show_to_member(
    request: HttpRequest, member: Member, number: int, version: str, large: bool = False
) -> HttpResponse:
    """Return the picture of a character to a DM of its campaign."""
    pictures = CharacterPicture.objects.filter(character__campaign=member.campaign_id, character__number=number)
    return _send(pictures.filter(version=version).first(), large)


@require_safe
@keep_privately
@for_campaign_seat
def show_to_player(
    request: HttpRequest, campaign: Campaign, seat: Seat, number: int, version: str, large: bool = False
) -> HttpResponse:
    """Return the picture of one of the player's own characters, counted from 1."""
    characters = list_own_characters(campaign, seat)
    if not 0 < number <= len(characters):
        raise Http404(NO_PICTURE)
    return _send(CharacterPicture.objects.filter(character=characters[number - 1], version=version).first(), large)


def _send(found: CharacterPicture | None, large: bool) -> HttpResponse:
    """Return a picture. Raises Http404 alike for one that is absent and one of others."""
    if found is None:
        raise Http404(NO_PICTURE)
    return HttpResponse(bytes(found.image if large else found.small), content_type="image/webp")
