"""Pictures of combatants, as pages fetch them and as the DM uploads them."""

from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from encounters import services
from encounters.access import for_dm, for_seat
from encounters.errors import Invalid, Rejected
from encounters.models import Encounter, Picture
from encounters.pictures import PictureBook, read_upload
from encounters.responses import ViewFunction, see
from encounters.screens.dm.panels import read_opened, see_noted
from encounters.screens.dm.views import show_problem
from encounters.screens.prepare.bars import CAST, Bar
from encounters.screens.prepare.preparation_view import PreparationView
from encounters.screens.prepare.views import render_page
from encounters.viewers import Access, Viewer

A_WEEK = 7 * 24 * 60 * 60


def keep_privately(view: ViewFunction) -> ViewFunction:
    """Let the viewer's own browser keep a picture; its address changes with the picture."""

    @wraps(view)
    def respond(*args: Any, **kwargs: Any) -> HttpResponse:
        response = view(*args, **kwargs)
        if response.status_code == 200:
            del response["Expires"]
            response["Cache-Control"] = f"private, max-age={A_WEEK}"
        return response

    return respond


@require_safe
@keep_privately
@for_dm
def show_to_dm(request: HttpRequest, viewer: Viewer, signed: str, large: bool = False) -> HttpResponse:
    """Return a picture as the DM's pages address it."""
    return _send(viewer, signed, large)


@require_safe
@keep_privately
@for_seat
def show_to_seat(request: HttpRequest, access: Access, signed: str) -> HttpResponse:
    """Return a picture as the pages of this seat address it; any other address is not found."""
    return _send(access.viewer, signed, large=False)


def _send(viewer: Viewer, signed: str, large: bool) -> HttpResponse:
    """Return a picture by its address.

    Raises Http404 alike for one that is absent and one of others.
    """
    who = PictureBook(viewer).find_signed(signed)
    found = Picture.objects.filter(encounter_id=viewer.encounter_id, who=who).first() if who is not None else None
    if found is None:
        raise Http404("There is no such picture.")
    return HttpResponse(bytes(found.image if large else found.small), content_type="image/webp")


def read_posted(request: HttpRequest) -> bytes:
    """Return the posted file, or nothing to remove the picture. Raises Invalid."""
    if "remove" in request.POST:
        return b""
    chosen = request.FILES.get("picture")
    if chosen is None:
        raise Invalid("Choose a picture first.", "picture")
    return read_upload(chosen)


@require_POST
@for_dm
def save(request: HttpRequest, viewer: Viewer, who: str) -> HttpResponse:
    """Save or remove the picture of a combatant, or of its whole group."""
    encounter = Encounter.objects.get(pk=viewer.encounter_id)
    try:
        services.save_picture(viewer, request.POST.get("group") or who, read_posted(request))
    except Rejected as problem:
        if encounter.opened:
            return show_problem(request, viewer, problem)
        wrong = Bar(CAST, problem.message, is_wrong=True)
        return render_page(request, PreparationView(encounter), wrong=wrong, status=problem.status)
    if encounter.opened:
        return see_noted(read_opened(viewer), who)
    row = next((each for each in encounter.combatants.all() if each.definition.get("id") == who), None)
    return see("prepared-combatant", encounter.pk, row.pk) if row is not None else see("prepare", encounter.pk)
