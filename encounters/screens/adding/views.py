"""Adding combatants by a search, from pasted statblocks, or by hand.

In preparation they become rows of the roster. In play they come into the fight by an input.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from encounters import services
from encounters.access import for_dm
from encounters.errors import Conflict, Invalid, Rejected
from encounters.models import Encounter
from encounters.newcomers import name_newcomers
from encounters.responses import see
from encounters.screens.adding.adding import Adding, ArrivalForm, remember_side
from encounters.screens.adding.amount import roll_amount
from encounters.screens.adding.forms import PasteForm
from encounters.screens.adding.pasting import Pasted, build_pasted, choose_definitions, read_answers
from encounters.screens.adding.written import complete, read_written
from encounters.screens.dm.panels import Panel, read_opened, render_panel
from encounters.screens.dm.views import once
from encounters.screens.forms import PageForm
from encounters.screens.prepare import preparation_view as preparing
from encounters.screens.prepare.bars import CAST, Bar
from encounters.screens.prepare.preparation_view import PreparationView
from encounters.screens.prepare.views import CombatantPage, render_page
from encounters.screens.requests import read_post, read_tap
from encounters.viewers import Viewer
from rules.api import BadEntry, StatBlock, UnknownId

TITLE = "Add combatant"
LINE = "gives orders from the next round on"
SUBMIT = "Add to the fight"

WHICH = re.compile(r"(?P<offer>[a-z0-9_]{1,80})\.(?P<amount>[0-9d+-]{1,12})", re.ASCII)
"""What an Add button posts: the offer, and how many, or the dice for it."""
WRITTEN = "written"
"""What the Add button of a combatant that is written in the search posts."""


@dataclass(frozen=True, kw_only=True)
class AddPanel(Panel):
    """The panel in play in which combatants are searched or pasted."""

    adding: Adding
    content: str
    """The template of its content."""
    pasted: Pasted = field(default_factory=Pasted)


@dataclass(frozen=True, slots=True)
class PastePage:
    """The page in preparation on which statblocks are pasted."""

    prepared: PreparationView
    adding: Adding
    pasted: Pasted


def read_adding(request: HttpRequest, viewer: Viewer) -> Adding:
    """Return the ways to add to this encounter."""
    encounter = Encounter.objects.get(pk=viewer.encounter_id)
    return Adding.of(request, encounter, _list_known(viewer, encounter))


def _list_known(viewer: Viewer, encounter: Encounter) -> Sequence[StatBlock]:
    if not encounter.opened:
        return PreparationView(encounter).everyone
    state = read_opened(viewer).state
    return [*(each.stat_block for each in state.combatants.values()), *state.coming]


@require_safe
@for_dm
def show(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the search in play; in preparation it stands on that page."""
    adding = read_adding(request, viewer)
    if not adding.encounter.opened:
        return see(adding.back)
    return _render_search(request, viewer, adding)


