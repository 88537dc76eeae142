"""The pages of guests: a DM's, and that of a player's phone."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.access import for_named
from campaigns.screens.acting import act_and_see
from campaigns.screens.guests.guests import build_guests, build_head, build_own_guest, describe_arrival, find_refusal
from campaigns.services import guests as services
from encounters.access import for_campaign_seat
from encounters.addresses import make_address
from encounters.errors import Conflict, Forbidden, Invalid, Rejected
from encounters.models import Campaign, Member, Seat
from encounters.numbers import read_whole
from encounters.responses import redirect_after_post
from encounters.screens.requests import read_tap


def read_guest(request: HttpRequest) -> tuple[str, int]:
    """Return the class and level that a request names: "fighter 3". Raises Invalid."""
    class_, _, level = request.POST.get("guest", "").rpartition(" ")
    number = read_whole(level, least=0, most=100)
    if number is None:
        raise Invalid("Choose a class and a level of the list.", "guest")
    return class_, number


@require_http_methods(["GET", "POST"])
@for_named
def change_guests(request: HttpRequest, member: Member) -> HttpResponse:
    """Show the guests of a campaign, and add one."""
    if request.method == "POST":
        return act_and_see(
            request,
            lambda: describe_arrival(services.add_guest(member, *read_guest(request), read_tap(request))),
            "guests",
            member.campaign_id,
        )
    return render(request, "screens/guests/page.html", {"page": build_guests(member)})


@require_POST
@for_named
def settle_guest(request: HttpRequest, member: Member, number: int) -> HttpResponse:
    """Keep a guest as a character of the campaign, or send it home."""

    def act() -> str:
        if "keep" in request.POST:
            return f"{services.keep_guest(member, number).name} stays with the party."
        return f"{services.send_guest_home(member, number).name} has gone home."

    return act_and_see(request, act, "guests", member.campaign_id)


@require_POST
@for_named
def set_guest_level(request: HttpRequest, member: Member) -> HttpResponse:
    """Set the level of the guests that phones offer first, or let them offer none."""

    def act() -> str:
        level = read_whole(request.POST.get("level", ""), least=0, most=100)
        services.set_guest_level(member, -1 if level is None else level)
        return ""

    return act_and_see(request, act, "guests", member.campaign_id)


@require_http_methods(["GET", "POST"])
@for_campaign_seat
def take_guest(request: HttpRequest, campaign: Campaign, seat: Seat) -> HttpResponse:
    """Show the guests that a player may take, and take one."""
    if seat.kind != Seat.Kind.PLAYER:
        return redirect("watch", campaign.code)
    status, words = 200, ""
    if request.method == "POST":
        try:
            if refusal := find_refusal(campaign):
                raise Forbidden(refusal)
            services.take_guest(campaign, seat, *read_guest(request))
        except Rejected as problem:
            status, words = problem.status, problem.message
        else:
            to = "me" if campaign.get_table() is None else "my-guest"
            return redirect_after_post(request, make_address(to, code=campaign.code))
    page = build_own_guest(campaign, seat, request.GET.get("level", ""), words)
    if status == Conflict.status and page.plays:
        # A second tap came after the first one: it leads to the same guest.
        return redirect_after_post(request, make_address("my-guest", code=campaign.code))
    context = {"page": page, "me": build_head(page)}
    return render(request, "screens/guests/phone.html", context, status=status)
