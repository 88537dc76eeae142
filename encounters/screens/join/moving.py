"""Moving a seat to this device: by its personal link, or by asking the DM."""

from dataclasses import dataclass, replace

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from encounters import seat_moves
from encounters.access import find_campaign, for_campaign_seat, normalize_code
from encounters.addresses import make_address
from encounters.errors import NotFound, Rejected, TooMany
from encounters.models import Campaign, Seat, SeatRequest
from encounters.numbers import read_whole
from encounters.responses import go_to, is_htmx, redirect_after_post, render_too_many, to_http404
from encounters.screens.join.views import limit_wrong_codes
from encounters.screens.phone.regions import PhoneHead
from encounters.throttle import JOINS, Caller, read_address
from encounters.time_of_day import write_time_of_day
from encounters.viewers import COOKIE_SALT, set_plain_cookie, set_seat_cookie

REQUEST_COOKIE = "ask-c"
"""The beginning of the name of a request's cookie; the campaign's number follows."""
REQUEST_SECONDS = 3600


# Personal links.


@dataclass(frozen=True, slots=True)
class SeatLinkPage:
    """The page of a seat's personal link."""

    code: str
    name: str
    address: str
    """The link."""
    said: str
    back: str


@dataclass(frozen=True, slots=True)
class TakeSeatPage:
    """The page that a personal link opens."""

    code: str
    problem: str = ""
    """The reason why the link gives no seat."""


@require_http_methods(["GET", "POST"])
@for_campaign_seat
def show_own_link(request: HttpRequest, campaign: Campaign, seat: Seat) -> HttpResponse:
    """Show the personal link of a seat; a post with ``new`` makes another one."""
    if request.method == "POST" and "new" in request.POST:
        seat_moves.renew_own_link(seat)
        return redirect_after_post(request, make_address("my-link", {"made": "1"}, code=campaign.code))
    link = make_address("take-seat", code=campaign.code, token=seat_moves.make_own_link(seat))
    home = "me" if seat.kind == Seat.Kind.PLAYER else "watch"
    page = SeatLinkPage(
        campaign.code,
        seat.name,
        request.build_absolute_uri(link),
        "This is the new link. The earlier one works no more." if "made" in request.GET else "",
        make_address(home, code=campaign.code),
    )
    title = campaign.name or "Ten Segments"
    return render(request, "screens/join/seat_link.html", {"page": page, "me": PhoneHead(title, plain=True)})


@never_cache
@require_http_methods(["GET", "POST"])
def follow_link(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """Move a seat to this device by its personal link.

    GET shows a button, so that a preview of the link does not use it up. POST takes the seat.
    """
    page, me = TakeSeatPage(normalize_code(code) or code), PhoneHead("Ten Segments", plain=True)
    if request.method == "GET":
        return render(request, "screens/join/take_seat.html", {"page": page, "me": me})
    try:
        joined = seat_moves.follow_link(token, read_address(request))
    except TooMany as problem:
        return render_too_many(request, problem)
    except Rejected as problem:
        page = replace(page, problem=problem.message)
        return render(request, "screens/join/take_seat.html", {"page": page, "me": me}, status=problem.status)
    response = redirect_after_post(request, make_address("table", code=joined.seat.campaign.code))
    set_seat_cookie(response, joined.seat, joined.token)
    return response


# Asking the DM.


@dataclass(frozen=True, slots=True)
class AskedPage:
    """The page that waits for the DM's answer."""

    code: str
    name: str
    """The name of the seat that was asked for."""
    asked: str
    """The time of the request."""
    answer: str
    """The DM's answer where it is no; "" while there is none."""
    address: str
    """The address of the page, which asks again every few seconds."""


@require_POST
@limit_wrong_codes
def ask(request: HttpRequest, caller: Caller, code: str) -> HttpResponse:
    """Ask the DM for the seat that ``seat`` names."""
    campaign = _find_campaign(request, code, caller)
    JOINS.refuse_if_spent(read_address(request))
    JOINS.count(read_address(request))
    try:
        made = seat_moves.ask_for_seat(campaign, request.POST.get("seat", ""))
    except Rejected as problem:
        page, me = TakeSeatPage(campaign.code, problem.message), PhoneHead(campaign.name or "Ten Segments", plain=True)
        return render(request, "screens/join/take_seat.html", {"page": page, "me": me}, status=problem.status)
    response = redirect_after_post(request, make_address("asked", code=campaign.code))
    value = signing.Signer(salt=COOKIE_SALT).sign(f"{made.request.pk}.{made.secret}")
    set_plain_cookie(response, _name_cookie(campaign), value, REQUEST_SECONDS)
    return response


@require_http_methods(["GET", "POST"])
@limit_wrong_codes
def show_asked(request: HttpRequest, caller: Caller, code: str) -> HttpResponse:
    """Wait for the DM's answer; a post withdraws the request.

    Once the DM has said yes, the seat is here.
    """
    campaign = _find_campaign(request, code, caller)
    table = make_address("table", code=campaign.code)
    found = _find_request(request, campaign)
    if found is None:
        return go_to(table) if is_htmx(request) else redirect(table)
    made, secret = found
    if request.method == "POST":
        seat_moves.withdraw(made)
        response = redirect_after_post(request, table)
        response.delete_cookie(_name_cookie(campaign))
        return response
    if made.yes:
        response = go_to(table) if is_htmx(request) else redirect(table)
        set_seat_cookie(response, made.seat, secret)
        response.delete_cookie(_name_cookie(campaign))
        return response
    page = AskedPage(
        campaign.code,
        made.seat.name,
        write_time_of_day(made.asked),
        "The DM said: not now. Ask at the table." if made.answered else "",
        make_address("asked", code=campaign.code),
    )
    context = {"page": page, "me": PhoneHead(campaign.name or "Ten Segments", plain=True)}
    return render(request, "screens/join/asked.html", context)


def _find_campaign(request: HttpRequest, code: str, caller: Caller) -> Campaign:
    try:
        return find_campaign(request, code, caller)
    except NotFound as problem:
        raise to_http404(problem) from problem


def _name_cookie(campaign: Campaign) -> str:
    return f"{REQUEST_COOKIE}{campaign.pk}"


def _find_request(request: HttpRequest, campaign: Campaign) -> tuple[SeatRequest, str] | None:
    """Return the request that this browser made, and its secret."""
    try:
        value = signing.Signer(salt=COOKIE_SALT).unsign(request.COOKIES.get(_name_cookie(campaign), ""))
    except signing.BadSignature:
        return None
    number, _, secret = value.partition(".")
    made = seat_moves.find_request(campaign, read_whole(number) or 0, secret)
    return (made, secret) if made is not None else None
