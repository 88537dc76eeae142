"""The DM runs a fight: the page, and every act on it, each by plain form post or by htmx."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from encounters import services
from encounters.errors import Bad, Late, NotTaken, RulesHaveChanged
from encounters.forms.answer import data_of, is_complete, next_step, read_answer
from encounters.forms.run import LONGEST_NOTE
from encounters.forms.typed import read_place
from encounters.models import Seat
from encounters.numbers import read_whole
from encounters.pages.acts import post
from encounters.pages.dm import Desk, context, names_for, people, telling
from encounters.pages.dm import render as render_fragments
from encounters.pages.dm.desk import desk_of
from encounters.pages.dm.mob import mates
from encounters.pages.dm.stale import stale_words
from encounters.pages.wording import name_of, not_possible
from encounters.selectors import OpenForm, game_view
from encounters.services import Outcome
from encounters.templatetags.look import short_clause
from encounters.viewers import Viewer
from encounters.views.doors import TRIAL_GONE, for_dm, is_htmx, see, socket_facts, tap_of
from rules.api import DM, HUNDREDTHS, BadAnswer, Change, Form, OneOf
from rules.api import events as e

Act = Callable[..., Outcome | None]


@require_safe
@for_dm
def run(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """The run page. ``for`` is the token of the question being composed, ``answer.*`` what was chosen so far."""
    try:
        desk = desk_of(viewer)
    except Late:
        return see("prepare", viewer.encounter_id)
    return run_page(request, desk)


def run_page(request: HttpRequest, desk: Desk, *, status: int = 200, **more: Any) -> HttpResponse:
    """The whole page; ``more`` as for the regions' context."""
    if "composing" not in more and is_htmx(request) and "for" in request.GET:
        more |= {"composing": request.GET["for"], "chosen": data_of(request.GET)}
        return HttpResponse(render_fragments(desk, ("compose" if desk.composes else "work",), request, **more))
    if "composing" not in more:
        more |= {"composing": request.GET.get("for", ""), "chosen": data_of(request.GET)}
    more.setdefault("told", "" if request.GET.get("draft") == "again" else None)
    shown = context(desk, **more) | socket_facts(desk.viewer)
    shown["missed_at"] = desk.url("missed/")
    shown["gone"] = TRIAL_GONE if desk.encounter.on_trial else ""
    return render(request, "encounters/dm/run.html", shown, status=status)


def act(do: Act) -> Callable[..., HttpResponse]:
    """A view of a post that does one thing: it answers with fragments, or sends back to the page."""

    @wraps(do)
    @require_POST
    @for_dm
    def view(request: HttpRequest, viewer: Viewer, **kwargs: Any) -> HttpResponse:
        tap = request.POST.get("tap", "")
        if (first := services.first_outcome(viewer, tap)) is not None:
            return taken(request, viewer, first)
        try:
            outcome = do(request, viewer, **kwargs)
        except NotTaken as problem:
            # The same tap may have been taken while this one was read.
            if (first := services.first_outcome(viewer, tap)) is not None:
                return taken(request, viewer, first)
            return not_taken(request, viewer, problem)
        return taken(request, viewer, outcome)

    return view


def taken(request: HttpRequest, viewer: Viewer, outcome: Outcome | None, said: str = "") -> HttpResponse:
    """What was done: the regions it touches; without htmx back to the page. ``said`` is told with it."""
    refusal = outcome.refusal if outcome is not None else None
    words = _refused(viewer, outcome) if outcome is not None else ""
    if elsewhere(request, viewer):
        return sent_back(request, viewer, words)
    if not is_htmx(request):
        if words:
            desk = desk_of(viewer)
            return run_page(request, desk, composing=request.POST.get("token", ""), chosen=data_of(request.POST),
                            error=words, said=words)  # fmt: skip
        if said:
            messages.info(request, said)
        return see("run", viewer.encounter_id)
    desk = desk_of(viewer)
    if refusal is not None:
        more = {"composing": request.POST.get("token", ""), "chosen": data_of(request.POST), "error": words}
        names = ("said", "console", "log") + (("compose",) if desk.composes else ())
        return HttpResponse(render_fragments(desk, names, request, said=words, **more))
    names = ("said", *names_for(desk, outcome.events if outcome is not None else ()))
    composed = ("compose",) if desk.composes and "work" not in names else ()
    return HttpResponse(render_fragments(desk, (*names, *composed), request, said=said))


def _refused(viewer: Viewer, outcome: Outcome) -> str:
    """Why it was refused, of whom, and by which clause; nothing where it was not."""
    refused = next((each for each in outcome.events if isinstance(each, e.Refused)), None)
    if outcome.refusal is None or refused is None:
        return ""
    name = "" if refused.who == DM else name_of(game_view(viewer).state, refused.who)
    return f"{not_possible(name, outcome.refusal.reason)} {short_clause(outcome.refusal.clause)}"


