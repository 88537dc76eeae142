"""The sheet of a character, and what is changed on it."""

import json
from dataclasses import replace

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.access import for_named
from campaigns.definitions import read_value
from campaigns.models import Character
from campaigns.screens.character.attributes import AttributesPage, find_entry_sheet, list_changed, make_form
from campaigns.screens.character.character_sheet import build_page, read_subject
from campaigns.screens.character.kinds import Subject
from campaigns.screens.character.sheet_values import Meanwhile, Opening, make_element_id
from campaigns.screens.character.values import EditableValue, find_value, read_items
from campaigns.screens.memorise.memorise import Counts
from campaigns.screens.memorise.views import answer_choice
from campaigns.services import memorising
from campaigns.services.asking import AskedValue, grant_ask, refuse_ask
from campaigns.services.characters import ChangedMeanwhile, change_character, take_back_edit
from campaigns.services.pictures import PICTURE, save_character_picture
from encounters.addresses import make_address
from encounters.errors import Invalid, NotFound, Rejected
from encounters.models import Member
from encounters.responses import see, to_http404
from encounters.screens.pictures import read_posted
from encounters.screens.requests import read_post


@require_http_methods(["GET", "POST"])
@for_named
def show_character(request: HttpRequest, member: Member, number: int) -> HttpResponse:
    """Show the sheet of a character; a post changes one value of it."""
    subject = _read_subject(member, number)
    path = request.POST.get("path", "") if request.method == "POST" else request.GET.get("change", "")
    value = find_value(subject.character, path, read_items(subject.character))
    if request.method == "POST":
        return _change(request, member, subject, value)
    return _render(request, member, subject, Opening(path) if value is not None or path == PICTURE else None)


@require_POST
@for_named
def save_picture(request: HttpRequest, member: Member, number: int) -> HttpResponse:
    """Save or remove the picture of a character; after a refusal show the sheet, and why."""
    try:
        save_character_picture(member, number, read_posted(request))
    except Rejected as problem:
        opening = Opening(PICTURE, error=problem.message)
        return _render(request, member, _read_subject(member, number), opening, problem.status)
    return see(f"{make_address('character', campaign_id=member.campaign_id, number=number)}#{PICTURE}")


@require_http_methods(["GET", "POST"])
@for_named
def change_attributes(request: HttpRequest, member: Member, number: int) -> HttpResponse:
    """Show all that a fight reads of a character in one form, and change it."""
    subject = _read_subject(member, number)
    form = make_form(subject, read_post(request))
    if request.method == "POST" and not form.asks and form.is_valid():
        values = list_changed(subject, form.cleaned_data["definition"])
        try:
            seen = json.loads(request.POST.get("seen", ""))
            change_character(member, number, values, {"definition": seen})
        except json.JSONDecodeError:
            form.add_error(None, "Save it once more.")
        except Rejected as problem:
            form.add_rejection(problem)
        else:
            return see("character", member.campaign_id, number)
    page = AttributesPage(
        user=request.user.get_username(),
        id=member.campaign_id,
        campaign=member.campaign.name,
        number=number,
        name=subject.character.name,
        note=find_entry_sheet(subject.character).note,
        seen=json.dumps(subject.character.definition),
    )
    return render(request, "screens/character/attributes.html", {"page": page, "form": form}, status=form.status)


@require_http_methods(["GET", "POST"])
@for_named
def choose_spells(request: HttpRequest, member: Member, number: int) -> HttpResponse:
    """Show the sheet with the choice of spells for the next rest; a post steps or saves it."""
    subject = _read_subject(member, number)
    back = make_address("character", campaign_id=member.campaign_id, number=number)
    href = make_address("character-memorise", campaign_id=member.campaign_id, number=number)
    character = subject.character if subject.character.is_playing else None

    def save(counts: Counts | None, seen: object) -> Character:
        return memorising.choose_spells(member, number, counts, seen)

    answer = answer_choice(request, character, save, href, f"{back}#spells", is_dm=True)
    if isinstance(answer, HttpResponse):
        return answer
    choice, status = answer
    page = build_page(member, subject)
    context = {"page": page, "choice": choice, "find_picture": page.pictures.find}
    return render(request, "screens/character/page.html", context, status=status)


