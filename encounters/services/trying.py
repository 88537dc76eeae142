"""Trials: throw-away copies of encounters in preparation, in which the DM plays everybody.

A trial is an encounter with its own log, dice and code, which nobody else reaches. It is deleted when it is thrown
away, and when its encounter is tried again, opened or deleted. After a day it is deleted when its DM looks at the list.
"""

from datetime import timedelta
from typing import Any

from django.db import transaction

from encounters import times
from encounters.errors import Conflict, NotFound, Rejected
from encounters.models import Combatant, Encounter
from encounters.pictures import copy_pictures
from encounters.selectors import read_view
from encounters.services.acting import begin_round
from encounters.services.playing import Outcome, number_tap, submit
from encounters.services.preparing import delete, lock_in_preparation, open_encounter
from encounters.viewers import Viewer, build_dm_viewer
from rules.api import NEXT, CloseQuestions, GiveAnswer, State, find_likely_answer, get_ruleset

MOST_ASKED = 300
"""The most questions that are answered at one tap."""

KEPT = timedelta(days=1)
"""The time after which a trial that nobody ended is deleted."""


def try_alone(viewer: Viewer, tap: str) -> Encounter:
    """Return an opened copy of the viewer's encounter, in its first round.

    An earlier trial of it is deleted. Raises Invalid where the encounter cannot be opened, with the message of opening
    it, and Conflict once it has begun.
    """
    if viewer.is_dm:
        same = Encounter.objects.filter(trial_of=viewer.encounter_id, inputs__tap=tap).first()
        if same is not None:
            return same
    with transaction.atomic():
        with lock_in_preparation(viewer) as encounter:
            delete(Encounter.objects.filter(trial_of=encounter))
            trial = _copy(encounter)
        open_encounter(build_dm_viewer(trial))
    begin_round(build_dm_viewer(trial), tap)
    return trial


def _copy(encounter: Encounter) -> Encounter:
    trial = Encounter.objects.create(
        campaign=encounter.campaign,
        title=encounter.title,
        ruleset=encounter.ruleset,
        options=encounter.options,
        notes=encounter.notes,
        combatant_notes=encounter.combatant_notes,
        effects=encounter.effects,
        map_table=encounter.map_table,
        trial_of=encounter,
    )
    Combatant.objects.bulk_create(
        Combatant(encounter=trial, order=row.order, definition=row.definition) for row in encounter.combatants.all()
    )
    copy_pictures(encounter, trial)
    return trial


def throw_away(viewer: Viewer) -> int:
    """Delete the viewer's trial, and return the number of its encounter.

    Raises NotFound where it is no trial.
    """
    trial = _find_trial(viewer)
    assert trial.trial_of_id is not None
    delete(Encounter.objects.filter(pk=trial.pk))
    return trial.trial_of_id


def throw_away_old(owner: Any) -> None:
    """Delete every trial of this DM that is older than KEPT."""
    old = Encounter.objects.filter(campaign__members__user=owner, created__lt=times.now() - KEPT)
    delete(old.exclude(trial_of=None))


def order_all(viewer: Viewer, tap: str) -> Outcome:
    """Answer all open questions of a trial.

    Orders are those that each combatant would likely give, all other answers are defaults. Where orders are given
    together, side after side, those of all sides are given. Raises NotFound outside of a trial, and Conflict where
    nothing is asked.
    """
    _find_trial(viewer)
    given = _Given(viewer, tap)
    state = _read_state(viewer)
    stage = state.stage
    together = get_ruleset(state.ruleset).orders
    while _list_asked(state) and len(given.outcomes) < MOST_ASKED:
        given.answer_all(state)
        if given.is_repeated:
            return given.outcomes[0]
        state = _read_state(viewer)
        if stage != together or state.stage != stage:
            break
    if not given.outcomes:
        raise Conflict("Nothing is asked just now.")
    events = tuple(event for each in given.outcomes for event in each.events)
    return Outcome(given.outcomes[-1].position, events)


class _Given:
    """The answers that were given at one tap, each an input of its own."""

    def __init__(self, viewer: Viewer, tap: str) -> None:
        self.viewer, self.tap = viewer, tap
        self.outcomes: list[Outcome] = []

    @property
    def is_repeated(self) -> bool:
        """Return whether the tap was taken before; then nothing more is answered."""
        return bool(self.outcomes) and self.outcomes[0].repeated

    def answer_all(self, state: State) -> None:
        """Answer the questions of this state, as far as each is still open when its turn comes."""
        rules, asked = get_ruleset(state.ruleset), _list_asked(state)
        for question in state.open:
            form = rules.questions[question.question].form(state, question) if question.token in asked else None
            answer = find_likely_answer(state, question.who, form) if form is not None else None
            if answer is not None:
                self._give(GiveAnswer(question.token, answer, self.viewer.log_name))
        left = _list_asked(_read_state(self.viewer))
        for who in dict.fromkeys(who for token, who in left.items() if token in asked):
            self._give(CloseQuestions(who))

    def _give(self, what: GiveAnswer | CloseQuestions) -> None:
        if self.is_repeated:
            return
        try:
            self.outcomes.append(submit(self.viewer, number_tap(self.tap, len(self.outcomes)), what))
        except Rejected:
            # An earlier answer changed this question: closing it gives the default.
            return


def _list_asked(state: State) -> dict[str, str]:
    """Return the combatants that must answer or roll, by the token of the question or roll.

    The DM's own step is not among them.
    """
    asked = {each.token: each.who for each in state.open if each.awaited and not each.sealed and each.question != NEXT}
    return asked | {each.token: each.by for each in state.open_rolls}


def _read_state(viewer: Viewer) -> State:
    return read_view(viewer).state


def _find_trial(viewer: Viewer) -> Encounter:
    found = Encounter.objects.filter(pk=viewer.encounter_id).exclude(trial_of=None).first()
    if found is None or not viewer.is_dm:
        raise NotFound("This is not a trial.")
    return found
