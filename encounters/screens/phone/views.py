"""A player's phone: its screens, its clock, the settings of the seat, and its answers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any, Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.crypto import salted_hmac
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from encounters import seats, services
from encounters.access import for_seat
from encounters.clocks import has_clocks
from encounters.errors import Conflict, Rejected
from encounters.narration.names import write_refusal
from encounters.numbers import read_whole
from encounters.responses import answer_fragments, describe_rejection, is_htmx, redirect_after_post
from encounters.screens.answering.answer import (
    PREFIX,
    Data,
    find_next_step,
    is_complete,
    is_one_tap,
    read_answer,
    read_data,
)
from encounters.screens.live_page import LivePage, read_socket
from encounters.screens.missed import answer_missed, read_since
from encounters.screens.phone.ask import find_lack, read_faces, write_fault
from encounters.screens.phone.drafts import build_draft
from encounters.screens.phone.own_card import build_own_card
from encounters.screens.phone.player_view import Page, PlayerView, find_player_view
from encounters.screens.phone.regions import FIRST, SCREEN
from encounters.screens.phone.rounds import write_export
from encounters.screens.requests import read_tap, take_once
from encounters.screens.rulebook.views import OPEN_CARDS, render_card
from encounters.services import Outcome
from encounters.viewers import Access, Role, Viewer
from rules.api import Answer, BadAnswer, CardKind, Form, OpenQuestion, QuestionAct, repeat_answer

P = ParamSpec("P")

LATE = "That question was already answered, or is no longer asked of you. Here is what is open now."


@dataclass(frozen=True, kw_only=True)
class PhonePage(LivePage):
    """A player's page."""

    title: str
    main: Sequence[str]
    """The templates of the tab on the screen."""
    here: str
    """The address to which the page says that it is in sight; "" where no clock is kept."""
    away: str
    """The address to which it says that it is put down."""
    seat: str
    """The name of the seat at this fight; a phone without signal keeps an answer under it."""


SEAT_HEADER = "X-Seat"
"""The header in which a page's requests name the seat and the fight that it shows."""


def name_seat(viewer: Viewer) -> str:
    """Return a name of a seat at one fight: a digest of their numbers."""
    return salted_hmac("encounters.screens.phone.seat", f"{viewer.seat_id} {viewer.encounter_id}").hexdigest()


def _send_away() -> HttpResponse:
    """Return the answer to a page that shows a fight which left the table."""
    return HttpResponse(status=HTTPStatus.CONFLICT, headers={"HX-Refresh": "true"})


