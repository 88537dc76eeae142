"""The list of the DM's encounters: create, copy, import, export and delete them."""

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from encounters import services
from encounters.access import for_dm
from encounters.errors import Rejected
from encounters.models import Encounter
from encounters.responses import see
from encounters.scenario_files import copy_encounter, export_text, import_text
from encounters.screens.forms import PageForm
from encounters.screens.prepare.forms import ImportForm, NewForm
from encounters.screens.prepare.listing import listing
from encounters.screens.requests import read_post
from encounters.selectors import list_encounters
from encounters.viewers import Viewer


@require_safe
@never_cache
@login_required
def index(request: HttpRequest) -> HttpResponse:
    """Show the list of encounters; delete the user's old trials."""
    services.throw_away_old(request.user)
    return render(request, "screens/prepare/list.html", {"list": listing(list_encounters(request.user))})


@require_http_methods(["GET", "POST"])
@never_cache
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Create an encounter from a title and a ruleset; the rest is prepared afterwards."""
    form = NewForm(read_post(request))
    if request.method == "POST" and form.is_valid():
        try:
            made = services.create_encounter(request.user, form.cleaned_data["title"], form.cleaned_data["ruleset"])
        except Rejected as problem:
            form.add_rejection(problem)
        else:
            return see("prepare", made.pk)
    return _form_page(request, "New encounter", form)


@require_http_methods(["GET", "POST"])
@never_cache
@login_required
def bring_in(request: HttpRequest) -> HttpResponse:
    """Import a scenario file as an encounter in preparation.

    It takes the ruleset, the options, the place and the combatants.
    """
    form = ImportForm(read_post(request), request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = import_text(request.user, form.cleaned_data["text"], form.cleaned_data["name"])
        except Rejected as problem:
            form.add_rejection(problem)
        else:
            return see("prepare", made.pk)
    return _form_page(request, "Import a scenario file", form)


@require_POST
@for_dm
def copy(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Copy the encounter as one in preparation."""
    made = copy_encounter(request.user, get_object_or_404(Encounter, pk=viewer.encounter_id))
    return see("prepare", made.pk)


@require_safe
@for_dm
def export(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Send the encounter as a scenario file."""
    encounter = get_object_or_404(Encounter, pk=viewer.encounter_id)
    response = HttpResponse(export_text(encounter), content_type="application/toml; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="encounter-{encounter.pk}.toml"'
    return response


@require_http_methods(["GET", "POST"])
@for_dm
def delete(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Delete an encounter with its log; GET asks for confirmation."""
    encounter = get_object_or_404(Encounter, pk=viewer.encounter_id)
    if request.method == "POST":
        services.delete(Encounter.objects.filter(pk=encounter.pk))
        return see("encounters")
    return render(request, "screens/prepare/delete.html", {"encounter": encounter})


@dataclass(frozen=True, slots=True)
class FormPage:
    """A page of one form."""

    title: str


def _form_page(request: HttpRequest, title: str, form: PageForm) -> HttpResponse:
    status = form.status if form.is_bound else 200
    context = {"page": FormPage(title), "form": form}
    return render(request, "screens/prepare/form_page.html", context, status=status)
