"""Access: the checks of who may see a page, open a socket or do something.

``for_dm`` and ``for_seat`` are those of pages. The ``find_`` functions find the viewer of a request or of a socket.
The ``require_`` functions are those of services, for a viewer that was found. Which question a player may answer
depends on the fight: that check stands in ``encounters/services/playing.py``.
"""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.views.decorators.cache import never_cache

from encounters.addresses import add_query, make_address
from encounters.between import get_between
from encounters.errors import Forbidden, MovedOn, NoSeat, NotFound, TooMany
from encounters.models import CODE_LENGTH, Campaign, Encounter, Seat
from encounters.numbers import replace_dashes
from encounters.responses import ViewFunction, go_to, is_htmx, render_too_many, see, to_http404
from encounters.throttle import WRONG_CODES, Caller, read_caller, set_browser_cookie
from encounters.viewers import (
    Access,
    OwnSeat,
    Role,
    Viewer,
    Waiting,
    build_dm_viewer,
    build_seat_viewer,
    find_own_seat,
    hash_secret,
    list_own_seats,
)

P = ParamSpec("P")

NO_ENCOUNTER = "There is no such encounter."
NO_SEAT = "You have no seat here. Join with the code."
MOVED_ON = "Another fight is on the table."

TRIALS, MOST_TRIALS = "trials", 20
"""The session's key for the trials that it began, and the greatest number that it keeps."""
TRIAL_GONE = "This trial is over."
TRIAL_OVER = "That trial is over. A trial lasts a day, or until you delete it, begin another or open its encounter."

LONGEST_CODE = 40
"""The most characters of a code as it is typed; what comes after them is not read."""
BETWEEN = ("Zs", "Zl", "Zp", "Pd", "Cc", "Cf")
"""The categories of characters that may stand between those of a code: blanks, dashes, and what is not seen."""

DmViewFunction = Callable[Concatenate[HttpRequest, Viewer, P], HttpResponse]


# What a viewer may do.


def require_dm(viewer: Viewer, message: str = "Only the DM may do that.") -> None:
    """Raise Forbidden, with this message, unless the viewer is the DM."""
    if not viewer.is_dm:
        raise Forbidden(message)


def require_player(viewer: Viewer, message: str) -> None:
    """Raise Forbidden, with this message, unless the viewer plays."""
    if viewer.role is not Role.PLAYER:
        raise Forbidden(message)


def find_seat_to_change(viewer: Viewer, seat_id: int | None) -> Seat:
    """Return the viewer's own seat, or for the DM the seat that is named.

    Raises Forbidden for another person's seat, and NotFound where nobody has it.
    """
    if not viewer.is_dm and seat_id not in (None, viewer.seat_id):
        raise Forbidden("That seat is not yours.", "seat")
    wanted = (seat_id if viewer.is_dm else viewer.seat_id) or 0
    seat = Seat.objects.filter(campaign__encounters=viewer.encounter_id, pk=wanted, left=None).first()
    if seat is None:
        raise NotFound("There is no such seat.", "seat")
    return seat


# The DM.


