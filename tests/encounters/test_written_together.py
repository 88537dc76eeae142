"""Texts and orders that are written beside an input, with it or not at all.

They never replace what another browser has written meanwhile.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError
from django.test import Client

from encounters import services
from encounters.errors import Conflict, Invalid, RecapTaken, Rejected
from encounters.models import Encounter, Input, Round, Seat
from encounters.selectors import read_view
from encounters.services import acting, playing
from encounters.services.acting import LONGEST_RECAP
from rules.kernel.inputs import Change, EndEncounter, TakeBack
from tests.encounters.conftest import Table
from tests.encounters.dm_browser import HTMX, Hers
from tests.encounters.seated import At, begun_fight
from tests.encounters.test_two_submits import at_once

pytestmark = pytest.mark.storage

FOES = {"orc-1": "attack", "orc-2": "wait", "shaman": "wait", "canary": "attack"}


@pytest.fixture
def played(table: Table) -> Table:
    """Return a table whose first round is over."""
    table.play_round()
    return table


def recap(number: int = 1) -> str:
    """Return the recap that is stored of a round."""
    return Round.objects.filter(number=number).order_by("attempt").values_list("recap", flat=True)[0]


# Standing orders.


def test_standing_orders_of_several_browsers_all_stand(transactional_db: None) -> None:
    at = begun_fight()

    def order(who: str) -> Callable[[], object]:
        return lambda: services.order_group(at.dora, f"tap-{who}", [who], FOES[who])

    given = at_once(*map(order, FOES))
    assert [each for each in given if isinstance(each, Rejected)] == []
    assert Encounter.objects.get().standing == FOES


def test_a_standing_order_that_is_not_given_is_not_kept(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = begun_fight()

    def fail(*given: Any) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(playing, "_append", fail)
    with pytest.raises(OSError, match="full"):
        services.order_group(at.dora, at.tap(), ["orc-1"], "wait")
    assert Encounter.objects.get().standing == {}


# Recaps.


def test_a_recap_is_not_stored_where_the_next_round_cannot_begin(played: Table) -> None:
    services.end(played.dora, played.tap())
    with pytest.raises(Invalid, match="has ended"):
        services.publish_recap(played.dora, played.tap(), 1, "They met.", opens=True)
    assert recap() == ""


def test_a_tap_posts_its_recap_once(played: Table) -> None:
    hers = Hers(played, played.encounter.campaign.find_owner())
    posted = {"text": "They met.", "tap": "one"}
    first = hers.post("round/1/recap/", posted)
    services.publish_recap(played.dora, "two", 1, "They met at dawn.", Round.objects.get(number=1).recap_version)
    assert hers.post("round/1/recap/", posted) == first
    assert (recap(), hers.state.round) == ("They met at dawn.", 2)


@pytest.mark.parametrize("opens", [True, False])
def test_a_recap_replaces_none_that_its_writer_has_not_seen(played: Table, opens: bool) -> None:
    services.publish_recap(played.dora, "first", 1, "They met.")
    with pytest.raises(RecapTaken, match="round 1 was posted meanwhile"):
        services.publish_recap(played.dora, "second", 1, "They fought.", opens=opens)
    assert (recap(), Input.objects.filter(tap="second").exists()) == ("They met.", False)


def test_of_two_recaps_posted_at_once_one_is_stored_and_the_other_is_told(played: Table) -> None:
    texts = ("They met.", "They fought.")
    given = at_once(
        *[lambda text=text: services.publish_recap(played.dora, text[5:8], 1, text, opens=True) for text in texts]
    )
    assert sum(isinstance(each, RecapTaken) for each in given) == 1
    assert recap() == texts[next(n for n, each in enumerate(given) if isinstance(each, services.Outcome))]


def test_the_page_keeps_both_texts_and_posts_either(played: Table) -> None:
    hers = Hers(played, played.encounter.campaign.find_owner())
    seen = {"text": "They fought.", "seen": ""}
    services.publish_recap(played.dora, "first", 1, "They met.", opens=True)
    status, page = hers.post("round/1/recap/", seen, **HTMX)
    assert status == 409
    assert "They met." in page
    assert "They fought." in page
    version = Round.objects.get(number=1).recap_version
    assert f'name="seen" value="{version}"' in page
    assert hers.post("round/1/recap/", {"text": "They met.\n\nThey fought.", "seen": version})[0] == 303
    assert recap() == "They met.\n\nThey fought."


def test_a_recap_that_is_too_long_is_refused_with_its_length(played: Table) -> None:
    hers = Hers(played, played.encounter.campaign.find_owner())
    status, page = hers.post("round/1/recap/", {"text": "x" * (LONGEST_RECAP + 1)}, **HTMX)
    assert (status, recap(), hers.state.round) == (400, "", 1)
    assert "at most 20,000 letters, and this one has 20,001" in page


def test_a_recap_after_a_take_back_is_that_of_the_round_that_stands(played: Table) -> None:
    services.take_back(played.dora, played.tap(), Input.objects.count() - 2)
    while not read_view(played.dora).state.between_rounds:
        played.step()
    services.publish_recap(played.dora, played.tap(), 1, "They met.", opens=True)
    assert read_view(played.sam).read_recap(1) == "They met."


def test_a_recap_is_of_the_attempt_that_a_take_back_of_a_take_back_restores(played: Table) -> None:
    over = Input.objects.count()
    services.take_back(played.dora, played.tap(), 0)
    played.begin()
    services.take_back(played.dora, played.tap(), over)
    services.publish_recap(played.dora, played.tap(), 1, "They met.", opens=True)
    assert read_view(played.sam).read_recap(1) == "They met."


# Seeds, undoing and reopening: what was read is read again under the lock.


def test_no_seed_is_published_of_a_fight_whose_end_is_taken_back_meanwhile(
    played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.end(played.dora, played.tap())
    real = acting.require_dm

    def take_back_first(*given: Any) -> None:
        real(*given)
        monkeypatch.setattr(acting, "require_dm", real)
        services.take_back(played.dora, played.tap(), Input.objects.count() - 1)

    monkeypatch.setattr(acting, "require_dm", take_back_first)
    with pytest.raises(Conflict, match="when the fight has ended"):
        services.publish_dm_seed(played.dora, 1)
    assert not Round.objects.filter(dm_seed_published=True).exists()


def test_undo_spares_an_order_that_comes_at_the_same_time(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.begin()
    ruled = services.rule(table.dora, table.tap(), [Change("otis", "hp", by=-1)])
    real = playing._submit_once

    def answer_first(*given: Any) -> Any:
        monkeypatch.setattr(playing, "_submit_once", real)
        table.wait(table.pip, "otis")
        return real(*given)

    monkeypatch.setattr(playing, "_submit_once", answer_first)
    with pytest.raises(Conflict, match="Something has happened since"):
        services.undo(table.dora, table.tap(), ruled.position)
    assert Input.objects.filter(seat__isnull=False).exists()
    assert not Input.objects.filter(payload__type=TakeBack.__name__).exists()


# Constraints.


def test_an_error_of_the_database_is_raised_and_not_told_as_busy(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []

    def violate(*given: Any) -> None:
        tries.append(given)
        Round.objects.create(encounter=table.encounter, number=9, attempt=1)
        Round.objects.create(encounter=table.encounter, number=9, attempt=1)

    monkeypatch.setattr(playing, "_append", violate)
    with pytest.raises(IntegrityError):
        table.begin()
    assert len(tries) == 1


@pytest.mark.parametrize("given", [{"position": 1, "tap": "another"}, {"position": 2, "tap": "one"}])
def test_a_position_or_a_tap_that_is_taken_is_tried_again(
    table: Table, monkeypatch: pytest.MonkeyPatch, given: dict[str, Any]
) -> None:
    services.rule(table.dora, "one", [Change("otis", "hp", 3)])
    real, tries = playing._append, []

    def violate(*all: Any) -> None:
        tries.append(all)
        if len(tries) == 1:
            Input.objects.create(encounter=table.encounter, payload={}, **given)
        real(*all)

    monkeypatch.setattr(playing, "_append", violate)
    assert services.submit(table.dora, "two", EndEncounter()).position == 2
    assert len(tries) == 2


def test_a_name_that_is_taken_is_told_and_another_fault_is_not_told_so(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "already called Pip" in Client().post(at.url(), {"name": "Pip", "watch": "1"}).content.decode()
    monkeypatch.setattr("encounters.seats.hash_secret", lambda token: Seat.objects.all()[0].token_hash)
    with pytest.raises(IntegrityError):
        Client().post(at.url(), {"name": "Rex", "watch": "1"})
