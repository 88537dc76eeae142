"""Joining a table by its code, choosing characters, and moving a seat to another device."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from encounters import seats
from encounters.access import find_seat, find_table, for_seat, normalize_code
from encounters.addresses import make_address
from encounters.errors import Forbidden, NoSeat, NotFound, Rejected, TooMany
from encounters.models import Encounter, Seat
from encounters.responses import redirect_after_post, render_too_many
from encounters.screens.forms import PageForm
from encounters.screens.phone.regions import PhoneHead
from encounters.screens.pickable import PickableCharacter, list_characters
from encounters.throttle import JOINS, Caller, read_address, read_caller, set_browser_cookie
from encounters.viewers import Access, Role, Viewer, build_seat_viewer, set_seat_cookie


class CodeForm(PageForm):
    """The six-character code of a table."""

    code = forms.CharField(
        label="Code of the table",
        max_length=12,
        error_messages={"required": "Type the six-character code from the DM’s screen."},
        widget=forms.TextInput(
            attrs={"class": "joinbox", "autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )


class SitForm(PageForm):
    """The name of the person who joins, and the characters that they play, or none to watch."""

    name = forms.CharField(
        label="Your name at this table",
        max_length=40,
        required=False,
        help_text="You may leave it empty if you only watch.",
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    characters = forms.MultipleChoiceField(required=False)
    watch = forms.BooleanField(required=False)

    def __init__(self, free: Sequence[str], *args: Any, named: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen: Any = self.fields["characters"]
        chosen.choices = [(id, id) for id in free]
        chosen.error_messages["invalid_choice"] = "That character is taken, or is not here to play."
        if not named:
            del self.fields["name"]

    def clean(self) -> dict[str, Any]:
        """Return the values; add an error unless either characters or watching were chosen.

        Who plays needs a name.
        """
        given: dict[str, Any] = super().clean() or {}
        if "name" in self.fields and not (given.get("name") or given.get("watch") or self.errors):
            self.add_error("name", "Type the name that the table knows you by.")
        if not self.errors and bool(given.get("characters")) == bool(given.get("watch")):
            self.add_error("characters", "Pick a character, or choose to watch; not both.")
        return given


WATCH, ME = "watch", "me"


def limit_wrong_codes(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Pass a view that takes codes the caller, and answer 429 after too many wrong codes.

    The response gives a new browser the id by which its wrong codes are counted.
    """

    @wraps(view)
    @never_cache
    @require_http_methods(["GET", "POST"])
    def answer(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        caller = read_caller(request)
        try:
            response = view(request, caller, **kwargs)
        except TooMany as problem:
            response = render_too_many(request, problem)
        return set_browser_cookie(response, caller)

    return answer


@limit_wrong_codes
def start(request: HttpRequest, caller: Caller) -> HttpResponse:
    """Ask for a table's code, as ``join`` does; redirect a signed-in DM to their encounters."""
    if request.user.is_authenticated and request.method == "GET" and "code" not in request.GET:
        return redirect("encounters")
    return _ask_code(request, caller)


@limit_wrong_codes
def join(request: HttpRequest, caller: Caller) -> HttpResponse:
    """Ask for a table's code, or read it from the address.

    The QR code on the table screen leads directly to the table.
    """
    return _ask_code(request, caller)


def _ask_code(request: HttpRequest, caller: Caller) -> HttpResponse:
    given = request.POST if request.method == "POST" else request.GET if "code" in request.GET else None
    form = CodeForm(given)
    status = 200
    if given is not None:
        status = 400
        if form.is_valid():
            try:
                return redirect("table", find_table(request, form.cleaned_data["code"], caller).code)
            except TooMany:
                raise
            except Rejected as problem:
                form.add_rejection(problem)
                status = problem.status
    return render(request, "screens/join/join.html", {"form": form}, status=status)


@limit_wrong_codes
def join_table(request: HttpRequest, caller: Caller, code: str) -> HttpResponse:
    """Ask for the name and characters of the person who joins.

    A person who has a seat at this table is redirected to its page.
    """
    try:
        encounter = find_table(request, code, caller)
    except NotFound as problem:
        form = CodeForm({"code": code})
        form.is_valid()
        form.add_rejection(problem)
        return render(request, "screens/join/join.html", {"form": form}, status=problem.status)
    if (viewer := _find_seat_here(request, encounter)) is not None:
        return _redirect_to_seat(encounter, viewer)
    if request.method == "POST":
        return _take_seat(request, encounter)
    return _render_pick_page(request, encounter, SitForm(_list_free(encounter)), 200 if encounter.door_open else 403)


def _find_seat_here(request: HttpRequest, encounter: Encounter) -> Viewer | None:
    try:
        return find_seat(encounter, request.COOKIES)
    except (NoSeat, Forbidden):
        return None


def _redirect_to_seat(encounter: Encounter, viewer: Viewer) -> HttpResponse:
    return redirect(ME if viewer.role is Role.PLAYER else WATCH, encounter.code)


def _list_free(encounter: Encounter) -> list[str]:
    return [place.id for place in list_characters(encounter) if not place.taken_by]


def _take_seat(request: HttpRequest, encounter: Encounter) -> HttpResponse:
    form = SitForm(_list_free(encounter), request.POST)
    if not form.is_valid():
        return _render_pick_page(request, encounter, form, 400)
    kind = Seat.Kind.SPECTATOR if form.cleaned_data["watch"] else Seat.Kind.PLAYER
    JOINS.refuse_if_spent(read_address(request))
    try:
        joined = seats.take_seat(encounter, form.cleaned_data["name"], kind)
        JOINS.count(read_address(request))
        viewer = build_seat_viewer(joined.seat)
        missed = _pick(viewer, form.cleaned_data["characters"])
    except Rejected as problem:
        form.add_rejection(problem)
        return _render_pick_page(request, encounter, form, problem.status)
    # The seat is taken even where a character was not: then the player picks again.
    response = redirect_after_post(request, make_address("my-characters" if missed else "table", code=encounter.code))
    set_seat_cookie(response, joined.seat, joined.token)
    return response


def _pick(viewer: Viewer, characters: list[str]) -> list[Rejected]:
    missed = []
    for each in characters:
        try:
            seats.pick(viewer, each)
        except Rejected as problem:
            missed.append(problem)
    return missed


@dataclass(frozen=True, slots=True)
class PickPage:
    """The page on which characters are chosen."""

    title: str
    code: str
    door_open: bool
    """New players may join."""
    seated: bool
    """The player has a seat and takes further characters."""
    places: Sequence[PickableCharacter]
    chosen: Sequence[str]
    """The ids of the characters that are ticked."""
    watching: bool
    """Watching is ticked."""


def _render_pick_page(
    request: HttpRequest, encounter: Encounter, form: SitForm, status: int, viewer: Viewer | None = None
) -> HttpResponse:
    page = PickPage(
        title=encounter.title,
        code=encounter.code,
        door_open=encounter.door_open,
        seated=viewer is not None,
        places=list_characters(encounter, viewer),
        chosen=form.data.getlist("characters") if form.is_bound else [],  # type: ignore[attr-defined]
        watching=form.is_bound and bool(form.data.get("watch")),
    )
    context = {"page": page, "me": PhoneHead(encounter.title, plain=True), "form": form}
    return render(request, "screens/join/pick.html", context, status=status)


@require_http_methods(["GET", "POST"])
@for_seat
def choose_characters(request: HttpRequest, access: Access) -> HttpResponse:
    """Take further characters for this seat, or give one up."""
    viewer, encounter = access.viewer, access.encounter
    if viewer.role is not Role.PLAYER:
        return redirect(WATCH, encounter.code)
    form = SitForm(_list_free(encounter), request.POST or None, named=False)
    if request.method == "POST":
        try:
            if "down" in request.POST:
                seats.put_down(viewer, request.POST["down"])
                return redirect_after_post(request, make_address("my-characters", code=encounter.code))
            if form.is_valid():
                for each in form.cleaned_data["characters"]:
                    seats.pick(viewer, each)
                return redirect_after_post(request, make_address("me", code=encounter.code))
        except Rejected as problem:
            form.add_rejection(problem)
            return _render_pick_page(request, encounter, form, problem.status, viewer)
    return _render_pick_page(request, encounter, form, 400 if form.errors else 200, viewer)


# Moving a seat to another device.


@dataclass(frozen=True, slots=True)
class SeatLinkPage:
    """The page of a personal link that was just made."""

    code: str
    address: str
    """The link."""


@dataclass(frozen=True, slots=True)
class TakeSeatPage:
    """The page that a personal link opens."""

    code: str
    problem: str = ""
    """The reason why the link gives no seat."""


@require_http_methods(["POST"])
@for_seat
def make_link(request: HttpRequest, access: Access) -> HttpResponse:
    """Show a new personal link, once; it moves the seat to the device that opens it."""
    viewer, encounter = access.viewer, access.encounter
    if viewer.seat_id is None:
        return redirect_after_post(request, make_address("watch", code=encounter.code))
    address = request.build_absolute_uri(make_address("take-seat", code=encounter.code, token=seats.make_link(viewer)))
    context = {"page": SeatLinkPage(encounter.code, address), "me": PhoneHead(encounter.title, plain=True)}
    return render(request, "screens/join/seat_link.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
def follow_link(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """Move a seat to this device by its personal link.

    GET shows a button, so that a preview of the link does not use it up. POST takes the seat.
    """
    page, me = TakeSeatPage(normalize_code(code) or code), PhoneHead("Ten Segments", plain=True)
    if request.method == "GET":
        return render(request, "screens/join/take_seat.html", {"page": page, "me": me})
    try:
        joined = seats.follow_link(token, read_address(request))
    except TooMany as problem:
        return render_too_many(request, problem)
    except Rejected as problem:
        page = replace(page, problem=problem.message)
        return render(request, "screens/join/take_seat.html", {"page": page, "me": me}, status=problem.status)
    response = redirect_after_post(request, make_address("table", code=joined.seat.encounter.code))
    set_seat_cookie(response, joined.seat, joined.token)
    return response