def elsewhere(request: Any, viewer: Viewer) -> str:
    """The page this came from by htmx, if that is one of the panels: it has not the regions of the run page."""
    here = request.htmx.current_url_abs_path if is_htmx(request) else ""
    path = urlsplit(str(here or "")).path
    return path if path.startswith(f"/e/{viewer.encounter_id}/") and path != f"/e/{viewer.encounter_id}/" else ""


def sent_back(request: HttpRequest, viewer: Viewer, words: str, status: int = 200) -> HttpResponse:
    """From a panel back to the fight, with what is to be said; why the order is as it is stays open, drawn afresh."""
    if words:
        messages.error(request, words)
    response = HttpResponse(status=status)
    at = elsewhere(request, viewer)
    response["HX-Redirect"] = at if at.endswith("/why/") and not words else f"/e/{viewer.encounter_id}/"
    return response


def not_taken(request: HttpRequest, viewer: Viewer, problem: NotTaken) -> HttpResponse:
    """What could not be taken, in words, with the page as it is now; what was typed stays."""
    try:
        desk = desk_of(viewer)
    except Late:
        messages.error(request, problem.message)
        return see("prepare", viewer.encounter_id)
    stale = isinstance(problem, Late) and problem.field == "token"
    words = stale_words(desk, request.POST.get("token", "")) if stale else problem.message
    if elsewhere(request, viewer):
        return sent_back(request, viewer, words, problem.status)
    more: dict[str, Any] = {"said": words, "told": request.POST.get("text")}
    if isinstance(problem, RulesHaveChanged):
        more["ways"] = [post("Reopen the round", desk.url("reopen/")), post("End the fight", desk.url("end-anyway/"))]
    elif not stale:
        more |= {"composing": request.POST.get("token", ""), "chosen": data_of(request.POST), "error": words}
    if not is_htmx(request):
        return run_page(request, desk, status=problem.status, **({"composing": "", "chosen": {}} | more))
    names: tuple[str, ...] = ("said",)
    if stale:
        names = ("said", "topbar", "strip", "work", "console")
    elif desk.composes and "token" in request.POST:
        names = ("said", "compose")
    return HttpResponse(render_fragments(desk, names, request, **more), status=problem.status)


def found(desk: Desk, request: HttpRequest) -> OpenForm:
    """The open question that was answered. Raises Late where it is open no more."""
    question = desk.open_form(request.POST.get("token", ""))
    if question is None:
        raise Late("That question was already answered, or is no longer asked.", "token")
    return question


# What was missed.


