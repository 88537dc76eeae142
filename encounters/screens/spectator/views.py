"""The table screen, live and of earlier rounds, and the dice page.

Spectators see them, and players see the pages of earlier rounds as they saw the rounds.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from encounters.errors import Late
from encounters.pages.dice import dice_tables
from encounters.pages.sight import Sight, sight_of
from encounters.pages.stops import read_stop
from encounters.screens.spectator.regions import build_context
from encounters.screens.spectator.replay import list_all_rounds
from encounters.screens.spectator.view import SpectatorView
from encounters.selectors import game_view
from encounters.viewers import Role, Viewer
from encounters.views.table import for_seat


@require_safe
@for_seat
def show_live(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show what happens, as everybody sees it. A player is led to their phone's page."""
    sight = sight_of(viewer)
    if viewer.role is Role.PLAYER:
        return redirect("me", sight.encounter.code)
    context = build_context(SpectatorView(sight)) | {"live": f"/live/{viewer.encounter_id}/seat"}
    return render(request, "screens/spectator/page.html", context)


@require_safe
@for_seat
def show_round(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """Show a round as this viewer saw it, up to a stop or to its end."""
    sight = sight_of(viewer)
    if sight.viewing is None or number not in sight.numbers:
        raise Http404("Of such a round nothing was seen.")
    view = SpectatorView(sight, number, read_stop(request.GET.get("at", "")))
    return render(request, "screens/spectator/round.html", build_context(view))


@require_safe
@for_seat
def show_all_rounds(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show all rounds of which this viewer saw something; each column leads to its replay."""
    sight = sight_of(viewer)
    rounds = list_all_rounds(SpectatorView(sight))
    context = {"heading": sight.encounter.title, "rounds": rounds, "back": _find_way_back(sight)}
    return render(request, "screens/spectator/rounds.html", context)


@require_safe
@for_seat
def show_dice(request: HttpRequest, viewer: Viewer, number: int | None = None) -> HttpResponse:
    """Show the dice of a round, to check: those that this viewer perceived."""
    sight = sight_of(viewer)
    numbers = sight.numbers if sight.viewing is not None else []
    if number is not None and number not in numbers:
        raise Http404("Of such a round nothing was seen.")
    chosen = number if number is not None else next(reversed(numbers), None)
    try:
        tables = dice_tables(game_view(viewer), chosen) if chosen is not None else []
    except Late:
        tables = []
    rounds = [
        {"label": f"Round {each}" if each else "The opening", "number": each, "on": each == chosen} for each in numbers
    ]
    context = {"sight": sight, "tables": tables, "rounds": rounds, "back": _find_way_back(sight)}
    return render(request, "encounters/table/dice.html", context)


def _find_way_back(sight: Sight) -> str:
    return sight.url("me/" if sight.viewer.role is Role.PLAYER else "watch/")
