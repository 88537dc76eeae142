"""Helpers of several pages: taps, posted values, and the socket of the DM's pages."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict

from encounters import services
from encounters.addresses import make_socket_address
from encounters.responses import see
from encounters.services import Outcome
from encounters.viewer_log import read_seating
from encounters.viewers import Viewer


@dataclass(frozen=True, slots=True)
class Socket:
    """The socket of a page."""

    address: str
    seating: str = ""
    """The name of the present seating, for a page that is told only of another one."""


def read_socket(viewer: Viewer) -> Socket:
    """Return the socket of a page of the DM.

    Call it before other reads, so that the page misses no change.
    """
    return Socket(make_socket_address(viewer.encounter_id, "dm"), read_seating(viewer.encounter_id))


def read_tap(request: HttpRequest) -> str:
    """Return the id of this tap; a new one for a page without scripts, which sends none."""
    return request.POST.get("tap", "").strip() or secrets.token_urlsafe(16)


def find_outcome_of_tap(request: HttpRequest, viewer: Viewer) -> Outcome | None:
    """Return the outcome of this tap, where an earlier post of it was taken; else None.

    The services take a tap once and give a repeated one its first outcome. A view may refuse a repeated tap before it
    comes to the service, because the first one has closed its question. So every view asks for this when it would show
    an error.
    """
    return services.find_first_outcome(viewer, request.POST.get("tap", "")) if request.method == "POST" else None


def once(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Make a panel of the DM take each tap once; a repeated post leads back to the fight."""

    @wraps(view)
    def check_tap(request: HttpRequest, viewer: Viewer, **kwargs: Any) -> HttpResponse:
        try:
            answered = view(request, viewer, **kwargs)
        except Http404:
            if find_outcome_of_tap(request, viewer) is None:
                raise
            return see("run", viewer.encounter_id)
        is_repeated = answered.status_code >= 400 and find_outcome_of_tap(request, viewer) is not None
        return see("run", viewer.encounter_id) if is_repeated else answered

    return check_tap


def read_post(request: HttpRequest) -> QueryDict | None:
    """Return the posted values, even if empty; None for a request that is no post."""
    return request.POST if request.method == "POST" else None
