"""The DM's panels in play: rulings, taking back, combatants, dice, earlier rounds, and more."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from secrets import token_urlsafe
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from encounters import countdown, seats, services
from encounters.access import for_dm
from encounters.errors import Conflict, NotFound, Rejected
from encounters.models import Encounter, Round
from encounters.narration.names import describe_kind, list_group, name_of
from encounters.narration.questions import describe_silence, write_title
from encounters.numbers import read_whole
from encounters.responses import is_htmx, see
from encounters.scenario_files import save_played
from encounters.screens.actions import Link
from encounters.screens.combatants import find_mobs
from encounters.screens.dice import DicePage, build_dice_tables
from encounters.screens.dm.clocks import describe_clock, list_measured
from encounters.screens.dm.combatant_card import build_combatant_card
from encounters.screens.dm.combatant_facts import (
    CombatantFact,
    MobMember,
    describe_old_value,
    list_common_facts,
    list_facts,
    list_members,
)
from encounters.screens.dm.compare import build_comparison
from encounters.screens.dm.dm_view import DmView, Draft, read_dm_view
from encounters.screens.dm.faces import find_die, list_face_rulings
from encounters.screens.dm.forms import (
    MORALE,
    CallForm,
    ClockForm,
    CountdownForm,
    EndForm,
    FaceForm,
    FaultForm,
    PlaysForm,
    RulingForm,
    TakeBackForm,
)
from encounters.screens.dm.groups import describe_standing_order
from encounters.screens.dm.inputs import StandingInput, list_inputs
from encounters.screens.dm.orders import PastOrder, list_orders
from encounters.screens.dm.page import DmPage, list_tabs
from encounters.screens.dm.regions import SCREEN
from encounters.screens.dm.replay import build_replay
from encounters.screens.dm.ruling_values import list_hints
from encounters.screens.dm.views import find_drawn, once, show_problem, show_taken
from encounters.screens.dm.why import Why, build_why
from encounters.screens.forms import OwnNote, OwnPicture, PageForm
from encounters.screens.live_page import read_socket
from encounters.screens.replay_links import link_rounds
from encounters.screens.requests import read_post, read_tap
from encounters.screens.rulebook.views import render_card, show_card
from encounters.screens.stops import read_stop
from encounters.viewers import Viewer
from rules.api import DECLARE, DM, EFFECT_RULING, CardKind, Change, Refusal, list_rulesets

Given = Mapping[str, Any]
"""The cleaned values of a form."""

OK = 200
"""The status of a panel that shows the clause that forbids the posted values; the refusal itself was recorded."""

READ, BOTH = require_safe, require_http_methods(["GET", "POST"])


@dataclass(frozen=True, kw_only=True)
class Panel:
    """A panel of the DM, as the template screens/dm/panel.html reads it."""

    title: str
    line: str = ""
    """Words beside the title."""
    submit: str = ""
    """The words on the button of its form."""
    tap: str = field(default_factory=lambda: token_urlsafe(16))
    """The id of the post of its form; "" where a post records nothing, and may be repeated."""
    hints: Sequence[tuple[str, str]] = ()
    """Examples of values: what is ruled, and words."""
    links: Sequence[Link] = ()
    """The ways to other panels."""


@dataclass(frozen=True, slots=True)
class ClosedQuestion:
    """An awaited question or die, and the result of closing it."""

    who: str
    asked: str
    default: str


@dataclass(frozen=True, kw_only=True)
class ClosePanel(Panel):
    """The panel that closes what is awaited."""

    closing: Sequence[ClosedQuestion]


@dataclass(frozen=True, kw_only=True)
class ClockPanel(Panel):
    """The panel of a player's clock."""

    measured: Sequence[tuple[str, str]]
    """The measured times, as terms and facts."""


@dataclass(frozen=True, slots=True)
class DiceSwitch:
    """The button that has a combatant's dice typed, or rolled here."""

    action: str
    on: str
    """The posted value: "1" to have them typed."""
    label: str


@dataclass(frozen=True, slots=True)
class PlayerChoice:
    """The form that gives a combatant to a seat."""

    action: str
    href: str
    """The address that is read again when the seats change."""
    form: PlaysForm


@dataclass(frozen=True, kw_only=True)
class CombatantPanel(Panel):
    """The panel of one combatant."""

    facts: Sequence[CombatantFact]
    orders: Sequence[PastOrder]
    note: OwnNote
    picture: OwnPicture
    dice: DiceSwitch
    player: PlayerChoice


