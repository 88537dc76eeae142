"""The answer to every request for a fight that this version cannot read."""

import structlog
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from encounters.errors import Unreadable
from encounters.models import Encounter
from encounters.responses import is_htmx
from encounters.stored import note_fault
from rules.api import UnknownRuleset

log = structlog.get_logger(__name__)


class UnreadableFights(MiddlewareMixin):
    """Middleware that says that a fight cannot be read, and offers it to its DM as text."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the page for a fight that cannot be read, or None for any other error."""
        if isinstance(exception, UnknownRuleset):
            return _render(request, _find_number(request), str(exception))
        if not isinstance(exception, Unreadable):
            return None
        note_fault(exception)
        log.warning("fight not read", encounter=exception.encounter_id, problem=exception.reason)
        return _render(request, exception.encounter_id, exception.reason)


def _find_number(request: HttpRequest) -> int | None:
    match = request.resolver_match
    return match.kwargs.get("encounter_id") if match is not None else None


def _render(request: HttpRequest, encounter_id: int | None, reason: str) -> HttpResponse:
    if is_htmx(request):
        # The page itself is loaded again, and says what has happened.
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    owned = Encounter.objects.filter(pk=encounter_id, campaign__members__user=request.user.pk) if encounter_id else None
    encounter = owned.first() if owned is not None else None
    context = {"encounter": encounter, "reason": reason if encounter is not None else ""}
    return render(request, "unreadable.html", context, status=Unreadable.status)
