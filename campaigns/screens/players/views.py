"""The pages of the people who have or had a seat in a campaign."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import services
from campaigns.access import for_member
from campaigns.screens.players.players import ForgetPage, build_players
from encounters.addresses import make_address
from encounters.errors import NotFound
from encounters.models import Member
from encounters.responses import see, to_http404
from encounters.seats import list_remembered


@require_safe
@for_member
def show_players(request: HttpRequest, member: Member) -> HttpResponse:
    """Show who has or had a seat, each with a link that forgets them."""
    return render(request, "screens/players/page.html", {"page": build_players(member)})


@require_safe
@for_member
def send_stored(request: HttpRequest, member: Member, number: int) -> HttpResponse:
    """Send a file with all that is stored of a player, for the DM to hand over."""
    try:
        stored = services.list_stored(member, number)
    except NotFound as problem:
        raise to_http404(problem) from problem
    file = JsonResponse(stored, json_dumps_params={"indent": 1, "ensure_ascii": False})
    file["Content-Disposition"] = f'attachment; filename="player-{number}.json"'
    return file


@require_http_methods(["GET", "POST"])
@for_member
def forget_player(request: HttpRequest, member: Member, number: int) -> HttpResponse:
    """Forget a player; GET says what is deleted, and asks for confirmation."""
    if request.method == "POST":
        try:
            services.forget_player(member, number)
        except NotFound as problem:
            raise to_http404(problem) from problem
        messages.info(request, "The player is forgotten.")
        return see("players", member.campaign_id)
    seat = get_object_or_404(list_remembered(member.campaign), number=number)
    page = ForgetPage(name=seat.name, back=make_address("players", campaign_id=member.campaign_id))
    return render(request, "screens/players/forget.html", {"page": page})