def with_player_view(show: Callable[Concatenate[HttpRequest, PlayerView, P], HttpResponse]) -> Any:
    """Pass a view the player's view of the fight; spectators are redirected to the table screen."""

    @for_seat
    def enter(request: HttpRequest, access: Access, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if access.viewer.role is not Role.PLAYER or access.seat is None:
            return redirect("watch", access.encounter.code)
        if request.headers.get(SEAT_HEADER, seat := name_seat(access.viewer)) != seat:
            return _send_away()
        seats.note_request(access.seat)
        if has_clocks(access.encounter.ruleset):
            services.note_heard(access.viewer)
        if access.may_be_away:
            services.note_back(access.viewer)
        view = find_player_view(access.viewer, request.GET.get("who", ""), access)
        return show(request, view, *args, **kwargs)

    return enter


def render_page(request: HttpRequest, view: PlayerView, status: int = 200) -> HttpResponse:
    """Return a whole screen."""
    page = PhonePage(
        title=view.encounter.title,
        main=SCREEN.templates[f"{view.page.tab}_tab"],
        socket=read_socket(view.viewer),
        missed=view.make_own_url("what-i-missed"),
        here=view.make_url("i-am-here") if has_clocks(view.encounter.ruleset) else "",
        away=view.make_url("i-am-away"),
        seat=name_seat(view.viewer),
    )
    return SCREEN.render_page(request, view, page, status=status)


def find_changing_view(view: PlayerView, token: str) -> PlayerView:
    """Return the view with its sealed order asked again, if that is the question of this token."""
    asked = view.order_to_change if view.has_begun and view.shown else None
    if asked is None or asked.token != token:
        return view
    return replace(view, page=Page(is_changing=True))


def find_drafting_view(view: PlayerView) -> PlayerView:
    """Return the view in which an order is drafted; the same view where none can be."""
    may_draft = view.has_begun and bool(view.shown) and view.draft_question is not None
    return replace(view, page=Page(is_drafting=True)) if may_draft else view


def render_first(request: HttpRequest, view: PlayerView, status: int = 200) -> HttpResponse:
    """Return the first screen: its regions for htmx, otherwise whole."""
    if is_htmx(request):
        return answer_fragments(SCREEN.render(view, FIRST), status)
    return render_page(request, view, status)


def render_error(request: HttpRequest, view: PlayerView, problem: Rejected) -> HttpResponse:
    """Return the first screen with the error of a service beside the posted values.

    For a question that is closed, the one that is open now is shown instead of them.
    """
    if isinstance(problem, Conflict) and problem.field == "token":
        fresh = find_player_view(view.viewer, view.who, view.access)
        return render_first(request, fresh.show(Page(error=LATE)), problem.status)
    if "change" in request.POST:
        view = find_changing_view(view, request.POST.get("token", ""))
    page = replace(view.page, given=read_data(request.POST), error=describe_rejection(problem))
    return render_first(request, view.show(page), problem.status)


# The screens.


@require_GET
@with_player_view
def show_own_card(request: HttpRequest, view: PlayerView, kind: str, id: str) -> HttpResponse:
    """Show the card of a spell, device or weapon with what the character has left of it."""
    shown = build_own_card(view, CardKind(kind), id) if kind in OPEN_CARDS else None
    if shown is None:
        raise Http404("There is no such card.")
    return render_card(request, shown)


@require_GET
@with_player_view
def show_tab(request: HttpRequest, view: PlayerView, tab: str = "now") -> HttpResponse:
    """Show one of the screens of a phone.

    ``answer.*`` in the address are the choices made so far, and ``for`` is the token of the question that they answer.
    They are dropped where another question is open by now.
    """
    if "change" in request.GET:
        view = find_changing_view(view, request.GET.get("for", ""))
    if "draft" in request.GET:
        view = find_drafting_view(view)
    if tab == "now" and view.question is not None and not view.question.sealed and not view.page.is_drafting:
        services.note_question_shown(view.viewer, view.question.token)
    token = view.question.token if view.question is not None else ""
    is_over = request.GET.get("for", token) != token
    given = {} if is_over else read_data(request.GET)
    if is_htmx(request):
        html = SCREEN.render(view.show(replace(view.page, given=given)), FIRST)
        return answer_fragments(html, headers={"HX-Replace-Url": view.make_own_url()} if is_over else {})
    before = read_whole(request.GET.get("before", "")) if tab == "saw" else None
    return render_page(request, view.show(replace(view.page, tab=tab, given=given, before=before)))


@require_GET
@with_player_view
def show_missed(request: HttpRequest, view: PlayerView) -> HttpResponse:
    """Show the events since the cursor ``from``: for htmx as a count, otherwise in full.

    The count is for a page whose connection was lost; where nothing was missed the answer is empty. Where the seat has
    changed its characters since, there is no count, and the full page shows the round in play.
    """
    changes = request.GET.get("epoch", "").partition(".")[0]
    since = read_since(request) if changes == view.epoch.partition(".")[0] else None
    if is_htmx(request):
        return answer_missed(SCREEN, view.show(Page(since=since)))
    return render_page(request, view.show(Page("missed", since=since)))


@require_GET
@with_player_view
def send_seen_text(request: HttpRequest, view: PlayerView) -> HttpResponse:
    """Send the events that this player has seen, as a text file."""
    response = HttpResponse(write_export(view), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="what-i-saw.txt"'
    return response


# The player's clock.


@require_POST
@with_player_view
def note_here(request: HttpRequest, view: PlayerView) -> HttpResponse:
    """Note that the phone is in use and, with a token, that it shows that question.

    A script of the page posts this.
    """
    if request.POST.get("token"):
        services.note_question_shown(view.viewer, request.POST["token"])
    return HttpResponse(status=204)


@require_POST
@for_seat
def note_away(request: HttpRequest, access: Access) -> HttpResponse:
    """Note that the player has put the phone down."""
    services.note_away(access.viewer)
    return HttpResponse(status=204)


@require_POST
@with_player_view
def note_ready(request: HttpRequest, view: PlayerView) -> HttpResponse:
    """Note that the player knows what hesitation costs."""
    services.note_ready(view.viewer)
    if not is_htmx(request):
        return redirect_after_post(request, view.make_own_url())
    return answer_fragments(SCREEN.render(find_player_view(view.viewer, view.shown), ("clock", "now")))


@require_POST
@with_player_view
def ask_dm(request: HttpRequest, view: PlayerView) -> HttpResponse:
    """Stop the player's clock, because they have a question to the DM before they answer."""
    try:
        services.ask_dm(view.viewer, request.POST.get("token", ""))
    except Rejected as problem:
        return render_error(request, view, problem)
    if not is_htmx(request):
        return redirect_after_post(request, view.make_own_url())
    return answer_fragments(SCREEN.render(find_player_view(view.viewer, view.shown, view.access), ("clock",)))


# The settings of the seat.


@require_http_methods(["GET", "POST"])
@with_player_view
def choose_alerts(request: HttpRequest, view: PlayerView) -> HttpResponse:
    """Show the alerts that this phone gives; a post sets them to those under ``alert``."""
    if request.method == "GET":
        return render_page(request, view.show(Page("signals")))
    try:
        seats.set_alerts(view.viewer, request.POST.getlist("alert"))
    except Rejected as problem:
        return render_page(request, view.show(Page("signals", said=describe_rejection(problem))), problem.status)
    if not is_htmx(request):
        return redirect_after_post(request, view.make_own_url())
    fresh = find_player_view(view.viewer, view.shown).show(Page(said="Kept."))
    return answer_fragments(SCREEN.render(fresh, ("signals", "now", "signalling")))


@require_POST
@with_player_view
def set_types_dice(request: HttpRequest, view: PlayerView) -> HttpResponse:
    """Set whether a character's dice are rolled at the table and typed in."""
    try:
        who, is_on = request.POST.get("who", ""), bool(request.POST.get("on"))
        services.set_types_dice(view.viewer, read_tap(request), who, is_on)
    except Rejected as problem:
        return render_error(request, view, problem)
    return redirect_after_post(request, view.make_own_url("my-sheet"))


# The posts of a player's phone that answer a question step by step, or give real dice.


REFUSED = 422


def _render_outcome(request: HttpRequest, view: PlayerView, outcome: Outcome) -> HttpResponse:
    """Show what is open now, or why a clause refused the answer."""
    if outcome.refusal is not None:
        error = write_refusal(view.me.name if view.me else "", outcome.refusal.reason)
        fresh = find_player_view(view.viewer, view.who, view.access)
        if "change" in request.POST:
            fresh = find_changing_view(fresh, request.POST.get("token", ""))
        given, clauses = read_data(request.POST), (outcome.refusal.clause,)
        page = replace(fresh.page, given=given, error=error, error_clauses=clauses)
        return render_first(request, fresh.show(page), REFUSED)
    now = find_player_view(view.viewer, view.shown, view.access)
    hurried = now.hurried
    if hurried is not None:
        return redirect_after_post(request, hurried.make_own_url())
    if not is_htmx(request):
        return redirect_after_post(request, now.make_own_url())
    now = now.show(Page(is_fresh=True))
    return answer_fragments(SCREEN.render(now, FIRST), headers={"HX-Push-Url": now.make_own_url()})


once = take_once(_render_outcome, render_error)
"""The decorator of the views of a player's posts that are recorded."""


@require_POST
@with_player_view
@once
def take_answer(request: HttpRequest, view: PlayerView) -> HttpResponse:
    """Show the next step of an answer, or record the answer once it is complete."""
    given = read_data(request.POST)
    try:
        if "change" in request.POST:
            view = find_changing_view(view, request.POST.get("token", ""))
        question, form = _find_asked(view, request.POST.get("token", ""))
        act = _find_act(view, question, request.POST["act"]) if "act" in request.POST else None
        if act is not None and act.begins:
            return _show_step(request, view, question, form, _fill_in(act))
        if act is None and not (_is_whole(request, form) or is_complete(form, given)):
            return _show_step(request, view, question, form, given)
        lack = find_lack(view, form, given) if act is None and "done" in request.POST else ""
        if lack:
            return render_first(request, view.show(replace(view.page, given=given, error=lack)), 400)
        answer = _read_act(request, act) if act is not None else _read_answer(request, view, question, form)
        # Raises BadAnswer for a wrong shape; a clause's refusal is recorded when the answer is sent.
        form.find_refusal(answer)
        outcome = services.answer(view.viewer, read_tap(request), question.token, answer, view.viewer_log)
    except BadAnswer as problem:
        return render_first(request, view.show(replace(view.page, given=given, error=write_fault(view, problem))), 400)
    return _render_outcome(request, view, outcome)


@require_http_methods(["GET", "POST"])
@with_player_view
def take_draft(request: HttpRequest, view: PlayerView) -> HttpResponse:
    """Show the next step of a draft, or the first screen once it is complete.

    Nothing of it is recorded. A GET shows what the choices of the address come to now: the phone keeps them.
    """
    if request.method == "GET":
        draft = build_draft(view, read_data(request.GET))
        if draft is None:
            return HttpResponse(status=204)
        return render(request, "screens/phone/kept_draft.html", {"page": draft})
    given, fresh = read_data(request.POST), view
    view = find_drafting_view(view)
    if not view.page.is_drafting or view.question is None:
        return render_first(request, view)
    form = view.build_form(view.question)
    assert form is not None, "a draft has a form"
    page = replace(view.page, given=given)
    try:
        if "done" not in request.POST and not is_complete(form, given):
            return _show_step(request, view, view.question, form, given)
        refusal = form.find_refusal(read_answer(form, given))
        lack = find_lack(view, form, given)
    except BadAnswer as problem:
        return render_first(request, view.show(replace(page, error=write_fault(view, problem))), 400)
    if refusal is not None or lack:
        error = write_refusal(view.me.name if view.me else "", refusal.reason) if refusal is not None else lack
        return render_first(request, view.show(replace(page, error=error)), 400)
    if not is_htmx(request):
        return redirect_after_post(request, fresh.make_own_url())
    headers = {"HX-Push-Url": fresh.make_own_url(), "X-Draft": "complete"}
    return answer_fragments(SCREEN.render(fresh, FIRST), headers=headers)


@require_POST
@with_player_view
@once
def take_dice(request: HttpRequest, view: PlayerView) -> HttpResponse:
    """Take the faces of real dice, or have the server roll them."""
    given = read_data(request.POST)
    try:
        roll = next((each for each in view.state.open_rolls if each.token == request.POST.get("token", "")), None)
        if roll is None or roll.by not in view.own:
            raise Conflict("Those dice were already given.", "token")
        faces = None if "mine" in request.POST else read_faces(roll, given)
        outcome = services.give_faces(view.viewer, read_tap(request), roll.token, faces, view.viewer_log)
    except BadAnswer as problem:
        return render_first(request, view.show(Page(given=given, error=str(problem))), 400)
    return _render_outcome(request, view, outcome)


# What was posted.


def _find_asked(view: PlayerView, token: str) -> tuple[OpenQuestion, Form]:
    """Return the open question of this token to one of the player's characters, and its form.

    Raises Conflict where there is none.
    """
    question = view.state.question(token) if view.has_begun else None
    if question is not None and question.who in view.own and (not question.sealed or view.page.is_changing):
        form = view.build_form(question)
        if form is not None:
            return question, form
    raise Conflict("That question was already answered.", "token")


def _is_whole(request: HttpRequest, form: Form) -> bool:
    return bool({"done", "again"} & set(request.POST)) or is_one_tap(form) or not form.fields


def _read_answer(request: HttpRequest, view: PlayerView, question: OpenQuestion, form: Form) -> Answer:
    if "again" not in request.POST:
        return read_answer(form, read_data(request.POST))
    repeated = repeat_answer(view.state, question, form)
    if repeated is None:
        raise BadAnswer("action", "What you did last round cannot be done again now.")
    return repeated


def _read_act(request: HttpRequest, act: QuestionAct) -> dict[str, object]:
    """Return the answer that one tap gives, with the values that go along with it."""
    along = {name: request.POST.get(f"{PREFIX}{name}", "") for name in act.along}
    return {**act.answer, **{name: value for name, value in along.items() if value}}


def _fill_in(act: QuestionAct) -> Data:
    """Return the values that one tap fills in, to be checked before they are sent."""
    return {f"{PREFIX}{name}": [str(value)] for name, value in act.answer.items()}


def _find_act(view: PlayerView, question: OpenQuestion, name: str) -> QuestionAct:
    """Return the act of a question by its name. Raises BadAnswer for one that is not offered."""
    build_info = view.ruleset.questions[question.question].question_info
    info = build_info(view.state, question) if build_info is not None else None
    act = next((each for each in (info.acts if info else ()) if each.name == name), None)
    if act is None:
        raise BadAnswer("act", "That cannot be chosen any more.")
    return act


# What is shown after it.


def _show_step(request: HttpRequest, view: PlayerView, question: OpenQuestion, form: Form, given: Data) -> HttpResponse:
    """Show the next step, at its own address."""
    address = view.make_step_url(question.token, find_next_step(form, given).query)
    if not is_htmx(request):
        return redirect_after_post(request, address)
    return answer_fragments(
        SCREEN.render(view.show(replace(view.page, given=given)), ("ask",)), headers={"HX-Push-Url": address}
    )
