"""The acts on a campaign's time: it passes, is set, rested away, and taken back."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from campaigns.access import for_named
from campaigns.screens.acting import act_and_see
from campaigns.services import calendar
from campaigns.services.calendar import HOUR, TURN
from encounters.errors import Invalid
from encounters.models import Member
from encounters.numbers import read_whole

STEPS = {"turn": TURN, "hour": HOUR}


@require_POST
@for_named
def pass_time(request: HttpRequest, member: Member) -> HttpResponse:
    """Let a turn or an hour pass."""

    def act() -> str:
        step = STEPS.get(request.POST.get("step", ""))
        if step is None:
            raise Invalid("Let a turn or an hour pass.", "step")
        return " ".join(calendar.pass_time(member, step).words)

    return act_and_see(request, act, "campaign", member.campaign_id)


@require_POST
@for_named
def set_clock(request: HttpRequest, member: Member) -> HttpResponse:
    """Set the day and the hour."""

    def act() -> str:
        hour, _, minute = request.POST.get("time", "").partition(":")
        numbers = [read_whole(text) for text in (request.POST.get("day", ""), hour, minute)]
        day, hours, minutes = (-1 if each is None else each for each in numbers)
        entry = calendar.set_clock(member, day, hours, minutes)
        return f"It is {calendar.write_time(entry.until)}."

    return act_and_see(request, act, "campaign", member.campaign_id)


@require_POST
@for_named
def rest(request: HttpRequest, member: Member) -> HttpResponse:
    """Let the party rest."""

    def act() -> str:
        entry = calendar.rest(member, request.POST.get("how", ""))
        return f"Rested until {calendar.write_time(entry.until)}."

    return act_and_see(request, act, "campaign", member.campaign_id)


@require_POST
@for_named
def check_for_wanderers(request: HttpRequest, member: Member) -> HttpResponse:
    """Roll the checks of a night for wanderers."""

    def act() -> str:
        calendar.check_for_wanderers(member)
        return ""

    return act_and_see(request, act, "campaign", member.campaign_id)


@require_POST
@for_named
def take_back(request: HttpRequest, member: Member) -> HttpResponse:
    """Take back the last that happened to the time."""

    def act() -> str:
        back = calendar.take_back_time(member, read_whole(request.POST.get("number", "")) or 0)
        kept = f" What was changed since stays: {', '.join(back.kept)}." if back.kept else ""
        return f"It is {calendar.write_time(calendar.read_clock(member.campaign))} again.{kept}"

    return act_and_see(request, act, "campaign", member.campaign_id)


@require_POST
@for_named
def add_lasting(request: HttpRequest, member: Member) -> HttpResponse:
    """Note something that lasts."""

    def act() -> str:
        turns = read_whole(request.POST.get("turns", "")) or 0
        number = read_whole(request.POST.get("who", ""))
        calendar.add_lasting(member, request.POST.get("what", ""), turns, number)
        return ""

    return act_and_see(request, act, "campaign", member.campaign_id)


@require_POST
@for_named
def remove_lasting(request: HttpRequest, member: Member, number: int) -> HttpResponse:
    """Remove something that lasts."""

    def act() -> str:
        calendar.remove_lasting(member, number)
        return ""

    return act_and_see(request, act, "campaign", member.campaign_id)
