"""The page of a campaign, a new one, its settings, and the day of an encounter."""

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.access import for_member, for_named, for_owner
from campaigns.campaign_state import find_state
from campaigns.screens.acting import act_and_see
from campaigns.screens.campaign.campaign import build_campaign, build_settings
from campaigns.screens.campaign.forms import NameForm, OptionsForm, PlanForm, PlayerEditsForm
from campaigns.services import calendar
from encounters import seat_moves, services
from encounters.addresses import make_address
from encounters.errors import Rejected
from encounters.models import Encounter, Member
from encounters.responses import see
from encounters.screens.requests import read_post
from encounters.services.campaigns import check_name
from encounters.viewers import build_dm_viewer


@require_safe
@for_named
def show_campaign(request: HttpRequest, member: Member) -> HttpResponse:
    """Show the party, the fights by date, and who is at the table."""
    page = build_campaign(member)
    return render(request, "screens/campaign/page.html", {"page": page, "find_picture": page.pictures.find})


@dataclass(frozen=True, slots=True)
class NamePage:
    """The page on which a campaign gets its name."""

    user: str
    title: str
    words: str
    button: str
    back: str


@require_http_methods(["GET", "POST"])
@never_cache
@login_required
def make_campaign(request: HttpRequest) -> HttpResponse:
    """Make a campaign from a name; everything else follows."""
    form = NameForm(read_post(request))
    if request.method == "POST" and form.is_valid():
        try:
            made = services.make_campaign(request.user, check_name(form.cleaned_data["name"]))
        except Rejected as problem:
            form.add_rejection(problem)
        else:
            return see("campaign", made.pk)
    page = NamePage(
        user=request.user.get_username(),
        title="New campaign",
        words="Your group keeps one code from evening to evening, and everybody keeps their seat.",
        button="Make the campaign",
        back=make_address("start"),
    )
    return _render_name(request, page, form)


@require_http_methods(["GET", "POST"])
@for_member
def name_campaign(request: HttpRequest, member: Member) -> HttpResponse:
    """Make a campaign of a fight of one evening, by giving it a name."""
    if member.campaign.name:
        return see("campaign-settings", member.campaign_id)
    form = NameForm(read_post(request))
    if request.method == "POST" and form.is_valid():
        try:
            services.name_campaign(member, form.cleaned_data["name"])
        except Rejected as problem:
            form.add_rejection(problem)
        else:
            return see("campaign", member.campaign_id)
    first = Encounter.tables.filter(campaign=member.campaign_id).first()
    if first is None:
        raise Http404("There is no such campaign.")
    page = NamePage(
        user=request.user.get_username(),
        title=f"Make a campaign of “{first.title}”",
        words="The fight, its code and everybody’s seat stay. The next fight is made in the campaign.",
        button="Make it a campaign",
        back=make_address("start"),
    )
    return _render_name(request, page, form)


def _render_name(request: HttpRequest, page: NamePage, form: NameForm) -> HttpResponse:
    status = form.status if form.is_bound else 200
    return render(request, "screens/campaign/name.html", {"page": page, "form": form}, status=status)


@require_http_methods(["GET", "POST"])
@for_named
def change_settings(request: HttpRequest, member: Member) -> HttpResponse:
    """Show the settings, and rename the campaign."""
    form = NameForm(read_post(request), initial={"name": member.campaign.name})
    if request.method == "POST" and form.is_valid():
        try:
            services.name_campaign(member, form.cleaned_data["name"])
        except Rejected as problem:
            form.add_rejection(problem)
        else:
            messages.info(request, "The campaign has its new name.")
            return see("campaign-settings", member.campaign_id)
    status = form.status if form.is_bound else 200
    context = {"page": build_settings(member), "form": form}
    return render(request, "screens/campaign/settings.html", context, status=status)


