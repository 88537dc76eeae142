"""The access check of a table's pages, and helpers for their answers."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache

from encounters import seats
from encounters.errors import Forbidden, Missing, NotTaken, TooMany
from encounters.models import Encounter, Seat
from encounters.throttle import Caller
from encounters.viewers import NoSeat, Viewer, find_seat, own_seats
from encounters.views.doors import go_to, is_htmx

BROWSER_COOKIE = "browser"
BROWSER_SECONDS = 24 * 3600
"""The number of seconds for which a browser keeps the id by which its wrong codes are counted."""

View = Callable[..., HttpResponse]


def for_seat(view: View) -> View:
    """Restrict a view to people who have a seat at its table, and pass it the viewer.

    Others are sent to the page where they join.
    """

    @wraps(view)
    @never_cache
    def entered(request: HttpRequest, code: str, *args: Any, **kwargs: Any) -> HttpResponse:
        caller = caller_of(request)
        try:
            encounter = known_table(request, code, caller)
            viewer = find_seat(encounter, request.COOKIES, request.user)
        except NoSeat as problem:
            return _to_the_door(request, code, problem)
        except Forbidden as problem:
            return render(request, "403.html", {"words": problem.message}, status=problem.status)
        except TooMany as problem:
            return note_browser(too_many(request, problem), caller)
        except Missing as problem:
            raise Http404(problem.message) from problem
        if encounter.code != code and request.method == "GET":
            return redirect(request.get_full_path().replace(f"/t/{code}/", f"/t/{encounter.code}/", 1))
        return view(request, viewer, *args, **kwargs)

    return entered


def plain(code: str) -> str:
    """Return a code as it is stored: OAK417 for "oak-417"."""
    return code.upper().replace("-", "")


def find_table(request: HttpRequest, code: str, caller: Caller) -> Encounter:
    """Return the table of this code.

    A browser with a seat there is let in without a limit. Raises Missing, and TooMany after too many wrong codes.
    """
    return _own_table(own_seats(request.COOKIES), code) or seats.find_table(code, caller)


def known_table(request: HttpRequest, code: str, caller: Caller) -> Encounter:
    """Return the table of this code, or for an unknown code that of this browser's only seat.

    So a new code for the table ends nobody's seat. Raises Missing, and TooMany after too many wrong codes.
    """
    mine = own_seats(request.COOKIES)
    if (own := _own_table(mine, code)) is not None:
        return own
    try:
        return seats.find_table(code, caller)
    except (Missing, TooMany):
        tables = {seat.encounter for seat in mine if seat.encounter.state != Encounter.State.ENDED}
        if len(tables) == 1:
            return tables.pop()
        raise


def _own_table(mine: Sequence[Seat], code: str) -> Encounter | None:
    return next((seat.encounter for seat in mine if seat.encounter.code == plain(code)), None)


def caller_of(request: HttpRequest) -> Caller:
    """Return the caller that gives a code: its address, and the id of its browser.

    The id comes from a signed cookie, or is made now.
    """
    try:
        sent = request.COOKIES.get(BROWSER_COOKIE, "")
        id = signing.TimestampSigner(salt=BROWSER_COOKIE).unsign(sent, max_age=BROWSER_SECONDS)
    except signing.BadSignature:
        return Caller(address_of(request), secrets.token_urlsafe(12))
    return Caller(address_of(request), id, is_known=True)


def note_browser(response: HttpResponse, caller: Caller) -> HttpResponse:
    """Set the id that was made for a browser that sent none."""
    if not caller.is_known:
        value = signing.TimestampSigner(salt=BROWSER_COOKIE).sign(caller.browser)
        secure = settings.ENCRYPTED
        response.set_cookie(BROWSER_COOKIE, value, BROWSER_SECONDS, httponly=True, samesite="Lax", secure=secure)
    return response


def address_of(request: HttpRequest) -> str:
    """Return the network address of a request."""
    return str(request.META.get("REMOTE_ADDR", ""))


def _to_the_door(request: HttpRequest, code: str, problem: NoSeat) -> HttpResponse:
    if request.method == "GET":
        return redirect("table", plain(code))
    if is_htmx(request):
        return go_to(f"/t/{plain(code)}/")
    return render(request, "403.html", {"words": problem.message}, status=problem.status)


def see(request: HttpRequest, address: str) -> HttpResponse:
    """Redirect to a page after a post, with or without htmx."""
    if is_htmx(request):
        return go_to(address)
    response = HttpResponseRedirect(address)
    response.status_code = 303
    return response


def too_many(request: HttpRequest, problem: TooMany) -> HttpResponse:
    """Render the page that asks to wait, after too many wrong codes or fights of the rule book."""
    response = render(request, "429.html", {"words": problem.message}, status=problem.status)
    response["Retry-After"] = str(problem.seconds)
    return response


def words_of(problem: NotTaken) -> str:
    """Return the message of a service's error, or a general one."""
    return problem.message or "The table could not take that. Nothing was changed."


def fragments(html: str, status: int = 200, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """Return the response with parts of a screen that replace those on the page."""
    response = HttpResponse(html, status=status, headers=dict(headers or {}))
    patch_vary_headers(response, ["HX-Request"])
    return response


__all__ = [
    "Viewer",
    "address_of",
    "caller_of",
    "find_table",
    "for_seat",
    "fragments",
    "go_to",
    "known_table",
    "note_browser",
    "plain",
    "see",
    "too_many",
    "words_of",
]
