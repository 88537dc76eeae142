"""The acts on a row of the cast.

The DM says how many there are, splits them, has them hidden or later, takes them out and puts them back.
"""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from encounters import services
from encounters.counting import change_count, split
from encounters.errors import Invalid
from encounters.models import Combatant, Encounter
from encounters.numbers import read_whole
from encounters.screens.prepare.bars import CAST, PUT_BACK
from encounters.screens.prepare.preparation_view import PreparationView, arrange_newcomers
from encounters.screens.prepare.views import answer_act, for_preparation, read_preparation
from encounters.services.preparing import build_roster, read_setting
from encounters.viewers import Viewer
from rules.api import LAST_WAVE

TAKEN_OUT = "taken-out"
"""The session's key for the row that was taken out last, by encounter."""


def _find_row(prepared: PreparationView, pk: int) -> Combatant:
    """Return a row of the cast. Raises Http404."""
    found = next((each for each in prepared.rows if each.pk == pk), None)
    if found is None:
        raise Http404("There is no such combatant.")
    return found


@require_POST
@for_preparation
def set_count(request: HttpRequest, viewer: Viewer, pk: int) -> HttpResponse:
    """Set how many a row stands for; 0 takes it out."""
    prepared = read_preparation(viewer)
    row = _find_row(prepared, pk)

    def count() -> None:
        number = read_whole(request.POST.get("count", ""))
        if number is None:
            raise Invalid("Write how many: a whole number.", "count")
        if number:
            services.replace_combatants(viewer, {pk: _change_count(prepared, row, number)})
        else:
            _take_out(request, viewer, row)

    return answer_act(request, viewer, count)


def _change_count(prepared: PreparationView, row: Combatant, count: int) -> dict[str, Any]:
    """Return the definition of a row for so many; newcomers stand beside the last one."""
    own = prepared.stat_blocks[row.pk]
    others = [each for each in prepared.everyone if each not in own]
    definition = change_count(row.definition, count, others)
    if isinstance(points := definition.get("hp"), list) and not row.rolled:
        bare = {key: value for key, value in row.definition.items() if key not in ("hp", "count", "position")}
        average = build_roster([bare], read_setting(prepared.encounter))[0].defence.hit_points
        definition["hp"] = [*points, *([average] * (count - len(points)))]
    return arrange_newcomers(prepared, definition, others)


@require_POST
@for_preparation
def choose_points(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Have the hit points of foes rolled, or take the average."""
    is_rolled = request.POST.get("points") == "rolled"
    return answer_act(request, viewer, lambda: services.choose_points(viewer, rolled=is_rolled))


@require_POST
@for_preparation
def split_group(request: HttpRequest, viewer: Viewer, pk: int) -> HttpResponse:
    """Put a row for each of several alike in place of theirs."""
    row = _find_row(read_preparation(viewer), pk)
    return answer_act(request, viewer, lambda: services.replace_by_several(viewer, pk, split(row.definition)))


@require_POST
@for_preparation
def set_arrival(request: HttpRequest, viewer: Viewer, pk: int) -> HttpResponse:
    """Set whether a row is hidden, and the round in which it comes."""
    row = _find_row(read_preparation(viewer), pk)

    def put() -> None:
        text = request.POST.get("wave", "").strip()
        wave = read_whole(text)
        if text and (wave is None or not 1 <= wave <= LAST_WAVE):
            raise Invalid(f"'{text}' is no round. Write a number from 1, or nothing.", "wave")
        arrival: dict[str, Any] = {"hidden": True} if "hidden" in request.POST else {}
        arrival |= {"wave": wave} if wave else {}
        rest = {key: value for key, value in row.definition.items() if key not in ("hidden", "wave")}
        services.replace_combatants(viewer, {pk: {**rest, **arrival}})

    return answer_act(request, viewer, put)


@require_POST
@for_preparation
def remove(request: HttpRequest, viewer: Viewer, pk: int) -> HttpResponse:
    """Take a row out of the cast."""
    row = _find_row(read_preparation(viewer), pk)
    return answer_act(request, viewer, lambda: _take_out(request, viewer, row))


def _take_out(request: HttpRequest, viewer: Viewer, row: Combatant) -> None:
    services.remove_combatant(viewer, row.pk)
    _note_taken_out(request, row.encounter, row.definition)
    messages.info(request, f"{row} is taken out.", f"{CAST} {PUT_BACK}")


def _note_taken_out(request: HttpRequest, encounter: Encounter, definition: Mapping[str, Any]) -> None:
    request.session[TAKEN_OUT] = {str(encounter.pk): dict(definition)}


@require_POST
@for_preparation
def put_back(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Put back the row that was taken out last."""
    definition = request.session.get(TAKEN_OUT, {}).get(str(viewer.encounter_id))

    def put() -> None:
        if definition is None:
            raise Invalid("Nobody was taken out.", "combatant")
        services.add_combatants(viewer, [definition])
        del request.session[TAKEN_OUT]

    return answer_act(request, viewer, put)
