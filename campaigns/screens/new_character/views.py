"""The page of a new character, and its making."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from campaigns.access import for_named
from campaigns.models import Character
from campaigns.screens.new_character.filling import Filling, fill_in
from campaigns.screens.new_character.new_character import (
    SheetForm,
    add_experience,
    build_page,
    build_preview,
    find_usual,
    list_paths,
    make_blank,
    make_form,
    split_values,
)
from campaigns.services import make_character
from encounters.addresses import make_address
from encounters.errors import Rejected
from encounters.models import Member
from encounters.responses import see
from encounters.screens.requests import read_post
from rules.api import list_rulesets


@require_http_methods(["GET", "POST"])
@for_named
def make_new_character(request: HttpRequest, member: Member) -> HttpResponse:
    """Show the page of a new character, and make it; a post that only looks makes nothing."""
    (posted, filling), campaign = fill_in(read_post(request)), member.campaign
    by = (request.GET if posted is None else posted).get("by", "")
    by = by if by in list_rulesets() else find_usual(campaign)
    form = make_form(posted, by)
    subject = make_blank(campaign, "" if posted is None else posted.get("class_", ""))
    beside = SheetForm(posted, subject=subject, paths=list_paths(by))
    is_looking = posted is None or "look" in posted or filling.is_done or bool(form.asks)
    if not is_looking and all([form.is_valid(), beside.is_valid()]):
        made = _make(request, member, form, beside, filling)
        if made is not None:
            return _go_on(request, made, by)
    preview = build_preview(form)
    if filling.is_done and posted is not None:
        # The forms are shown without errors: most of them is still to be typed.
        form, beside = make_form(None, by), SheetForm(subject=subject, paths=list_paths(by), initial=posted.dict())
        form.initial.update(posted.dict())
    page = build_page(request.user.get_username(), campaign, by, beside, preview, filling)
    status = filling.status if is_looking else max(form.status, beside.status)
    return render(request, "screens/character/new.html", {"page": page, "form": form}, status=status)


def _make(request: HttpRequest, member: Member, form: Any, beside: SheetForm, filling: Filling) -> Character | None:
    """Make the character of two valid forms; None after a refusal, which is in the form then."""
    definition = form.cleaned_data["definition"]
    columns, further, sheet = split_values(beside.cleaned_data["values"])
    columns = add_experience(columns, definition)
    sheet |= {"rolled": filling.rolled.stored} if filling.rolled is not None else {}
    try:
        made = make_character(member, str(definition.get("name", "")), {**definition, **further}, sheet, **columns)
    except Rejected as problem:
        form.add_rejection(problem)
        return None
    if form.remark:
        messages.info(request, form.remark)
    return made


def _go_on(request: HttpRequest, made: Character, by: str) -> HttpResponse:
    """Show the new sheet, or the page of another new character."""
    messages.success(request, f"{made.name} joins the party.")
    if "another" in request.POST:
        return see(make_address("new-character", {"by": by}, campaign_id=made.campaign_id))
    return see("character", made.campaign_id, made.number)
