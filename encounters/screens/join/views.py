"""Joining a table by its code, choosing characters, and moving a seat to another device."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from encounters import seats
from encounters.access import find_campaign, find_campaign_seat, for_seat
from encounters.addresses import make_address
from encounters.between import get_between
from encounters.errors import Forbidden, NoSeat, NotFound, Rejected, TooMany
from encounters.models import Campaign, Encounter, Seat
from encounters.narration.names import join_names
from encounters.responses import redirect_after_post, render_too_many
from encounters.screens.forms import PageForm
from encounters.screens.phone.regions import PhoneHead
from encounters.screens.pickable import PickableCharacter, list_characters
from encounters.seat_moves import write_seat_digest
from encounters.selectors import find_last_fight, list_seats_of_campaign
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
    guest = forms.BooleanField(required=False)

    def __init__(
        self,
        free: Sequence[str],
        *args: Any,
        named: bool = True,
        choosing: bool = True,
        guests: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.choosing = choosing
        chosen: Any = self.fields["characters"]
        chosen.choices = [(id, id) for id in free]
        chosen.error_messages["invalid_choice"] = "That character is taken, or is not here to play."
        if not named:
            del self.fields["name"]
        if not guests:
            del self.fields["guest"]

    def clean(self) -> dict[str, Any]:
        """Return the values; add an error unless characters, a guest, or watching were chosen.

        Who plays needs a name.
        """
        given: dict[str, Any] = super().clean() or {}
        if "name" in self.fields and not (given.get("name") or given.get("watch") or self.errors):
            self.add_error("name", "Type the name that the table knows you by.")
        chosen = [key for key in ("characters", "guest", "watch") if given.get(key)]
        if not self.errors and self.choosing and len(chosen) != 1:
            either = "a character, a guest, or to watch" if "guest" in self.fields else "a character, or to watch"
            self.add_error("characters", f"Choose one of these: {either}.")
        return given


WATCH, ME = "watch", "me"
OTHER = "other"
"""The key of an address at which somebody else joins on a phone that has a seat."""


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
                return redirect("table", find_campaign(request, form.cleaned_data["code"], caller).code)
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
        campaign = find_campaign(request, code, caller)
    except NotFound as problem:
        form = CodeForm({"code": code})
        form.is_valid()
        form.add_rejection(problem)
        return render(request, "screens/join/join.html", {"form": form}, status=problem.status)
    if (seat := _find_seat_here(request, campaign)) is not None and OTHER not in request.GET:
        return redirect(ME if seat.kind == Seat.Kind.PLAYER else WATCH, campaign.code)
    encounter = campaign.get_table()
    if request.method == "POST":
        return _take_seat(request, campaign, encounter)
    return _render_pick_page(
        request, campaign, encounter, _build_sit_form(campaign, encounter), 200 if campaign.door_open else 403
    )


def _build_sit_form(campaign: Campaign, encounter: Encounter | None, data: Any = None) -> SitForm:
    """Return the form of somebody who has no seat yet.

    Guests are offered during a fight; between fights, the lobby offers them.
    """
    guests = encounter is not None and bool(get_between().find_guest_page(campaign, None))
    return SitForm(_list_free(encounter), data, choosing=encounter is not None, guests=guests)


def _find_seat_here(request: HttpRequest, campaign: Campaign) -> Seat | None:
    try:
        return find_campaign_seat(campaign, request.COOKIES)
    except (NoSeat, Forbidden):
        return None


def _list_free(encounter: Encounter | None) -> list[str]:
    """Return the ids of the characters that nobody plays; none while nothing is on the table."""
    if encounter is None:
        return []
    return [place.id for place in list_characters(encounter) if not place.taken_by]


def _take_seat(request: HttpRequest, campaign: Campaign, encounter: Encounter | None) -> HttpResponse:
    form = _build_sit_form(campaign, encounter, request.POST)
    if not form.is_valid():
        return _render_pick_page(request, campaign, encounter, form, 400)
    kind = Seat.Kind.SPECTATOR if form.cleaned_data["watch"] else Seat.Kind.PLAYER
    JOINS.refuse_if_spent(read_address(request))
    try:
        joined = seats.take_seat(campaign, form.cleaned_data["name"], kind)
        JOINS.count(read_address(request))
        chosen = form.cleaned_data["characters"]
        missed = encounter is not None and _pick(build_seat_viewer(joined.seat, encounter), chosen)
    except Rejected as problem:
        form.add_rejection(problem)
        return _render_pick_page(request, campaign, encounter, form, problem.status)
    # The seat is taken even where a character was not: then the player picks again.
    guest = get_between().find_guest_page(campaign, joined.seat) if form.cleaned_data.get("guest") else ""
    to = guest or make_address("my-characters" if missed else "table", code=campaign.code)
    response = redirect_after_post(request, to)
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
class KnownPlayer:
    """Somebody who has a seat, perhaps on another phone."""

    seat: str
    """The name of the seat in a request."""
    name: str
    plays: str
    """The names of the characters that they play, or played last."""


def _list_known(
    campaign: Campaign, encounter: Encounter | None, places: Sequence[PickableCharacter]
) -> list[KnownPlayer]:
    """Return the players of a campaign, with what they play, or between fights played last."""
    last = find_last_fight(campaign) if encounter is None else None
    places = list_characters(last) if last is not None else places
    seats = [each for each in list_seats_of_campaign(campaign) if each.kind == Seat.Kind.PLAYER]
    return [
        KnownPlayer(
            write_seat_digest(each), each.name, join_names([place.name for place in places if place.seat == each.pk])
        )
        for each in seats
    ]


@dataclass(frozen=True, slots=True)
class PickPage:
    """The page on which characters are chosen."""

    title: str
    code: str
    door_open: bool
    """New players may join."""
    seated: bool
    """The player has a seat, and takes characters."""
    plays: bool
    """The player plays somebody already."""
    between: bool
    """No fight is on the table: there is nobody to choose yet."""
    places: Sequence[PickableCharacter]
    known: Sequence[KnownPlayer]
    """The players who have a seat; none for who has one."""
    chosen: Sequence[str]
    """The ids of the characters that are ticked."""
    watching: bool
    """Watching is ticked."""
    guest: str
    """The address at which a seated player takes a guest; "" for none."""
    wants_guest: bool
    """A guest is ticked."""


def _render_pick_page(
    request: HttpRequest,
    campaign: Campaign,
    encounter: Encounter | None,
    form: SitForm,
    status: int,
    viewer: Viewer | None = None,
) -> HttpResponse:
    places = list_characters(encounter, viewer) if encounter is not None else []
    title = campaign.name or (encounter.title if encounter is not None else "Ten Segments")
    page = PickPage(
        title=title,
        code=campaign.code,
        door_open=campaign.door_open,
        seated=viewer is not None,
        plays=any(each.mine for each in places),
        between=encounter is None,
        places=places,
        known=_list_known(campaign, encounter, places) if viewer is None and campaign.door_open else (),
        chosen=form.data.getlist("characters") if form.is_bound else [],  # type: ignore[attr-defined]
        watching=form.is_bound and bool(form.data.get("watch")),
        guest=get_between().find_guest_page(campaign, campaign.seats.get(pk=viewer.seat_id or 0))
        if viewer is not None
        else "",
        wants_guest=form.is_bound and bool(form.data.get("guest")),
    )
    context = {"page": page, "me": PhoneHead(title, plain=True), "form": form}
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
            return _render_pick_page(request, encounter.campaign, encounter, form, problem.status, viewer)
    return _render_pick_page(request, encounter.campaign, encounter, form, 400 if form.errors else 200, viewer)
