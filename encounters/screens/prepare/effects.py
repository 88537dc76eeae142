"""The page of the effects of magic that a DM changes in preparation."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from encounters import services
from encounters.errors import Rejected
from encounters.narration.effects import ON, describe_part
from encounters.responses import see
from encounters.screens.effect_form import EffectForm, EffectRow, EffectSearch, find_magic, join_magic
from encounters.screens.prepare.preparation_view import PreparationView
from encounters.screens.prepare.views import for_preparation, read_preparation
from encounters.screens.requests import read_post
from encounters.viewers import Viewer
from rules.api import AMOUNTS, EffectChange, EffectEntry, find_effect, list_known_magic, read_effects


@dataclass(frozen=True, slots=True)
class EffectsPage:
    """The page of changed effects."""

    url: str
    """The address of the page of preparation."""
    title: str
    search: EffectSearch
    of: str
    """The id of the magic in the form; "" for none."""
    named: str
    """The names of the magic in the form."""


@require_http_methods(["GET", "POST"])
@for_preparation
def change_effects(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the changed effects, a search and the form of one; a post saves the form."""
    prepared = read_preparation(viewer)
    known, of = list_known_magic(prepared.everyone), request.GET.get("magic", "")
    if of and of not in known:
        raise Http404("There is no such spell or device.")
    entry = _find_entry(prepared, of) if of else None
    magic = entry.magic if entry is not None else (of,)
    form = EffectForm(read_post(request), magic=magic, entry=entry) if of else None
    if form is not None and request.method == "POST" and form.is_valid():
        try:
            services.change_effect(viewer, form.cleaned_data["row"], of)
        except Rejected as problem:
            form.add_rejection(problem)
        else:
            return see("change-effects", viewer.encounter_id)
    query = request.GET.get("q", "").strip()
    search = EffectSearch(
        prepared.make_url("change-effects"),
        prepared.make_url("restore-effect"),
        list(_list_changed(prepared, known)),
        query,
        find_magic(known, prepared.everyone, query),
        "Everything does what the tables say. Choose a spell or device to change what it does in this fight.",
    )
    named = join_magic(known, magic) if of else ""
    page = EffectsPage(prepared.make_url("prepare"), prepared.encounter.title, search, of, named)
    status = form.status if form is not None else 200
    return render(request, "screens/prepare/effects.html", {"page": page, "form": form}, status=status)


@require_POST
@for_preparation
def restore_effect(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Let magic do again what the tables say."""
    read_preparation(viewer)
    services.restore_effect(viewer, request.POST.get("of", ""))
    return see("change-effects", viewer.encounter_id)


def _find_entry(prepared: PreparationView, of: str) -> EffectEntry | None:
    """Return what magic does in this fight: as it was changed, else by the tables."""
    rows = [each for each in prepared.encounter.effects if of in each["magic"]]
    return read_effects(rows, prepared.everyone)[0] if rows else find_effect(of)


def _list_changed(prepared: PreparationView, known: Mapping[str, str]) -> Iterator[EffectRow]:
    for each in prepared.encounter.effects:
        rows = [part for part in each["parts"] if isinstance(part, Mapping)]
        does = "; ".join(describe_row(part) for part in rows)
        yield EffectRow(each["magic"][0], join_magic(known, each["magic"]), does)


def describe_row(part: Mapping[str, Any]) -> str:
    """Return a part of an [[effect]] table in words: "blessed (to hit +2) on its targets"."""
    changes = [
        EffectChange(each["what"], Fraction(str(each[how])), how)
        for each in part.get("changes", ())
        for how in AMOUNTS
        if how in each
    ]
    return f"{describe_part(part['name'], changes)} on {ON[part.get('on', 'targets')]}"
