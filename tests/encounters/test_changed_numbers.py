"""Hit points that the DM changes by hand, in one post, with a note or without."""

import pytest
from django.contrib.auth.models import User

from encounters.models import Input
from encounters.selectors import read_view
from rules.api import events as e
from tests.encounters.conftest import Table
from tests.encounters.dm_browser import HTMX, Hers
from tests.encounters.seated import At


@pytest.fixture
def hers(table: Table, dora: User) -> Hers:
    return Hers(table, dora)


@pytest.mark.parametrize(
    ("typed", "left"),
    [("-5", 15), ("\u22125", 15), ("- 5", 15), ("12", 12), ("=12", 12), ("+3", 20), ("-30", -10), ("=-3", -3)],
)
def test_a_change_is_typed(hers: Hers, typed: str, left: int) -> None:
    assert hers.post("combatant/otis/change/", {"what": "hp", "value": typed})[0] == 303
    assert hers.state.combatants["otis"].hp == left


def test_healing_stops_at_the_full_hit_points(hers: Hers) -> None:
    hers.post("combatant/otis/change/", {"what": "hp", "value": "-5"})
    hers.post("combatant/otis/change/", {"what": "hp", "value": "+8"})
    assert hers.state.combatants["otis"].hp == 20


def test_a_change_is_a_ruling_with_or_without_a_note(hers: Hers) -> None:
    hers.post("combatant/otis/change/", {"what": "hp", "value": "-5", "note": "the floor gave way"})
    hers.post("combatant/otis/change/", {"what": "hp", "value": "-1"})
    ruled = [event for event in read_view(hers.table.dora).all_events if isinstance(event, e.Ruled)]
    assert [(each.old, each.new, each.note) for each in ruled] == [(20, 15, "the floor gave way"), (15, 14, "")]


def test_a_change_renews_the_row_of_the_strip(hers: Hers) -> None:
    status, html = hers.post("combatant/otis/change/", {"what": "hp", "value": "-5"}, **HTMX)
    assert status == 200
    assert "<b>15</b> of 20" in html


@pytest.mark.parametrize(
    ("who", "given"),
    [
        ("otis", {"what": "hp", "value": "five"}),
        ("otis", {"what": "hp", "value": ""}),
        ("otis", {"what": "hp", "value": "-"}),
        ("otis", {"what": "hidden", "value": "1"}),
        ("otis", {"what": "purrs", "value": "1"}),
        ("otis", {"what": "hp", "value": "1", "note": "n" * 501}),
        ("ghost", {"what": "hp", "value": "-5"}),
    ],
)
def test_what_is_no_change_leaves_no_trace(hers: Hers, who: str, given: dict[str, str]) -> None:
    before = Input.objects.count()
    assert 400 <= hers.post(f"combatant/{who}/change/", given, **HTMX)[0] < 500
    assert Input.objects.count() == before


def test_the_ruling_form_takes_a_change_too(hers: Hers) -> None:
    hers.post("ruling/", {"who": "otis", "what": "hp", "value": "-5"})
    assert hers.state.combatants["otis"].hp == 15


def test_each_hit_points_open_to_a_form(hers: Hers) -> None:
    text = hers.page("who/")
    assert 'action="/e/' in text
    assert 'combatant/otis/change/"' in text
    assert "Hit points of Otis: -5 harms, +8 heals, 12 sets" in text


def test_players_and_strangers_change_nothing(at: At) -> None:
    before = Input.objects.count()
    for client in (at.pip, at.sam):
        answered = client.post(f"/e/{at.encounter.pk}/combatant/otis/change/", {"what": "hp", "value": "-5"})
        assert answered.status_code in (302, 403, 404)
    assert Input.objects.count() == before
