"""The preparation of an encounter: its rules, its combatants, their places, its opening."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from encounters import seats, services, times
from encounters.access import for_dm, note_trial
from encounters.addresses import make_address, write_code
from encounters.between import get_between
from encounters.errors import Conflict, Invalid, Rejected
from encounters.models import Combatant, Encounter
from encounters.numbers import read_whole, replace_dashes
from encounters.pictures import read_upload
from encounters.responses import see
from encounters.screens.adding.adding import Adding
from encounters.screens.battle_map.plan_lines import read_lines, write_lines
from encounters.screens.dm.join import PhoneRequest, list_phone_requests
from encounters.screens.forms import OwnNote, OwnPicture
from encounters.screens.live_page import PageSocket, read_socket
from encounters.screens.prepare import preparation_view as preparing
from encounters.screens.prepare.bars import CAST, MAP, RULES_LINE, Bar, list_bars
from encounters.screens.prepare.cast import CastSide, Lacking, Need, find_need, list_cast, list_lacking
from encounters.screens.prepare.encounters import make_copy
from encounters.screens.prepare.preparation_view import PreparationView
from encounters.screens.prepare.rules import RulesForm, RulesLine, describe_rules, has_effects
from encounters.screens.requests import read_post, read_tap
from encounters.selectors import count_seats, find_house_effects, find_house_options, write_count_word
from encounters.viewers import Viewer, build_dm_viewer
from rules.api import HUNDREDTHS, Place, UnknownId, get_ruleset

FEET = re.compile(r"[+-]?\d{1,6}(\.\d{1,2})?", re.ASCII)

SPOT = "spot"
"""The name of the spot around which combatants are placed, after that of its axis."""

RULES = "ruleset"
"""A field that every post with the form of the rules has."""
NOT_SAVED = "The rules are not saved and the fight has not begun. See what is wrong there."

KEPT = "These are your house rules now. Your new encounters under {} begin with them."

BOTH = require_http_methods(["GET", "POST"])


def read_preparation(viewer: Viewer) -> PreparationView:
    """Return the encounter in preparation. Raises Http404 once it has begun."""
    encounter = Encounter.objects.get(pk=viewer.encounter_id)
    if encounter.opened:
        raise Http404("This encounter has begun.")
    return PreparationView(encounter)


NOT_TYPED = ("csrfmiddlewaretoken", "tap", RULES)


def for_preparation(view: Any) -> Any:
    """Restrict a view to the DM of an encounter in preparation.

    Where the table was opened elsewhere, the DM is told so, with what they had typed and the way to the table.
    """

    @wraps(view)
    def enter(request: HttpRequest, viewer: Viewer, *args: Any, **kwargs: Any) -> HttpResponse:
        encounter = Encounter.objects.get(pk=viewer.encounter_id)
        return render_begun(request, encounter) if encounter.opened else view(request, viewer, *args, **kwargs)

    return for_dm(enter)


def render_begun(request: HttpRequest, encounter: Encounter) -> HttpResponse:
    """Say that the table is open by now, and show what was typed.

    A request that posts nothing is redirected to the table.
    """
    if request.method != "POST":
        return see("run", encounter.pk)
    posted = {name: values for name, values in request.POST.lists() if name not in NOT_TYPED}
    typed = [(name.replace("_", " "), str(each)) for name, values in posted.items() for each in values if each]
    page = BegunPage(encounter.title, make_address("run", encounter_id=encounter.pk), typed)
    return render(request, "screens/prepare/begun.html", {"page": page}, status=Conflict.status)


@dataclass(frozen=True, slots=True)
class BegunPage:
    """The page in the place of one of preparation, once the table is open."""

    title: str
    table: str
    """The address of the table."""
    typed: Sequence[tuple[str, str]]
    """What was typed, by the names of its fields."""


@BOTH
@for_dm
def prepare(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the page of preparation.

    A post changes title, ruleset, options and notes, or copies the encounter under the chosen ruleset.
    """
    encounter = Encounter.objects.get(pk=viewer.encounter_id)
    if encounter.opened:
        return render_begun(request, encounter)
    prepared = PreparationView(encounter)
    form = RulesForm(read_post(request), encounter=encounter, sides=prepared.sides)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        if "copy" in request.POST:
            return _copy(request, viewer, encounter, given["ruleset"])
        if request.POST.get("house") == "use":
            given["options"] = find_house_options(encounter.campaign.find_owner(), given["ruleset"])
        if _is_saved(viewer, form):
            if request.POST.get("house") == "use":
                services.use_effects(viewer, find_house_effects(encounter.campaign.find_owner(), given["ruleset"]))
            if request.POST.get("house") == "keep":
                services.save_house_rules(
                    encounter.campaign.find_owner(), given["ruleset"], given["options"], encounter.effects
                )
                messages.success(request, KEPT.format(get_ruleset(given["ruleset"]).title), RULES_LINE)
            return see("prepare", encounter.pk)
    return render_page(request, prepared, form=form, status=form.status)


