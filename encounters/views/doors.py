"""Who may enter, and how an error of a service is told: the same for every page of the DM."""

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
"""What a session calls the trials that were begun in it, and how many of them it knows."""
TRIAL_GONE = "This trial is over."
TRIAL_OVER = (
    "That trial is over: one goes when it is thrown away, when its encounter is tried anew or opened, and after a day."
)

View = Callable[..., HttpResponse]
DmView = Callable[Concatenate[HttpRequest, Viewer, P], HttpResponse]


def for_dm(view: DmView[P]) -> View:
    """A view of one encounter that only its DM enters: it is given the viewer. Others are sent to sign in, or away."""

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
    """Return the address of a page's socket and the name of who sits where; read first, so that no change is missed."""
    return {"live": f"/live/{viewer.encounter_id}/dm", "seating": read_seating(viewer.encounter_id)}


def note_trial(request: HttpRequest, trial: Encounter) -> None:
    """Remember in this browser which encounter is tried: once the trial is gone, nothing else tells."""
    known: dict[str, Any] = request.session.get(TRIALS, {})
    request.session[TRIALS] = dict([*known.items(), (str(trial.pk), trial.trial_of_id)][-MOST_TRIALS:])


def _tried(request: HttpRequest, number: int) -> int | None:
    """The encounter of which this was a trial, where this browser began it and the encounter is still there."""
    of = request.session.get(TRIALS, {}).get(str(number))
    return of if of is not None and Encounter.objects.filter(pk=of, owner=request.user.pk).exists() else None


def missing(problem: Missing) -> Http404:
    """What a service does not find, as the page that is not there."""
    return Http404(problem.message)


def tap_of(request: HttpRequest) -> str:
    """The id of this tap; a page without script sends none and is given one."""
    return request.POST.get("tap", "").strip() or secrets.token_urlsafe(16)


def once(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view of the DM whose post, where its tap was taken already, leads back to the fight as the first one did."""

    def is_repeated(request: HttpRequest, viewer: Viewer) -> bool:
        return request.method == "POST" and services.first_outcome(viewer, request.POST.get("tap", "")) is not None

    @wraps(view)
    def checked(request: HttpRequest, viewer: Viewer, **kwargs: Any) -> HttpResponse:
        if is_repeated(request, viewer):
            return see("run", viewer.encounter_id)
        answered = view(request, viewer, **kwargs)
        # The first may have been taken while this one was read.
        again = answered.status_code >= 400 and is_repeated(request, viewer)
        return see("run", viewer.encounter_id) if again else answered

    return checked


def posted(request: HttpRequest) -> QueryDict | None:
    """What was posted, though it be nothing; None for a page that is only looked at."""
    return request.POST if request.method == "POST" else None


def is_htmx(request: Any) -> bool:
    """Whether the page wants fragments."""
    return bool(request.htmx)


def go_to(address: str) -> HttpResponse:
    """Have the whole page of an htmx request go elsewhere."""
    response = HttpResponse(status=204)
    response["HX-Redirect"] = address
    return response


def see(to: str, *args: Any) -> HttpResponse:
    """Send a browser that has posted on to a page, by name or address: 303, so that loading it again posts nothing."""
    response = HttpResponseRedirect(resolve_url(to, *args))
    response.status_code = 303
    return response
