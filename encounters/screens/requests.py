"""Helpers of several pages: taps and posted values."""

import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict

from encounters import services
from encounters.encounter_view import EncounterView
from encounters.errors import Rejected
from encounters.responses import ViewFunction
from encounters.services import Outcome
from encounters.viewers import Viewer


def read_tap(request: HttpRequest) -> str:
    """Return the id of this tap; a new one for a page without scripts, which sends none."""
    return request.POST.get("tap", "").strip() or secrets.token_urlsafe(16)


def take_once(
    show_first: Callable[[HttpRequest, Any, Outcome], HttpResponse],
    show_problem: Callable[[HttpRequest, Any, Rejected], HttpResponse],
) -> Callable[[ViewFunction], ViewFunction]:
    """Return a decorator of views that takes each tap once, and shows what a view rejects.

    The services give a repeated tap its first outcome. But the first one may have closed its question, and then the
    view or the service rejects the second. So on any rejection the tap is looked for, and its first outcome is shown.
    """

    def decorate(view: ViewFunction) -> ViewFunction:
        @wraps(view)
        def answer(request: HttpRequest, of: Viewer | EncounterView, *args: Any, **kwargs: Any) -> HttpResponse:
            problem: Rejected | Http404 | None = None
            try:
                response = view(request, of, *args, **kwargs)
                if response.status_code < 400:
                    return response
            except (Rejected, Http404) as raised:
                problem = raised
            viewer = of.viewer if isinstance(of, EncounterView) else of
            tap = request.POST.get("tap", "") if request.method == "POST" else ""
            if (first := services.find_first_outcome(viewer, tap)) is not None:
                return show_first(request, of, first)
            if problem is None:
                return response
            if isinstance(problem, Http404):
                raise problem
            return show_problem(request, of, problem)

        return answer

    return decorate


def read_post(request: HttpRequest) -> QueryDict | None:
    """Return the posted values, even if empty; None for a request that is no post."""
    return request.POST if request.method == "POST" else None
