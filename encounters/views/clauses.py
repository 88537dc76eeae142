"""One clause of a rule text: as a note where it is tapped, and as a page of its own."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from encounters.views.doors import is_htmx
from rules.clauses import lookup_clause
from rules.reference import UnknownId


@require_safe
def rule(request: HttpRequest, clause: str) -> HttpResponse:
    """What a clause says, and how it is read. Anybody may read the rules."""
    note = note_of(clause)
    if note is None:
        raise Http404("There is no such clause.")
    template = "components/note.html" if is_htmx(request) else "encounters/rule.html"
    return render(request, template, {"note": note})


def note_of(clause: str) -> dict[str, Any] | None:
    """The note of a clause: its id, what it says, how that is understood; None for one that no catalogue has."""
    try:
        found = lookup_clause(clause)
    except UnknownId:
        return None
    return {"clause": found.id, "title": "", "text": found.says, "facts": found.reading}
