"""The posts of a player's phone that answer a question step by step, or give real dice."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from encounters import services
from encounters.errors import Conflict, Rejected
from encounters.narration.names import write_refusal
from encounters.responses import answer_fragments, is_htmx, redirect_after_post
from encounters.screens.answering.answer import (
    PREFIX,
    Data,
    find_next_step,
    is_complete,
    is_one_tap,
    read_answer,
    read_data,
)
from encounters.screens.phone.ask import read_faces
from encounters.screens.phone.regions import NOW, render
from encounters.screens.phone.view import Page, PlayerView, find_player_view
from encounters.screens.phone.views import render_error, render_first, with_player_view
from encounters.screens.requests import find_outcome_of_tap, read_tap
from encounters.services import Outcome
from rules.api import Answer, BadAnswer, Form, OpenQuestion, QuestionAct, repeat_answer

REFUSED = 422

Post = Callable[[HttpRequest, PlayerView], HttpResponse]


def answer_once(take: Post) -> Post:
    """Make a view take each tap once; a repeated post gets the result of the first."""

    @wraps(take)
    def answer(request: HttpRequest, view: PlayerView) -> HttpResponse:
        response = take(request, view)
        if response.status_code < 400:
            return response
        first = find_outcome_of_tap(request, view.viewer)
        return _render_outcome(request, view, first) if first is not None else response

    return answer


@require_POST
@with_player_view
@answer_once
def take_answer(request: HttpRequest, view: PlayerView) -> HttpResponse:
    """Show the next step of an answer, or record the answer once it is complete."""
    given = read_data(request.POST)
    try:
        question, form = _find_asked(view, request.POST.get("token", ""))
        act = _find_act(view, question, request.POST["act"]) if "act" in request.POST else None
        if act is not None and act.begins:
            return _show_step(request, view, question, form, _fill_in(act))
        if act is None and not (_is_whole(request, form) or is_complete(form, given)):
            return _show_step(request, view, question, form, given)
        answer = _read_act(request, act) if act is not None else _read_answer(request, view, question, form)
        # Raises BadAnswer for a wrong shape; a clause's refusal is recorded when the answer is sent.
        form.find_refusal(answer)
        outcome = services.answer(view.viewer, read_tap(request), question.token, answer, view.viewing)
    except BadAnswer as problem:
        return render_first(request, view.show(Page(given=given, error=str(problem))), 400)
    except Rejected as problem:
        return render_error(request, view, problem)
    return _render_outcome(request, view, outcome)


@require_POST
@with_player_view
@answer_once
def take_dice(request: HttpRequest, view: PlayerView) -> HttpResponse:
    """Take the faces of real dice, or have the server roll them."""
    given = read_data(request.POST)
    try:
        roll = next((each for each in view.state.open_rolls if each.token == request.POST.get("token", "")), None)
        if roll is None or roll.by not in view.own:
            raise Conflict("Those dice were already given.", "token")
        faces = None if "mine" in request.POST else read_faces(roll, given)
        outcome = services.give_faces(view.viewer, read_tap(request), roll.token, faces, view.viewing)
    except BadAnswer as problem:
        return render_first(request, view.show(Page(given=given, error=str(problem))), 400)
    except Rejected as problem:
        return render_error(request, view, problem)
    return _render_outcome(request, view, outcome)


# What was posted.


def _find_asked(view: PlayerView, token: str) -> tuple[OpenQuestion, Form]:
    """Return the open question of this token to one of the player's characters, and its form.

    Raises Conflict where there is none.
    """
    question = view.state.question(token) if view.has_begun else None
    if question is not None and question.who in view.own and not question.sealed:
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
    return answer_fragments(render(view.show(Page(given=given)), ("ask",), request), headers={"HX-Push-Url": address})


def _render_outcome(request: HttpRequest, view: PlayerView, outcome: Outcome) -> HttpResponse:
    """Show what is open now, or why a clause refused the answer."""
    if outcome.refusal is not None:
        error = write_refusal(view.me.name if view.me else "", outcome.refusal.reason)
        page = Page(given=read_data(request.POST), error=error, error_clauses=(outcome.refusal.clause,))
        return render_first(request, find_player_view(view.viewer, view.who, view.access).show(page), REFUSED)
    now = find_player_view(view.viewer, view.shown, view.access)
    hurried = now.hurried
    if hurried is not None:
        return redirect_after_post(request, hurried.make_url())
    if not is_htmx(request):
        return redirect_after_post(request, now.make_url())
    now = now.show(Page(is_fresh=True))
    return answer_fragments(render(now, NOW, request), headers={"HX-Push-Url": now.make_url()})
