"""The list of the DM's encounters: create, copy, import, export and delete them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from encounters import services
from encounters.access import for_dm
from encounters.addresses import make_address
from encounters.between import get_between
from encounters.errors import Rejected, Unreadable
from encounters.models import Campaign, Encounter
from encounters.narration.names import join_names
from encounters.responses import see
from encounters.rulesets import find_ruleset_title
from encounters.scenario_files import copy_encounter, export_text, import_text
from encounters.screens.actions import Act, Link, Post
from encounters.screens.forms import PageForm
from encounters.screens.prepare.forms import ImportForm, NewForm
from encounters.screens.prepare.preparation_view import PreparationView, find_places_beside
from encounters.screens.requests import read_post
from encounters.selectors import find_house_effects, find_house_options, list_encounters, propose_encounter
from encounters.stored import export_stored, list_faults, read_event
from encounters.viewers import Viewer, build_dm_viewer
from rules.api import get_ruleset, shorten_names


@require_safe
@never_cache
@login_required
def list_fights(request: HttpRequest) -> HttpResponse:
    """Show the list of encounters; delete the user's old trials."""
    services.throw_away_old(request.user)
    return render(request, "screens/prepare/list.html", {"list": build_list(list_encounters(request.user))})


@require_http_methods(["GET", "POST"])
@never_cache
@login_required
def create(request: HttpRequest) -> HttpResponse:
    """Create an encounter from a title and a ruleset; the rest is prepared afterwards.

    Both are proposed.

    The address may name a campaign of the user. Its encounters begin with the house rules of its owner, and with its
    characters.
    """
    campaign = _find_campaign(request)
    title, last = propose_encounter(request.user, campaign)
    form = NewForm(read_post(request), title=title, ruleset=last)
    if request.method == "POST" and form.is_valid():
        owner = campaign.find_owner() if campaign is not None else request.user
        try:
            title, ruleset = form.cleaned_data["title"], form.cleaned_data["ruleset"]
            house = find_house_options(owner, ruleset)
            effects = find_house_effects(owner, ruleset)
            with transaction.atomic():
                made = services.create_encounter(
                    request.user, title, ruleset, house, effects=effects, rolls_points=True, campaign=campaign
                )
                party = get_between().list_party(made.campaign, ruleset)
                if party:
                    services.add_combatants(build_dm_viewer(made), party)
        except Rejected as problem:
            form.add_rejection(problem)
        else:
            return see("prepare", made.pk)
    return _render_form_page(request, "New encounter", form, campaign)


MOST_NAMED = 8
"""The names of a side up to which a list has them all."""

CAMPAIGN = "campaign"
"""The key of an address that names the campaign of a new encounter."""


def _find_campaign(request: HttpRequest) -> Campaign | None:
    """Return the campaign that the address names; None without one.

    Raises Http404 unless it has a name, and the user is one of its DMs.
    """
    named = request.GET.get(CAMPAIGN)
    if named is None:
        return None
    own = Campaign.objects.filter(members__user=request.user.pk).exclude(name="")
    return get_object_or_404(own, pk=int(named) if named.isdecimal() and len(named) < 10 else 0)


