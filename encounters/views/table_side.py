"""The DM's page of a table: its code, its seats, and whether new players may join."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from encounters import seats
from encounters.errors import Bad, NotTaken
from encounters.models import Encounter, Seat
from encounters.pages.dm.join import join_panel, join_url
from encounters.pages.preparing import address
from encounters.selectors import seats_of
from encounters.viewers import Viewer
from encounters.views.doors import for_dm, is_htmx, see, socket_facts


def _table(viewer: Viewer) -> Encounter:
    """Return the encounter. Raises Http404 for a trial, at which nobody has a seat."""
    return get_object_or_404(Encounter.tables, pk=viewer.encounter_id)


@require_safe
@for_dm
def join(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the code, its QR code, the address, and every seat with its buttons."""
    return join_page(request, viewer)


def join_page(
    request: HttpRequest, viewer: Viewer, *, said: str = "", link: str = "", status: int = 200
) -> HttpResponse:
    """Render the page. ``link`` is a personal link that was just made."""
    encounter, line = _table(viewer), socket_facts(viewer)
    people = list(seats_of(encounter.pk).prefetch_related("holds"))
    back = f"/e/{encounter.pk}/" + ("" if encounter.opened else "prepare/")
    shown = {
        "join": join_panel(encounter, people, f"/e/{encounter.pk}/"),
        "seats": people,
        "title": encounter.title,
        "back": back,
        "base": f"/e/{encounter.pk}/seat/",
        "watch": f"{join_url(encounter)}watch/",
        "said": said,
        "link": link,
        "seats_at": reverse("dm-join", args=[encounter.pk]),
        **line,
    }
    return render(request, "encounters/dm/join.html", shown, status=status)


@require_POST
@for_dm
def door(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Let new players join, or stop them."""
    _table(viewer)
    seats.set_door(viewer, bool(request.POST.get("open")))
    return joined(request, viewer)


@require_POST
@for_dm
def code(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Give the table a new code."""
    _table(viewer)
    seats.renew_code(viewer)
    return joined(request, viewer)


@require_POST
@for_dm
def mute_all(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Mute every player's phone, or let all sound again."""
    seats.mute_all(viewer, bool(request.POST.get("on")))
    return joined(request, viewer)


def joined(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Render the join panel as it is now: by itself for htmx, otherwise on its page."""
    if not is_htmx(request):
        return see("dm-join", viewer.encounter_id)
    encounter = _table(viewer)
    panel = join_panel(encounter, list(seats_of(encounter.pk)), f"/e/{encounter.pk}/")
    return render(request, "components/join.html", {"join": panel, "oob": True})


@require_POST
@for_dm
def seat(request: HttpRequest, viewer: Viewer, pk: int, do: str) -> HttpResponse:
    """Release a seat, mute it or let it sound again, or make its personal link."""
    try:
        if do == "release":
            seats.release(viewer, pk)
        elif do == "mute":
            seats.mute(viewer, pk, bool(request.POST.get("on")))
        elif do == "link":
            return join_page(request, viewer, link=_link(viewer, pk))
        else:
            raise Bad("A seat is released, muted or linked.", "do")
    except NotTaken as problem:
        return join_page(request, viewer, said=problem.message, status=problem.status)
    return see("dm-join", viewer.encounter_id)


def _link(viewer: Viewer, pk: int) -> str:
    secret = seats.make_link(viewer, pk)
    found: Any = Seat.objects.get(pk=pk)
    return f"{found.name}: {address()}{reverse('take-seat', args=[found.encounter.code, secret])}"
