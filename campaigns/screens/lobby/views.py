"""The pages of the lobby: a phone's, and a table screen's."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns.access import list_own_characters
from campaigns.pictures import OwnPictures
from campaigns.screens.lobby.lobby import build_lobby, build_screen_lobby
from encounters.addresses import make_lobby_socket_address
from encounters.models import Campaign, Seat
from encounters.screens.live_page import LivePage, PageSocket


@dataclass(frozen=True, kw_only=True)
class LobbyPage(LivePage):
    """The page of a lobby."""

    title: str


def show_lobby(request: HttpRequest, campaign: Campaign, seat: Seat | None) -> HttpResponse:
    """Return the lobby: of a player, or of a table screen."""
    # The seating has no name before the first change: any that the socket names is another one.
    socket = PageSocket(make_lobby_socket_address(campaign.pk), "0")
    page = LobbyPage(socket=socket, title=campaign.name)
    if seat is None or seat.kind == Seat.Kind.SPECTATOR:
        context = {"page": page, "lobby": build_screen_lobby(campaign)}
        return render(request, "screens/lobby/screen.html", context)
    pictures = OwnPictures(campaign.code, list_own_characters(campaign, seat))
    context = {"page": page, "lobby": build_lobby(campaign, seat), "find_picture": pictures.find}
    return render(request, "screens/lobby/phone.html", context)
