"""One round under several procedures, side by side, for the DM only."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from encounters import services
from encounters.errors import Missing
from encounters.numbers import read_whole
from encounters.pages.dm.compare import comparison
from encounters.viewers import Viewer
from encounters.views.doors import for_dm
from encounters.views.panels import opened
from rules.api import list_rulesets


@require_safe
@for_dm
def compared(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """Show the comparison of a round.

    ``with`` in the address names the procedures to compare with the round's own. ``throw`` is the number of the throw
    of dice: another number gives other dice.
    """
    desk = opened(viewer)
    asked = request.GET.getlist("with") or list(list_rulesets())
    chosen = [id for id in list_rulesets() if id in asked and id != desk.ruleset.id]
    given = read_whole(request.GET.get("throw", ""), most=9999)
    throw = 1 if given is None else given
    try:
        found = services.compare_round(viewer, number, chosen, throw)
    except Missing as problem:
        raise Http404(problem.message) from problem
    shown = comparison(desk, found, number, chosen, throw)
    return render(request, "encounters/dm/compare.html", {"compared": shown, "desk": desk, "back": desk.url()})
