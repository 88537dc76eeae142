"""The one door to what stands above the encounters: what a group sees between its fights.

Without the app ``campaigns`` the default answers here hold, and fights of one evening are all there is.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from encounters.addresses import make_address
from encounters.models import Campaign, Encounter, Seat


@dataclass(frozen=True, slots=True)
class Reserve:
    """A character of a campaign who is not in a fight."""

    definition: Mapping[str, Any]
    """Its ``[[combatant]]`` table, as its sheet is now."""
    words: str
    """"guest, Pip": what it is, and the name of its player; "" for neither."""


class Between(Protocol):
    """The questions to the app above."""

    def show_lobby(self, request: HttpRequest, campaign: Campaign, seat: Seat | None) -> HttpResponse:
        """Return the page that a seat sees while nothing is on the table.

        ``seat`` is None for a DM's own browser, which watches without one.
        """

    def find_home(self, campaign: Campaign) -> str:
        """Return the address of the page to which the DM's pages of its fights lead back."""

    def find_way_on(self, encounter: Encounter) -> tuple[str, str] | None:
        """Return the label and the address of what follows an ended fight; None for nothing."""

    def list_party(self, campaign: Campaign, ruleset: str) -> Sequence[dict[str, Any]]:
        """Return the ``[[combatant]]`` tables of the characters who come into the next fight.

        They have the attributes that ``ruleset`` reads. Where there are none, the party of the last fight comes.
        """

    def renew_party(self, campaign: Campaign, definitions: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Return prepared ``[[combatant]]`` tables with the characters among them as they are now.

        Those who do not come into the next fight are left out.
        """

    def list_reserves(self, campaign: Campaign, ruleset: str, known: Collection[str]) -> Sequence[Reserve]:
        """Return the characters who could come into a fight with these ids; guests first."""

    def find_players(self, campaign: Campaign) -> Mapping[str, int]:
        """Return the seats that play characters from fight to fight, by the characters' ids."""

    def find_pictures(self, campaign: Campaign, ids: Collection[str]) -> Mapping[str, tuple[bytes, bytes]]:
        """Return the pictures of characters with these ids, large and small, by id."""

    def find_sheet_pages(self, campaign: Campaign) -> Mapping[str, str]:
        """Return the addresses at which a DM reads the sheets of characters, by the characters' ids."""

    def find_guest_page(self, campaign: Campaign, seat: Seat | None) -> str:
        """Return the address at which a player takes a ready-made character; "" for none.

        ``seat`` is None for a player who has yet to sit down.
        """

    def find_sheet_page(self, campaign: Campaign, who: str) -> str:
        """Return the address at which a player reads the sheet of an own combatant; "" for none.

        It asks no database: phones in a fight are drawn with it.
        """

    def refuse_take_back(self, encounter: Encounter) -> None:
        """Raise Conflict where something rests on how an ended fight ended."""

    def find_shares(self, encounter_id: int) -> Mapping[str, int]:
        """Return the experience of each character from a fight that is carried over, by id."""

    def find_players_page(self, campaign: Campaign) -> str:
        """Return the address of the page on which a DM forgets a player; "" for none."""


class Alone:
    """The answers where there is no app above."""

    def show_lobby(self, request: HttpRequest, campaign: Campaign, seat: Seat | None) -> HttpResponse:
        """Return a page that says that no fight is on the table."""
        return render(request, "screens/join/waiting.html", {"title": campaign.name or "Ten Segments"})

    def find_home(self, campaign: Campaign) -> str:
        """Return the address of the list of encounters."""
        return make_address("encounters")

    def find_way_on(self, encounter: Encounter) -> None:
        """Return None: a fight of one evening ends with itself."""

    def list_party(self, campaign: Campaign, ruleset: str) -> Sequence[dict[str, Any]]:
        """Return nobody: the party of the last fight comes."""
        return ()

    def renew_party(self, campaign: Campaign, definitions: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Return the tables as they are."""
        return [dict(each) for each in definitions]

    def list_reserves(self, campaign: Campaign, ruleset: str, known: Collection[str]) -> Sequence[Reserve]:
        """Return nobody: characters are those of a fight."""
        return ()

    def find_pictures(self, campaign: Campaign, ids: Collection[str]) -> Mapping[str, tuple[bytes, bytes]]:
        """Return none: there are no sheets."""
        return {}

    def find_sheet_pages(self, campaign: Campaign) -> Mapping[str, str]:
        """Return none: there are no sheets."""
        return {}

    def find_guest_page(self, campaign: Campaign, seat: Seat | None) -> str:
        """Return "": there are no guests."""
        return ""

    def find_players(self, campaign: Campaign) -> Mapping[str, int]:
        """Return nobody: who plays a character is known from its last fight."""
        return {}

    def find_sheet_page(self, campaign: Campaign, who: str) -> str:
        """Return "": there are no sheets."""
        return ""

    def refuse_take_back(self, encounter: Encounter) -> None:
        """Refuse nothing."""

    def find_shares(self, encounter_id: int) -> Mapping[str, int]:
        """Return none: there are no sheets."""
        return {}

    def find_players_page(self, campaign: Campaign) -> str:
        """Return "": there is no such page."""
        return ""


_answers: list[Between] = [Alone()]


def use(between: Between) -> None:
    """Ask this app from now on."""
    _answers[:] = [between]


def get_between() -> Between:
    """Return what answers for the time between fights."""
    return _answers[0]
