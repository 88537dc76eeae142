"""Helpers of several pages: taps, posted values, and the socket of the DM's pages."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict

from encounters import services
from encounters.responses import see
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
    return Socket(f"/live/{viewer.encounter_id}/dm", read_seating(viewer.encounter_id))


def tap_of(request: HttpRequest) -> str:
    """Return the id of this tap; a new one for a page without scripts, which sends none."""
    return request.POST.get("tap", "").strip() or secrets.token_urlsafe(16)


def once(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Make a DM's view take each tap once; a repeated post leads back to the fight."""

    def is_repeated(request: HttpRequest, viewer: Viewer) -> bool:
        return request.method == "POST" and services.find_first_outcome(viewer, request.POST.get("tap", "")) is not None

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
