"""The DM's page of a table: its code, its seats, and whether new players may join."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_POST, require_safe

from encounters import seat_moves, seats, services
from encounters.access import for_dm
from encounters.addresses import make_address, make_full_address
from encounters.between import get_between
from encounters.errors import Invalid, Rejected
from encounters.models import Encounter, Member, Seat
from encounters.responses import is_htmx, see
from encounters.screens.dm.join import JoinPanel, build_join_panel, find_names, list_played
from encounters.screens.live_page import PageSocket, read_socket
from encounters.screens.prepare.preparation_view import find_phone_address
from encounters.selectors import list_seats_with_holds
from encounters.viewers import Viewer


@dataclass(frozen=True, slots=True)
class JoinPage:
    """The page of a table."""

    encounter_id: int
    socket: PageSocket
    title: str
    join: JoinPanel
    seats: Sequence[tuple[Seat, str]]
    """Each seat, and the names of those that it plays."""
    address: str
    """The address of the page, which is read again when the seats change."""
    back: str
    """The address of the fight, in preparation or in play."""
    watch: str
    """The address of the table screen."""
    players: str
    """The address of the page on which a player is forgotten; "" for none."""
    said: str
    """What is wrong with the last act."""
    link: str
    """A personal link that was just made."""


def _find_table(viewer: Viewer) -> Encounter:
    """Return the encounter. Raises Http404 for a trial, at which nobody has a seat."""
    return get_object_or_404(Encounter.tables, pk=viewer.encounter_id)


def _find_member(request: HttpRequest, viewer: Viewer) -> Member:
    """Return the DM's membership in the campaign of the encounter. Raises Http404 for a trial."""
    return get_object_or_404(Member, campaign=_find_table(viewer).campaign_id, user=request.user.pk)


@require_safe
@for_dm
def show_join(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the code, its QR code, the address, and every seat with its buttons."""
    return render_join_page(request, viewer)


def render_join_page(
    request: HttpRequest, viewer: Viewer, *, said: str = "", link: str = "", status: int = 200
) -> HttpResponse:
    """Render the page. ``link`` is a personal link that was just made."""
    encounter, socket = _find_table(viewer), read_socket(viewer)
    people, names = list_seats_with_holds(encounter.pk), find_names(encounter)
    page = JoinPage(
        encounter_id=encounter.pk,
        socket=socket,
        title=encounter.title,
        join=build_join_panel(encounter, people, names),
        seats=[(seat, ", ".join(list_played(seat, names))) for seat in people],
        address=make_address("dm-join", encounter_id=encounter.pk),
        back=make_address("run" if encounter.opened else "prepare", encounter_id=encounter.pk),
        watch=make_full_address("watch", code=encounter.code),
        players=get_between().find_players_page(encounter.campaign),
        said=said,
        link=link,
    )
    return render(request, "screens/dm/join.html", {"page": page}, status=status)


@require_POST
@for_dm
def set_door(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Let new players join, or stop them."""
    services.set_door(_find_member(request, viewer), bool(request.POST.get("open")))
    return render_joined(request, viewer)


@require_POST
@for_dm
def change_code(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Give the table a new code."""
    services.change_code(_find_member(request, viewer))
    return render_joined(request, viewer)


@require_POST
@for_dm
def mute_all(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Mute every player's phone, or let all sound again."""
    seats.mute_all(viewer, bool(request.POST.get("on")))
    return render_joined(request, viewer)


def render_joined(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Render the join panel as it is now: by itself for htmx, otherwise on its page."""
    if not is_htmx(request):
        return see("dm-join", viewer.encounter_id)
    encounter = _find_table(viewer)
    panel = build_join_panel(encounter, list_seats_with_holds(encounter.pk), find_names(encounter))
    return render(request, "screens/dm/join_panel.html", {"join": panel, "oob": True})


@require_POST
@for_dm
def change_seat(request: HttpRequest, viewer: Viewer, pk: int, do: str) -> HttpResponse:
    """Release a seat, mute it or let it sound again, or make its personal link."""
    try:
        if do == "release":
            seats.release(viewer, pk)
        elif do == "mute":
            seats.mute(viewer, pk, bool(request.POST.get("on")))
        elif do == "link":
            return render_join_page(request, viewer, link=_make_link(viewer, pk))
        else:
            raise Invalid("A seat is released, muted or linked.", "do")
    except Rejected as problem:
        return render_join_page(request, viewer, said=problem.message, status=problem.status)
    return see("dm-join", viewer.encounter_id)


@require_POST
@for_dm
def answer_request(request: HttpRequest, viewer: Viewer, pk: int) -> HttpResponse:
    """Give a seat to the phone that asks for it, or say no."""
    try:
        seat_moves.answer_request(_find_member(request, viewer), pk, bool(request.POST.get("yes")))
    except Rejected as problem:
        return render_join_page(request, viewer, said=problem.message, status=problem.status)
    back = request.POST.get("back", "")
    return see(back if back in ("run", "prepare") else "dm-join", viewer.encounter_id)


def _make_link(viewer: Viewer, pk: int) -> str:
    secret = seat_moves.make_link(viewer, pk)
    found = Seat.objects.select_related("campaign").get(pk=pk)
    address = make_address("take-seat", code=found.campaign.code, token=secret)
    return f"{found.name}: {find_phone_address()}{address}"
