"""The step to the next event, which stops at what happens or is asked."""

import pytest

from encounters import services
from encounters.errors import Conflict
from encounters.models import Input
from encounters.narration import tell
from encounters.services.steps import is_happening
from rules.api import events as e
from tests.encounters.dm_browser import Hers
from tests.encounters.seated import At, prepared_fight


@pytest.fixture
def at(transactional_db: None) -> At:
    """Return a fight in which everybody waits, before its first segment."""
    at = prepared_fight()
    at.sit()
    services.open_encounter(at.dora)
    services.begin_round(at.dora, at.tap())
    for _ in range(2):
        services.close(at.dora, at.tap())
    return at


def happened(at: At, outcome: services.Outcome) -> list[e.Event]:
    return [event for event in outcome.events if is_happening(event, at.state)]


def test_empty_segments_pass_at_one_tap_each_an_input(at: At) -> None:
    before = Input.objects.count()
    outcome = services.skip_to_event(at.dora, at.tap())
    assert Input.objects.count() - before > 3
    began = [event for event in outcome.events if isinstance(event, e.SegmentBegan)]
    assert len(began) > 3
    assert len({event.clock for event in began}) == len(began)


def begin_with_attacks() -> At:
    """Return a fight in which two orcs attack, before its first segment."""
    at = prepared_fight()
    at.sit()
    services.open_encounter(at.dora)
    services.begin_round(at.dora, at.tap())
    services.order_group(at.dora, at.tap(), ["orc-1", "orc-2"], "attack")
    for _ in range(2):
        services.close(at.dora, at.tap())
    return at


def test_it_stops_where_something_happens(transactional_db: None) -> None:
    at = begin_with_attacks()
    outcome = services.skip_to_event(at.dora, at.tap())
    assert happened(at, outcome)
    assert not at.state.between_rounds
    last = max(event.clock or 0 for event in happened(at, outcome))
    assert last == at.state.clock


def test_a_tap_skips_once(at: At) -> None:
    hers = Hers(at, at.encounter.campaign.find_owner())  # type: ignore[arg-type]  # a table of the same names
    statuses, taken = [], []
    for _ in range(2):
        statuses.append(hers.post("skip/", {"tap": "same"})[0])
        taken.append(Input.objects.count())
    assert (statuses, taken[0]) == ([303, 303], taken[1])


def test_a_repeated_tap_does_not_go_on_from_where_the_first_stopped(transactional_db: None) -> None:
    at = begin_with_attacks()
    services.skip_to_event(at.dora, "same")
    assert [each.question for each in at.state.open] == ["next"]
    before = Input.objects.count()
    assert services.skip_to_event(at.dora, "same").repeated
    assert Input.objects.count() == before


def test_there_is_no_step_while_orders_are_given(transactional_db: None) -> None:
    at = prepared_fight()
    services.open_encounter(at.dora)
    services.begin_round(at.dora, at.tap())
    with pytest.raises(Conflict):
        services.skip_to_event(at.dora, at.tap())


def test_the_console_offers_it_beside_the_next_segment(at: At) -> None:
    hers = Hers(at, at.encounter.campaign.find_owner())  # type: ignore[arg-type]  # a table of the same names
    assert "Next event" in hers.page()
    assert hers.post("skip/")[0] == 303
    assert tell(e.SegmentBegan(clock=1), at.state) is None


def test_players_skip_nothing(at: At) -> None:
    before = Input.objects.count()
    for client in (at.pip, at.sam):
        assert client.post(f"/e/{at.encounter.pk}/skip/").status_code in (302, 403, 404)
    assert Input.objects.count() == before