@dataclass(frozen=True, kw_only=True)
class MobPanel(Panel):
    """The panel of a mob: what its members share, and each of them."""

    facts: Sequence[CombatantFact]
    members: Sequence[MobMember]
    note: OwnNote
    picture: OwnPicture


def render_panel(
    request: HttpRequest,
    view: DmView,
    panel: Panel | Why,
    form: PageForm | None = None,
    *,
    template: str = "panel",
    status: int = 200,
) -> HttpResponse:
    """Render a panel in place of the battle map and the log; strip and roster stay."""
    page = DmPage(socket=read_socket(view.viewer), fight=view.make_url("run"), tabs=list_tabs(view))
    return SCREEN.render_page(request, view, page, template=template, status=status, panel=panel, form=form)


def read_opened(viewer: Viewer) -> DmView:
    """Return the DM's view of the encounter. Raises Http404 before it is opened."""
    try:
        return read_dm_view(viewer)
    except Conflict as problem:
        raise Http404(problem.message) from problem


def apply_form(form: PageForm, act: Callable[[Given], object]) -> bool:
    """Do the act of a valid form and return whether it was done.

    The form shows the errors of a service. It is False for a GET, which posts nothing.
    """
    if not form.is_valid():
        return False
    try:
        act(form.cleaned_data)
    except Rejected as problem:
        form.add_rejection(problem)
        return False
    return True


def serve_form(
    request: HttpRequest,
    view: DmView,
    panel: Panel,
    form: PageForm,
    act: Callable[[Given], object],
    *,
    template: str = "panel",
) -> HttpResponse:
    """Do the act of a valid form and lead back to the fight, or show the panel again."""
    if apply_form(form, act):
        return see("run", view.viewer.encounter_id)
    return render_panel(request, view, panel, form, template=template, status=form.status)


