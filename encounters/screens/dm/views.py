"""The DM's page of a fight in play, and every act on it, by plain form post or by htmx."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from encounters import services
from encounters.access import TRIAL_GONE, for_dm
from encounters.addresses import add_query, make_address
from encounters.errors import Conflict, Invalid, NotFound, RecapTaken, Rejected, RulesHaveChanged
from encounters.log_reader import find_view
from encounters.models import Seat
from encounters.narration.names import name_of, write_refusal
from encounters.numbers import read_whole
from encounters.responses import go_to, is_htmx, see, to_http404
from encounters.screens.actions import Act, Post
from encounters.screens.answering.answer import find_next_step, is_complete, read_answer, read_data
from encounters.screens.answering.typed import read_place
from encounters.screens.battle_map.plan_lines import read_map_change
from encounters.screens.dm.compose import list_mates
from encounters.screens.dm.dm_view import DmView, Draft, read_dm_view
from encounters.screens.dm.forms import LONGEST_NOTE
from encounters.screens.dm.log import describe_stale
from encounters.screens.dm.page import DmPage, list_tabs
from encounters.screens.dm.prompts import find_proposal
from encounters.screens.dm.regions import SCREEN
from encounters.screens.dm.ruling_values import read_number_change
from encounters.screens.dm.seats import describe_unheard
from encounters.screens.dm.several import read_several
from encounters.screens.live_page import read_socket
from encounters.screens.log_lines import narrate
from encounters.screens.missed import answer_missed, read_since
from encounters.screens.region import Drawing, ViewModels
from encounters.screens.requests import read_tap, take_once
from encounters.selectors import OpenForm, read_view
from encounters.services import Outcome
from encounters.templatetags.look import shorten_clause
from encounters.viewers import Viewer
from rules.api import DM, HUNDREDTHS, MAP_RULING, BadAnswer, Change, get_ruleset, is_number_ruling
from rules.api import events as e

DoAct = Callable[..., Outcome | None]


@require_safe
@for_dm
def show_run(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the run page.

    ``for`` in the address is the token of the question being answered, and ``answer.*`` are the choices so far.
    """
    try:
        view = read_dm_view(viewer)
    except Conflict:
        return see("prepare", viewer.encounter_id)
    view = replace(view, draft=read_draft(request, **_read_ruled(request, view)))
    if is_htmx(request) and "for" in request.GET:
        return HttpResponse(SCREEN.render(view, ("compose" if view.composes else "work",)))
    return render_run_page(request, view)


def _read_ruled(request: HttpRequest, view: DmView) -> dict[str, Any]:
    """Return the message about the ruling at the position ``ruled``, with its undo, for a draft.

    It is shown while that ruling is the last input.
    """
    position = read_whole(request.GET.get("ruled", ""))
    if position is None or view.log[-1].input != position:
        return {}
    told = [narrate(view.state, entry.event) for entry in view.entries if entry.input == position]
    return {"said": " ".join(each for each in told if each), "ways": [offer_undo(view.viewer, position)]}


def render_run_page(request: HttpRequest, view: DmView, *, status: int = 200) -> HttpResponse:
    """Render the whole page."""
    gone = TRIAL_GONE if view.encounter.on_trial else ""
    missed = view.make_url("missed")
    page = DmPage(socket=read_socket(view.viewer), missed=missed, gone=gone, tabs=list_tabs(view))
    return SCREEN.render_page(request, view, page, status=status)


def read_draft(request: HttpRequest, **more: Any) -> Draft:
    """Return what the address has of an answer and of the recap, with ``more``."""
    recap = "" if request.GET.get("draft") == "again" else None
    return Draft(**({"composing": request.GET.get("for", ""), "chosen": read_data(request.GET), "recap": recap} | more))


def find_drawn(request: HttpRequest, viewer: Viewer) -> ViewModels:
    """Return what the DM's page shows before an act; nothing where a whole page answers it."""
    if not is_htmx(request) or find_panel_path(request, viewer):
        return {}
    view = find_view(viewer)
    return SCREEN.draw(view).models if view.has_begun else {}


