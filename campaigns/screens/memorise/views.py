"""The choice of spells on a player's phone."""

import json
from collections.abc import Callable
from dataclasses import replace

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from campaigns.access import list_own_characters
from campaigns.models import Character
from campaigns.screens.memorise.memorise import (
    ChoiceDraft,
    ChoicePage,
    Counts,
    build_choice,
    describe_theirs,
    read_draft,
)
from campaigns.services.characters import ChangedMeanwhile
from campaigns.services.memorising import NO_CHARACTER, choose_own_spells
from campaigns.spell_choice import describe_counts, read_choice
from encounters.access import for_campaign_seat
from encounters.addresses import make_address
from encounters.errors import Invalid, NotFound, Rejected
from encounters.models import Campaign, Seat
from encounters.narration.names import PARTY
from encounters.responses import redirect_after_post, to_http404
from encounters.screens.phone.regions import PhoneHead
from encounters.screens.tokens import build_token

Save = Callable[[Counts | None, object], Character]
"""The service that saves a choice: the counts or None for no choice, and the entries that the person saw."""


@require_http_methods(["GET", "POST"])
@for_campaign_seat
def choose_spells(request: HttpRequest, campaign: Campaign, seat: Seat, number: int) -> HttpResponse:
    """Show what a player's own character memorises at the next rest; a post steps or saves it.

    Own characters are counted from 1, as for their sheets.
    """
    own = list_own_characters(campaign, seat)
    character = own[number - 1] if 0 < number <= len(own) else None
    back = make_address("me", code=campaign.code)
    href = make_address("memorise", code=campaign.code, number=number)

    def save(counts: Counts | None, seen: object) -> Character:
        return choose_own_spells(seat, character.number if character is not None else 0, counts, seen)

    answer = answer_choice(request, character, save, href, back, is_dm=False)
    if isinstance(answer, HttpResponse):
        return answer
    page, status = answer
    me = PhoneHead(page.name, build_token(PARTY, page.name), plain=True)
    return render(request, "screens/memorise/page.html", {"choice": page, "me": me}, status=status)


def answer_choice(
    request: HttpRequest, character: Character | None, save: Save, href: str, back: str, *, is_dm: bool
) -> HttpResponse | tuple[ChoicePage, int]:
    """Return the choice with its status, or once it is saved the way back.

    Raises Http404 where the character has none.
    """
    choice = read_choice(character) if character is not None else None
    if character is None or choice is None:
        raise Http404(NO_CHARACTER)
    draft, status = None, 200
    if request.method == "POST":
        draft = read_draft(request.POST, choice)
        if request.POST.get("do") in ("save", "remove"):
            counts = draft.counts if request.POST["do"] == "save" else None
            try:
                saved = save(counts, json.loads(draft.seen or ""))
            except json.JSONDecodeError:
                draft, status = replace(draft, problem="Save it once more.", seen=None), Invalid.status
            except NotFound as problem:
                raise to_http404(problem) from problem
            except Rejected as problem:
                draft, status = _refuse(character, draft, problem, is_dm=is_dm), problem.status
            else:
                words = describe_counts(choice.last if counts is None else counts, choice.names) or "nothing"
                words += ", as last time" if counts is None else ""
                messages.info(request, f"After the next rest {saved.name} has memorised {words}.")
                return redirect_after_post(request, back)
    return build_choice(character, choice, draft, href, back, is_dm=is_dm), status


def _refuse(character: Character, draft: ChoiceDraft, problem: Rejected, *, is_dm: bool) -> ChoiceDraft:
    """Return a draft that was refused: it stays as it is, beside what somebody else has chosen."""
    if not isinstance(problem, ChangedMeanwhile):
        return replace(draft, problem=problem.message)
    character.refresh_from_db()
    return replace(draft, meanwhile=describe_theirs(character, problem.change, is_dm=is_dm), seen=None)
