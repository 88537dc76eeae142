"""The DM's panels in play: rulings, taking back, combatants, dice, earlier rounds, and more."""

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from encounters import countdown, seats, services
from encounters.errors import Late, NotTaken
from encounters.forms.ruled import hints
from encounters.forms.run import (
    ClockForm,
    CountdownForm,
    EndForm,
    FaceForm,
    MoraleForm,
    PlaysForm,
    RulingForm,
    TakeBackForm,
)
from encounters.models import Round
from encounters.pages.dice import dice_tables
from encounters.pages.dm import Desk, context
from encounters.pages.dm.clocks import clock_line, measured
from encounters.pages.dm.closing import closing
from encounters.pages.dm.desk import desk_of
from encounters.pages.dm.faces import dice_of_round, shown_die
from encounters.pages.dm.figure import facts, old_words
from encounters.pages.dm.inputs import inputs
from encounters.pages.dm.replay import replay, rounds_of
from encounters.pages.dm.why import why as why_panel
from encounters.pages.sheets import sheet_of
from encounters.pages.stops import read_stop
from encounters.pages.wording import kind_line, name_of
from encounters.selectors import game_view
from encounters.viewers import Viewer
from encounters.views.doors import for_dm, once, posted, see, socket_facts, tap_of
from encounters.views.run import not_taken
from rules.api import DM, Change, Refusal

Given = Mapping[str, Any]
"""The cleaned values of a form."""

OK = 200
"""The status of a panel that shows the clause that forbids the posted values; the refusal itself was recorded."""

READ, BOTH = require_safe, require_http_methods(["GET", "POST"])


def panel_page(request: HttpRequest, desk: Desk, template: str, status: int = 200, **more: Any) -> HttpResponse:
    """Render a panel in place of the battle map and the log; strip and roster stay."""
    fixed = {**socket_facts(desk.viewer), "tap": secrets.token_urlsafe(16), "tabs_on": desk.url()}
    return render(request, f"encounters/dm/{template}.html", context(desk) | fixed | more, status=status)


def opened(viewer: Viewer) -> Desk:
    """Return the DM's view of the encounter. Raises Http404 before it is opened."""
    try:
        return desk_of(viewer)
    except Late as problem:
        raise Http404(problem.message) from problem


def panel(desk: Desk, title: str, submit: str, line: str = "", **more: Any) -> dict[str, Any]:
    """Return a panel's heading, the words on its button, and the address that closes it."""
    return {"title": title, "line": line, "submit": submit, "close": desk.url(), **more}


def done(form: Any, act: Callable[[Given], object]) -> bool:
    """Do the act of a valid form and return whether it was done.

    The form shows the errors of a service. It is False for a GET, which posts nothing.
    """
    if not form.is_valid():
        return False
    try:
        act(form.cleaned_data)
    except NotTaken as problem:
        form.tell(problem)
        return False
    return True


