"""The answer of pages while something that the table runs on fails: 503, in words."""

import sys
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.deprecation import MiddlewareMixin
from django.utils.html import format_html
from django.views.decorators.csrf import requires_csrf_token
from django.views.defaults import server_error

from encounters.failures import Failure, note_failure
from encounters.request_ids import write_report

RETRY_SECONDS = 5
"""The seconds after which a page may be asked for again."""

STOPPED = "The table has stopped for a moment. This step failed and was not recorded. Try again in a moment."


class Unavailable(MiddlewareMixin):
    """Middleware that answers for views that fail because of what they run on."""

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        """Return the answer, or None for an exception of another kind."""
        failure = note_failure(problem)
        if failure is None:
            return None
        response = answer_unavailable(request, failure)
        response._has_been_logged = True  # type: ignore[attr-defined]  # by its own line; Django would write another
        return response


@requires_csrf_token
def answer_failure(request: HttpRequest, *_: Any) -> HttpResponse:
    """Answer for what no view has caught, as Django's handler500.

    Where not even the page of the error can be rendered, the answer is plain text.
    """
    failure = note_failure(sys.exc_info()[1])
    if failure is not None:
        return answer_unavailable(request, failure)
    if "HX-Request" in request.headers:
        return answer_on_page(f"{STOPPED} {write_report()}", 500)
    try:
        return server_error(request)
    except Exception:
        return _answer_plainly(STOPPED, 500)


def answer_unavailable(request: HttpRequest, failure: Failure) -> HttpResponse:
    """Return the answer for a failure, as a page or as a message on the page that asked."""
    headers = {"Retry-After": str(RETRY_SECONDS), "Cache-Control": "no-store"}
    if "HX-Request" in request.headers:
        return answer_on_page(f"{failure.words} {write_report()}", 503, headers)
    try:
        # Without the request: its user and session would be read from the database.
        return HttpResponse(render_to_string("503.html", {"words": failure.words}), status=503, headers=headers)
    except Exception:
        return _answer_plainly(failure.words, 503, headers)


def answer_on_page(words: str, status: int, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """Return the answer to htmx that has the page show these words; what was typed there stays."""
    said = format_html('<div id="alert" hx-swap-oob="true">{}</div>', words)
    return HttpResponse(said, status=status, headers={**(headers or {}), "HX-Reswap": "none"})


def _answer_plainly(words: str, status: int, headers: Mapping[str, str] | None = None) -> HttpResponse:
    text = f"{words} {write_report()}".rstrip()
    return HttpResponse(text, status=status, headers=headers, content_type="text/plain; charset=utf-8")