def for_dm(view: DmViewFunction[P]) -> ViewFunction:
    """Restrict a view to the DM of its encounter, and pass it the viewer.

    A person who is not signed in is sent to the sign-in page; anybody else gets 404. Where the encounter was a trial
    that this browser began, the DM is sent to the encounter that was tried.
    """

    @wraps(view)
    @never_cache
    def enter(request: HttpRequest, encounter_id: int, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            viewer = find_dm_of(encounter_id, request.user)
        except NoSeat:
            return redirect_to_login(request.get_full_path())
        except NotFound as problem:
            if (of := _find_tried(request, encounter_id)) is None:
                raise to_http404(problem) from problem
            messages.info(request, TRIAL_OVER)
            address = resolve_url("prepare", of)
            return go_to(address) if is_htmx(request) else see(address)
        return view(request, viewer, *args, **kwargs)

    return enter


def find_dm_of(encounter_id: int, user: Any) -> Viewer:
    """Return the DM of the encounter of this number, if this user is one of its campaign's.

    Raises NoSeat where nobody is signed in, and NotFound for any other user. There is no difference between an
    encounter of somebody else and none: nobody learns which numbers exist.
    """
    if not getattr(user, "is_authenticated", False):
        raise NoSeat("Sign in to run this encounter.")
    encounter = Encounter.objects.filter(pk=encounter_id, campaign__members__user=user).first()
    if encounter is None:
        raise NotFound(NO_ENCOUNTER)
    return build_dm_viewer(encounter)


def note_trial(request: HttpRequest, trial: Encounter) -> None:
    """Store in the session the encounter that a trial copies.

    It is stored nowhere else once the trial is deleted.
    """
    known: dict[str, Any] = request.session.get(TRIALS, {})
    request.session[TRIALS] = dict([*known.items(), (str(trial.pk), trial.trial_of_id)][-MOST_TRIALS:])


def _find_tried(request: HttpRequest, number: int) -> int | None:
    """Return the encounter that the trial of this number copied.

    None where this session did not begin the trial, or where the user has no such encounter any more.
    """
    of = request.session.get(TRIALS, {}).get(str(number))
    owned = Encounter.objects.filter(pk=of, campaign__members__user=request.user.pk)
    return of if of is not None and owned.exists() else None


# People who have a seat.


@dataclass(frozen=True)
class _CampaignSeat:
    """The campaign of a request's code, and the seat that its browser has there."""

    campaign: Campaign
    seat: Seat | None
    """None for a DM's own browser, which watches without one."""
    mine: Sequence[OwnSeat]
    """The seats that the browser has in any campaign."""


def for_seat(view: ViewFunction) -> ViewFunction:
    """Restrict a view to people who have a seat at its table, and pass it their access.

    Others are sent to the page where they join. While nothing is on the table, the lobby answers.
    """

    @wraps(view)
    @never_cache
    def enter(request: HttpRequest, code: str, *args: Any, **kwargs: Any) -> HttpResponse:
        found = _enter_campaign(request, code)
        if isinstance(found, HttpResponse):
            return found
        encounter = found.campaign.get_table()
        if encounter is None:
            return _answer_between(request, found.campaign, found.seat)
        return view(request, _make_access(encounter, found.mine, found.seat), *args, **kwargs)

    return enter


def for_campaign_seat(view: Callable[Concatenate[HttpRequest, Campaign, Seat, P], HttpResponse]) -> ViewFunction:
    """Restrict a view to people who have a seat in its campaign, whatever is on the table.

    It is passed the campaign and the seat. Others are sent to the page where they join, and a DM's own browser, which
    has no seat, to the table screen.
    """

    @wraps(view)
    @never_cache
    def enter(request: HttpRequest, code: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        found = _enter_campaign(request, code)
        if isinstance(found, HttpResponse):
            return found
        if found.seat is None:
            return redirect("watch", found.campaign.code)
        return view(request, found.campaign, found.seat, *args, **kwargs)

    return enter


def _enter_campaign(request: HttpRequest, code: str) -> _CampaignSeat | HttpResponse:
    """Return where a browser sits by this code, or the answer to one that does not sit there.

    A page asked for by an earlier code is found under the present one. Raises Http404 for a code that nobody has.
    """
    caller = read_caller(request)
    try:
        mine = list_own_seats(request.COOKIES)
        campaign = _find_known_campaign(mine, code, caller)
        try:
            seat = find_campaign_seat(campaign, request.COOKIES, request.user, mine)
        except NoSeat as problem:
            return _send_to_join(request, campaign, problem)
    except Forbidden as problem:
        return render(request, "403.html", {"words": problem.message}, status=problem.status)
    except TooMany as problem:
        return set_browser_cookie(render_too_many(request, problem), caller)
    except NotFound as problem:
        raise Http404(problem.message) from problem
    if campaign.code != code and request.method == "GET":
        match = request.resolver_match
        assert match is not None, "a view is reached by its URL"
        moved = make_address(match.url_name or "table", **{**match.kwargs, "code": campaign.code})
        return redirect(add_query(moved, request.GET.urlencode()))
    return _CampaignSeat(campaign, seat, mine)


def _answer_between(request: HttpRequest, campaign: Campaign, seat: Seat | None) -> HttpResponse:
    """Answer a request while nothing is on the table, by the lobby or with its address."""
    match = request.resolver_match
    home = "watch" if seat is None or seat.kind == Seat.Kind.SPECTATOR else "me"
    if request.method == "GET" and match is not None and match.url_name == home:
        return get_between().show_lobby(request, campaign, seat)
    if is_htmx(request):
        return go_to(make_address(home, code=campaign.code))
    return see(make_address(home, code=campaign.code))


def _send_to_join(request: HttpRequest, campaign: Campaign, problem: NoSeat) -> HttpResponse:
    if request.method == "GET":
        return redirect("table", campaign.code)
    if is_htmx(request):
        return go_to(make_address("table", code=campaign.code))
    return render(request, "403.html", {"words": problem.message}, status=problem.status)


def find_seat_of(encounter_id: int, cookies: Mapping[str, str], user: Any) -> Viewer:
    """Return the viewer who has a seat by these cookies at the encounter of this number.

    Raises what ``find_campaign_seat`` raises. Raises NoSeat too where there is no such encounter, or none that ever was
    on the table: nobody learns which numbers exist. Raises MovedOn where it is on the table no more.
    """
    encounter = Encounter.tables.select_related("campaign").filter(pk=encounter_id).first()
    if encounter is None:
        raise NoSeat(NO_SEAT)
    seat = find_campaign_seat(encounter.campaign, cookies, user)
    if encounter.campaign.on_table_id != encounter_id:
        raise MovedOn(MOVED_ON) if encounter.opened else NoSeat(NO_SEAT)
    return _make_access(encounter, (), seat).viewer


def find_waiting(campaign_id: int, cookies: Mapping[str, str], user: Any) -> Waiting:
    """Return who waits in the lobby of the campaign of this number.

    Raises what ``find_campaign_seat`` raises. Raises NoSeat too where there is no such campaign, and MovedOn where an
    encounter is on its table.
    """
    campaign = Campaign.objects.filter(pk=campaign_id).first()
    if campaign is None:
        raise NoSeat(NO_SEAT)
    seat = find_campaign_seat(campaign, cookies, user)
    if campaign.on_table_id is not None:
        raise MovedOn(MOVED_ON)
    return Waiting(campaign.pk, seat.pk, seat.token_hash or "") if seat is not None else Waiting(campaign.pk)


def find_campaign_seat(
    campaign: Campaign, cookies: Mapping[str, str], user: Any = None, mine: Sequence[OwnSeat] = ()
) -> Seat | None:
    """Return the seat that a browser has in a campaign by these cookies.

    Returns None for a DM's own browser. A seat among ``mine`` is not read again. Raises NoSeat without a seat, and
    Forbidden where the seat was moved to another device.
    """
    own = next((each for each in mine if each.row.campaign_id == campaign.pk), None)
    seat = own.row if own is not None else _find_checked_seat(campaign, cookies)
    if seat is None and not _is_member(campaign, user):
        raise NoSeat(NO_SEAT)
    return seat


def _make_access(encounter: Encounter, mine: Sequence[OwnSeat], seat: Seat | None) -> Access:
    if seat is None:
        return Access(Viewer(encounter.pk, Role.SPECTATOR), encounter)
    own = next((each for each in mine if each.row.pk == seat.pk), None)
    return Access(build_seat_viewer(seat, encounter), encounter, seat, may_be_away=own is None or own.is_away)


def _is_member(campaign: Campaign, user: Any) -> bool:
    return user is not None and user.is_authenticated and campaign.members.filter(user=user).exists()


def _find_checked_seat(campaign: Campaign, cookies: Mapping[str, str]) -> Seat | None:
    """Return this browser's seat in the campaign; None where it never had one.

    Raises NoSeat for one that was given up, and Forbidden for one that was moved to another device.
    """
    found = find_own_seat(campaign, cookies)
    if found is None:
        return None
    seat, token = found
    if seat.left is not None:
        raise NoSeat("Your seat is not known here any more. Join again with the code.")
    if seat.token_hash != hash_secret(token):
        raise Forbidden("This seat has been given to another device.")
    return seat


# Campaigns by their code.


def normalize_code(code: str) -> str:
    """Return a code as it is stored: OAK417 for "oak-417", "oak 417" and wide letters."""
    plain = unicodedata.normalize("NFKC", replace_dashes(code[:LONGEST_CODE])).upper()
    return "".join(each for each in plain if unicodedata.category(each) not in BETWEEN)


def find_campaign(request: HttpRequest, code: str, caller: Caller) -> Campaign:
    """Return the campaign of this code.

    A browser with a seat there is let in without a limit. Raises NotFound, and TooMany after too many wrong codes.
    """
    return _find_own_campaign(list_own_seats(request.COOKIES), code) or find_campaign_by_code(code, caller)


def _find_known_campaign(mine: Sequence[OwnSeat], code: str, caller: Caller) -> Campaign:
    """Return the campaign of this code, or for an unknown code that of this browser's only seat.

    ``mine`` are the browser's seats. So a new code ends nobody's seat. Raises NotFound, and TooMany after too many
    wrong codes.
    """
    if (own := _find_own_campaign(mine, code)) is not None:
        return own
    try:
        return find_campaign_by_code(code, caller)
    except (NotFound, TooMany):
        going_on = {each.row.campaign for each in mine if each.row.campaign.goes_on}
        if len(going_on) == 1:
            return going_on.pop()
        raise


def find_campaign_by_code(code: str, caller: Caller) -> Campaign:
    """Return the campaign of this code.

    Raises NotFound for a wrong code, and TooMany after too many wrong codes in a minute.
    """
    WRONG_CODES.refuse_if_spent(caller)
    code = normalize_code(code)
    campaigns = Campaign.objects.select_related("on_table")
    campaign = campaigns.filter(code=code).first() if len(code) == CODE_LENGTH else None
    if campaign is None:
        WRONG_CODES.count(caller)
        raise NotFound("No table has this code.", "code")
    return campaign


def _find_own_campaign(mine: Sequence[OwnSeat], code: str) -> Campaign | None:
    return next((each.row.campaign for each in mine if each.row.campaign.code == normalize_code(code)), None)
