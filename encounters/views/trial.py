"""Trials: the DM plays a round alone on a copy of the encounter, and deletes it."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from encounters import services
from encounters.errors import Late, Missing, NotTaken
from encounters.services import Outcome
from encounters.viewers import Viewer
from encounters.views.doors import for_dm, go_to, is_htmx, missing, note_trial, see, tap_of
from encounters.views.prepare import bench_of, page, unsaved
from encounters.views.run import act


@require_POST
@for_dm
def try_alone(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Save the rules as the page has them, and open a trial in its first round."""
    try:
        if (wrong := unsaved(request, viewer)) is not None:
            return wrong
        trial = services.try_alone(viewer, tap_of(request))
    except Late:
        return see("run", viewer.encounter_id)
    except NotTaken as problem:
        return page(request, bench_of(viewer), said=problem.message, status=problem.status)
    note_trial(request, trial)
    return see("run", trial.pk)


@act
def orders(request: HttpRequest, viewer: Viewer) -> Outcome:
    """Answer everything that is asked in a trial: likely orders, and defaults for the rest."""
    try:
        return services.order_all(viewer, tap_of(request))
    except Missing as problem:
        raise missing(problem) from problem


@require_POST
@for_dm
def throw_away(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Delete the trial, and go back to the page of preparation."""
    try:
        address = reverse("prepare", args=[services.throw_away(viewer)])
    except Missing as problem:
        raise missing(problem) from problem
    return go_to(address) if is_htmx(request) else see(address)
