"""Stored events: every kind comes back from the database as it was stored."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User

from encounters.log import read_log
from encounters.models import Input
from encounters.services.playing import append_events
from rules.kernel.codec import encode_input
from rules.kernel.events import Event
from rules.kernel.inputs import BeginRound
from rules.procedures import get_all_kinds, register, unregister
from tests.encounters.test_secrecy_on_the_wire import marks
from tests.people import make_encounter
from tests.rules.test_reveal_table import sample
from tests.rules.watchers import opened


@pytest.fixture
def anything() -> Iterator[str]:
    """Offer rules under which every kind of event may happen; yield their name."""
    register("anything", "tests.encounters.test_secrecy_on_the_wire:Anything")
    yield "anything"
    unregister("anything")


def test_every_kind_of_event_comes_back_with_every_field_as_it_was_stored(dora: User, anything: str) -> None:
    events: list[Event] = [opened()]
    for kind in get_all_kinds().values():
        events += [sample(kind), sample(kind, **{name: value for name, (value, _) in marks(kind).items()})]
    encounter = make_encounter(dora, title="The weir", ruleset=anything)
    row = Input.objects.create(encounter=encounter, position=1, tap="tap-1", payload=encode_input(BeginRound()))
    append_events(encounter, [(None, events[0])], 0)
    append_events(encounter, [(row, event) for event in events[1:]], 1)
    assert [entry.event for entry in read_log(encounter.pk)] == events
