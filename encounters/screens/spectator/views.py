"""The table screen, live and of earlier rounds, and the dice page.

Spectators see them, and players see the pages of earlier rounds as they saw the rounds.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from encounters.access import for_seat
from encounters.encounter_view import EncounterView
from encounters.log_reader import find_view
from encounters.screens.actions import Link
from encounters.screens.dice import DicePage, build_dice_tables
from encounters.screens.live_page import LivePage, read_socket
from encounters.screens.replay_links import link_rounds
from encounters.screens.rulebook.views import render_card
from encounters.screens.seen_card import build_seen_card
from encounters.screens.spectator.regions import SCREEN
from encounters.screens.spectator.replay import PastRound, list_all_rounds
from encounters.screens.spectator.spectator_view import SpectatorView
from encounters.screens.stops import read_stop
from encounters.viewers import Access, Role


@dataclass(frozen=True, slots=True)
class RoundsPage:
    """All rounds of a fight."""

    title: str
    rounds: Sequence[PastRound]
    back: str
    """The address of the viewer's screen."""


@require_safe
@for_seat
def show_live(request: HttpRequest, access: Access) -> HttpResponse:
    """Show what happens, as everybody sees it. A player is led to their phone's page."""
    view = find_view(access.viewer, access)
    if access.viewer.role is Role.PLAYER:
        return redirect("me", view.encounter.code)
    return SCREEN.render_page(request, SpectatorView.of(view), LivePage(socket=read_socket(access.viewer)))


@require_safe
@for_seat
def show_round(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Show a round as this viewer saw it, up to a stop or to its end."""
    view = find_view(access.viewer, access)
    if number not in view.numbers:
        raise Http404("You saw nothing of that round.")
    view = SpectatorView.of(view, number=number, stop=read_stop(request.GET.get("at", "")))
    return SCREEN.render_page(request, view, None, template="round")


@require_safe
@for_seat
def show_all_rounds(request: HttpRequest, access: Access) -> HttpResponse:
    """Show all rounds of which this viewer saw something; each column leads to its replay."""
    view = find_view(access.viewer, access)
    page = RoundsPage(view.encounter.title, list_all_rounds(SpectatorView.of(view)), _find_way_back(view))
    return render(request, "screens/spectator/rounds.html", {"page": page})


@require_safe
@for_seat
def show_seen_card(request: HttpRequest, access: Access, who: str) -> HttpResponse:
    """Show what this viewer has seen of a foe; one never seen is answered like an unknown one."""
    shown = build_seen_card(find_view(access.viewer, access), who)
    if shown is None:
        raise Http404("You have seen nobody of that name.")
    return render_card(request, shown)


@require_safe
@for_seat
def show_dice(request: HttpRequest, access: Access, number: int | None = None) -> HttpResponse:
    """Show the dice of a round, to check: those that this viewer perceived."""
    view = find_view(access.viewer, access)
    if number is not None and number not in view.numbers:
        raise Http404("You saw nothing of that round.")
    chosen = number if number is not None else next(reversed(view.numbers), None)
    page = DicePage(
        title=view.encounter.title,
        rounds=link_rounds(view, "watch-dice-of-round", chosen),
        tables=build_dice_tables(view, chosen) if chosen is not None else (),
        back=Link("Back to the table", _find_way_back(view)),
    )
    return render(request, "screens/spectator/dice.html", {"page": page})


def _find_way_back(view: EncounterView) -> str:
    return view.make_url("me" if view.viewer.role is Role.PLAYER else "watch")
