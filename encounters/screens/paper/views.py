"""The page of sheets to print."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from encounters.access import for_dm
from encounters.models import Encounter
from encounters.screens.dm.panels import read_opened
from encounters.screens.paper.sheets import build_sheets
from encounters.screens.prepare.preparation_view import PreparationView
from encounters.viewers import Viewer


@require_safe
@for_dm
def show_sheets(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the sheets to print for a fight, in play or in preparation."""
    encounter = Encounter.objects.get(pk=viewer.encounter_id)
    view = read_opened(viewer) if encounter.opened else PreparationView(encounter)
    return render(request, "screens/paper/page.html", {"page": build_sheets(view)})
