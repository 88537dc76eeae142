"""A player's phone: its screens, and its posts (answers step by step, dice, settings)."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from encounters import seats, services
from encounters.clocks import has_clocks
from encounters.errors import Late, NotTaken
from encounters.forms.answer import PREFIX, Data, Step, data_of, is_complete, is_one_tap, next_step, read_answer
from encounters.numbers import read_whole
from encounters.pages.phone.asking import Wrong, faces_of
from encounters.pages.phone.following import export
from encounters.pages.phone.following import missed as found
from encounters.pages.phone.hand import Hand, hand_of
from encounters.pages.phone.regions import context
from encounters.pages.phone.regions import render as render_fragments
from encounters.pages.wording import not_possible
from encounters.services import Outcome
from encounters.viewers import Role, Viewer
from encounters.views.doors import is_htmx, tap_of
from encounters.views.table import for_seat, fragments, see, words_of
from rules.api import Answer, BadAnswer, Form, OpenQuestion, QuestionAct

NOW = ("me", "left", "people", "banner", "signals", "clock", "ask", "order", "now", "field", "tabbar")
"""The regions of the first screen."""

REFUSED = 422


def for_player(view: Any) -> Any:
    """Pass a view the player's view of the fight; spectators are redirected to the table screen."""

    @for_seat
    def entered(request: HttpRequest, viewer: Viewer, *args: Any, **kwargs: Any) -> HttpResponse:
        if viewer.role is Role.PLAYER:
            seats.heard_of(viewer)
            services.came_back(viewer)
        hand = hand_of(viewer, request.GET.get("who", ""))
        if viewer.role is not Role.PLAYER:
            return redirect("watch", hand.encounter.code)
        answered: HttpResponse = view(request, hand, *args, **kwargs)
        return answered

    return entered


@require_GET
@for_player
def me(request: HttpRequest, hand: Hand, tab: str = "now") -> HttpResponse:
    """Show one of the screens of a phone.

    ``answer.*`` in the address are the choices made so far, and ``for`` is the token of the question that they answer.
    They are dropped where another question is open by now.
    """
    if tab == "now" and hand.question is not None:
        services.saw(hand.viewer, hand.question.token)
    token = hand.question.token if hand.question is not None else ""
    is_over = request.GET.get("for", token) != token
    given = {} if is_over else data_of(request.GET)
    if is_htmx(request):
        address = hand.screen() if is_over else request.get_full_path()
        return fragments(render_fragments(hand, NOW, request, given=given), headers={"HX-Replace-Url": address})
    before = read_whole(request.GET.get("before", "")) if tab == "saw" else None
    return phone(request, hand, tab, given=given, before=before)


@require_GET
@for_player
def missed(request: HttpRequest, hand: Hand) -> HttpResponse:
    """Show the events since the cursor ``from``: for htmx as a count, otherwise in full.

    The count is for a page whose connection was lost; where nothing was missed the answer is empty. Where the seat has
    changed its characters since, there is no count, and the full page shows the round in play.
    """
    changes = request.GET.get("epoch", "").partition(".")[0]
    since = read_whole(request.GET.get("from", "")) if changes == hand.epoch.partition(".")[0] else None
    if not is_htmx(request):
        return phone(request, hand, "missed", since=since)
    if since is None or not found(hand, since)["columns"]:
        return HttpResponse(status=204)
    return fragments(render_fragments(hand, ("missed",), request, since=since))


def phone(request: HttpRequest, hand: Hand, tab: str = "now", status: int = 200, **more: Any) -> HttpResponse:
    """Render a whole screen."""
    shown = {**context(hand, tab, **more), "live": f"/live/{hand.viewer.encounter_id}/seat"}
    shown["missed_at"] = hand.screen("missed/")
    shown["here"] = hand.url("me/") if hand.viewing is not None and has_clocks(hand.state.ruleset) else ""
    return render(request, "encounters/table/phone.html", shown, status=status)