@BOTH
@for_dm
@once
def ruling(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Rule a change of the encounter, with a note."""
    desk = opened(viewer)
    who, what = request.GET.get("who", ""), request.GET.get("what", "")
    old = old_words(desk, who, what) if what else ""
    form = RulingForm(posted(request), state=desk.state, initial={"who": who, "what": what, "value": old})

    def rule(given: Given) -> None:
        services.rule(viewer, tap_of(request), [given["change"]], given["note"], given["secret"])

    if done(form, rule):
        return see("run", viewer.encounter_id)
    heading = panel(desk, "Ruling", "So it is", f"now: {old}" if old else "what the DM says, goes into the log")
    return panel_page(request, desk, "panel", form.status, form=form, panel=heading, hints=hints(desk.state))


@BOTH
@for_dm
@once
def morale(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Check the morale of a combatant, a group or a side."""
    desk = opened(viewer)
    form = MoraleForm(posted(request), state=desk.state, initial={"who": request.GET.get("who", "")})
    refused: list[Refusal] = []

    def check(given: Given) -> None:
        modifier = given["modifier"] or 0
        outcome = services.call_morale(viewer, tap_of(request), given["who"], given["occasion"], modifier)
        refused.extend([outcome.refusal] if outcome.refusal is not None else [])

    if done(form, check) and not refused:
        return see("run", viewer.encounter_id)
    for each in refused:
        form.add_error("who", f"Not allowed: they {each.reason} ({each.clause}).")
    heading = panel(desk, "Check morale", "Roll", "d100, hidden; those who fail give way")
    return panel_page(request, desk, "panel", OK if refused else form.status, form=form, panel=heading)


@BOTH
@for_dm
@once
def take_back(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Take back an input and all that came after it; the log shows them struck through."""
    desk = opened(viewer)
    said = inputs(desk)
    choices = [(each.position - 1, _undone(each)) for each in said]
    form = TakeBackForm(posted(request), choices=choices, initial={"to": choices[0][0]} if choices else {})
    if done(form, lambda given: services.take_back(viewer, tap_of(request), given["to"], given["note"])):
        return see("run", viewer.encounter_id)
    heading = panel(desk, "Take back", "Take it back", "the newest first; what came after goes with it")
    return panel_page(request, desk, "panel", form.status, form=form, panel=heading)


def _undone(each: Any) -> str:
    others = f", and the {each.undoes - 1} after it" if each.undoes > 1 else ""
    return f"{each.at}, {each.by}: {each.words.rstrip('.')}{others}"


@BOTH
@for_dm
@once
def close(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Answer open questions with their defaults, those of one combatant or all.

    GET lists the defaults; POST applies them.
    """
    desk = opened(viewer)
    if request.method == "POST":
        try:
            services.close(viewer, tap_of(request), request.POST.get("who", ""))
        except NotTaken as problem:
            return not_taken(request, viewer, problem)
        return see("run", viewer.encounter_id)
    heading = panel(desk, "Close with defaults", "", "nothing has been closed yet")
    return panel_page(request, desk, "close", closing=closing(desk), panel=heading)


@BOTH
@for_dm
def clock(request: HttpRequest, viewer: Viewer, token: str) -> HttpResponse:
    """Show the measurements of a player's clock, and change the DM's ruling on it."""
    desk = opened(viewer)
    reading = desk.clocks.get(token)
    if reading is None:
        return see("run", viewer.encounter_id)
    form = ClockForm(posted(request), initial={"segments": reading.ruled, "counts_away": reading.counts_away})
    if done(form, lambda given: services.rule_clock(viewer, token, given["segments"], given["counts_away"])):
        return see("run", viewer.encounter_id)
    heading = panel(desk, f"The clock of {name_of(desk.state, reading.who)}", "So it is", clock_line(reading))
    return panel_page(request, desk, "clock", form.status, form=form, panel=heading, measured=measured(reading))


@BOTH
@for_dm
@once
def count_down(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Rule the seconds that are counted down while a blow waits for somebody's answer."""
    desk = opened(viewer)
    form = CountdownForm(posted(request), initial={"seconds": countdown.chosen(desk.state)})

    def rule(given: Given) -> None:
        services.rule(viewer, tap_of(request), [Change(DM, "option", [countdown.KEY, given["seconds"]])])

    if done(form, rule):
        return see("run", viewer.encounter_id)
    heading = panel(desk, "Time to parry", "So it is", "it only shows; you close with the default")
    return panel_page(request, desk, "panel", form.status, form=form, panel=heading)


@BOTH
@for_dm
@once
def end(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """End the fight."""
    desk = opened(viewer)
    form = EndForm(posted(request))
    if done(form, lambda given: services.end(viewer, tap_of(request), given["note"])):
        return see("run", viewer.encounter_id)
    heading = panel(desk, "End the fight", "End it", "recap, dice and replay stay for everyone")
    return panel_page(request, desk, "panel", form.status, form=form, panel=heading)


@BOTH
@for_dm
@once
def add(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Add a combatant in play, from the monster table or by hand, hidden or not."""
    desk = opened(viewer)
    sheet = sheet_of(desk.state.ruleset)
    before = sheet.blank("foes", request.GET.get("like", ""))
    form = sheet.form(posted(request), before=before, taken=set(desk.state.combatants))

    def come(given: Given) -> None:
        services.add_figures(viewer, tap_of(request), [given["definition"]])

    if not form.asks and done(form, come):
        return see("run", viewer.encounter_id)
    heading = panel(desk, "Add a figure", "Let it come", "it declares from the next round on")
    return panel_page(request, desk, "panel", form.status, form=form, panel=heading)


@READ
@for_dm
def why(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the reasons for the order of actions."""
    desk = opened(viewer)
    return panel_page(request, desk, "why", why=why_panel(desk))


@READ
@for_dm
def figure(request: HttpRequest, viewer: Viewer, who: str) -> HttpResponse:
    """Show one combatant: its facts with their rulings, its typed dice, its player."""
    desk = opened(viewer)
    each = desk.state.combatants.get(who)
    if each is None:
        raise Http404("There is nobody of that name here.")
    on = each.types_dice
    types = {
        "action": desk.url(f"figure/{who}/types/"),
        "on": "" if on else "1",
        "label": "Roll its dice here again" if on else "Its dice are real, and typed in",
    }
    seat = desk.players.get(who)
    form = PlaysForm(seats=desk.seats, initial={"seat": seat.pk if seat else ""})
    plays = {"action": desk.url(f"figure/{who}/plays/"), "href": desk.url(f"figure/{who}/"), "form": form}
    heading = panel(desk, each.name, "", kind_line(each.stat_block))
    return panel_page(request, desk, "figure", facts=facts(desk, each), types=types, plays=plays, panel=heading)


@require_POST
@for_dm
def plays(request: HttpRequest, viewer: Viewer, who: str) -> HttpResponse:
    """Give a combatant to a seat, or to the DM."""
    desk = opened(viewer)
    form = PlaysForm(request.POST, seats=desk.seats)
    try:
        if not form.is_valid():
            raise Late("That seat is not at the table any more.", "seat")
        seats.give(viewer, who, form.cleaned_data["seat"])
    except NotTaken as problem:
        return not_taken(request, viewer, problem)
    return see("figure", viewer.encounter_id, who)


@READ
@for_dm
def dice(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """Show the dice of a round."""
    desk = opened(viewer)
    if number not in rounds_of(desk):
        raise Http404("There was no such round.")
    shown = {"tables": dice_tables(game_view(viewer), number), "back": desk.url(), "number": number}
    if number == desk.state.round and not desk.state.ended:
        shown["ruled"] = [(die, desk.url(f"face/?{die.query}")) for die in dice_of_round(desk)]
    last = Round.objects.filter(encounter_id=viewer.encounter_id, number=number).last()
    shown["publish"] = bool(desk.state.ended and last is not None and not last.dm_seed_published)
    return render(request, "encounters/dm/dice.html", shown)


@require_POST
@for_dm
def publish(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """Publish the seed of a round's hidden rolls, once the fight is over."""
    try:
        services.publish_dm_seed(viewer, number)
    except NotTaken as problem:
        return not_taken(request, viewer, problem)
    return see("dice", viewer.encounter_id, number)


@BOTH
@for_dm
@once
def rule_face(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Rule the face of a die.

    The input that rolled it and all later ones are taken back; the die shows that face when it is rolled again.
    """
    desk = opened(viewer)
    die = shown_die(desk, request.GET)
    if die is None:
        raise Http404("No such die has fallen in this round.")
    form = FaceForm(posted(request), sides=die.sides, initial={"face": die.face})

    def show(given: Given) -> None:
        key = (die.purpose, die.by, die.sides, die.n, given["face"])
        services.take_back(viewer, tap_of(request), die.input - 1, given["note"], [key])

    if done(form, show):
        return see("run", viewer.encounter_id)
    heading = panel(desk, "Rule a die", "It shows that", f"{die.words}: it showed {die.face}; what came since goes")
    return panel_page(request, desk, "panel", form.status, form=form, panel=heading)


@READ
@for_dm
def round_played(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """Show an earlier round, whole or up to a segment; number 0 redirects to the oldest."""
    desk = opened(viewer)
    if number not in rounds_of(desk):
        standing = rounds_of(desk)
        if not standing or number != 0:
            raise Http404("There was no such round.")
        return see("round", viewer.encounter_id, standing[0])
    shown = replay(desk, number, read_stop(request.GET.get("at", "")))
    return render(request, "encounters/dm/replay.html", {"replay": shown, "desk": desk, "back": desk.url()} | shown)
