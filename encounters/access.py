"""Access: the checks of who may see a page, open a socket or do something.

``for_dm`` and ``for_seat`` are those of pages. The ``find_`` functions find the viewer of a request or of a socket.
The ``require_`` functions are those of services, for a viewer that was found. Which question a player may answer
depends on the fight: that check stands in ``encounters/services/playing.py``.
"""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.views.decorators.cache import never_cache

from encounters.addresses import add_query, make_address
from encounters.errors import Forbidden, NoSeat, NotFound, TooMany
from encounters.models import CODE_LENGTH, Encounter, Seat
from encounters.numbers import replace_dashes
from encounters.responses import ViewFunction, go_to, is_htmx, render_too_many, see, to_http404
from encounters.throttle import WRONG_CODES, Caller, read_caller, set_browser_cookie
from encounters.viewers import (
    Access,
    OwnSeat,
    Role,
    Viewer,
    build_dm_viewer,
    build_seat_viewer,
    hash_secret,
    list_own_seats,
    read_secret,
)

P = ParamSpec("P")

NO_ENCOUNTER = "There is no such encounter."
NO_SEAT = "You have no seat here. Join with the code."

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
    seat = Seat.objects.filter(encounter_id=viewer.encounter_id, pk=wanted, left=None).first()
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
    """Return the DM of the encounter of this number, if it is this user.

    Raises NoSeat where nobody is signed in, and NotFound for any other user. There is no difference between an
    encounter of somebody else and none: nobody learns which numbers exist.
    """
    if not getattr(user, "is_authenticated", False):
        raise NoSeat("Sign in to run this encounter.")
    encounter = Encounter.objects.filter(pk=encounter_id, owner=user).first()
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
    return of if of is not None and Encounter.objects.filter(pk=of, owner=request.user.pk).exists() else None


# People who have a seat.


def for_seat(view: ViewFunction) -> ViewFunction:
    """Restrict a view to people who have a seat at its table, and pass it their access.

    Others are sent to the page where they join.
    """

    @wraps(view)
    @never_cache
    def enter(request: HttpRequest, code: str, *args: Any, **kwargs: Any) -> HttpResponse:
        caller = read_caller(request)
        try:
            mine = list_own_seats(request.COOKIES)
            encounter = _find_known_table(mine, code, caller)
            try:
                access = _find_access(encounter, mine, request.COOKIES, request.user)
            except NoSeat as problem:
                return _send_to_join(request, encounter, problem)
        except Forbidden as problem:
            return render(request, "403.html", {"words": problem.message}, status=problem.status)
        except TooMany as problem:
            return set_browser_cookie(render_too_many(request, problem), caller)
        except NotFound as problem:
            raise Http404(problem.message) from problem
        if encounter.code != code and request.method == "GET":
            match = request.resolver_match
            assert match is not None, "a view is reached by its URL"
            moved = make_address(match.url_name or "table", **{**match.kwargs, "code": encounter.code})
            return redirect(add_query(moved, request.GET.urlencode()))
        return view(request, access, *args, **kwargs)

    return enter


def _send_to_join(request: HttpRequest, encounter: Encounter, problem: NoSeat) -> HttpResponse:
    if request.method == "GET":
        return redirect("table", encounter.code)
    if is_htmx(request):
        return go_to(make_address("table", code=encounter.code))
    return render(request, "403.html", {"words": problem.message}, status=problem.status)


def find_seat_of(encounter_id: int, cookies: Mapping[str, str], user: Any) -> Viewer:
    """Return the viewer who has a seat by these cookies at the encounter of this number.

    Raises what ``find_seat`` raises. Raises NoSeat too where there is no such encounter: nobody learns which numbers
    exist.
    """
    encounter = Encounter.tables.filter(pk=encounter_id).first()
    if encounter is None:
        raise NoSeat(NO_SEAT)
    return find_seat(encounter, cookies, user)


def find_seat(encounter: Encounter, cookies: Mapping[str, str], user: Any = None) -> Viewer:
    """Return the viewer who has a seat by these cookies; the DM's own browser may watch without.

    Raises NoSeat without a seat, Forbidden where the seat was moved to another device, and NotFound for a throw-away
    copy, which has no seats.
    """
    return _find_access(encounter, (), cookies, user).viewer


def _find_access(encounter: Encounter, mine: Sequence[OwnSeat], cookies: Mapping[str, str], user: Any) -> Access:
    """Return the access that ``find_seat`` describes. A seat among ``mine`` is not read again."""
    if encounter.on_trial:
        raise NotFound(NO_ENCOUNTER)
    secret = read_secret(encounter, cookies)
    if secret is not None:
        number, token = secret
        own = next((each for each in mine if (each.row.pk, each.row.encounter_id) == (number, encounter.pk)), None)
        seat = own.row if own is not None else _find_seat_by_secret(encounter, number, token)
        return Access(build_seat_viewer(seat), encounter, seat, may_be_away=own is None or own.is_away)
    if user is not None and user.is_authenticated and user.pk == encounter.owner_id:
        return Access(Viewer(encounter.pk, Role.SPECTATOR), encounter)
    raise NoSeat(NO_SEAT)


def _find_seat_by_secret(encounter: Encounter, number: int, token: str) -> Seat:
    seat = Seat.objects.filter(encounter=encounter, pk=number).first()
    if seat is None or seat.left is not None:
        raise NoSeat("Your seat is not known here any more. Join again with the code.")
    if seat.token_hash != hash_secret(token):
        raise Forbidden("This seat has been given to another device.")
    return seat


# Tables by their code.


def normalize_code(code: str) -> str:
    """Return a code as it is stored: OAK417 for "oak-417", "oak 417" and wide letters."""
    plain = unicodedata.normalize("NFKC", replace_dashes(code[:LONGEST_CODE])).upper()
    return "".join(each for each in plain if unicodedata.category(each) not in BETWEEN)


def find_table(request: HttpRequest, code: str, caller: Caller) -> Encounter:
    """Return the table of this code.

    A browser with a seat there is let in without a limit. Raises NotFound, and TooMany after too many wrong codes.
    """
    return _find_own_table(list_own_seats(request.COOKIES), code) or find_table_by_code(code, caller)


def _find_known_table(mine: Sequence[OwnSeat], code: str, caller: Caller) -> Encounter:
    """Return the table of this code, or for an unknown code that of this browser's only seat.

    ``mine`` are the browser's seats. So a new code for the table ends nobody's seat. Raises NotFound, and TooMany after
    too many wrong codes.
    """
    if (own := _find_own_table(mine, code)) is not None:
        return own
    try:
        return find_table_by_code(code, caller)
    except (NotFound, TooMany):
        tables = {each.row.encounter for each in mine if each.row.encounter.state != Encounter.State.ENDED}
        if len(tables) == 1:
            return tables.pop()
        raise


def find_table_by_code(code: str, caller: Caller) -> Encounter:
    """Return the encounter of this code.

    Raises NotFound for a wrong code, and TooMany after too many wrong codes in a minute.
    """
    WRONG_CODES.refuse_if_spent(caller)
    code = normalize_code(code)
    encounter = Encounter.tables.filter(code=code).first() if len(code) == CODE_LENGTH else None
    if encounter is None:
        WRONG_CODES.count(caller)
        raise NotFound("No table has this code.", "code")
    return encounter


def _find_own_table(mine: Sequence[OwnSeat], code: str) -> Encounter | None:
    return next((each.row.encounter for each in mine if each.row.encounter.code == normalize_code(code)), None)