def show_taken(
    request: HttpRequest,
    viewer: Viewer,
    outcome: Outcome | None,
    said: str = "",
    ways: Sequence[Act] = (),
    before: ViewModels | None = None,
) -> HttpResponse:
    """Return the regions that an act has changed; without htmx, redirect to the page.

    ``before`` is what the page showed; None where that is not known. ``said`` is a message shown with them, and
    ``ways`` its buttons. A refused act is shown with the reason and the choices made.
    """
    words = _describe_refusal(viewer, outcome) if outcome is not None else ""
    if find_panel_path(request, viewer):
        return send_back(request, viewer, words)
    if not is_htmx(request):
        if words:
            draft = read_draft(request, **read_posted_answer(request), error=words, said=words)
            return render_run_page(request, replace(read_dm_view(viewer), draft=draft))
        if said:
            messages.info(request, said)
        return see("run", viewer.encounter_id)
    view = read_dm_view(viewer)
    if outcome is not None and outcome.refusal is not None:
        view = replace(view, draft=Draft(**read_posted_answer(request), error=words, said=words))
        names = ("said", "console", "log") + (("compose",) if view.composes else ())
        return HttpResponse(SCREEN.render(view, names))
    drawing = Drawing(SCREEN, (replace(view, draft=Draft(said=said, ways=ways)) if said else view,))
    entered = ["said", "compose"] if view.composes else ["said"]
    return HttpResponse(drawing.render([*drawing.list_changed(before or {}), *((0, name) for name in entered)]))


def read_posted_answer(request: HttpRequest) -> dict[str, Any]:
    """Return the token and the choices of a posted answer, for a draft."""
    return {"composing": request.POST.get("token", ""), "chosen": read_data(request.POST)}


def _describe_refusal(viewer: Viewer, outcome: Outcome) -> str:
    """Return the refusal in words, with the combatant's name and the clause, or ""."""
    refused = next((each for each in outcome.events if isinstance(each, e.Refused)), None)
    if outcome.refusal is None or refused is None:
        return ""
    name = "" if refused.who == DM else name_of(read_view(viewer).state, refused.who)
    return f"{write_refusal(name, outcome.refusal.reason)} {shorten_clause(outcome.refusal.clause)}"


def find_panel_path(request: Any, viewer: Viewer) -> str:
    """Return the path of the panel from which htmx posted; "" for the run page.

    A panel does not have the regions of the run page.
    """
    here = request.htmx.current_url_abs_path if is_htmx(request) else ""
    path = urlsplit(str(here or "")).path
    fight = make_address("run", encounter_id=viewer.encounter_id)
    return path if path.startswith(fight) and path != fight else ""


def send_back(request: HttpRequest, viewer: Viewer, words: str, status: int = 200) -> HttpResponse:
    """Send the browser from a panel back to the fight, with a message.

    The page of the reasons, or of the combatants, is loaded again instead, unless there is a message.
    """
    if words:
        messages.error(request, words)
    response = HttpResponse(status=status)
    at = find_panel_path(request, viewer)
    why, who, fight = (make_address(name, encounter_id=viewer.encounter_id) for name in ("why", "who", "run"))
    response["HX-Redirect"] = at if at in (why, who) and not words else fight
    return response


def show_problem(request: HttpRequest, viewer: Viewer, problem: Rejected) -> HttpResponse:
    """Show the error of a service with the page as it is now; typed values stay."""
    try:
        view = read_dm_view(viewer)
    except Conflict:
        messages.error(request, problem.message)
        return see("prepare", viewer.encounter_id)
    stale = isinstance(problem, Conflict) and problem.field == "token"
    words = describe_stale(view, request.POST.get("token", "")) if stale else problem.message
    if find_panel_path(request, viewer):
        return send_back(request, viewer, words, problem.status)
    more: dict[str, Any] = {"said": words, "recap": request.POST.get("text")}
    if isinstance(problem, RecapTaken):
        more |= offer_recaps(request, problem)
    elif isinstance(problem, RulesHaveChanged):
        more["ways"] = [
            Post("Reopen the round", view.make_url("reopen")),
            Post("End the fight", view.make_url("end-anyway")),
        ]
    elif not stale:
        more |= {**read_posted_answer(request), "error": words}
    view = replace(view, draft=Draft(**more))
    if not is_htmx(request):
        return render_run_page(request, view, status=problem.status)
    names: tuple[str, ...] = ("said",)
    if stale:
        names = ("said", "topbar", "strip", "work", "console")
    elif view.composes and "token" in request.POST:
        names = ("said", "compose")
    return HttpResponse(SCREEN.render(view, names), status=problem.status)


once = take_once(show_taken, show_problem)
"""The decorator of the DM's views that record something."""


