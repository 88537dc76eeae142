"""Pasted statblocks: shown as they were read, and added to the fight on request."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from encounters import services
from encounters.access import for_dm
from encounters.errors import Invalid, Rejected
from encounters.responses import see
from encounters.screens.prepare.forms import PasteForm
from encounters.screens.prepare.view import PrepareView
from encounters.screens.prepare.views import bench_of, free_name
from encounters.screens.requests import read_post
from encounters.viewers import Viewer
from rules.api import BadEntry, PastedStatBlock

ALL = "all"
WHICH = re.compile(r"(\d{1,3})(?:\.([14]))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class PastePage:
    """The page on which stat blocks are pasted."""

    bench: PrepareView
    blocks: Sequence[PastedStatBlock]

    @property
    def sound(self) -> list[PastedStatBlock]:
        """Return the stat blocks without problems."""
        return [block for block in self.blocks if not block.problems]


@require_http_methods(["GET", "POST"])
@for_dm
def paste(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the box and the statblocks read from its text; with ``add``, add them to the fight.

    ``add`` is the number of a statblock, counted from 0: "2". "2.4" adds four of it. "all" adds every statblock without
    problems, each in its own number. Raises Http404 for a ruleset that reads no statblocks.
    """
    bench = bench_of(viewer)
    if bench.sheet.paste is None:
        raise Http404("These combatants have attributes that statblocks do not have.")
    form = PasteForm(read_post(request))
    blocks: list[PastedStatBlock] = []
    if request.method == "POST" and form.is_valid():
        try:
            blocks = bench.sheet.paste(form.cleaned_data["text"])
        except BadEntry as problem:
            form.add_error("text", problem.args[0])
        else:
            if "add" in request.POST:
                try:
                    _add(viewer, bench, _wanted(blocks, request.POST["add"]))
                except Rejected as problem:
                    form.add_rejection(problem)
                else:
                    return see("prepare", viewer.encounter_id)
    context = {"page": PastePage(bench, blocks), "form": form}
    return render(request, "screens/prepare/paste.html", context, status=form.status)


def _wanted(blocks: list[PastedStatBlock], which: str) -> list[dict[str, Any]]:
    """Return the definitions to add.

    Raises Invalid for a statblock that is unknown or has problems.
    """
    if which == ALL:
        return [block.definition for block in blocks if not block.problems]
    chosen = WHICH.fullmatch(which)
    if chosen is None or int(chosen[1]) >= len(blocks):
        raise Invalid("Choose which to add, and one or four.", "add")
    block = blocks[int(chosen[1])]
    if block.problems:
        raise Invalid(block.problems[0], "add")
    return [{**block.definition, **({"count": 4} if chosen[2] == "4" and "count" not in block.definition else {})}]


def _add(viewer: Viewer, bench: PrepareView, definitions: list[dict[str, Any]]) -> None:
    """Add the definitions to the side of the foes, under free ids and names."""
    with transaction.atomic():
        for each in definitions:
            id, name = free_name(PrepareView(bench.encounter), each["id"], each["name"])
            services.put_combatant(viewer, {**each, "id": id, "name": name, "side": "foes"})
