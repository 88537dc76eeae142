"""A tap that comes again because its first answer was lost.

It is answered as the first one was.
"""

from importlib import import_module
from typing import Any
from urllib.parse import urlencode

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.errors import Invalid
from encounters.models import Encounter, Input
from encounters.screens.dm.dm_view import read_dm_view
from encounters.screens.dm.faces import list_dice_of_round
from encounters.viewers import build_dm_viewer
from rules.kernel.inputs import Change
from tests.conventions.sources import shown, sources
from tests.encounters.conftest import Table
from tests.encounters.dm_browser import HTMX, Hers
from tests.encounters.seated import At, prepared_fight

pytestmark = pytest.mark.storage

BOTH = pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])


@pytest.fixture
def hers(table: Table, dora: User) -> Hers:
    return Hers(table, dora)


def assert_taken_once(hers: Hers, address: str, given: dict[str, object], headers: dict[str, Any]) -> None:
    """Check that the same post is answered alike, and taken once."""
    given = {**given, "tap": "one-tap"}
    first, again = (hers.post(address, given, **headers)[0] for _ in range(2))
    assert first == again
    assert first in (200, 303)
    assert Input.objects.filter(tap="one-tap").count() == 1
    hers.post(address, {**given, "tap": "another-tap"}, **headers)


@BOTH
def test_opening_a_round(hers: Hers, headers: dict[str, Any]) -> None:
    assert_taken_once(hers, "round/", {"after": "-1"}, headers)
    assert hers.state.round == 1


@BOTH
def test_answering(hers: Hers, headers: dict[str, Any]) -> None:
    hers.begin()
    assert_taken_once(hers, "answer/", {"token": hers.token("jaroo"), "answer.action": "C"}, headers)


@BOTH
def test_saving_a_recap_opens_the_next_round_once(hers: Hers, headers: dict[str, Any]) -> None:
    hers.play_round()
    assert_taken_once(hers, "round/1/recap/", {"text": "They met."}, headers)
    assert hers.state.round == 2


def test_ruling_a_die(hers: Hers) -> None:
    hers.play_round()
    die = next(iter(list_dice_of_round(read_dm_view(hers.table.dora))))
    assert_taken_once(hers, f"face/?{urlencode(die.key)}", {"face": "1", "note": "cocked"}, {})


@BOTH
def test_stepping(hers: Hers, headers: dict[str, Any]) -> None:
    hers.begin()
    services.close(hers.table.dora, "close")
    assert_taken_once(hers, "next/", {"token": hers.token("dm")}, headers)


@BOTH
def test_closing_with_defaults(hers: Hers, headers: dict[str, Any]) -> None:
    hers.begin()
    assert_taken_once(hers, "close/", {"who": "otis"}, headers)


def test_taking_back(hers: Hers) -> None:
    hers.begin()
    assert_taken_once(hers, "take-back/", {"to": "0", "note": "again"}, {})


def test_ruling(hers: Hers) -> None:
    hers.begin()
    assert_taken_once(hers, "ruling/", {"who": "otis", "what": "hp", "value": "3", "note": "a fall"}, {})


def test_bringing_a_combatant_into_play(hers: Hers) -> None:
    hers.begin()
    assert_taken_once(hers, "add/pick/", {"add": "wolf.1", "side": "foes"}, {})


def test_ending(hers: Hers) -> None:
    hers.begin()
    assert_taken_once(hers, "end/", {"note": "they parted"}, {})


@BOTH
def test_a_players_order(at: At, headers: dict[str, Any]) -> None:
    posted = {"token": at.token(at.quill), "tap": "one-tap", "done": "1", "answer.action": "C"}
    first, again = (at.quill.post(at.url("me/answer/"), posted, headers=headers) for _ in range(2))
    assert first.status_code == again.status_code
    assert first.status_code in (200, 303)
    assert Input.objects.filter(tap="one-tap").count() == 1
    late = at.quill.post(at.url("me/answer/"), {**posted, "tap": "another-tap"}, headers=headers)
    assert late.status_code == 409


def test_a_refused_order_is_refused_again(at: At) -> None:
    posted = {
        "token": at.token(at.quill),
        "tap": "one-tap",
        "done": "1",
        "answer.action": "P",
        "answer.target": "orc-1",
    }
    statuses = [at.quill.post(at.url("me/answer/"), posted).status_code for _ in range(2)]
    assert (statuses, Input.objects.filter(tap="one-tap").count()) == ([422, 422], 1)


def test_another_persons_tap_of_the_same_id_is_not_told(at: At) -> None:
    at.answer(at.quill, tap="one-tap", action="C")
    posted = {"token": at.token(at.pip), "tap": "one-tap", "done": "1", "answer.action": "C"}
    assert at.pip.post(at.url("me/answer/"), posted).status_code == 409
    assert not next(each for each in at.state.open if each.who == "otis").sealed