@require_POST
@for_named
def take_back(request: HttpRequest, member: Member, number: int, change: int) -> HttpResponse:
    """Take back a change that was made on the sheet; after a refusal show the sheet, and why."""
    try:
        take_back_edit(member, number, change)
    except NotFound as problem:
        raise to_http404(problem) from problem
    except Rejected as problem:
        return _render(
            request,
            member,
            _read_subject(member, number),
            Opening(problem.field, error=problem.message),
            problem.status,
        )
    return see("character", member.campaign_id, number)


@require_POST
@for_named
def answer_ask(request: HttpRequest, member: Member, number: int) -> HttpResponse:
    """Write the value that a player asks for, or refuse it."""
    subject = _read_subject(member, number)
    try:
        messages.info(request, _answer(request, member, subject))
    except NotFound as problem:
        raise to_http404(problem) from problem
    except Rejected as problem:
        messages.error(request, problem.message)
    if "campaign" in request.POST:
        return see("campaign", member.campaign_id)
    return see("character", member.campaign_id, number)


def _answer(request: HttpRequest, member: Member, subject: Subject) -> str:
    """Return the words for a player's ask that was answered. Raises Rejected."""
    character, path = subject.character, request.POST.get("path", "")
    value = find_value(character, path, read_items(character))
    try:
        asked, seen = json.loads(request.POST.get("asked", "")), json.loads(request.POST.get("seen", ""))
    except json.JSONDecodeError as problem:
        raise Invalid("Answer it once more.") from problem
    match request.POST.get("do"), value:
        case "yes", EditableValue():
            wanted = AskedValue(path, asked, seen, value.list_written(asked, subject))
            ask = grant_ask(member, character.number, wanted)
            return f"{character.name} has what {ask.seat.name} asked for."
        case "no", _:
            ask = refuse_ask(member, character.number, path, asked)
            return f"{ask.seat.name} is told no."
    raise Invalid("Say yes or no.")


def _read_subject(member: Member, number: int) -> Subject:
    subject = read_subject(member, number)
    if subject is None:
        raise Http404("There is no such character.")
    return subject


def _change(request: HttpRequest, member: Member, subject: Subject, value: EditableValue | None) -> HttpResponse:
    """Change a value, and show the sheet; after a refusal with what was typed and why."""
    if value is None:
        messages.error(request, "The sheet has no such value. Nothing was changed.")
        return _render(request, member, subject, None, Invalid.status)
    typed = value.kind.read_typed(request.POST)
    try:
        read = value.kind.read(typed, subject)
        seen = json.loads(request.POST.get("seen", ""))
    except json.JSONDecodeError:
        return _render(request, member, subject, Opening(value.path, typed, "Save it once more."), Invalid.status)
    except ValueError as problem:
        return _render(request, member, subject, Opening(value.path, typed, str(problem)), Invalid.status)
    try:
        change_character(member, subject.character.number, value.list_written(read, subject), value.list_seen(seen))
    except NotFound as problem:
        raise to_http404(problem) from problem
    except Rejected as problem:
        return _show_refused(request, member, subject.character.number, value, Opening(value.path, typed), problem)
    return see(_make_address(subject, value.path))


def _show_refused(
    request: HttpRequest, member: Member, number: int, value: EditableValue, opening: Opening, problem: Rejected
) -> HttpResponse:
    """Show the sheet as it is now, with what was typed and why it was not taken."""
    subject, meanwhile = _read_subject(member, number), None
    if isinstance(problem, ChangedMeanwhile):
        stored = read_value(subject.character, value.path)
        now = value.kind.describe(stored, subject) or value.kind.write(stored, subject)
        meanwhile = Meanwhile(problem.by, problem.change, now)
    words = problem.message.rpartition('": ')[2] or problem.message
    opening = replace(opening, error=words, meanwhile=meanwhile)
    return _render(request, member, subject, opening, problem.status)


def _make_address(subject: Subject, path: str) -> str:
    character = subject.character
    address = make_address("character", campaign_id=character.campaign_id, number=character.number)
    return f"{address}#{make_element_id(path)}"


def _render(
    request: HttpRequest, member: Member, subject: Subject, opening: Opening | None, status: int = 200
) -> HttpResponse:
    page = build_page(member, subject, opening)
    context = {"page": page, "find_picture": page.pictures.find}
    return render(request, "screens/character/page.html", context, status=status)
