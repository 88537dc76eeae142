"""The rule book: its contents and search, procedures, clauses, and fights played on request. Anybody may read it.

Nothing here reads or writes the database. Whoever came from a table is led back to where he was: the address of that
page travels along as ``from``.
"""

from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_safe

from encounters.errors import TooMany
from encounters.pages.book.clause import clause_page, note
from encounters.pages.book.playing import fight
from encounters.pages.book.procedures import contents, order, procedure, search
from encounters.throttle import FIGHTS
from encounters.views.doors import is_htmx
from encounters.views.table import address_of, too_many
from rules.api import Catalogue, UnknownId, list_catalogues, load_catalogue, lookup_clause

OWN = ("/rules/", "/rule/")
"""Where the book itself is: not a place to be led back to."""


@require_safe
def book(request: HttpRequest) -> HttpResponse:
    """The contents; with ``q`` what is found, in the procedure ``in`` or in all of them."""
    query, within = request.GET.get("q", "").strip(), request.GET.get("in", "")
    if within and within not in list_catalogues():
        raise Http404("There is no such procedure.")
    found = search(query, within)
    if is_htmx(request):
        return show(request, "components/book_found.html", found=found)
    return show(request, "encounters/book/contents.html", found=found, books=contents(), within=within)


@require_safe
def read_procedure(request: HttpRequest, id: str) -> HttpResponse:
    """A procedure, whole, in the order of its text."""
    return show(request, "encounters/book/procedure.html", procedure=procedure(_catalogue(id)))


@require_safe
def read_order(request: HttpRequest, id: str) -> HttpResponse:
    """Who goes first, for every pair of deeds."""
    return show(request, "encounters/book/order.html", order=order(_catalogue(id)))


@require_safe
def rule(request: HttpRequest, clause: str) -> HttpResponse:
    """A clause: as a note where it is tapped, and as a page of its own."""
    try:
        found = lookup_clause(clause)
    except UnknownId as problem:
        raise Http404("There is no such clause.") from problem
    if is_htmx(request):
        return show(request, "components/note.html", note=note(found))
    return show(request, "encounters/book/clause.html", page=clause_page(found))


@require_safe
def play(request: HttpRequest, file: str) -> HttpResponse:
    """A fight of the library, played now; ``clause`` marks what rests on it."""
    address = address_of(request)
    try:
        FIGHTS.refuse_if_spent(address)
        FIGHTS.count(address)
        clause = request.GET.get("clause", "")
        played = fight(file, lookup_clause(clause).id if clause else "")
    except TooMany as problem:
        return _too_many(request, problem)
    except UnknownId as problem:
        raise Http404("There is no such fight.") from problem
    template = "components/fight.html" if is_htmx(request) else "encounters/book/fight.html"
    return show(request, template, fight=played)


def show(request: HttpRequest, template: str, **shown: Any) -> HttpResponse:
    """A page of the book, or a part of one, with the way back to where the reader came from."""
    response = render(request, template, {**shown, "came_from": came_from(request)})
    patch_vary_headers(response, ["HX-Request"])
    return response


def came_from(request: Any) -> str:
    """The page outside the book from which somebody came: a path on this site, or nothing."""
    given = request.GET.get("from", "")
    if not given:
        before = urlsplit(request.htmx.current_url or request.headers.get("Referer", ""))
        if before.netloc != request.get_host():
            return ""
        given = before.path + (f"?{before.query}" if before.query else "")
        if before.path.startswith(OWN):
            given = parse_qs(before.query).get("from", [""])[0]
    is_ours = given.startswith("/") and url_has_allowed_host_and_scheme(given, allowed_hosts=None)
    return given if is_ours and not given.startswith(OWN) else ""


def _catalogue(id: str) -> Catalogue:
    try:
        return load_catalogue(id)
    except UnknownId as problem:
        raise Http404("There is no such procedure.") from problem


def _too_many(request: HttpRequest, problem: TooMany) -> HttpResponse:
    if not is_htmx(request):
        return too_many(request, problem)
    response = HttpResponse(f'<p class="refused" role="alert">{problem.message}</p>', status=problem.status)
    response["Retry-After"] = str(problem.seconds)
    return response