@require_safe
@for_dm
def list_offers(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Return the offers of a search, which replace those on the page while somebody types."""
    return render(request, "screens/adding/offers.html", {"page": read_adding(request, viewer)})


@require_POST
@for_dm
@once
def pick(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Add some of what a search found: one, two or four, or as many as is written or rolled."""
    adding = read_adding(request, viewer)
    form = ArrivalForm(request.POST, sides=adding.sides, side=adding.side)
    query = request.POST.get("q", "")
    try:
        if "character" in request.POST:
            _add_character(request, viewer, adding)
            return _leave(adding)
        if not form.is_valid():
            raise Invalid(" ".join(str(each) for errors in form.errors.values() for each in errors), "side")
        if request.POST.get("add") == WRITTEN:
            _add_written(request, viewer, adding, form, query)
        else:
            _add_offered(request, viewer, adding, form)
    except Rejected as problem:
        form.add_error(None, problem.message)
        again = Adding(adding.encounter, adding.known, adding.side, query, adding.tap, form)
        return _render_search(request, viewer, again, problem)
    return _leave(adding)


def _add_character(request: HttpRequest, viewer: Viewer, adding: Adding) -> None:
    """Add a character of the campaign under its own id, as its sheet is."""
    found = next((each for each in adding.characters if each.id == request.POST["character"]), None)
    if found is None:
        raise Conflict("This character is in the fight already, or does not come. Look at the list again.", "add")
    services.refuse_too_many(len(adding.known), [found.definition])
    _bring(request, viewer, adding, [found.definition])


def _add_offered(request: HttpRequest, viewer: Viewer, adding: Adding, form: ArrivalForm) -> None:
    """Add so many of an offer, and say how the dice for their number fell."""
    which = WHICH.fullmatch(request.POST.get("add", ""))
    if which is None:
        raise Invalid("Choose whom to add, and how many.", "add")
    try:
        found = adding.sheet.pick(which["offer"])
    except UnknownId as problem:
        raise Invalid(str(problem), "add") from problem
    amount = roll_amount(which["amount"])
    several = {"count": amount.number} if amount.number > 1 else {}
    _add(request, viewer, adding, [form.complete({**found, **several})])
    remember_side(request, adding.encounter, str(form.cleaned_data["side"]))
    if amount.said:
        messages.info(request, f"{found['name']}: {amount.said}", CAST)


def _add_written(request: HttpRequest, viewer: Viewer, adding: Adding, form: ArrivalForm, text: str) -> None:
    """Add the combatant that a line describes."""
    written = read_written(text)
    if written is None or written.problem:
        raise Invalid(written.problem if written is not None else "Write a name, and class and level.", "add")
    _add(request, viewer, adding, [complete(written, form.complete({}))])


def _add(request: HttpRequest, viewer: Viewer, adding: Adding, definitions: Sequence[Mapping[str, Any]]) -> None:
    """Add the combatants under names that nobody has yet."""
    services.refuse_too_many(len(adding.known), definitions)
    _bring(request, viewer, adding, name_newcomers(definitions, adding.known))


def _bring(request: HttpRequest, viewer: Viewer, adding: Adding, definitions: Sequence[Mapping[str, Any]]) -> None:
    if adding.encounter.opened:
        services.bring_in_combatants(viewer, read_tap(request), definitions)
    else:
        services.add_combatants(viewer, definitions)


def _leave(adding: Adding) -> HttpResponse:
    return see("run", adding.encounter.pk) if adding.encounter.opened else see(adding.back)


def _render_search(
    request: HttpRequest, viewer: Viewer, adding: Adding, problem: Rejected | None = None
) -> HttpResponse:
    status = problem.status if problem is not None else 200
    if not adding.encounter.opened:
        wrong = Bar(CAST, problem.message, is_wrong=True) if problem is not None else None
        return render_page(request, PreparationView(adding.encounter), adding=adding, wrong=wrong, status=status)
    panel = AddPanel(title=TITLE, line=LINE, tap=adding.tap, adding=adding, content="screens/adding/search.html")
    return render_panel(request, read_opened(viewer), panel, adding.form, template="adding", status=status)


@require_http_methods(["GET", "POST"])
@for_dm
@once
def add_by_hand(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Add a combatant by its sheet, which ``like`` in the address fills in."""
    adding = read_adding(request, viewer)
    before = adding.sheet.blank(request.GET.get("side", adding.side), request.GET.get("like", ""))
    form = adding.sheet.form(read_post(request), before=before, known=adding.known, sides=adding.sides)
    if request.method == "POST" and not form.asks and form.is_valid():
        try:
            _bring(request, viewer, adding, [form.cleaned_data["definition"]])
        except Rejected as problem:
            form.add_rejection(problem)
        else:
            if form.remark:
                messages.info(request, form.remark, CAST)
            return _leave(adding)
    if adding.encounter.opened:
        panel = Panel(title="Combatant by hand", line=LINE, submit=SUBMIT)
        return render_panel(request, read_opened(viewer), panel, form, status=form.status)
    prepared = PreparationView(adding.encounter)
    page = CombatantPage(None, prepared, None, [], None)
    context = {"page": page, "form": form, "map": preparing.build_prepared_map(prepared, preparing.NEW)}
    return render(request, "screens/prepare/combatant.html", context, status=form.status)


@require_http_methods(["GET", "POST"])
@for_dm
@once
def paste(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the box and the statblocks read from its text; with ``add``, add them.

    ``add`` says which (see ``choose_definitions``). Raises Http404 for a ruleset that reads no statblocks.
    """
    adding = read_adding(request, viewer)
    if adding.sheet.paste is None:
        raise Http404("These combatants have attributes that statblocks do not have.")
    form = PasteForm(read_post(request), sides=adding.sides, side=adding.side)
    pasted = Pasted()
    if request.method == "POST" and form.is_valid():
        try:
            text, answers = form.cleaned_data["text"], read_answers(request.POST)
            pasted = build_pasted(adding.sheet.paste(text, answers), answers)
            if "add" in request.POST:
                chosen = choose_definitions(text, pasted, answers, request.POST["add"])
                _add(request, viewer, adding, [form.complete(each) for each in chosen])
                remember_side(request, adding.encounter, form.cleaned_data["side"])
                return _leave(adding)
        except BadEntry as problem:
            form.add_error("text", problem.args[0])
        except Rejected as problem:
            form.add_rejection(problem)
    return _render_paste(request, viewer, adding, form, pasted)


def _render_paste(request: HttpRequest, viewer: Viewer, adding: Adding, form: PageForm, pasted: Pasted) -> HttpResponse:
    if not adding.encounter.opened:
        context = {"page": PastePage(PreparationView(adding.encounter), adding, pasted), "form": form}
        return render(request, "screens/prepare/paste.html", context, status=form.status)
    panel = AddPanel(
        title="Paste statblocks", line=LINE, tap=adding.tap, adding=adding, content="screens/adding/paste.html",
        pasted=pasted,
    )  # fmt: skip
    return render_panel(request, read_opened(viewer), panel, form, template="adding", status=form.status)