@require_http_methods(["GET", "POST"])
@never_cache
@login_required
def bring_in(request: HttpRequest) -> HttpResponse:
    """Import a scenario file as an encounter in preparation.

    It takes the ruleset, the options, the place and the combatants. The address may name a campaign of the user.
    """
    campaign = _find_campaign(request)
    form = ImportForm(read_post(request), request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = import_text(request.user, form.cleaned_data["text"], form.cleaned_data["name"], campaign)
        except Rejected as problem:
            form.add_rejection(problem)
        else:
            _tell_of_sheets(request, made)
            return see("prepare", made.pk)
    return _render_form_page(request, "Import a scenario file", form, campaign)


def _tell_of_sheets(request: HttpRequest, made: Encounter) -> None:
    """Say which combatants of a file are characters of the campaign, whose sheets count."""
    known = {each["id"]: each["name"] for each in get_between().list_party(made.campaign, made.ruleset)}
    names = [known[id] for row in made.combatants.all() if (id := row.definition["id"]) in known]
    if names:
        comes = "comes" if len(names) == 1 else "come"
        messages.info(request, f"{join_names(names)} {comes} as on the sheet, not as in the file.")


@require_POST
@for_dm
def copy(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Copy the encounter as one in preparation."""
    try:
        made = make_copy(request.user, get_object_or_404(Encounter, pk=viewer.encounter_id))
    except Rejected as problem:
        messages.error(request, problem.message)
        return see("start")
    return see("prepare", made.pk)


def make_copy(owner: Any, encounter: Encounter, ruleset: str = "") -> Encounter:
    """Copy an encounter, perhaps under another ruleset; newcomers have places where others have.

    Raises Rejected.
    """
    with transaction.atomic():
        made = copy_encounter(owner, encounter, ruleset)
        prepared = PreparationView(made)
        if any(each.start.position is not None for each in prepared.everyone):
            services.place_combatants(build_dm_viewer(made), find_places_beside(prepared))
    return made


@require_safe
@for_dm
def export(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Send the encounter as a scenario file."""
    encounter = get_object_or_404(Encounter, pk=viewer.encounter_id)
    response = HttpResponse(export_text(encounter), content_type="application/toml; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="encounter-{encounter.pk}.toml"'
    return response


@require_safe
@for_dm
def export_as_stored(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Send all that is stored of the encounter as text: also what this version cannot read."""
    encounter = get_object_or_404(Encounter, pk=viewer.encounter_id)
    response = HttpResponse(export_stored(encounter), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="encounter-{encounter.pk}.jsonl"'
    return response


@require_http_methods(["GET", "POST"])
@for_dm
def delete(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Delete an encounter with its log; GET asks for confirmation."""
    encounter = get_object_or_404(Encounter, pk=viewer.encounter_id)
    home = get_between().find_home(encounter.campaign)
    if request.method == "POST":
        services.delete(Encounter.objects.filter(pk=encounter.pk))
        return see(home)
    page = DeletePage(encounter.title, encounter.opened, home)
    return render(request, "screens/prepare/delete.html", {"page": page})


@dataclass(frozen=True, slots=True)
class DeletePage:
    """The page that asks before an encounter is deleted."""

    title: str
    opened: bool
    """It has a log, and combatants that may be kept."""
    back: str


@dataclass(frozen=True, slots=True)
class FormPage:
    """A page of one form."""

    title: str
    campaign: str
    """The campaign that gets what is made; "" without one."""
    back: str
    """The address of the page that led here."""


def _render_form_page(
    request: HttpRequest, title: str, form: PageForm, campaign: Campaign | None = None
) -> HttpResponse:
    status = form.status if form.is_bound else 200
    name = campaign.name if campaign is not None else ""
    back = get_between().find_home(campaign) if campaign is not None else make_address("start")
    context = {"page": FormPage(title, name, back), "form": form}
    return render(request, "screens/prepare/form_page.html", context, status=status)


STATES = {"preparing": "draft", "playing": "running", "ended": "ended"}


@dataclass(frozen=True, slots=True)
class EncounterRow:
    """An encounter of the list."""

    name: str
    line: str
    """The combatants of each side, in words."""
    ruleset: str
    state: str
    """draft, running, ended or unreadable."""
    words: str
    """The state in words, with the round."""
    acts: Sequence[Act]


@dataclass(frozen=True, slots=True)
class EncounterList:
    """The list of encounters."""

    acts: Sequence[Act]
    rows: Sequence[EncounterRow]


def build_list(encounters: Iterable[Encounter]) -> EncounterList:
    """Return the list."""
    acts = [
        Link("Rule book", make_address("rules"), icon="book", tone="quiet", small=True),
        Link("Import a scenario file", make_address("import"), tone="quiet", small=True),
        Link("New encounter", make_address("new-encounter"), icon="plus", key="N", small=True),
    ]
    rows = list(encounters)
    faults = list_faults(each.pk for each in rows if each.opened)
    return EncounterList(acts, [_build_row(each, each.pk in faults) for each in rows])


def _build_row(each: Encounter, is_unreadable: bool) -> EncounterRow:
    try:
        return _build_unreadable_row(each) if is_unreadable else _build_readable_row(each)
    except Unreadable:
        # Its last event was stored by a newer version after the fight was found readable.
        return _build_unreadable_row(each)


def _build_unreadable_row(each: Encounter) -> EncounterRow:
    """Return the row of a fight that this version cannot read."""
    acts = [
        Link(
            "Download as text",
            _make_url("stored", each),
            tone="quiet",
            small=True,
            name=f"Download {each.title} as text",
        ),
        Link("Delete", _make_url("delete", each), tone="quiet", small=True, name=f"Delete {each.title}"),
        Link("See why", _make_url("run", each), small=True, name=f"See why {each.title} cannot be read"),
    ]
    ruleset = find_ruleset_title(each.ruleset)
    return EncounterRow(
        name=each.title,
        line=describe_sides(each),
        ruleset=ruleset,
        state="unreadable",
        words="cannot be read",
        acts=acts,
    )


def _build_readable_row(each: Encounter) -> EncounterRow:
    return EncounterRow(
        name=each.title,
        line=describe_sides(each),
        ruleset=find_ruleset_title(each.ruleset),
        state=STATES[each.state],
        words=_describe_state(each),
        acts=_list_acts(each),
    )


def describe_sides(each: Encounter) -> str:
    """Return the combatants of each side in words: "Otis, Tenser against Orcs 1-4"."""
    sides: dict[str, list[str]] = {}
    for row in each.combatants.all():
        name, first, count = str(row), row.definition.get("first", 1), row.definition.get("count")
        names = [f"{name} {first + n}" for n in range(count)] if count else [name]
        sides.setdefault(str(row.definition.get("side", "")), []).extend(names)
    return " against ".join(_name_side(names) for names in sides.values()) or "nobody yet"


def _name_side(names: Sequence[str]) -> str:
    parts = shorten_names([*names], least=2)
    if len(parts) <= MOST_NAMED:
        return ", ".join(parts)
    shown = parts[: MOST_NAMED - 2]
    return f"{', '.join(shown)} and {len(parts) - len(shown)} more"


def _describe_state(each: Encounter) -> str:
    last = each.events.order_by("-position").values_list("position", "data").first()
    if each.state == Encounter.State.PREPARING or last is None:
        return "draft"
    if each.state == Encounter.State.PLAYING and not each.rounds.exists():
        return "open, before the first round"
    event = read_event(each.pk, *last, each.ruleset)
    if each.state == Encounter.State.ENDED:
        return f"ended, {event.round} round{'s' if event.round != 1 else ''}"
    at = f", {get_ruleset(each.ruleset).clock.unit} {event.clock}" if event.clock is not None else ""
    return f"running, {'the opening' if event.round == 0 else f'round {event.round}'}{at}"


def _make_url(name: str, encounter: Encounter) -> str:
    return make_address(name, encounter_id=encounter.pk)


def _list_acts(each: Encounter) -> list[Act]:
    more: list[Act] = [
        Post("Copy", _make_url("copy", each), tone="quiet", small=True, plain=True, name=f"Copy {each.title}"),
        Link("Export", _make_url("export", each), tone="quiet", small=True, name=f"Export {each.title}"),
        Link("Delete", _make_url("delete", each), tone="quiet", small=True, name=f"Delete {each.title}"),
    ]
    if each.state == Encounter.State.PREPARING:
        main: Act = Link("Prepare", _make_url("prepare", each), small=True, name=f"Prepare {each.title}")
    elif each.state == Encounter.State.PLAYING:
        main = Link("Open", _make_url("run", each), tone="go", small=True, name=f"Open {each.title}")
    else:
        replay = make_address("round", encounter_id=each.pk, number=0)
        main = Link("Replay", replay, small=True, name=f"Replay {each.title}")
    return [*more, main]
