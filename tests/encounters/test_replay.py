"""A round replayed to a stop.

What came after its end is not shown, its log follows, keys lead on and back.
"""

import re
from typing import Any

import pytest
from django.test import Client

from encounters import services
from encounters.models import Encounter
from encounters.screens.stops import ReplayPlace, ReplayStop, count_until, find_keys, list_stops, read_stop
from rules.kernel import events as e
from rules.kernel.inputs import Change
from tests.encounters.seated import At, markup, words


@pytest.fixture
def dora(at: At) -> Client:
    client = Client()
    client.force_login(Encounter.objects.get().campaign.find_owner())
    return client


@pytest.fixture
def played(at: At) -> At:
    """Round 1 was played: Tenser cast web, which is complete in segment 2."""
    at.answer(at.quill, action="D", how="spell", spell="magic_user_web", target="orc-1")
    services.close(at.dora, at.tap())
    at.finish()
    return at


def rule(at: At) -> None:
    services.rule(at.dora, at.tap(), [Change("otis", "hp", 9)], "a bruise")


def take_the_ruling_back(at: At) -> None:
    rule(at)
    at.encounter.refresh_from_db()
    services.take_back(at.dora, at.tap(), at.encounter.position - 1)


def bring_a_wave(at: At) -> None:
    services.bring_in_combatants(
        at.dora, at.tap(), [{"id": "late", "name": "Latecomer", "side": "foes", "monster": "orc"}]
    )


@pytest.mark.parametrize("between", [rule, take_the_ruling_back, bring_a_wave])
def test_what_comes_between_rounds_is_in_no_replay_of_a_segment(played: At, dora: Client, between: Any) -> None:
    before = words(dora.get(f"/e/{played.encounter.pk}/round/1/?at=1")), words(played.sam.get(replay_at(played, 1)))
    between(played)
    after = words(dora.get(f"/e/{played.encounter.pk}/round/1/?at=1")), words(played.sam.get(replay_at(played, 1)))
    assert after == before
    assert "Replay: Round 1, segment 1" in after[1]
    assert "over" not in after[1]


def replay_at(at: At, stop: object) -> str:
    return at.url(f"round/1/?at={stop}")


def test_the_log_of_the_dms_replay_ends_where_the_replay_does(played: At, dora: Client) -> None:
    page = f"/e/{played.encounter.pk}/round/1/"
    assert labels(dora.get(page))[-1] == "10"
    assert labels(dora.get(f"{page}?at=2")) == ["Orders", "1", "2"]
    assert "web" in words(dora.get(f"{page}?at=2")).lower()


def labels(page: Any) -> list[str]:
    """Return the headings of the groups of the log."""
    return re.findall(r'<li class="segh" data-clock="([^"]*)"', markup(page))


def test_what_is_ruled_after_a_round_has_a_heading_of_its_own(played: At, dora: Client) -> None:
    rule(played)
    assert labels(dora.get(f"/e/{played.encounter.pk}/"))[-1] == "After the round"


def test_after_a_take_back_the_log_goes_on_at_the_segment_that_was_returned_to(at: At, dora: Client) -> None:
    services.close(at.dora, at.tap())
    at.step_to(2)
    at.encounter.refresh_from_db()
    at_two = at.encounter.position
    at.step_to(7)
    services.take_back(at.dora, at.tap(), at_two)
    page = dora.get(f"/e/{at.encounter.pk}/")
    assert re.findall(r"<b>(\w+)</b> now", markup(page)) == ["2"]
    assert labels(page)[-1] == "2"


def test_after_a_take_back_to_the_orders_the_log_goes_on_there(at: At, dora: Client) -> None:
    at.encounter.refresh_from_db()
    ordering = at.encounter.position
    services.close(at.dora, at.tap())
    at.finish()
    services.take_back(at.dora, at.tap(), ordering)
    assert labels(dora.get(f"/e/{at.encounter.pk}/"))[-1] == "Orders"


# Stops.


@pytest.mark.parametrize(
    ("given", "stop"),
    [("3", ReplayStop(3)), ("-1", ReplayStop(-1)), ("3.2", ReplayStop(3, 2)), ("", None), ("3.", None), (".2", None),
     ("3.-1", None), ("٣", None), ("9" * 5000, None)],
)  # fmt: skip
def test_a_stop_is_read_from_an_address(given: str, stop: ReplayStop | None) -> None:
    assert read_stop(given) == stop


ROUND = [
    e.RoundBegan(round=1),
    e.MomentBegan(round=1, clock=7, moment=1),  # before any column
    e.SegmentBegan(round=1, clock=1),
    e.Slain(round=1, clock=1, moment=1, who="a"),
    e.Asked(round=1, clock=1, moment=1, id="1", who="b", question="next"),
    e.Slain(round=1, clock=1, moment=2, who="b"),
    e.SegmentBegan(round=1, clock=2),
    e.RoundEnded(round=1),
    e.Ruled(round=1, who="a", what="hp", old=1, new=2),
]


def is_told(event: e.Event) -> bool:
    return isinstance(event, e.Slain)


def test_a_column_has_a_stop_for_each_moment_of_which_something_is_told() -> None:
    assert list_stops(ROUND, is_told) == [ReplayStop(1, 1), ReplayStop(1), ReplayStop(2)]


@pytest.mark.parametrize(
    ("stop", "count"), [(ReplayStop(1, 1), 5), (ReplayStop(1), 6), (ReplayStop(2), 7), (None, 9), (ReplayStop(9), 7)]
)
def test_a_replay_ends_at_its_stop(stop: ReplayStop | None, count: int) -> None:
    assert count_until([*ROUND, e.RoundBegan(round=2)], 1, stop, is_told) == count


def test_keys_lead_a_moment_or_a_column_on_and_back() -> None:
    places = [ReplayPlace(number, stop) for number in (1, 2) for stop in list_stops(ROUND, is_told)]
    keys = find_keys(places, ReplayPlace(1, ReplayStop(2)), lambda place: f"{place.number}:{place.stop}")
    assert dict(keys) == {
        "ArrowLeft": "1:1",
        "ArrowRight": "2:1.1",
        "Shift+ArrowLeft": "1:1",
        "Shift+ArrowRight": "2:1",
        "Home": "1:1.1",
        "End": "2:2",
    }