@require_GET
@for_player
def saw_text(request: HttpRequest, hand: Hand) -> HttpResponse:
    """Send the events that this player has seen, as a text file."""
    response = HttpResponse(export(hand), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="what-i-saw.txt"'
    return response


# Answers.


def once(view: Callable[[HttpRequest, Hand], HttpResponse]) -> Callable[[HttpRequest, Hand], HttpResponse]:
    """Make a view take each tap once; a repeated post gets the result of the first."""

    @wraps(view)
    def answered(request: HttpRequest, hand: Hand) -> HttpResponse:
        tap = request.POST.get("tap", "")
        if (first := services.first_outcome(hand.viewer, tap)) is not None:
            return _taken(request, hand, first)
        response = view(request, hand)
        # The first post may have been taken while this one was being read.
        if response.status_code >= 400 and (first := services.first_outcome(hand.viewer, tap)) is not None:
            return _taken(request, hand, first)
        return response

    return answered


@require_POST
@for_player
@once
def answer(request: HttpRequest, hand: Hand) -> HttpResponse:
    """Show the next step of an answer, or record the answer once it is complete."""
    given = data_of(request.POST)
    try:
        question, form = _asked(hand, request.POST.get("token", ""))
        filled_in = _filled_in(request, hand, question)
        if filled_in or not (_is_whole(request, form) or is_complete(form, given)):
            so_far = filled_in or given
            return _go_on(request, hand, question, next_step(form, so_far), so_far)
        outcome = services.answer(hand.viewer, tap_of(request), question.token, _answer(request, hand, question, form))
    except BadAnswer as problem:
        return _again(request, hand, 400, (str(problem), ()))
    except NotTaken as problem:
        return _not_taken(request, hand, problem)
    return _taken(request, hand, outcome)


def _asked(hand: Hand, token: str) -> tuple[OpenQuestion, Form]:
    """Return the open question of this token to one of the player's characters, and its form.

    Raises Late where there is none.
    """
    question = hand.state.question(token) if hand.viewing is not None else None
    if question is not None and question.who in hand.own and not question.sealed:
        form = hand.form_of(question)
        if form is not None:
            return question, form
    raise Late("That question was already answered.", "token")


def _is_whole(request: HttpRequest, form: Form) -> bool:
    return bool({"done", "again", "act"} & set(request.POST)) or is_one_tap(form) or not form.fields


def _answer(request: HttpRequest, hand: Hand, question: OpenQuestion, form: Form) -> Answer:
    if "again" in request.POST:
        repeated = hand.again(question, form)
        if repeated is None:
            raise BadAnswer("action", "What you did last round cannot be done again now.")
        return repeated
    read = _act(request, hand, question) if "act" in request.POST else read_answer(form, data_of(request.POST))
    # Raises BadAnswer for a wrong shape; a clause's refusal is recorded when the answer is sent.
    form.find_refusal(read)
    return read


def _act(request: HttpRequest, hand: Hand, question: OpenQuestion) -> dict[str, object]:
    """Return the answer that one tap gives, with the values that go along with it."""
    act = _act_of(hand, question, request.POST["act"])
    along = {name: request.POST.get(f"{PREFIX}{name}", "") for name in act.along}
    return {**act.answer, **{name: value for name, value in along.items() if value}}


def _filled_in(request: HttpRequest, hand: Hand, question: OpenQuestion) -> Data:
    """Return the values that one tap fills in to be checked before sending; else nothing."""
    act = _act_of(hand, question, request.POST["act"]) if "act" in request.POST else None
    if act is None or not act.begins:
        return {}
    return {f"{PREFIX}{name}": [str(value)] for name, value in act.answer.items()}


def _act_of(hand: Hand, question: OpenQuestion, name: str) -> QuestionAct:
    """Return the act of a question by its name. Raises BadAnswer for one that is not offered."""
    made = hand.ruleset.questions[question.question].question_info
    info = made(hand.state, question) if made is not None else None
    act = next((each for each in (info.acts if info else ()) if each.name == name), None)
    if act is None:
        raise BadAnswer("act", "That cannot be chosen any more.")
    return act


def _go_on(request: HttpRequest, hand: Hand, question: OpenQuestion, step: Step, given: Data) -> HttpResponse:
    """Show the next step, at its own address."""
    address = hand.step_url(question.token, step.query)
    if not is_htmx(request):
        return see(request, address)
    html = render_fragments(hand, ("ask",), request, given=given)
    return fragments(html, headers={"HX-Push-Url": address})


def _taken(request: HttpRequest, hand: Hand, outcome: Outcome) -> HttpResponse:
    if outcome.refusal is not None:
        told = not_possible(hand.me.name if hand.me else "", outcome.refusal.reason)
        wrong = (told, (outcome.refusal.clause,))
        return _again(request, hand_of(hand.viewer, hand.who), REFUSED, wrong)
    now = hand_of(hand.viewer, hand.shown)
    hurried = now.hurried
    if hurried is not None:
        return see(request, hurried.screen())
    if not is_htmx(request):
        return see(request, now.screen())
    return fragments(render_fragments(now, NOW, request, fresh=True), headers={"HX-Push-Url": now.screen()})


def _not_taken(request: HttpRequest, hand: Hand, problem: NotTaken) -> HttpResponse:
    """Show the error of a service beside the posted values.

    For a question that is closed, the one that is open now is shown instead of them.
    """
    if isinstance(problem, Late) and problem.field == "token":
        fresh = hand_of(hand.viewer, hand.who)
        words = "That question was already answered, or is no longer asked of you. Here is what is open now."
        return _again(request, fresh, problem.status, (words, ()), keep=False)
    return _again(request, hand, problem.status, (words_of(problem), ()))


def _again(request: HttpRequest, hand: Hand, status: int, wrong: Wrong, keep: bool = True) -> HttpResponse:
    given = data_of(request.POST) if keep else {}
    if is_htmx(request):
        return fragments(render_fragments(hand, NOW, request, given=given, wrong=wrong), status)
    return phone(request, hand, status=status, given=given, wrong=wrong)


# The player's clock.


@require_POST
@for_player
def here(request: HttpRequest, hand: Hand) -> HttpResponse:
    """Note that the phone is in use and, with a token, that it shows that question.

    A script of the page posts this.
    """
    if request.POST.get("token"):
        services.saw(hand.viewer, request.POST["token"])
    return HttpResponse(status=204)


@require_POST
@for_seat
def away(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Note that the player has put the phone down."""
    services.went_away(viewer)
    return HttpResponse(status=204)


@require_POST
@for_player
def ask_dm(request: HttpRequest, hand: Hand) -> HttpResponse:
    """Stop the player's clock, because they have a question to the DM before they answer."""
    try:
        services.ask_dm(hand.viewer, request.POST.get("token", ""))
    except NotTaken as problem:
        return _not_taken(request, hand, problem)
    if not is_htmx(request):
        return see(request, hand.screen())
    return fragments(render_fragments(hand_of(hand.viewer, hand.shown), ("clock",), request))


# Dice, and the settings of the seat.


@require_http_methods(["GET", "POST"])
@for_player
def signals(request: HttpRequest, hand: Hand) -> HttpResponse:
    """Show the alerts that this phone gives; a post sets them to those under ``alert``."""
    if request.method == "GET":
        return phone(request, hand, "signals")
    try:
        seats.set_alerts(hand.viewer, request.POST.getlist("alert"))
    except NotTaken as problem:
        return phone(request, hand, "signals", status=problem.status, said=words_of(problem))
    fresh = hand_of(hand.viewer, hand.shown)
    if not is_htmx(request):
        return see(request, hand.screen())
    return fragments(render_fragments(fresh, ("signals", "now", "signalling"), request, said="Kept."))


@require_POST
@for_player
@once
def dice(request: HttpRequest, hand: Hand) -> HttpResponse:
    """Take the faces of real dice, or have the server roll them."""
    try:
        roll = next((each for each in hand.state.open_rolls if each.token == request.POST.get("token", "")), None)
        if roll is None or roll.by not in hand.own:
            raise Late("Those dice were already given.", "token")
        faces = None if "mine" in request.POST else faces_of(roll, data_of(request.POST))
        outcome = services.give_faces(hand.viewer, tap_of(request), roll.token, faces)
    except BadAnswer as problem:
        return _again(request, hand, 400, (str(problem), ()))
    except NotTaken as problem:
        return _not_taken(request, hand, problem)
    return _taken(request, hand, outcome)


@require_POST
@for_player
def types_dice(request: HttpRequest, hand: Hand) -> HttpResponse:
    """Set whether a character's dice are rolled at the table and typed in."""
    try:
        services.set_types_dice(hand.viewer, tap_of(request), request.POST.get("who", ""), bool(request.POST.get("on")))
    except NotTaken as problem:
        return _again(request, hand, problem.status, (words_of(problem), ()))
    return see(request, hand.screen("sheet/"))
