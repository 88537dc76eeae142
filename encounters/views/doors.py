"""The access check of the DM's pages, and helpers for their answers."""

import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import resolve_url
from django.views.decorators.cache import never_cache

from encounters import services
from encounters.errors import Missing
from encounters.models import Encounter
from encounters.viewers import NoSeat, Viewer, find_dm_of
from encounters.watching import read_seating

P = ParamSpec("P")

TRIALS, MOST_TRIALS = "trials", 20
"""The session's key for the trials that it began, and the greatest number that it keeps."""
TRIAL_GONE = "This trial is over."
TRIAL_OVER = (
    "That trial is over: one goes when it is thrown away, when its encounter is tried anew or opened, and after a day."
)

View = Callable[..., HttpResponse]
DmView = Callable[Concatenate[HttpRequest, Viewer, P], HttpResponse]


def for_dm(view: DmView[P]) -> View:
    """Restrict a view to the DM of its encounter, and pass it the viewer.

    A person who is not signed in is sent to the sign-in page; anybody else gets 404. Where the encounter was a trial
    that this browser began, the DM is sent to the encounter that was tried.
    """

    @wraps(view)
    @never_cache
    def entered(request: HttpRequest, encounter_id: int, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            viewer = find_dm_of(encounter_id, request.user)
        except NoSeat:
            return redirect_to_login(request.get_full_path())
        except Missing as problem:
            if (of := _tried(request, encounter_id)) is None:
                raise missing(problem) from problem
            messages.info(request, TRIAL_OVER)
            address = resolve_url("prepare", of)
            return go_to(address) if is_htmx(request) else see(address)
        return view(request, viewer, *args, **kwargs)

    return entered


def socket_facts(viewer: Viewer) -> dict[str, str]:
    """Return the address of a page's socket, and the name of the present seating.

    Call it before other reads, so that the page misses no change.
    """
    return {"live": f"/live/{viewer.encounter_id}/dm", "seating": read_seating(viewer.encounter_id)}


def note_trial(request: HttpRequest, trial: Encounter) -> None:
    """Store in the session the encounter that a trial copies.

    It is stored nowhere else once the trial is deleted.
    """
    known: dict[str, Any] = request.session.get(TRIALS, {})
    request.session[TRIALS] = dict([*known.items(), (str(trial.pk), trial.trial_of_id)][-MOST_TRIALS:])


def _tried(request: HttpRequest, number: int) -> int | None:
    """Return the encounter that the trial of this number copied.

    None where this session did not begin the trial, or where the user has no such encounter any more.
    """
    of = request.session.get(TRIALS, {}).get(str(number))
    return of if of is not None and Encounter.objects.filter(pk=of, owner=request.user.pk).exists() else None


def missing(problem: Missing) -> Http404:
    """Return the error of a service that found nothing, as HTTP status 404."""
    return Http404(problem.message)


def tap_of(request: HttpRequest) -> str:
    """Return the id of this tap; a new one for a page without scripts, which sends none."""
    return request.POST.get("tap", "").strip() or secrets.token_urlsafe(16)


def once(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Make a DM's view take each tap once; a repeated post leads back to the fight."""

    def is_repeated(request: HttpRequest, viewer: Viewer) -> bool:
        return request.method == "POST" and services.first_outcome(viewer, request.POST.get("tap", "")) is not None

    @wraps(view)
    def checked(request: HttpRequest, viewer: Viewer, **kwargs: Any) -> HttpResponse:
        if is_repeated(request, viewer):
            return see("run", viewer.encounter_id)
        answered = view(request, viewer, **kwargs)
        # The first post may have been taken while this one was being read.
        again = answered.status_code >= 400 and is_repeated(request, viewer)
        return see("run", viewer.encounter_id) if again else answered

    return checked


def posted(request: HttpRequest) -> QueryDict | None:
    """Return the posted values, even if empty; None for a request that is no post."""
    return request.POST if request.method == "POST" else None


def is_htmx(request: Any) -> bool:
    """Return whether the request was made by htmx, which takes fragments of a page."""
    return bool(request.htmx)


def go_to(address: str) -> HttpResponse:
    """Send the whole page of an htmx request to another address."""
    response = HttpResponse(status=204)
    response["HX-Redirect"] = address
    return response


def see(to: str, *args: Any) -> HttpResponse:
    """Redirect a browser that has posted to a page, given by name or address.

    The status is 303, so that loading the page again posts nothing.
    """
    response = HttpResponseRedirect(resolve_url(to, *args))
    response.status_code = 303
    return response