def test_trying_a_round_alone(prepared: Encounter) -> None:
    viewer = build_dm_viewer(prepared)
    assert services.try_alone(viewer, "one-tap") == services.try_alone(viewer, "one-tap")
    assert services.try_alone(viewer, "another-tap") != services.try_alone(viewer, "one-tap")


def test_ordering_everybody_in_a_trial(prepared: Encounter) -> None:
    trial = services.try_alone(build_dm_viewer(prepared), "try")
    dora = Client()
    dora.force_login(prepared.campaign.find_owner())
    statuses, taken = [], []
    for _ in range(2):
        statuses.append(dora.post(f"/e/{trial.pk}/orders/", {"tap": "one-tap"}).status_code)
        taken.append(Input.objects.count())
    assert (statuses, taken[0]) == ([303, 303], taken[1])


def test_a_repeated_tap_answers_nothing_that_is_asked_by_then(prepared: Encounter) -> None:
    viewer = build_dm_viewer(services.try_alone(build_dm_viewer(prepared), "try"))
    services.order_all(viewer, "one-tap")
    services.skip_to_event(viewer, "step")
    services.take_back(viewer, "back", 1)
    taken = Input.objects.count()
    assert services.order_all(viewer, "one-tap").repeated
    assert Input.objects.count() == taken


def test_changing_the_map_from_the_fight(hers: Hers) -> None:
    hers.begin()
    assert_taken_once(hers, "map/", {"line": "wall 0,0 10,0"}, HTMX)


def test_ordering_a_group(transactional_db: None) -> None:
    at = prepared_fight()
    at.sit()
    services.open_encounter(at.dora)
    services.begin_round(at.dora, at.tap())
    hers = Hers(at, at.encounter.campaign.find_owner())  # type: ignore[arg-type]  # a table of the same names
    given: dict[str, object] = {"of": ["orc-1"], "order": "attack"}
    count = Input.objects.filter(tap="one-tap").count
    first, again = (hers.post("group/", {**given, "tap": "one-tap"})[0] for _ in range(2))
    assert (first, again, count()) == (303, 303, 1)
    assert hers.post("group/", {**given, "tap": "another-tap"})[0] == 409


def test_one_place_asks_whether_a_tap_was_taken_before() -> None:
    asking = [shown(path) for path in sources(".py") if "find_first_outcome(" in path.read_text(encoding="utf-8")]
    defined, asked = "encounters/services/playing.py", "encounters/screens/requests.py"
    assert [name for name in asking if name.startswith("encounters/")] == [asked, defined]


def test_what_is_not_there_is_not_found_by_a_new_tap(hers: Hers) -> None:
    hers.begin()
    assert hers.post("face/?purpose=to_hit&by=otis&sides=20&n=99", {"face": "1", "tap": "another-tap"})[0] == 404


# What may be closed.


@pytest.mark.parametrize("who", ["nobody", "x" * 100_000, "<b>otis</b>"])
def test_nobody_is_closed_who_is_not_there(hers: Hers, who: str) -> None:
    hers.begin()
    before = Input.objects.count()
    status, words = hers.post("close/", {"who": who})
    assert (status, Input.objects.count()) == (404, before)
    assert "x" * 100 not in words


def test_a_note_without_end_is_not_recorded(table: Table) -> None:
    with pytest.raises(Invalid, match="Shorten it"):
        services.rule(table.dora, "one-tap", [Change("otis", "hp", 3)], "x" * 10_001)
    assert Input.objects.count() == 0


def test_a_strangers_browser_repeats_nothing(hers: Hers) -> None:
    hers.post("round/", {"after": "-1", "tap": "one-tap"})
    rex = Client()
    rex.force_login(User.objects.create_user("rex"))
    assert rex.post(f"/e/{hers.table.encounter.pk}/round/", {"tap": "one-tap"}).status_code == 404


def test_a_tap_is_another_than_one_that_differs_by_capitals(table: Table) -> None:
    table.begin()
    asked = [table.token(table.dora, who) for who in ("orc-1", "orc-2")]
    services.answer_all(table.dora, "TAP-A", asked, {"action": "C"})
    services.rule(table.dora, "tap-a", [Change("otis", "hp", 3)])
    assert [(row.tap, row.part) for row in Input.objects.all()][-3:] == [("TAP-A", 0), ("TAP-A", 1), ("tap-a", 0)]


def test_a_stored_tap_with_a_number_is_split_and_joined_again(table: Table) -> None:
    table.begin()
    migration = import_module("encounters.migrations.0012_input_part")
    rows = Input.objects.filter(position=1)
    rows.update(tap="tap_1-x+12")
    migration.split_taps(apps, None)
    assert rows.values_list("tap", "part").get() == ("tap_1-x", 12)
    migration.join_taps(apps, None)
    assert rows.values_list("tap", flat=True).get() == "tap_1-x+12"
