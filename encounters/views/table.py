"""Who may enter at a table's address, and how an error of a service is told there."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache

from encounters.errors import Forbidden, Missing, NotTaken, TooMany
from encounters.models import Encounter
from encounters.seats import find_table
from encounters.viewers import NoSeat, Viewer, find_seat, seat_cookies
from encounters.views.doors import go_to, is_htmx

View = Callable[..., HttpResponse]


def for_seat(view: View) -> View:
    """A view of one table for whoever has a seat there: it is given the viewer. Others are sent to the door."""

    @wraps(view)
    @never_cache
    def entered(request: HttpRequest, code: str, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            encounter = known_table(request, code)
            viewer = find_seat(encounter, request.COOKIES, request.user)
        except NoSeat as problem:
            return _to_the_door(request, code, problem)
        except Forbidden as problem:
            raise PermissionDenied(problem.message) from problem
        except TooMany as problem:
            return too_many(request, problem)
        except Missing as problem:
            raise Http404(problem.message) from problem
        if encounter.code != code and request.method == "GET":
            return redirect(request.get_full_path().replace(f"/t/{code}/", f"/t/{encounter.code}/", 1))
        return view(request, viewer, *args, **kwargs)

    return entered


def plain(code: str) -> str:
    """A code as it is stored: "oak-417" is OAK417."""
    return code.upper().replace("-", "")


def known_table(request: HttpRequest, code: str) -> Encounter:
    """The table of this code, or of a seat that this browser has: a new code ends nobody's seat.

    Who has a seat is not counted among those who try codes. Raises Missing, and TooMany after ten wrong codes.
    """
    seats = seat_cookies(request.COOKIES)
    for found in Encounter.tables.filter(pk__in=seats, code=plain(code)):
        return found
    try:
        return find_table(code, address_of(request))
    except Missing:
        mine = list(Encounter.tables.filter(pk__in=seats).exclude(state=Encounter.State.ENDED)[:2])
        if len(mine) == 1:
            return mine[0]
        raise


def address_of(request: HttpRequest) -> str:
    """Where a request comes from."""
    return str(request.META.get("REMOTE_ADDR", ""))


def _to_the_door(request: HttpRequest, code: str, problem: NoSeat) -> HttpResponse:
    if request.method == "GET":
        return redirect("table", plain(code))
    if is_htmx(request):
        return go_to(f"/t/{plain(code)}/")
    return render(request, "403.html", {"words": problem.message}, status=problem.status)


def see(request: HttpRequest, address: str) -> HttpResponse:
    """Back to a page after a post, with or without htmx."""
    if is_htmx(request):
        return go_to(address)
    response = HttpResponseRedirect(address)
    response.status_code = 303
    return response


def too_many(request: HttpRequest, problem: TooMany) -> HttpResponse:
    """Wrong codes are counted, and fights of the rule book: wait."""
    response = render(request, "429.html", {"words": problem.message}, status=problem.status)
    response["Retry-After"] = str(problem.seconds)
    return response


def words_of(problem: NotTaken) -> str:
    """What was not taken, in words."""
    return problem.message or "The table could not take that. Nothing was changed."


def fragments(html: str, status: int = 200, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """Parts of a screen that replace those on the page."""
    response = HttpResponse(html, status=status, headers=dict(headers or {}))
    patch_vary_headers(response, ["HX-Request"])
    return response


__all__ = [
    "Viewer",
    "address_of",
    "for_seat",
    "fragments",
    "go_to",
    "known_table",
    "plain",
    "see",
    "too_many",
    "words_of",
]
