"""Responses that pages give alike: redirects for browsers and for htmx, and errors."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.cache import patch_vary_headers

from encounters.errors import NotFound, Rejected, TooMany

ViewFunction = Callable[..., HttpResponse]
"""A function that Django calls with a request: those of ``views.py``."""


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


def to_http404(problem: NotFound) -> Http404:
    """Return the error of a service that found nothing, as HTTP status 404."""
    return Http404(problem.message)


def render_too_many(request: HttpRequest, problem: TooMany) -> HttpResponse:
    """Render the page that asks to wait, after too many wrong codes or fights of the rule book."""
    response = render(request, "429.html", {"words": problem.message}, status=problem.status)
    response["Retry-After"] = str(problem.seconds)
    return response


def render_forbidden(request: HttpRequest, problem: Rejected) -> HttpResponse:
    """Render the page that says that something is somebody else's."""
    return render(request, "403.html", {"words": problem.message}, status=problem.status)


def redirect_after_post(request: HttpRequest, address: str) -> HttpResponse:
    """Redirect to a page after a post, with or without htmx."""
    return go_to(address) if is_htmx(request) else see(address)


def describe_rejection(problem: Rejected) -> str:
    """Return the message of a service's error, or a general one."""
    return problem.message or "The table could not take that. Nothing was changed."


def answer_fragments(html: str, status: int = 200, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """Return the response with parts of a screen that replace those on the page."""
    response = HttpResponse(html, status=status, headers=dict(headers or {}))
    patch_vary_headers(response, ["HX-Request"])
    return response
