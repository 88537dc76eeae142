"""The rule book: contents and search, procedures, clauses, and fights played on request.

Anybody may read it, and nothing here reads or writes the database. A reader who came from a table is led back there:
each link carries the address of that page as ``from``.
"""

from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_safe

from encounters.addresses import make_address
from encounters.errors import TooMany
from encounters.responses import is_htmx, render_too_many
from encounters.screens.rulebook.card import ShownCard, build_card
from encounters.screens.rulebook.clause import build_clause_page, make_note
from encounters.screens.rulebook.playing import play_fight
from encounters.screens.rulebook.procedures import (
    ContentsPage,
    build_order,
    build_procedure,
    build_tables,
    list_books,
    search,
)
from encounters.screens.strip.key import KEY
from encounters.throttle import FIGHTS, read_address
from rules.api import CardKind, Catalogue, UnknownId, list_catalogues, load_catalogue, lookup_clause

LONGEST_QUERY = 100

OPEN_CARDS = (CardKind.SPELL, CardKind.DEVICE, CardKind.WEAPON)
"""The kinds of cards that anybody may read; those of monsters are for DMs."""


def list_own_beginnings() -> tuple[str, ...]:
    """Return the beginnings of the book's own addresses, to which no way back leads."""
    return make_address("rules"), make_address("rule", clause="-").removesuffix("-")


@require_safe
def show_contents(request: HttpRequest) -> HttpResponse:
    """Show the contents; with ``q`` the results of a search, in the procedure ``in`` or in all."""
    query, within = request.GET.get("q", "").strip(), request.GET.get("in", "")
    if within and within not in list_catalogues():
        raise Http404("There is no such procedure.")
    found = search(query, within)
    if is_htmx(request):
        return show(request, "screens/rulebook/found.html", found=found)
    return show(request, "screens/rulebook/contents.html", page=ContentsPage(found, within, list_books()))


@require_safe
def read_procedure(request: HttpRequest, id: str) -> HttpResponse:
    """Show a whole procedure in the order of its text."""
    return show(request, "screens/rulebook/procedure.html", page=build_procedure(_load_catalogue(id)))


@require_safe
def read_order(request: HttpRequest, id: str) -> HttpResponse:
    """Show which deed goes first, for every pair of deeds."""
    return show(request, "screens/rulebook/order.html", page=build_order(_load_catalogue(id)))


@require_safe
def read_tables(request: HttpRequest, id: str) -> HttpResponse:
    """Show the tables of figures; with ``q`` the rows that match."""
    page = build_tables(_load_catalogue(id), request.GET.get("q", "").strip()[:LONGEST_QUERY])
    if not page.line.tables:
        raise Http404("This procedure has no tables of figures.")
    return show(request, "screens/rulebook/tables.html", page=page)


@require_safe
def read_strip_key(request: HttpRequest) -> HttpResponse:
    """Show every mark of the strip with its meaning."""
    return show(request, "screens/rulebook/strip_key.html", strip=KEY)


@require_safe
def read_clause(request: HttpRequest, clause: str) -> HttpResponse:
    """Show a clause: as a note where htmx asks for it, otherwise as a page."""
    try:
        found = lookup_clause(clause)
    except UnknownId as problem:
        raise Http404("There is no such clause.") from problem
    if is_htmx(request):
        return show(request, "screens/rulebook/note.html", note=make_note(found))
    return show(request, "screens/rulebook/clause.html", page=build_clause_page(found))


@require_safe
def read_card(request: HttpRequest, kind: str, id: str) -> HttpResponse:
    """Show the card of a spell, device or weapon: a part of a page for htmx, otherwise a page."""
    if kind not in OPEN_CARDS:
        raise Http404("There are no such cards.")
    return show_card(request, CardKind(kind), id)


def show_card(request: HttpRequest, kind: CardKind, id: str) -> HttpResponse:
    """Show a card to a reader who may see all that is on it."""
    shown = build_card(kind, id)
    if shown is None:
        raise Http404("There is no such card.")
    return render_card(request, shown)


def render_card(request: HttpRequest, shown: ShownCard) -> HttpResponse:
    """Return a card: a part of a page for htmx, otherwise a page."""
    template = "screens/rulebook/card_note.html" if is_htmx(request) else "screens/rulebook/card.html"
    return show(request, template, shown=shown)


@require_safe
def play(request: HttpRequest, file: str) -> HttpResponse:
    """Play a fight of the library and show it; the lines that cite ``clause`` are marked."""
    address = read_address(request)
    try:
        FIGHTS.refuse_if_spent(address)
        FIGHTS.count(address)
        clause = request.GET.get("clause", "")
        played = play_fight(file, lookup_clause(clause).id if clause else "")
    except TooMany as problem:
        return _refuse_too_many(request, problem)
    except UnknownId as problem:
        raise Http404("There is no such fight.") from problem
    template = "screens/rulebook/played.html" if is_htmx(request) else "screens/rulebook/fight.html"
    return show(request, template, fight=played)


def show(request: HttpRequest, template: str, **models: object) -> HttpResponse:
    """Render a page of the book, or a part of one, with the address that the reader came from."""
    response = render(request, template, {**models, "came_from": find_way_back(request)})
    patch_vary_headers(response, ["HX-Request"])
    return response


def find_way_back(request: Any) -> str:
    """Return the page outside the book from which the reader came: a path on this site, or ""."""
    given = request.GET.get("from", "")
    if not given:
        before = urlsplit(request.htmx.current_url or request.headers.get("Referer", ""))
        if before.netloc != request.get_host():
            return ""
        given = before.path + (f"?{before.query}" if before.query else "")
        if before.path.startswith(list_own_beginnings()):
            given = parse_qs(before.query).get("from", [""])[0]
    is_ours = given.startswith("/") and url_has_allowed_host_and_scheme(given, allowed_hosts=None)
    return given if is_ours and not given.startswith(list_own_beginnings()) else ""


def _load_catalogue(id: str) -> Catalogue:
    try:
        return load_catalogue(id)
    except UnknownId as problem:
        raise Http404("There is no such procedure.") from problem


def _refuse_too_many(request: HttpRequest, problem: TooMany) -> HttpResponse:
    if not is_htmx(request):
        return render_too_many(request, problem)
    response = HttpResponse(f'<p class="refused" role="alert">{problem.message}</p>', status=problem.status)
    response["Retry-After"] = str(problem.seconds)
    return response
