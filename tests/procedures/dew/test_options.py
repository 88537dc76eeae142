"""The class of a choice says all that is asked of it, and what it leaves out is named here."""

import inspect
import sys
from collections.abc import Iterator

import pytest

from rules.kernel.events import Event
from rules.procedures.dew.choices import ChoiceWords
from rules.procedures.dew.combat_option import CombatOption
from rules.procedures.dew.consultation import Reason
from rules.procedures.dew.events import EVENTS
from rules.procedures.dew.noncombat import ACTS, NoncombatAct
from rules.procedures.dew.options import ALL
from rules.procedures.dew.questions import REASONS

CHOICES = (*ALL, *ACTS)
MODULES = sorted(name for name in sys.modules if name.startswith("rules.procedures.dew."))


def list_events(module: str) -> set[type[Event]]:
    """Return the classes of events that stand in a module."""
    found = [each for _, each in inspect.getmembers(sys.modules[module], inspect.isclass)]
    return {each for each in found if each.__module__ == module and issubclass(each, Event)}


def list_reasons() -> Iterator[Reason]:
    """Yield the reasons to consult the DM that any module names."""
    for name in MODULES:
        yield from (each for each in vars(sys.modules[name]).values() if isinstance(each, Reason))


@pytest.mark.parametrize("choice", CHOICES, ids=lambda each: each.id)
def test_a_choice_has_words(choice: CombatOption | NoncombatAct) -> None:
    assert choice.label
    is_said = type(choice).build_clause is not ChoiceWords.build_clause
    assert choice.passes or is_said or choice.verb, "its class says `verb`, or its sentence in `build_clause`"


@pytest.mark.parametrize("kind", [CombatOption, NoncombatAct])
def test_every_class_of_choices_is_listed(kind: type[ChoiceWords]) -> None:
    unlisted = {*kind.__subclasses__()} - {type(each) for each in CHOICES}
    assert unlisted == set(), "its place is in `OFFERED` of options.py, or in `ACTS` of noncombat.py"


def test_every_event_is_listed() -> None:
    unlisted = {each for name in MODULES for each in list_events(name)} - {*EVENTS}
    assert unlisted == set(), "the class of its option names it in `events`, or it has a place in events.py"


def test_every_reason_to_consult_the_dm_is_listed() -> None:
    unlisted = {each.id for each in list_reasons()} - {each.id for each in REASONS}
    assert unlisted == set(), "the class of its option names it in `reasons`, or it has a place in questions.py"
