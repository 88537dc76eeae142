"""The DM's page of a fight in play, and every act on it, by plain form post or by htmx."""

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
    """Show the run page.

    ``for`` in the address is the token of the question being answered, and ``answer.*`` are the choices so far.
    """
    try:
        desk = desk_of(viewer)
    except Late:
        return see("prepare", viewer.encounter_id)
    return run_page(request, desk)


def run_page(request: HttpRequest, desk: Desk, *, status: int = 200, **more: Any) -> HttpResponse:
    """Render the whole page; ``more`` is passed on to the context of the regions.

    An htmx request with ``for`` gets only the region in which the answer is composed.
    """
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
    """Make a view of a function that does one act of the DM.

    It takes each tap once. It answers with fragments for htmx, otherwise it sends the browser back to the page.
    """

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
            # The same tap may have been taken while this one was being read.
            if (first := services.first_outcome(viewer, tap)) is not None:
                return taken(request, viewer, first)
            return not_taken(request, viewer, problem)
        return taken(request, viewer, outcome)

    return view


def taken(request: HttpRequest, viewer: Viewer, outcome: Outcome | None, said: str = "") -> HttpResponse:
    """Return the regions that an act has changed; without htmx, redirect to the page.

    ``said`` is a message shown with them. A refused act is shown with the reason and the choices made.
    """
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
    """Return the refusal in words, with the combatant's name and the clause, or ""."""
    refused = next((each for each in outcome.events if isinstance(each, e.Refused)), None)
    if outcome.refusal is None or refused is None:
        return ""
    name = "" if refused.who == DM else name_of(game_view(viewer).state, refused.who)
    return f"{not_possible(name, outcome.refusal.reason)} {short_clause(outcome.refusal.clause)}"


def elsewhere(request: Any, viewer: Viewer) -> str:
    """Return the path of the panel from which htmx posted; "" for the run page.

    A panel does not have the regions of the run page.
    """
    here = request.htmx.current_url_abs_path if is_htmx(request) else ""
    path = urlsplit(str(here or "")).path
    return path if path.startswith(f"/e/{viewer.encounter_id}/") and path != f"/e/{viewer.encounter_id}/" else ""


def sent_back(request: HttpRequest, viewer: Viewer, words: str, status: int = 200) -> HttpResponse:
    """Send the browser from a panel back to the fight, with a message.

    The panel that explains the order of actions is loaded again instead, unless there is a message.
    """
    if words:
        messages.error(request, words)
    response = HttpResponse(status=status)
    at = elsewhere(request, viewer)
    response["HX-Redirect"] = at if at.endswith("/why/") and not words else f"/e/{viewer.encounter_id}/"
    return response


def not_taken(request: HttpRequest, viewer: Viewer, problem: NotTaken) -> HttpResponse:
    """Show the error of a service with the page as it is now; typed values stay."""
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
    """Return the open question of the posted token. Raises Late where it is no longer open."""
    question = desk.open_form(request.POST.get("token", ""))
    if question is None:
        raise Late("That question was already answered, or is no longer asked.", "token")
    return question


# Events missed while the connection was down.


@require_safe
@for_dm
def missed(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show how many lines the log got since the cursor ``from``.

    A page whose connection was lost asks for it. The answer is empty where nothing was missed.
    """
    since = read_whole(request.GET.get("from", ""))
    count = telling.missed(desk_of(viewer), since) if since is not None else 0
    if not count:
        return HttpResponse(status=204)
    return render(request, "encounters/dm/missed.html", {"count": count, "since": since})


# Acts of the DM.


@act
def begin_round(request: HttpRequest, viewer: Viewer) -> Outcome:
    """Open the next round. Raises Late where the page shows an earlier round than the last."""
    desk = desk_of(viewer)
    if request.POST.get("after", str(desk.state.round)) != str(desk.state.round):
        raise Late("That round is open already. Here it is.", "after")
    return services.begin_round(viewer, tap_of(request))


@act
def bring_in(request: HttpRequest, viewer: Viewer) -> Outcome:
    """Bring a combatant of a later wave into play now."""
    return services.bring_in(viewer, tap_of(request), request.POST.get("who", ""))


@act
def show(request: HttpRequest, viewer: Viewer) -> Outcome:
    """Show a hidden combatant, by a ruling."""
    return services.rule(viewer, tap_of(request), [Change(request.POST.get("who", ""), "hidden", "no")])


@act
def reopen(request: HttpRequest, viewer: Viewer) -> Outcome:
    """Take back the round in play, because the rules were changed during it."""
    return services.reopen_round(viewer, tap_of(request), "The rules were updated during the round.")


@act
def end_anyway(request: HttpRequest, viewer: Viewer) -> Outcome:
    """End a fight whose rules were changed during a round."""
    return services.end_past_changed_rules(viewer, tap_of(request), "The rules were updated during the round.")


@act
def step(request: HttpRequest, viewer: Viewer) -> Outcome:
    """Answer the DM's question that offers no choice, so that the fight goes on."""
    question = found(desk_of(viewer), request)
    return services.answer(viewer, tap_of(request), question.question.token, only_answer(question.form))


def only_answer(form: Form) -> dict[str, object]:
    """Return the answer to a form that offers no choice: the first option of each field."""
    return {field.name: field.options[0].value for field in form.fields if isinstance(field, OneOf)}


@act
def answer(request: HttpRequest, viewer: Viewer) -> Outcome:
    """Answer any open question for the combatant asked; with ``all``, for its whole mob."""
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
    """Show the next step of an answer; record the answer where the choice completes it."""
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
    """Take the faces of real dice, or have the server roll them."""
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
    """Remind the player of a seat, or without ``seat`` every player who is awaited.

    A message names the phones that make no sound.
    """
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
"""The services that stop a player's clock or let it go on, by the word in the address."""


@act
def clock(request: HttpRequest, viewer: Viewer, do: str) -> None:
    """Stop a player's clock, or let it go on."""
    if do not in CLOCKS:
        raise Bad("A clock is stopped, or goes on.", "do")
    CLOCKS[do](viewer, request.POST.get("token", ""))


def awaited_seats(desk: Desk) -> list[int]:
    """Return the seats of all players who are awaited, each once."""
    asked = [each.who for each in desk.awaited] + [each.by for each in desk.rolls]
    return list(dict.fromkeys(desk.players[who].pk for who in asked if who in desk.players))


@act
def types_dice(request: HttpRequest, viewer: Viewer, who: str) -> Outcome:
    """Set whether a combatant's dice are rolled at the table and typed in."""
    return services.set_types_dice(viewer, tap_of(request), who, bool(request.POST.get("on")))


@act
def put(request: HttpRequest, viewer: Viewer) -> Outcome:
    """Move a combatant that was dragged on the battle map, by a ruling with a note.

    ``x`` and ``y`` are feet.
    """
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
    """Save the recap of a round; open the next round unless it is open or the fight is over."""
    desk = desk_of(viewer)
    services.write_recap(viewer, number, request.POST.get("text", "").strip())
    if desk.state.ended or not desk.state.between_rounds or desk.state.round != number:
        return None
    return services.begin_round(viewer, tap_of(request))