def _copy(request: HttpRequest, viewer: Viewer, encounter: Encounter, ruleset: str) -> HttpResponse:
    """Copy the encounter under a ruleset and show the copy; say where it is too large."""
    try:
        return see("prepare", make_copy(request.user, encounter, ruleset).pk)
    except Rejected as problem:
        wrong = Bar(RULES_LINE, problem.message, is_wrong=True)
        return render_page(request, read_preparation(viewer), wrong=wrong, status=problem.status)


def _is_saved(viewer: Viewer, form: RulesForm) -> bool:
    """Save the rules of a valid form and return whether they were accepted.

    An error of the service is added to the form.
    """
    given = form.cleaned_data
    try:
        services.change_encounter(viewer, given["title"], given["ruleset"], given["options"], given["notes"])
    except Rejected as problem:
        form.add_rejection(problem)
    return form.is_valid()


def save_posted_rules(request: HttpRequest, viewer: Viewer) -> HttpResponse | None:
    """Save the rules posted along with another act of the page, and return None.

    Where they have errors, nothing is saved and the page with the errors is returned. Where the encounter has begun,
    nothing is saved either: the act itself raises the error.
    """
    encounter = Encounter.objects.get(pk=viewer.encounter_id)
    if RULES not in request.POST or encounter.opened:
        return None
    prepared = PreparationView(encounter)
    form = RulesForm(request.POST, encounter=encounter, sides=prepared.sides)
    if form.is_valid() and _is_saved(viewer, form):
        return None
    wrong = Bar(RULES_LINE, NOT_SAVED, is_wrong=True)
    return render_page(request, prepared, form=form, wrong=wrong, status=form.status)


@dataclass(frozen=True, slots=True)
class Acts:
    """The acts and addresses at the top of the page."""

    home: str
    """The address of the page to which it leads back."""
    home_name: str
    """The words for that."""
    code: str
    join_href: str
    phones: int
    screens: int
    trial: str
    """The address of the trial that runs; "" without one."""

    @property
    def phones_word(self) -> str:
        """Return the word after the number of phones."""
        return write_count_word(self.phones, "phone")

    @property
    def screens_word(self) -> str:
        """Return the word after the number of table screens."""
        return write_count_word(self.screens, "table screen")


@dataclass(frozen=True, slots=True)
class PreparePage:
    """The page of preparation."""

    socket: PageSocket
    prepared: PreparationView
    acts: Acts
    rules: RulesLine
    adding: Adding
    bars: Sequence[Bar]
    """What is said in each column."""
    reach: preparing.Reach
    cast: Sequence[CastSide]
    lacking: Sequence[Lacking]
    need: Need
    requests: Sequence[PhoneRequest]
    """The new phones that ask for a seat."""
    map_lines: str
    """Walls, doors and difficult ground as typed."""
    has_house_rules: bool
    """The DM has kept options or effects for this ruleset, and they are others than the encounter's."""
    has_effects: bool
    """What spells and devices do is asked under this ruleset, and so can be changed."""

    @property
    def lacking_sides(self) -> list[str]:
        """Return the sides of the combatants that lack attributes."""
        return list(dict.fromkeys(each.side for each in self.lacking))

    @property
    def has_whole_party(self) -> bool:
        """Return whether everybody of the default party is in it."""
        known = {each.id for each in self.prepared.everyone}
        return all(each["id"] in known for each in self.prepared.sheet.party)

    @property
    def is_saved(self) -> bool:
        """Return whether the last act was saved."""
        return not any(each.is_wrong for each in self.bars)


