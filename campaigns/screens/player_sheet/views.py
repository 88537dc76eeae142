"""The sheet of an own character on a phone, and its changes by the player."""

import json
from collections.abc import Sequence
from dataclasses import replace

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.access import list_own_characters
from campaigns.definitions import read_value
from campaigns.models import Character
from campaigns.pictures import OwnPictures
from campaigns.screens.character.sheet_values import THE_DM, Meanwhile, Opening, make_element_id
from campaigns.screens.character.values import EditableValue, find_value, read_items, read_lone_subject
from campaigns.screens.player_sheet.player_sheet import build_player_sheet
from campaigns.services.asking import AskedValue, ask_for_value, withdraw_ask
from campaigns.services.characters import ChangedMeanwhile
from campaigns.services.own_characters import change_own_character
from encounters.access import for_campaign_seat
from encounters.addresses import make_address
from encounters.errors import Conflict, Invalid, NotFound, Rejected
from encounters.models import Campaign, Seat
from encounters.responses import see

MOVED = "Another character had this place. This one is {}: save it once more."
NOT_YOURS = "You do not play this character any more. Nothing was changed."


@require_http_methods(["GET", "POST"])
@for_campaign_seat
def show_player_sheet(request: HttpRequest, campaign: Campaign, seat: Seat, number: int) -> HttpResponse:
    """Show one of the player's own characters, counted from 1.

    A post changes one value of it, or asks for it.
    """
    characters = list_own_characters(campaign, seat)
    if request.method == "POST" and seat.kind == Seat.Kind.PLAYER:
        return _change(request, campaign, seat, characters, number)
    if not 0 < number <= len(characters):
        raise Http404("There is no such sheet.")
    path = request.GET.get("change", "")
    value = find_value(characters[number - 1], path, read_items(characters[number - 1]))
    return _render(request, seat, characters, number, Opening(path) if value is not None else None)


@require_safe
@for_campaign_seat
def find_player_sheet(request: HttpRequest, campaign: Campaign, seat: Seat, who: str) -> HttpResponse:
    """Lead from a fight to the sheet of an own character, by its id as a combatant."""
    keys = [each.key for each in list_own_characters(campaign, seat)]
    if who not in keys:
        messages.info(request, "This campaign keeps no sheet for that character.")
        return see("me", campaign.code)
    return see(f"{make_address('player-sheet', code=campaign.code, number=keys.index(who) + 1)}#gear")


def _change(
    request: HttpRequest, campaign: Campaign, seat: Seat, characters: Sequence[Character], number: int
) -> HttpResponse:
    """Change a value or ask for it, and show the sheet.

    After a refusal it has what was typed, and why.
    """
    at = _find_place(request, characters)
    if at is None:
        messages.error(request, NOT_YOURS)
        return see("me", campaign.code)
    character = characters[at - 1]
    value = find_value(character, request.POST.get("path", ""), read_items(character))
    if value is None:
        messages.error(request, "The sheet has no such value. Nothing was changed.")
        return _render(request, seat, characters, at, None, Invalid.status)
    opening = Opening(value.path, request.POST.get("value", ""), why=request.POST.get("why", ""))
    if at != number:
        moved = replace(opening, error=MOVED.format(character.name))
        return _render(request, seat, characters, at, moved, Conflict.status)
    try:
        if request.POST.get("do") == "withdraw":
            withdraw_ask(seat, character.key, value.path)
        else:
            _write(seat, character, value, opening, request.POST)
    except NotFound:
        messages.error(request, NOT_YOURS)
        return see("me", campaign.code)
    except Rejected as problem:
        return _show_refused(request, campaign, seat, value, opening, problem)
    address = make_address("player-sheet", code=campaign.code, number=number)
    # What is asked stands at the top.
    return see(address if "do" in request.POST else f"{address}#{make_element_id(value.path)}")


def _find_place(request: HttpRequest, characters: Sequence[Character]) -> int | None:
    """Return the number of the own character whose id was posted; None for no such one."""
    key = request.POST.get("key", "")
    return next((n for n, each in enumerate(characters, 1) if each.key == key), None)


def _write(seat: Seat, character: Character, value: EditableValue, opening: Opening, posted: QueryDict) -> None:
    """Write what a player typed, or ask the DM for it. Raises Rejected."""
    subject = read_lone_subject(character)
    try:
        read, before = value.kind.read(opening.typed or "", subject), json.loads(posted.get("seen", ""))
    except json.JSONDecodeError as problem:
        raise Invalid("Save it once more.", value.path) from problem
    except ValueError as problem:
        raise Invalid(str(problem), value.path) from problem
    values = value.list_written(read, subject)
    if posted.get("do") == "ask":
        ask_for_value(seat, character.key, AskedValue(value.path, read, before, values), opening.why)
    else:
        change_own_character(seat, character.key, values, value.list_seen(before))


def _show_refused(
    request: HttpRequest, campaign: Campaign, seat: Seat, value: EditableValue, opening: Opening, problem: Rejected
) -> HttpResponse:
    """Show the sheet as it is now, with what was typed and why it was not taken."""
    characters, meanwhile = list_own_characters(campaign, seat), None
    at = _find_place(request, characters)
    if at is None:
        messages.error(request, NOT_YOURS)
        return see("me", campaign.code)
    if isinstance(problem, ChangedMeanwhile):
        subject = read_lone_subject(characters[at - 1])
        stored = read_value(subject.character, value.path)
        now = value.kind.describe(stored, subject) or value.kind.write(stored, subject)
        by = THE_DM if problem.change is not None and problem.change.user_id is not None else problem.by
        meanwhile = Meanwhile(by, problem.change, now)
    words = problem.message.rpartition('": ')[2] or problem.message
    opening = replace(opening, error=words, meanwhile=meanwhile)
    return _render(request, seat, characters, at, opening, problem.status)


def _render(
    request: HttpRequest,
    seat: Seat,
    characters: Sequence[Character],
    number: int,
    opening: Opening | None,
    status: int = 200,
) -> HttpResponse:
    pictures = OwnPictures(seat.campaign.code, characters)
    page = build_player_sheet(seat, characters, number, pictures, opening)
    context = {"page": page, "find_picture": pictures.find}
    return render(request, "screens/player_sheet/page.html", context, status=status)
