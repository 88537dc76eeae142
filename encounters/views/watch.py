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
from encounters.pages.watch.regions import context
from encounters.pages.watch.screen import all_rounds
from encounters.selectors import game_view
from encounters.viewers import Role, Viewer
from encounters.views.table import for_seat


@require_safe
@for_seat
def watch(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the table screen of the fight; players are redirected to their phone's page."""
    sight = sight_of(viewer)
    if viewer.role is Role.PLAYER:
        return redirect("me", sight.encounter.code)
    shown = {**context(sight), "live": f"/live/{viewer.encounter_id}/seat"}
    return render(request, "encounters/table/watch.html", shown)


@require_safe
@for_seat
def replay(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """Show a round as this viewer saw it, up to a segment or to its end."""
    sight = sight_of(viewer)
    if sight.viewing is None or number not in sight.numbers:
        raise Http404("Of such a round nothing was seen.")
    stop = read_stop(request.GET.get("at", ""))
    return render(request, "encounters/table/round.html", context(sight, number=number, stop=stop))


@require_safe
@for_seat
def rounds(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show all rounds that this viewer saw; each column links to its replay."""
    sight = sight_of(viewer)
    return render(
        request, "encounters/table/rounds.html", {"sight": sight, "rounds": all_rounds(sight), "back": _back(sight)}
    )


@require_safe
@for_seat
def dice(request: HttpRequest, viewer: Viewer, number: int | None = None) -> HttpResponse:
    """Show the dice of a round that this viewer could perceive, so that they can be verified."""
    sight = sight_of(viewer)
    numbers = _numbers(sight)
    if number is not None and number not in numbers:
        raise Http404("Of such a round nothing was seen.")
    chosen = number if number is not None else next(reversed(numbers), None)
    try:
        tables = dice_tables(game_view(viewer), chosen) if chosen is not None else []
    except Late:
        tables = []
    rounds = [{"label": f"Round {each}" if each else "The opening", "number": each, "on": each == chosen}
              for each in numbers]  # fmt: skip
    shown = {"sight": sight, "tables": tables, "rounds": rounds, "back": _back(sight)}
    return render(request, "encounters/table/dice.html", shown)


def _numbers(sight: Sight) -> list[int]:
    return sight.numbers if sight.viewing is not None else []


def _back(sight: Sight) -> str:
    return sight.url("me/" if sight.viewer.role is Role.PLAYER else "watch/")