@require_http_methods(["GET", "POST"])
@for_named
def change_options(request: HttpRequest, member: Member) -> HttpResponse:
    """Show and change the choices for rest and wanderers."""
    options = find_state(member.campaign)
    before = {
        "night_heals": options.night_heals,
        "found_again": options.found_again,
        "checks": options.checks,
        "sides": options.sides,
        "wanderers": "\n".join(options.wanderers),
    }
    form = OptionsForm(read_post(request), initial=before)
    if request.method == "POST" and form.is_valid():
        try:
            given = form.cleaned_data
            lines = [line.strip() for line in given["wanderers"].splitlines() if line.strip()]
            calendar.change_options(member, **{**given, "wanderers": lines})
        except Rejected as problem:
            form.add_rejection(problem)
        else:
            messages.info(request, "The choices for rest are changed.")
            return see("campaign-settings", member.campaign_id)
    return _render_options(request, member, form)


@require_http_methods(["GET", "POST"])
@for_named
def change_player_edits(request: HttpRequest, member: Member) -> HttpResponse:
    """Show and change what players may change on their own sheets."""
    state = find_state(member.campaign)
    before = {
        "edits_notes": state.edits_notes,
        "edits_carried": state.edits_carried,
        "edits_hit_points": state.edits_hit_points,
        "edits_supplies": state.edits_supplies,
    }
    form = PlayerEditsForm(read_post(request), initial=before)
    if request.method == "POST" and form.is_valid():
        calendar.change_options(member, **form.cleaned_data)
        messages.info(request, "What players may change is saved.")
        return see("campaign-settings", member.campaign_id)
    return _render_options(request, member, form)


def _render_options(request: HttpRequest, member: Member, form: OptionsForm | PlayerEditsForm) -> HttpResponse:
    status = form.status if form.is_bound else 200
    context = {"page": build_settings(member), "form": form}
    return render(request, "screens/campaign/options.html", context, status=status)


@require_POST
@for_named
def set_door(request: HttpRequest, member: Member) -> HttpResponse:
    """Let new players join, or stop them."""
    services.set_door(member, bool(request.POST.get("open")))
    return see("campaign-settings", member.campaign_id)


@require_POST
@for_named
def change_code(request: HttpRequest, member: Member) -> HttpResponse:
    """Give the campaign a new code."""
    services.change_code(member)
    messages.info(request, "The campaign has a new code. Everybody who has a seat keeps it.")
    return see("campaign-settings", member.campaign_id)


@require_http_methods(["GET", "POST"])
@for_owner
def delete_campaign(request: HttpRequest, member: Member) -> HttpResponse:
    """Delete a campaign with everything in it; GET asks for confirmation."""
    if request.method == "POST":
        services.delete_campaign(member)
        messages.info(request, f"“{member.campaign.name}” is deleted.")
        return see("start")
    return render(request, "screens/campaign/delete.html", {"page": build_settings(member)})


@require_POST
@for_named
def clear_table(request: HttpRequest, member: Member) -> HttpResponse:
    """Send phones and screens from an ended fight to the lobby."""

    def act() -> str:
        shown = member.campaign.on_table
        if shown is None:
            return ""
        services.clear_table(build_dm_viewer(shown))
        return "Phones and table screens are in the lobby."

    return act_and_see(request, act, "campaign", member.campaign_id)


@require_POST
@for_named
def answer_request(request: HttpRequest, member: Member, number: int) -> HttpResponse:
    """Give a seat to the phone that asks for it, or say no."""

    def act() -> str:
        seat_moves.answer_request(member, number, bool(request.POST.get("yes")))
        return ""

    return act_and_see(request, act, "campaign", member.campaign_id)


@require_POST
@for_named
def plan_encounter(request: HttpRequest, member: Member, encounter_id: int) -> HttpResponse:
    """Write down the day for which an encounter is planned."""
    encounter = get_object_or_404(Encounter.tables, pk=encounter_id, campaign=member.campaign_id)
    form = PlanForm(request.POST)
    if form.is_valid():
        services.plan_encounter(build_dm_viewer(encounter), form.cleaned_data["planned"])
    else:
        messages.error(request, "That is no day. Write it like 2026-12-24, or leave it empty.")
    return see("campaign", member.campaign_id)