def act(do: DoAct) -> Callable[..., HttpResponse]:
    """Make a view of a function that does one act of the DM.

    It answers with fragments for htmx, otherwise it sends the browser back to the page.
    """

    @wraps(do)
    @require_POST
    @for_dm
    @once
    def handle(request: HttpRequest, viewer: Viewer, **kwargs: Any) -> HttpResponse:
        before = find_drawn(request, viewer)
        return show_taken(request, viewer, do(request, viewer, **kwargs), before=before)

    return handle


def find_question(view: DmView, request: HttpRequest) -> OpenForm:
    """Return the open question of the posted token. Raises Conflict where it is no longer open."""
    question = view.find_open_form(request.POST.get("token", ""))
    if question is None:
        raise Conflict("That question was already answered, or is no longer asked.", "token")
    return question


# Events missed while the connection was down.


@require_safe
@for_dm
def show_missed(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show how many lines the log got since the cursor ``from``.

    A page whose connection was lost asks for it. The answer is empty where nothing was missed.
    """
    return answer_missed(SCREEN, replace(DmView.of(find_view(viewer)), draft=Draft(since=read_since(request))))


# Acts of the DM.


@act
def begin_round(request: HttpRequest, viewer: Viewer) -> Outcome:
    """Open the next round. Raises Conflict where the page shows an earlier round than the last."""
    view = read_dm_view(viewer)
    if request.POST.get("after", str(view.state.round)) != str(view.state.round):
        raise Conflict("That round is open already. Here it is.", "after")
    return services.begin_round(viewer, read_tap(request))


@act
def bring_in(request: HttpRequest, viewer: Viewer) -> Outcome:
    """Bring a combatant of a later wave into play now."""
    return services.bring_in(viewer, read_tap(request), request.POST.get("who", ""))


@act
def show(request: HttpRequest, viewer: Viewer) -> Outcome:
    """Show a hidden combatant, by a ruling."""
    return services.rule(viewer, read_tap(request), [Change(request.POST.get("who", ""), "hidden", "no")])


@act
def reopen(request: HttpRequest, viewer: Viewer) -> Outcome:
    """Take back the round in play, because the rules were changed during it."""
    return services.reopen_round(viewer, read_tap(request), "The rules were updated during the round.")


@act
def end_anyway(request: HttpRequest, viewer: Viewer) -> Outcome:
    """End a fight whose rules were changed during a round."""
    return services.end_past_changed_rules(viewer, read_tap(request), "The rules were updated during the round.")


@act
def step(request: HttpRequest, viewer: Viewer) -> Outcome:
    """Answer the DM's question that offers no choice, so that the fight goes on."""
    view = read_dm_view(viewer)
    question = find_question(view, request)
    given = services.choose_only_answer(question.form)
    return services.answer(viewer, read_tap(request), question.question.token, given, view.viewer_log)


@act
def skip(request: HttpRequest, viewer: Viewer) -> Outcome:
    """Take the DM's step until something happens or is asked."""
    return services.skip_to_event(viewer, read_tap(request))


@act
def answer(request: HttpRequest, viewer: Viewer) -> Outcome:
    """Answer any open question for the combatant asked; with ``all``, for its whole mob."""
    view = read_dm_view(viewer)
    return _give_answer(request, view, find_question(view, request))


def _read_act(request: HttpRequest, view: DmView, question: OpenForm) -> dict[str, object]:
    """Return the answer that one press gives. Raises Conflict where it is not offered."""
    info = find_proposal(view, question.question)
    act = next((each for each in (info.acts if info else ()) if each.name == request.POST["act"]), None)
    if act is None:
        raise Conflict("That is not proposed any more. Here is what is asked now.", "act")
    return dict(act.answer)


def _give_answer(request: HttpRequest, view: DmView, question: OpenForm) -> Outcome:
    try:
        is_act = "act" in request.POST
        given = _read_act(request, view, question) if is_act else read_answer(question.form, read_data(request.POST))
    except BadAnswer as problem:
        raise Invalid(str(problem), problem.field) from problem
    tokens = [question.question.token]
    if "all" in request.POST:
        tokens += [each.token for each in list_mates(view, question.question)]
    return services.answer_all(view.viewer, read_tap(request), tokens, given, view.viewer_log)


@act
def order_group(request: HttpRequest, viewer: Viewer) -> Outcome:
    """Give one order to a group, or to those of it that are chosen, and keep it."""
    who = request.POST.getlist("who") or request.POST.getlist("of")
    return services.order_group(viewer, read_tap(request), who, request.POST.get("order", ""))


@act
def give_standing_orders(request: HttpRequest, viewer: Viewer) -> Outcome:
    """Give the standing order to each foe that has one."""
    return services.give_standing_orders(viewer, read_tap(request))


@require_POST
@for_dm
@once
def answer_step(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the next step of an answer; record the answer where the choice completes it."""
    view = read_dm_view(viewer)
    question = find_question(view, request)
    try:
        if is_complete(question.form, read_data(request.POST)):
            before = find_drawn(request, viewer)
            return show_taken(request, viewer, _give_answer(request, view, question), before=before)
        made = find_next_step(question.form, read_data(request.POST))
    except BadAnswer as problem:
        raise Invalid(str(problem), problem.field) from problem
    if not is_htmx(request):
        query = f"for={question.question.token}" + (f"&{made.query}" if made.query else "")
        return see(add_query(view.make_url("run"), query))
    view = replace(view, draft=Draft(question.question.token, read_data(request.POST)))
    return HttpResponse(SCREEN.render(view, ("compose" if view.composes else "prompts",)))


@act
def give_faces(request: HttpRequest, viewer: Viewer) -> Outcome:
    """Take the faces of real dice, or have the server roll them."""
    if "roll" in request.POST:
        return services.give_faces(viewer, read_tap(request), request.POST.get("token", ""), None)
    named = sorted((name, value) for name, value in request.POST.items() if name.startswith("answer.face."))
    try:
        given = [int(str(value)) for _, value in named]
    except ValueError as problem:
        raise Invalid("A face is a whole number.", "faces") from problem
    return services.give_faces(viewer, read_tap(request), request.POST.get("token", ""), given)


@require_POST
@for_dm
@once
def send_nudge(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Remind the player of a seat, or without ``seat`` every player who is awaited.

    A message names the phones that make no sound.
    """
    seat = request.POST.get("seat", "")
    number = read_whole(seat)
    if seat and number is None:
        raise Invalid("Choose who is reminded.", "seat")
    reminded = list_awaited_seats(read_dm_view(viewer)) if number is None else [number]
    for pk in reminded:
        services.remind(viewer, pk)
    words = describe_unheard(Seat.objects.filter(pk__in=reminded))
    return show_taken(request, viewer, None, words, before=find_drawn(request, viewer))


CLOCKS = {"pause": services.pause_clock, "go-on": services.let_clock_go_on}
"""The services that stop a player's clock or let it go on, by the word in the address."""


@act
def switch_clock(request: HttpRequest, viewer: Viewer, do: str) -> None:
    """Stop a player's clock, or let it go on."""
    if do not in CLOCKS:
        raise Invalid("A clock is stopped, or goes on.", "do")
    CLOCKS[do](viewer, request.POST.get("token", ""))


def list_awaited_seats(view: DmView) -> list[int]:
    """Return the seats of all players who are awaited, each once."""
    asked = [each.who for each in view.awaited] + [each.by for each in view.rolls]
    return list(dict.fromkeys(view.players[who].pk for who in asked if who in view.players))


@for_dm
def follow_old_address(request: HttpRequest, viewer: Viewer, rest: str) -> HttpResponse:
    """Redirect from a combatant's old address for good, with what was posted to it."""
    address = request.get_full_path().replace("/figure/", "/combatant/", 1)
    return redirect(address, permanent=True, preserve_request=True)


@act
def set_types_dice(request: HttpRequest, viewer: Viewer, who: str) -> Outcome:
    """Set whether a combatant's dice are rolled at the table and typed in."""
    return services.set_types_dice(viewer, read_tap(request), who, bool(request.POST.get("on")))


@act
def change_number(request: HttpRequest, viewer: Viewer, who: str) -> Outcome:
    """Change hit points, or another number of a combatant, by a ruling; the note is optional.

    ``value`` is a change as it is typed: "-5", "+8", "12".
    """
    state, what, note = read_dm_view(viewer).state, request.POST.get("what", ""), read_note(request)
    if who not in state.combatants:
        raise NotFound("There is no combatant of that name.", "who")
    if what not in get_ruleset(state.ruleset).rulings.of_combatants or not is_number_ruling(state, what):
        raise Invalid("That is not a number of a combatant.", "what")
    try:
        change = read_number_change(who, what, request.POST.get("value", ""))
    except BadAnswer as problem:
        raise Invalid(str(problem), problem.field) from problem
    return services.rule(viewer, read_tap(request), [change], note)


def read_note(request: HttpRequest) -> str:
    """Return the note of a ruling, which may be empty. Raises Invalid for one that is too long."""
    note = request.POST.get("note", "").strip()
    if len(note) > LONGEST_NOTE:
        raise Invalid(f"A note is at most {LONGEST_NOTE} characters.", "note")
    return note


@act
def put(request: HttpRequest, viewer: Viewer) -> Outcome:
    """Move a combatant that was dragged on the battle map, by a ruling; the note is optional.

    ``x`` and ``y`` are feet.
    """
    note = read_note(request)
    try:
        at = read_place("place", request.POST.get("x", "").strip(), request.POST.get("y", "").strip())
    except BadAnswer as problem:
        raise Invalid(str(problem), problem.field) from problem
    change = Change(request.POST.get("who", ""), "moved", [each / HUNDREDTHS for each in at])
    return services.rule(viewer, read_tap(request), [change], note)


@require_POST
@for_dm
@once
def change_map(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Change or add a part of the battle map; a message offers to undo it."""
    before = find_drawn(request, viewer)
    value = read_map_change(request.POST.get("change") or request.POST.get("line", ""))
    outcome = services.rule(viewer, read_tap(request), [Change(DM, MAP_RULING, value)])
    return show_taken(request, viewer, outcome, "The map is changed.", [offer_undo(viewer, outcome.position)], before)


def offer_undo(viewer: Viewer, position: int) -> Post:
    """Return the button that takes an input back while it is the last."""
    at = make_address("undo", encounter_id=viewer.encounter_id)
    return Post("Undo", at, hidden=(("position", str(position)),), icon="undo", small=True)


@require_POST
@for_dm
@once
def rule_several(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Change all selected combatants by one ruling, or call for their dice.

    A message offers to take it back.
    """
    before = find_drawn(request, viewer)
    view = read_dm_view(viewer)
    several = read_several(view, request.POST.getlist("who"), request.POST.dict())
    if several.call is not None:
        outcome = services.make_call(viewer, read_tap(request), several.call)
    else:
        outcome = services.rule(viewer, read_tap(request), several.changes, read_note(request))
    return show_taken(request, viewer, outcome, several.words, [offer_undo(viewer, outcome.position)], before)


@act
def undo(request: HttpRequest, viewer: Viewer) -> Outcome:
    """Take back the last input, if it still is the last."""
    position = read_whole(request.POST.get("position", ""))
    if position is None:
        raise Invalid("Say what is taken back.", "position")
    return services.undo(viewer, read_tap(request), position)


def offer_recaps(request: HttpRequest, problem: RecapTaken) -> dict[str, Any]:
    """Return both texts of a round's recap, for a draft, and the ways to post the second one."""
    mine = request.POST.get("text", "").strip()
    ways = (("Post both", f"{problem.posted}\n\n{mine}"), ("Post mine instead", mine))
    return {
        "texts": (("Posted", problem.posted), ("Yours", mine)),
        "ways": [Post(words, request.path, hidden=(("text", text), ("seen", problem.version))) for words, text in ways],
    }


@act
def save_recap(request: HttpRequest, viewer: Viewer, number: int) -> Outcome | None:
    """Save the recap of a round; open the next round unless it is open or the fight is over."""
    view = read_dm_view(viewer)
    opens = not view.state.ended and view.state.between_rounds and view.state.round == number
    text, seen = request.POST.get("text", "").strip(), request.POST.get("seen", "")
    return services.publish_recap(viewer, read_tap(request), number, text, seen, opens=opens)


# Trials: the DM plays a round alone on a copy of the encounter.


@act
def order_all(request: HttpRequest, viewer: Viewer) -> Outcome:
    """Answer everything that is asked in a trial: likely orders, and defaults for the rest."""
    try:
        return services.order_all(viewer, read_tap(request))
    except NotFound as problem:
        raise to_http404(problem) from problem


@require_POST
@for_dm
def throw_away(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Delete the trial, and go back to the page of preparation."""
    try:
        address = reverse("prepare", args=[services.throw_away(viewer)])
    except NotFound as problem:
        raise to_http404(problem) from problem
    return go_to(address) if is_htmx(request) else see(address)
