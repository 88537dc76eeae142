"""The DM's own steps in a fight: one, or as many as pass until something happens."""

from encounters.access import require_dm
from encounters.encounter_view import EncounterView
from encounters.errors import Conflict
from encounters.narration import tell
from encounters.selectors import OpenForm, read_view
from encounters.services.acting import answer
from encounters.services.playing import Outcome, number_tap
from encounters.viewers import Viewer
from rules.api import NEXT, Form, OneOf, State
from rules.api import events as e

MOST_STEPS = 40
"""The most steps that are taken at one tap."""


def choose_only_answer(form: Form) -> dict[str, object]:
    """Return the answer to a form that offers no choice: the first option of each field."""
    return {field.name: field.choices[0].value for field in form.fields if isinstance(field, OneOf)}


def skip_to_event(viewer: Viewer, tap: str) -> Outcome:
    """Take the DM's step until something happens, is asked, or the round is over.

    Each step is an input of its own. Raises Conflict where there is no step to take.
    """
    require_dm(viewer)
    outcomes: list[Outcome] = []
    for number in range(MOST_STEPS):
        view = read_view(viewer)
        step = _find_step(view)
        if step is None:
            break
        given = choose_only_answer(step.form)
        outcomes.append(answer(viewer, number_tap(tap, number), step.question.token, given, view.viewer_log))
        if outcomes[0].repeated:
            return outcomes[0]
        if any(is_happening(event, view.state) for event in outcomes[-1].events):
            break
    if not outcomes:
        raise Conflict("There is no step to take now: somebody is asked, or the round is over.")
    return Outcome(outcomes[-1].position, tuple(event for each in outcomes for event in each.events))


def is_happening(event: e.Event, state: State) -> bool:
    """Return whether an event has a line in the DM's log: not a step, and nobody's waiting."""
    if isinstance(event, e.Answered | e.Waited) or not event.is_logged():
        return False
    return tell(event, state, knows=True) is not None


def _find_step(view: EncounterView) -> OpenForm | None:
    """Return the DM's step; None where somebody is awaited besides."""
    awaited = [each for each in view.state.open if each.awaited and not each.sealed]
    if view.state.open_rolls or len(awaited) != 1 or awaited[0].question != NEXT:
        return None
    form = view.build_form(awaited[0])
    return OpenForm(awaited[0], form) if form is not None else None