def _has_other_house_rules(encounter: Encounter) -> bool:
    house = find_house_options(encounter.campaign.find_owner(), encounter.ruleset)
    effects = find_house_effects(encounter.campaign.find_owner(), encounter.ruleset)
    return (bool(house) and house != encounter.options) or (bool(effects) and effects != encounter.effects)


def render_page(
    request: HttpRequest,
    prepared: PreparationView,
    *,
    form: RulesForm | None = None,
    adding: Adding | None = None,
    wrong: Bar | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the page of preparation; ``wrong`` says what the last act was refused for."""
    socket = read_socket(build_dm_viewer(prepared.encounter))
    page = PreparePage(
        socket=socket,
        prepared=prepared,
        acts=_list_acts(prepared),
        rules=describe_rules(prepared.encounter),
        adding=adding or Adding.of(request, prepared.encounter, prepared.everyone),
        bars=list_bars(request, prepared, wrong),
        reach=preparing.measure_reach(prepared),
        cast=list_cast(prepared),
        lacking=list_lacking(prepared),
        need=find_need(prepared),
        requests=list_phone_requests(prepared.encounter, prepared.seats, "prepare"),
        map_lines=write_lines(prepared.encounter.map_table),
        has_house_rules=_has_other_house_rules(prepared.encounter),
        has_effects=has_effects(prepared.encounter.ruleset),
    )
    context = {
        "page": page,
        "form": form or RulesForm(encounter=prepared.encounter, sides=prepared.sides),
        "map": preparing.build_prepared_map(prepared),
        "find_picture": prepared.find_picture,
    }
    return render(request, "screens/prepare/page.html", context, status=status)


def _list_acts(prepared: PreparationView) -> Acts:
    trial = Encounter.objects.filter(trial_of=prepared.encounter).first()
    seats = count_seats(prepared.seats, times.now())
    campaign = prepared.encounter.campaign
    return Acts(
        home=get_between().find_home(campaign),
        home_name=f"Back to {campaign.name}" if campaign.name else "Back",
        code=write_code(prepared.encounter.code),
        join_href=prepared.make_url("dm-join"),
        phones=seats["phones"],
        screens=seats["screens"],
        trial=make_address("run", encounter_id=trial.pk) if trial is not None else "",
    )


@require_POST
@for_dm
def open_table(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Save the rules as the page has them, and open the encounter."""
    try:
        if (wrong := save_posted_rules(request, viewer)) is not None:
            return wrong
        services.open_encounter(viewer)
    except Conflict:
        return see("run", viewer.encounter_id)
    except Rejected as problem:
        return render_page(
            request, read_preparation(viewer), wrong=Bar(CAST, problem.message, is_wrong=True), status=problem.status
        )
    return see("run", viewer.encounter_id)


@require_POST
@for_dm
def try_alone(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Save the rules as the page has them, and open a trial in its first round."""
    try:
        if (wrong := save_posted_rules(request, viewer)) is not None:
            return wrong
        trial = services.try_alone(viewer, read_tap(request))
    except Conflict:
        return see("run", viewer.encounter_id)
    except Rejected as problem:
        return render_page(
            request, read_preparation(viewer), wrong=Bar(CAST, problem.message, is_wrong=True), status=problem.status
        )
    note_trial(request, trial)
    return see("run", trial.pk)


@dataclass(frozen=True, slots=True)
class Played:
    """A combatant of a roster row, and the seat that plays it."""

    id: str
    name: str
    seat: int | None
    """The key of the seat; None for the DM."""


@dataclass(frozen=True, slots=True)
class CombatantPage:
    """The page of one combatant in preparation."""

    socket: PageSocket | None
    """None for a new one, whose page is not told of the seats."""
    prepared: PreparationView
    row: Combatant | None
    """None for a new one."""
    plays: Sequence[Played]
    note: OwnNote | None
    picture: OwnPicture | None = None


@BOTH
@for_preparation
def change_combatant(request: HttpRequest, viewer: Viewer, pk: int) -> HttpResponse:
    """Show and change one combatant of the roster by hand."""
    prepared, socket = read_preparation(viewer), read_socket(viewer)
    row = next((each for each in prepared.rows if each.pk == pk), None)
    if row is None:
        raise Http404("There is no such combatant.")
    sides = list(dict.fromkeys([*prepared.sides, "party", "foes"]))
    form = prepared.sheet.form(read_post(request), before=row.definition, known=prepared.everyone, sides=sides)
    if request.method == "POST" and not form.asks and form.is_valid():
        try:
            services.put_combatant(viewer, form.cleaned_data["definition"], pk)
        except Rejected as problem:
            form.add_rejection(problem)
        else:
            if form.remark:
                messages.info(request, form.remark, CAST)
            return see("prepare", viewer.encounter_id)
    who = str(row.definition.get("id"))
    picture = OwnPicture(prepared.make_url("save-picture", who=who), prepared.find_picture(who, large=True))
    page = CombatantPage(socket, prepared, row, list_played(prepared, row), _find_note(prepared, row), picture)
    context = {
        "page": page,
        "form": form,
        "map": preparing.build_prepared_map(prepared, pk),
        "find_picture": prepared.find_picture,
    }
    return render(request, "screens/prepare/combatant.html", context, status=form.status)


def _find_note(prepared: PreparationView, row: Combatant) -> OwnNote:
    who = str(row.definition.get("id"))
    return OwnNote(prepared.make_url("combatant-note", who=who), str(prepared.encounter.combatant_notes.get(who, "")))


def list_played(prepared: PreparationView, row: Combatant) -> list[Played]:
    """Return the combatants of a roster row, each with its name and the seat that plays it."""
    return [
        Played(each.id, each.name, seat.pk if (seat := prepared.players.get(each.id)) is not None else None)
        for each in prepared.stat_blocks[row.pk]
    ]


@require_POST
@for_preparation
def add_party(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Add the default party, or that of the last fight."""
    prepared = read_preparation(viewer)
    return answer_act(request, viewer, lambda: services.add_combatants(viewer, _list_party(request, prepared)))


def _list_party(request: HttpRequest, prepared: PreparationView) -> list[dict[str, Any]]:
    if request.POST.get("party") != "last":
        taken = {each.id for each in prepared.everyone}
        return [dict(each) for each in prepared.sheet.party if each["id"] not in taken]
    if prepared.party is None:
        raise Invalid("Nobody of the last fight is left.", "party")
    if prepared.party.dead:
        messages.info(
            request, f"{' and '.join(prepared.party.dead)} died in {prepared.party.title} and stays out.", CAST
        )
    for name, spent in prepared.party.spent:
        messages.info(request, f"{name} has spent in {prepared.party.title}: {', '.join(spent)}.", CAST)
    return list(prepared.party.definitions)


@require_POST
@for_preparation
def give_template(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Give a template's attributes to one combatant that lacks them, or to all such of a side."""
    prepared = read_preparation(viewer)
    wanted, side = request.POST.get("row", ""), request.POST.get("side", "")

    def give() -> None:
        lack = {each.pk for each in list_lacking(prepared)}
        chosen = [row for row in prepared.rows if str(row.pk) == wanted or str(row.definition.get("side")) == side]
        try:
            like = request.POST.get("like", "")
            definitions = {row.pk: prepared.sheet.like(row.definition, like) for row in chosen if row.pk in lack}
        except UnknownId as problem:
            raise Invalid(str(problem), "like") from problem
        services.replace_combatants(viewer, definitions)

    return answer_act(request, viewer, give)


@require_POST
@for_preparation
def move(request: HttpRequest, viewer: Viewer, pk: int) -> HttpResponse:
    """Move a combatant one place up or down in the roster."""
    order = [row.pk for row in read_preparation(viewer).rows]
    if pk not in order:
        raise Http404("There is no such combatant.")
    here = order.index(pk)
    there = max(0, min(len(order) - 1, here + (-1 if request.POST.get("way") == "up" else 1)))
    order[here], order[there] = order[there], order[here]
    return answer_act(request, viewer, lambda: services.order_combatants(viewer, order))


@require_POST
@for_preparation
def place_all(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Set the places of all combatants; one whose fields are empty has no place."""
    prepared = read_preparation(viewer)
    return answer_act(
        request,
        viewer,
        lambda: services.place_combatants(
            viewer, {each.id: _read_place(request, each.id) for each in prepared.everyone}
        ),
        MAP,
    )


@require_POST
@for_preparation
def arrange(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Place a side, all, or those without a place: in facing lines, or around a spot."""
    prepared = read_preparation(viewer)

    def put() -> None:
        chosen = preparing.choose_side(prepared, request.POST.get("side", ""))
        if request.POST.get("how") == "missing":
            chosen = [each for each in chosen if each.start.position is None]
        spot = _read_place(request, SPOT) if request.POST.get("how") == "around" else None
        if request.POST.get("how") == "around" and spot is None:
            raise Invalid("Type a spot, or tap it on the map.", "position")
        services.place_combatants(viewer, preparing.arrange(prepared, chosen, spot))

    return answer_act(request, viewer, put, MAP)


@require_POST
@for_preparation
def draw_map(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Draw the walls, doors and difficult ground that the lines say."""
    lines = request.POST.get("lines", "")
    return answer_act(request, viewer, lambda: services.change_map(viewer, read_lines(lines)), MAP)


@require_POST
@for_preparation
def place_picture(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Put a picture under the map, move the one that is there, or remove it."""
    return answer_act(request, viewer, lambda: _place_picture(request, viewer), MAP)


def _place_picture(request: HttpRequest, viewer: Viewer) -> None:
    if "remove" in request.POST:
        services.remove_map_picture(viewer)
        return
    chosen = request.FILES.get("picture")
    width = request.POST.get("width", "").strip()
    corner = _read_place(request, "corner") or (0, 0)
    if not FEET.fullmatch(width):
        raise Invalid(f"'{width}' is not a width. Write a number above 0.", "width")
    data = read_upload(chosen) if chosen is not None else b""
    services.place_map_picture(viewer, data, corner, round(float(width) * HUNDREDTHS), "hidden" in request.POST)


def _read_place(request: HttpRequest, of: str) -> Place | None:
    """Return the posted place, in hundredths; None for empty fields. Raises Invalid."""
    texts = [replace_dashes(request.POST.get(f"{axis}.{of}", "").strip()) for axis in "xy"]
    if not any(texts):
        return None
    if not all(FEET.fullmatch(text) for text in texts):
        raise Invalid(f"'{', '.join(texts)}' is not a place. Write two numbers of feet.", "position")
    x, y = (round(float(text) * HUNDREDTHS) for text in texts)
    return x, y


@require_POST
@for_preparation
def assign_seats(request: HttpRequest, viewer: Viewer, pk: int) -> HttpResponse:
    """Give each combatant of a roster row to a seat, or to the DM."""
    prepared = read_preparation(viewer)

    def give() -> None:
        for each in prepared.stat_blocks.get(pk, ()):
            seats.give(viewer, each.id, _read_seat(request.POST.get(f"seat.{each.id}", "")))

    return answer_act(request, viewer, give)


def _read_seat(text: str) -> int | None:
    """Return the number of the chosen seat; None for no seat. Raises Invalid."""
    number = read_whole(text)
    if text and number is None:
        raise Invalid("Choose one of the seats at this table.", "seat")
    return number


def answer_act(request: HttpRequest, viewer: Viewer, do: Callable[[], object], column: str = CAST) -> HttpResponse:
    """Do an act and show the page again; where it is refused, a bar in its column says why."""
    try:
        do()
    except Rejected as problem:
        wrong = Bar(column, problem.message, is_wrong=True)
        return render_page(request, read_preparation(viewer), wrong=wrong, status=problem.status)
    return see("prepare", viewer.encounter_id)