@BOTH
@for_dm
@once
def make_ruling(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Rule a change of the encounter, with a note."""
    view = read_opened(viewer)
    who, what = request.GET.get("who", ""), request.GET.get("what", "")
    old = describe_old_value(view, who, what, request.GET.get("item", "")) if what else ""
    form = RulingForm(read_post(request), state=view.state, initial={"who": who, "what": what, "value": old})

    def rule(given: Given) -> None:
        services.rule(viewer, read_tap(request), [given["change"]], given["note"], given["secret"])

    line = f"now: {old}" if old else "what the DM says, goes into the log"
    panel = Panel(title="Ruling", line=line, submit="Apply", hints=list_hints(view.state), links=list_links(view))
    return serve_form(request, view, panel, form, rule)


def list_links(view: DmView) -> list[Link]:
    """Return the ways from the panel of rulings to those that rule something else."""
    if EFFECT_RULING not in view.ruleset.rulings.of_encounter:
        return []
    return [Link("Change what a spell or device does", view.make_url("effects"), tone="quiet")]


@BOTH
@for_dm
@once
def make_call(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Call for a saving throw, dice or a morale check of combatants, groups or sides."""
    view = read_opened(viewer)
    form = CallForm(read_post(request), state=view.state, initial={"who": request.GET.getlist("who"), "dice": "d20"})
    refused: list[Refusal] = []

    def call(given: Given) -> None:
        if given["what"] == MORALE:
            modifier = given["modifier"] or 0
            outcome = services.call_morale(viewer, read_tap(request), given["who"], given["occasion"], modifier)
        else:
            outcome = services.make_call(viewer, read_tap(request), form.read_call(view.state))
        refused.extend([outcome.refusal] if outcome.refusal is not None else [])

    if apply_form(form, call) and not refused:
        return see("run", viewer.encounter_id)
    for each in refused:
        form.add_error("who", f"Not allowed: they {each.reason} ({each.clause}).")
    panel = Panel(title="Call for a roll", line="players who roll real dice are asked on their phones", submit="Call")
    return render_panel(request, view, panel, form, status=OK if refused else form.status)


@BOTH
@for_dm
@once
def take_back(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Take back an input and all that came after it; the log shows them struck through."""
    view = read_opened(viewer)
    said = list_inputs(view)
    choices = [(each.position - 1, _describe_undone(each)) for each in said]
    # A second press goes one step further back: it does not bring back what the first one took.
    first = next((each.position - 1 for each in said if not each.is_take_back), None)
    form = TakeBackForm(read_post(request), choices=choices, initial={"to": first})

    def undo(given: Given) -> None:
        services.take_back(viewer, read_tap(request), given["to"], given["note"])

    panel = Panel(title="Take back", line="newest first; everything after it is undone too", submit="Take back to here")
    return serve_form(request, view, panel, form, undo)


def _describe_undone(each: StandingInput) -> str:
    words = "bring back what was taken back" if each.is_take_back else each.words.rstrip(".?")
    by, later = f", by {each.by}" if each.by else "", each.undoes - 1
    others = f" (undoes {later} later step{'s' if later > 1 else ''})" if later else ""
    return format_html("{}, {}{}{}", each.at, words, by, others)


@BOTH
@for_dm
@once
def close(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Answer open questions with their defaults, those of one combatant or all.

    GET lists the defaults; POST applies them.
    """
    view = read_opened(viewer)
    if request.method == "POST":
        before = find_drawn(request, viewer)
        outcome = services.close(viewer, read_tap(request), request.POST.get("who", ""))
        return show_taken(request, viewer, outcome, before=before)
    line = "nothing was closed yet"
    panel = ClosePanel(title="Close with defaults", line=line, closing=_list_closing(view))
    return render_panel(request, view, panel, template="close")


def _list_closing(view: DmView) -> list[ClosedQuestion]:
    """Return each awaited question and die."""
    questions = [
        ClosedQuestion(
            "you" if each.who == DM else name_of(view.state, each.who),
            write_title(view.state, each).rpartition(": ")[2],
            (describe_standing_order(view, each.who) if each.question == DECLARE else "")
            or describe_silence(view.state, each),
        )
        for each in view.awaited
    ]
    rolls = [
        ClosedQuestion(name_of(view.state, roll.by), f"{roll.count}d{roll.sides}", "rolled here") for roll in view.rolls
    ]
    return questions + rolls


@BOTH
@for_dm
def rule_clock(request: HttpRequest, viewer: Viewer, token: str) -> HttpResponse:
    """Show the measurements of a player's clock, and change the DM's ruling on it."""
    view = read_opened(viewer)
    reading = view.clocks.get(token)
    if reading is None:
        return see("run", viewer.encounter_id)
    form = ClockForm(read_post(request), initial={"segments": reading.ruled, "counts_away": reading.counts_away})

    def rule(given: Given) -> None:
        services.rule_clock(viewer, token, given["segments"], given["counts_away"])

    panel = ClockPanel(
        title=f"The clock of {name_of(view.state, reading.who)}",
        line=describe_clock(reading),
        submit="Save",
        measured=list_measured(reading),
    )
    return serve_form(request, view, panel, form, rule, template="clock")


@BOTH
@for_dm
@once
def count_down(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Rule the seconds that are counted down while a blow waits for somebody's answer."""
    view = read_opened(viewer)
    form = CountdownForm(read_post(request), initial={"seconds": countdown.read_choice(view.state)})

    def rule(given: Given) -> None:
        services.rule(viewer, read_tap(request), [Change(DM, "option", [countdown.KEY, given["seconds"]])])

    panel = Panel(title="Time to parry", line="only a countdown; you decide when it is over", submit="Save")
    return serve_form(request, view, panel, form, rule)


@BOTH
@for_dm
@once
def end(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """End the fight."""
    view = read_opened(viewer)
    form = EndForm(read_post(request))
    panel = Panel(title="End the fight", line="everyone keeps the recap, the dice and the replay", submit="End it")
    return serve_form(request, view, panel, form, lambda given: services.end(viewer, read_tap(request), given["note"]))


@BOTH
@for_dm
def report_fault(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Send the fight as a scenario file that plays it again. Nothing is recorded."""
    view = read_opened(viewer)
    form, saved = FaultForm(read_post(request)), list[str]()

    def save(given: Given) -> None:
        secret, anyway = given["without_secrets"], given["anyway"]
        saved.append(save_played(view.encounter, given["expected"], without_secrets=secret, anyway=anyway))

    if apply_form(form, save):
        response = HttpResponse(saved[0], content_type="application/toml; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="fight-{viewer.encounter_id}.toml"'
        return response
    line = "saves the fight up to here as a file, to report a fault"
    panel = Panel(title="This is wrong", line=line, submit="Save the fight", tap="")
    return render_panel(request, view, panel, form, status=form.status)


@READ
@for_dm
def show_why(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the reasons for the order of actions: as a page, or to the tab that asks for them.

    ``who`` in the address are the combatants whose row of the strip is selected.
    """
    view = replace(read_opened(viewer), draft=Draft(who=tuple(request.GET.get("who", "").split())))
    if is_htmx(request):
        return HttpResponse(SCREEN.render(view, ("why",)))
    return render_panel(request, view, build_why(view), template="why")


@READ
@for_dm
def show_who(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the combatants with what they have left: as a page, or to the tab that asks for them.

    With ``bar`` in the address, what can be done with several is sent instead.
    """
    view = read_opened(viewer)
    if is_htmx(request):
        return HttpResponse(SCREEN.render(view, ("selection" if "bar" in request.GET else "roster",)))
    return render_panel(request, view, Panel(title="Who is in the fight"), template="who")


@READ
@for_dm
def show_combatant(request: HttpRequest, viewer: Viewer, who: str) -> HttpResponse:
    """Show one combatant: its facts with their rulings, its typed dice, its player."""
    view = read_opened(viewer)
    each = view.state.combatants.get(who)
    if each is None:
        raise Http404("There is no combatant of that name.")
    on = each.types_dice
    label = "Roll dice here for this combatant" if on else "Roll real dice for this combatant"
    seat = view.players.get(who)
    form = PlaysForm(seats=view.seats, initial={"seat": seat.pk if seat else ""})
    panel = CombatantPanel(
        title=each.name,
        line=describe_kind(each.stat_block),
        facts=list_facts(view, each),
        orders=list_orders(view, who),
        note=OwnNote(view.make_url("combatant-note", who=who), view.find_note(who)),
        picture=OwnPicture(
            view.make_url("save-picture", who=who), view.find_picture(who, large=True), each.stat_block.mob
        ),
        dice=DiceSwitch(view.make_url("types-dice", who=who), "" if on else "1", label),
        player=PlayerChoice(view.make_url("plays", who=who), view.make_url("combatant", who=who), form),
    )
    return render_panel(request, view, panel, template="combatant")


@READ
@for_dm
def show_monster_card(request: HttpRequest, viewer: Viewer, id: str) -> HttpResponse:
    """Show the card of a monster of the table."""
    return show_card(request, CardKind.MONSTER, id)


@READ
@for_dm
def show_combatant_card(request: HttpRequest, viewer: Viewer, who: str) -> HttpResponse:
    """Show the card of a combatant with its numbers as they are now."""
    shown = build_combatant_card(read_opened(viewer), who)
    if shown is None:
        raise Http404("There is no such card.")
    return render_card(request, shown)


@READ
@for_dm
def show_mob(request: HttpRequest, viewer: Viewer, mob: str) -> HttpResponse:
    """Show a mob: its shared numbers once, and its members, each with a way to its own page."""
    view = read_opened(viewer)
    members = [view.state.combatants[who] for who in find_mobs(view.state).get(mob, ())]
    if not members:
        raise Http404("There is no group of that name.")
    id = members[0].stat_block.mob
    panel = MobPanel(
        title=list_group(view.state, [each.id for each in members]),
        line=describe_kind(members[0].stat_block),
        facts=list_common_facts(view, members),
        members=list_members(view, members),
        note=OwnNote(view.make_url("combatant-note", who=id), str(view.encounter.combatant_notes.get(id, ""))),
        picture=OwnPicture(view.make_url("save-picture", who=id), view.find_picture(members[0].id, large=True)),
    )
    return render_panel(request, view, panel, template="mob")


def see_noted(view: DmView, who: str) -> HttpResponse:
    """Redirect to the page of a combatant or a mob.

    For a mob that is not shown as one it is that of the fight.
    """
    if who in view.state.combatants:
        return see("combatant", view.viewer.encounter_id, who)
    sides = {each.side for each in view.state.combatants.values() if each.stat_block.mob == who}
    keys = [f"{side}-{who}" for side in sides if f"{side}-{who}" in find_mobs(view.state)]
    return see("mob", view.viewer.encounter_id, keys[0]) if keys else see("run", view.viewer.encounter_id)


@require_POST
@for_dm
def assign_player(request: HttpRequest, viewer: Viewer, who: str) -> HttpResponse:
    """Give a combatant to a seat, or to the DM."""
    view = read_opened(viewer)
    form = PlaysForm(request.POST, seats=view.seats)
    try:
        if not form.is_valid():
            raise Conflict("That seat is not at the table any more.", "seat")
        seats.give(viewer, who, form.cleaned_data["seat"])
    except Rejected as problem:
        return show_problem(request, viewer, problem)
    return see("combatant", viewer.encounter_id, who)


@require_POST
@for_dm
def write_combatant_note(request: HttpRequest, viewer: Viewer, who: str) -> HttpResponse:
    """Save the DM's own note on a combatant, and show the combatant again."""
    text = request.POST.get("note", "").strip()
    try:
        services.write_combatant_note(viewer, who, text)
    except Rejected as problem:
        return show_problem(request, viewer, problem)
    encounter = Encounter.objects.get(pk=viewer.encounter_id)
    if encounter.opened:
        return see_noted(read_opened(viewer), who)
    row = next(each for each in encounter.combatants.all() if each.definition.get("id") == who)
    return see("prepared-combatant", viewer.encounter_id, row.pk)


@READ
@for_dm
def show_dice(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """Show the dice of a round."""
    view = read_opened(viewer)
    if number not in view.numbers:
        raise Http404("There is no such round.")
    in_play = number == view.state.round and not view.state.ended
    last = Round.objects.filter(encounter_id=viewer.encounter_id, number=number).last()
    publishes = bool(view.state.ended and last is not None and not last.dm_seed_published)
    page = DicePage(
        title="The dice",
        rounds=link_rounds(view, "dice", number),
        tables=build_dice_tables(view, number),
        back=Link("Back to the fight", view.make_url("run"), key="Escape", tone="quiet", small=True),
        publish=view.make_url("publish", number=number) if publishes else "",
        ruled=list_face_rulings(view) if in_play else (),
    )
    return render(request, "screens/dm/dice.html", {"page": page})


@require_POST
@for_dm
def publish_seed(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """Publish the seed of a round's hidden rolls, once the fight is over."""
    try:
        services.publish_dm_seed(viewer, number)
    except Rejected as problem:
        return show_problem(request, viewer, problem)
    return see("dice", viewer.encounter_id, number)


@BOTH
@for_dm
@once
def rule_face(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Rule the face of a die.

    The input that rolled it and all later ones are taken back; the die shows that face when it is rolled again.
    """
    view = read_opened(viewer)
    die = find_die(view, request.GET)
    if die is None:
        raise Http404("No such die was rolled in this round.")
    form = FaceForm(read_post(request), sides=die.sides, initial={"face": die.face})

    def show(given: Given) -> None:
        key = (die.purpose, die.by, die.sides, die.n, given["face"])
        services.take_back(viewer, read_tap(request), die.input - 1, given["note"], [key])

    line = f"{die.words}: it showed {die.face}; what came since goes"
    panel = Panel(title="Rule a die", line=line, submit="Set this face")
    return serve_form(request, view, panel, form, show)


@READ
@for_dm
def show_round(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """Show an earlier round, whole or up to a segment; number 0 redirects to the oldest."""
    view = read_opened(viewer)
    if number not in view.numbers:
        if not view.numbers or number != 0:
            raise Http404("There is no such round.")
        return see("round", viewer.encounter_id, view.numbers[0])
    replay = build_replay(view, number, read_stop(request.GET.get("at", "")))
    return render(request, "screens/dm/replay.html", {"replay": replay})


@READ
@for_dm
def show_comparison(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """Show the comparison of a round.

    ``with`` in the address names the procedures to compare with the round's own. ``throw`` is the number of the throw
    of dice: another number gives other dice.
    """
    view = read_opened(viewer)
    asked = request.GET.getlist("with") or list(list_rulesets())
    chosen = [id for id in list_rulesets() if id in asked and id != view.ruleset.id]
    given = read_whole(request.GET.get("throw", ""), most=9999)
    throw = 1 if given is None else given
    try:
        found = services.compare_round(viewer, number, chosen, throw)
    except NotFound as problem:
        raise Http404(problem.message) from problem
    compared = build_comparison(view, found, number, chosen, throw)
    return render(request, "screens/dm/compare.html", {"compared": compared})
