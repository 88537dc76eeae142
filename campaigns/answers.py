"""The answers that the encounters ask of campaigns (``encounters.between.Between``)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse

from campaigns.definitions import find_sheet, is_guest, renew_definition, write_definition
from campaigns.models import PLAYING, Character, CharacterChange, CharacterPicture
from campaigns.screens.guests.guests import find_refusal
from campaigns.screens.lobby.views import show_lobby
from encounters.addresses import make_address
from encounters.between import Reserve
from encounters.errors import Conflict
from encounters.models import Campaign, Encounter, Seat
from rules.api import get_ruleset


class Answers:
    """The answers where there are campaigns."""

    def show_lobby(self, request: HttpRequest, campaign: Campaign, seat: Seat | None) -> HttpResponse:
        """Return the lobby: of a player, or of a table screen."""
        return show_lobby(request, campaign, seat)

    def find_home(self, campaign: Campaign) -> str:
        """Return the address of the campaign's page; of the first page for a fight of one evening."""
        return make_address("campaign", campaign_id=campaign.pk) if campaign.name else make_address("start")

    def find_way_on(self, encounter: Encounter) -> tuple[str, str]:
        """Return the way to the sheets, or once they are written to the campaign.

        For a fight of one evening it is that to make it a campaign.
        """
        campaign = encounter.campaign
        if campaign.name and not encounter.carryings.filter(taken_back=None).exists():
            return "Carry over to the sheets", make_address("ending", encounter_id=encounter.pk)
        if campaign.name:
            return "To the campaign", self.find_home(campaign)
        return "Make it a campaign", make_address("name-campaign", campaign_id=campaign.pk)

    def list_party(self, campaign: Campaign, ruleset: str) -> Sequence[dict[str, Any]]:
        """Return the characters who are here and have the attributes of this procedure."""
        own = get_ruleset(ruleset).own_sheet
        here = campaign.characters.filter(status=Character.Status.HERE)
        return [write_definition(each) for each in here if find_sheet(each) is own]

    def renew_party(self, campaign: Campaign, definitions: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Return prepared tables with the characters among them as their sheets are now."""
        known = {each.key: each for each in campaign.characters.all()}
        found = []
        for definition in definitions:
            character = known.get(str(definition.get("id")))
            if character is None:
                found.append(dict(definition))
            elif character.status == Character.Status.HERE:
                found.append(renew_definition(definition, character))
        return found

    def list_reserves(self, campaign: Campaign, ruleset: str, known: Collection[str]) -> Sequence[Reserve]:
        """Return the characters who are here and not in a fight, guests first."""
        own = get_ruleset(ruleset).own_sheet
        here = campaign.characters.filter(status=Character.Status.HERE).exclude(key__in=known).select_related("seat")
        found = sorted(here, key=lambda each: not is_guest(each))
        return [Reserve(write_definition(each), _describe(each)) for each in found if find_sheet(each) is own]

    def find_pictures(self, campaign: Campaign, ids: Collection[str]) -> Mapping[str, tuple[bytes, bytes]]:
        """Return the pictures of characters with these ids, large and small, by id."""
        rows = CharacterPicture.objects.filter(character__campaign=campaign, character__key__in=ids)
        return {
            key: (bytes(image), bytes(small))
            for key, image, small in rows.values_list("character__key", "image", "small")
        }

    def find_sheet_pages(self, campaign: Campaign) -> Mapping[str, str]:
        """Return the addresses at which a DM reads the sheets of characters, by the characters' ids."""
        return {
            key: make_address("character", campaign_id=campaign.pk, number=number)
            for key, number in campaign.characters.values_list("key", "number")
        }

    def find_guest_page(self, campaign: Campaign, seat: Seat | None) -> str:
        """Return the address at which a player without a character takes a guest."""
        if find_refusal(campaign):
            return ""
        if seat is not None and campaign.characters.filter(seat=seat, status__in=PLAYING).exists():
            return ""
        return make_address("my-guest", code=campaign.code)

    def find_sheet_page(self, campaign: Campaign, who: str) -> str:
        """Return the address that leads to the sheet, in a campaign with a name."""
        return make_address("sheet-in-fight", code=campaign.code, who=who) if campaign.name else ""

    def find_players(self, campaign: Campaign) -> Mapping[str, int]:
        """Return the seats that play characters, without those who have left."""
        played = campaign.characters.filter(seat__left=None, seat__kind=Seat.Kind.PLAYER)
        return dict(played.values_list("key", "seat"))

    def refuse_take_back(self, encounter: Encounter) -> None:
        """Refuse while the fight is carried over."""
        if encounter.carryings.filter(taken_back=None).exists():
            raise Conflict("This fight is carried over to the sheets. Take that back first, on the page of its end.")

    def find_shares(self, encounter_id: int) -> Mapping[str, int]:
        """Return the experience that the DM wrote to each sheet when the fight was carried over."""
        written = CharacterChange.objects.filter(
            carry__encounter=encounter_id, carry__taken_back=None, source=CharacterChange.Source.CARRY
        )
        found = {}
        for change in written.select_related("character").order_by("character__number"):
            if "experience" in change.paths:
                before, after = change.paths["experience"]
                found[change.character.key] = after - before
        return found

    def find_players_page(self, campaign: Campaign) -> str:
        """Return the address of the page of the campaign's players."""
        return make_address("players", campaign_id=campaign.pk)


def _describe(character: Character) -> str:
    words = ("guest" if is_guest(character) else "", character.seat.name if character.seat is not None else "")
    return ", ".join(word for word in words if word)
