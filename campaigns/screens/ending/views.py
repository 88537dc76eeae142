"""The page of an ended fight: counting, carrying over, the last words, taking back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from campaigns import services
from campaigns.access import for_fight
from campaigns.models import CarryOver
from campaigns.screens.ending.carried import build_carried
from campaigns.screens.ending.ending import BACK, CARRY, POST, build_ending, count_sheets
from campaigns.screens.ending.not_yet import build_not_yet
from encounters.errors import Conflict, NotFound, Rejected
from encounters.models import Encounter, Member
from encounters.narration.names import list_in_words
from encounters.responses import see, to_http404
from encounters.screens.dm.dm_view import DmView, read_dm_view
from encounters.screens.requests import read_post
from encounters.services import publish_recap
from encounters.viewers import build_dm_viewer


@require_http_methods(["GET", "POST"])
@for_fight
def show_ending(request: HttpRequest, member: Member, encounter: Encounter) -> HttpResponse:
    """Show what an ended fight writes to the sheets, and do what was pressed there."""
    if encounter.state != Encounter.State.ENDED or not member.campaign.name:
        status = 409 if request.method == "POST" else 200
        return render(request, "screens/ending/not_yet.html", {"page": build_not_yet(member, encounter)}, status=status)
    view, data = read_dm_view(build_dm_viewer(encounter)), read_post(request)
    do = data.get("do", "") if data is not None else ""
    try:
        if do == BACK:
            return _take_back(request, member, encounter)
        carry = _find_carry(encounter)
        if data is not None and do == POST:
            return _post_words(request, member, view, data, carry)
        if carry is not None:
            return _show_carried(request, member, view, carry, data if do == CARRY else None)
        return _carry_over(request, member, view, data, do)
    except NotFound as problem:
        raise to_http404(problem) from problem


def _find_carry(encounter: Encounter) -> CarryOver | None:
    found: CarryOver | None = encounter.carryings.filter(taken_back=None).select_related("by", "encounter").first()
    return found


def _carry_over(request: HttpRequest, member: Member, view: DmView, data: QueryDict | None, do: str) -> HttpResponse:
    """Carry a fight over where all is well; else show its figures, and what is wrong with them."""
    ending, problem = build_ending(member, view, data, do), None
    if do == CARRY and ending.is_good:
        try:
            services.carry_over(member, view.viewer.encounter_id, ending.figures, ending.experience, ending.words)
        except NotFound:
            raise
        except Rejected as raised:
            problem = raised
            if (carry := _find_carry(view.encounter)) is not None:
                return _show_carried(request, member, view, carry, data)
            ending = build_ending(member, view, data, do, problem)
        else:
            said = f"Carried over to {count_sheets(len(ending.figures))}."
            messages.success(request, f"{said} The last words are posted." if ending.words is not None else said)
            return see("ending", view.viewer.encounter_id)
    status = problem.status if problem is not None else 400 if do == CARRY else 200
    return render(request, "screens/ending/page.html", {"page": ending.page}, status=status)


def _show_carried(
    request: HttpRequest,
    member: Member,
    view: DmView,
    carry: CarryOver,
    data: QueryDict | None,
    problem: Rejected | None = None,
) -> HttpResponse:
    """Show what was carried over; to a DM who came too late also the words that they typed."""
    status = problem.status if problem is not None else 409 if data is not None else 200
    page = build_carried(member, view, carry, data, problem)
    return render(request, "screens/ending/carried.html", {"page": page}, status=status)


def _post_words(
    request: HttpRequest, member: Member, view: DmView, data: QueryDict, carry: CarryOver | None
) -> HttpResponse:
    """Post the last words, and nothing else."""
    ending = build_ending(member, view, data, POST)
    try:
        if ending.words is not None:
            publish_recap(view.viewer, "", view.state.round, ending.words.text, ending.words.seen)
    except NotFound:
        raise
    except Rejected as problem:
        if carry is not None:
            return _show_carried(request, member, view, carry, data, problem)
        page = build_ending(member, view, data, POST, problem).page
        return render(request, "screens/ending/page.html", {"page": page}, status=problem.status)
    if ending.words is None:
        messages.info(request, "There are no new words to post.")
    else:
        messages.success(request, "The last words are posted.")
    if carry is not None:
        return see("ending", view.viewer.encounter_id)
    # What was typed into the figures stays on the page.
    return render(request, "screens/ending/page.html", {"page": build_ending(member, view, data, POST).page})


def _take_back(request: HttpRequest, member: Member, encounter: Encounter) -> HttpResponse:
    """Take the carrying over back, and say what stays."""
    try:
        back = services.take_back(member, encounter.pk)
    except (Conflict, NotFound) as problem:
        messages.error(request, problem.message)
    else:
        words = f"Taken back: {count_sheets(back.written)} as before."
        if back.kept:
            words += f" What was changed since on {list_in_words(back.kept)} stays."
        messages.success(request, words)
    return see("ending", encounter.pk)
