"""Deeds name the events by which they succeed, and these say what screens ask of them.

Files, coverage, comparisons and the phone read it there, so that no table lists the kinds of deeds or of their events.
"""

from collections.abc import Iterator

from rules.compare.deeds import READERS
from rules.kernel.deeds import DEED_KINDS, Deed, DeedGroup
from rules.kernel.events import Event
from rules.procedures import get_all_kinds


def list_deeds() -> list[type[Deed]]:
    """Return the classes of deeds of all procedures that have a kind."""
    get_all_kinds()
    return [each for each in DEED_KINDS.values() if each.kind and each.__module__.startswith("rules.")]


def list_successes() -> Iterator[tuple[type[Deed], type[Event]]]:
    """Yield every class of deeds with each kind of events by which it succeeds."""
    for deed in list_deeds():
        yield from ((deed, event) for event in deed.succeeds_by)


def test_every_class_of_deeds_says_by_which_events_it_succeeds() -> None:
    assert [each.__name__ for each in list_deeds() if not hasattr(each, "succeeds_by")] == []


def test_an_event_by_which_a_deed_succeeds_says_whether_it_is_the_act() -> None:
    unsaid = [event.kind for _, event in list_successes() if event.is_act == event.leads_to_act]
    assert unsaid == [], (
        "its class says `is_act = True`, or `leads_to_act = True`: the phone tells an order's outcome by it"
    )


def test_an_event_by_which_a_deed_succeeds_is_compared() -> None:
    compared = {*READERS, *(each for each in get_all_kinds().values() if each.get_result is not Event.get_result)}
    asked = [
        event.kind for deed, event in list_successes() if event not in compared and deed.group != DeedGroup.PASSIVE
    ]
    assert asked == [], "its class says by `get_result` what a comparison of procedures shows"


def test_the_verbs_of_a_deed_are_those_of_its_events() -> None:
    for deed in list_deeds():
        assert {*deed.verbs} <= {verb.word for event in deed.succeeds_by for verb in event.verbs}, deed