@require_safe
@for_dm
def missed(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """How much there is to read since the cursor ``from``, for a page whose line was down, if there is anything."""
    since = read_whole(request.GET.get("from", ""))
    count = telling.missed(desk_of(viewer), since) if since is not None else 0
    if not count:
        return HttpResponse(status=204)
    return render(request, "encounters/dm/missed.html", {"count": count, "since": since})


# What is done.


@act
def begin_round(request: HttpRequest, viewer: Viewer) -> Outcome:
    """Open the next round, if the page has seen the last one end."""
    desk = desk_of(viewer)
    if request.POST.get("after", str(desk.state.round)) != str(desk.state.round):
        raise Late("That round is open already. Here it is.", "after")
    return services.begin_round(viewer, tap_of(request))


@act
def bring_in(request: HttpRequest, viewer: Viewer) -> Outcome:
    """A combatant of a later wave arrives now."""
    return services.bring_in(viewer, tap_of(request), request.POST.get("who", ""))


@act
def show(request: HttpRequest, viewer: Viewer) -> Outcome:
    """A hidden combatant is shown: a ruling."""
    return services.rule(viewer, tap_of(request), [Change(request.POST.get("who", ""), "hidden", "no")])


@act
def reopen(request: HttpRequest, viewer: Viewer) -> Outcome:
    """The way on when the rules have changed in mid-round: it is played again from its beginning."""
    return services.reopen_round(viewer, tap_of(request), "The rules were updated during the round.")


@act
def end_anyway(request: HttpRequest, viewer: Viewer) -> Outcome:
    """The way out when the rules have changed in mid-round."""
    return services.end_past_changed_rules(viewer, tap_of(request), "The rules were updated during the round.")


@act
def step(request: HttpRequest, viewer: Viewer) -> Outcome:
    """The next step: answer the question that is the DM's own."""
    question = found(desk_of(viewer), request)
    return services.answer(viewer, tap_of(request), question.question.token, only_answer(question.form))


def only_answer(form: Form) -> dict[str, object]:
    """The answer to a form that offers nothing to choose."""
    return {field.name: field.options[0].value for field in form.fields if isinstance(field, OneOf)}


@act
def answer(request: HttpRequest, viewer: Viewer) -> Outcome:
    """Answer any open question for whoever was asked; with ``all`` for the whole mob."""
    desk = desk_of(viewer)
    question = found(desk, request)
    try:
        given = read_answer(question.form, data_of(request.POST))
    except BadAnswer as problem:
        raise Bad(str(problem), problem.field) from problem
    tokens = [question.question.token]
    if "all" in request.POST:
        tokens += [each.token for each in mates(desk, question.question)]
    return services.answer_all(viewer, tap_of(request), tokens, given)


@require_POST
@for_dm
def answer_step(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """One choice on the way to an answer: nothing is recorded, the next step is shown."""
    if (first := services.first_outcome(viewer, request.POST.get("tap", ""))) is not None:
        return taken(request, viewer, first)
    try:
        desk = desk_of(viewer)
        question = found(desk, request)
        if is_complete(question.form, data_of(request.POST)):
            return answer(request, encounter_id=viewer.encounter_id)
        made = next_step(question.form, data_of(request.POST))
    except BadAnswer as problem:
        return not_taken(request, viewer, Bad(str(problem), problem.field))
    except NotTaken as problem:
        return not_taken(request, viewer, problem)
    if not is_htmx(request):
        query = f"for={question.question.token}" + (f"&{made.query}" if made.query else "")
        return see(f"{desk.url()}?{query}")
    chosen, names = data_of(request.POST), (("compose",) if desk.composes else ("prompts",))
    return HttpResponse(render_fragments(desk, names, request, composing=question.question.token, chosen=chosen))


@act
def faces(request: HttpRequest, viewer: Viewer) -> Outcome:
    """The faces of real dice; or the server rolls."""
    if "roll" in request.POST:
        return services.give_faces(viewer, tap_of(request), request.POST.get("token", ""), None)
    named = sorted((name, value) for name, value in request.POST.items() if name.startswith("answer.face."))
    try:
        given = [int(str(value)) for _, value in named]
    except ValueError as problem:
        raise Bad("A face is a whole number.", "faces") from problem
    return services.give_faces(viewer, tap_of(request), request.POST.get("token", ""), given)


@require_POST
@for_dm
def nudge(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Remind somebody who is awaited; everybody, where nobody is named. Whose phone makes no sound is told."""
    seat = request.POST.get("seat", "")
    try:
        number = read_whole(seat)
        if seat and number is None:
            raise Bad("Say whom to remind.", "seat")
        reminded = awaited_seats(desk_of(viewer)) if number is None else [number]
        for pk in reminded:
            services.nudge(viewer, pk)
    except NotTaken as problem:
        return not_taken(request, viewer, problem)
    return taken(request, viewer, None, said=people.unheard(Seat.objects.filter(pk__in=reminded)))


CLOCKS = {"pause": services.pause_clock, "go-on": services.let_clock_go_on}
"""What is done with somebody's clock at one tap."""


@act
def clock(request: HttpRequest, viewer: Viewer, do: str) -> None:
    """Stop somebody's clock, or let it go on."""
    if do not in CLOCKS:
        raise Bad("A clock is stopped, or goes on.", "do")
    CLOCKS[do](viewer, request.POST.get("token", ""))


def awaited_seats(desk: Desk) -> list[int]:
    """The seats of all who are awaited, each once."""
    asked = [each.who for each in desk.awaited] + [each.by for each in desk.rolls]
    return list(dict.fromkeys(desk.players[who].pk for who in asked if who in desk.players))


@act
def types_dice(request: HttpRequest, viewer: Viewer, who: str) -> Outcome:
    """Whether this figure's dice are rolled at the table and typed in."""
    return services.set_types_dice(viewer, tap_of(request), who, bool(request.POST.get("on")))


@act
def put(request: HttpRequest, viewer: Viewer) -> Outcome:
    """A figure was dragged on the field: a ruling, with its note."""
    note = request.POST.get("note", "").strip()
    if not note:
        raise Bad("Say why, for the log: a ruling has a note.", "note")
    if len(note) > LONGEST_NOTE:
        raise Bad(f"A note is at most {LONGEST_NOTE} characters.", "note")
    try:
        at = read_place("place", request.POST.get("x", "").strip(), request.POST.get("y", "").strip())
    except BadAnswer as problem:
        raise Bad(str(problem), problem.field) from problem
    change = Change(request.POST.get("who", ""), "moved", [each / HUNDREDTHS for each in at])
    return services.rule(viewer, tap_of(request), [change], note)


@act
def recap(request: HttpRequest, viewer: Viewer, number: int) -> Outcome | None:
    """What is told of a round; and, unless the fight is over, the next round is opened."""
    desk = desk_of(viewer)
    services.write_recap(viewer, number, request.POST.get("text", "").strip())
    if desk.state.ended or not desk.state.between_rounds or desk.state.round != number:
        return None
    return services.begin_round(viewer, tap_of(request))
