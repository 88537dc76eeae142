"""Dew's field: inches, and traces, of which nobody is told anything before all are revealed."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.log_reader import find_view
from encounters.models import Encounter, Input
from encounters.scenario_files import import_text
from encounters.screens.battle_map.build import build_battle_map
from encounters.screens.battle_map.shapes import BattleMap
from encounters.screens.dm.dm_view import read_dm_view
from encounters.screens.dm.regions import build_map as dm_field
from encounters.viewers import Role, Viewer, build_dm_viewer
from rules.kernel.inputs import Change
from tests.encounters.seated import At, markup
from tests.people import sit

FIGHT = """
ruleset = "dew"
title = "The square at Verbobonc"
[options]
"dew.movement_mode" = "trace"
[encounter]
start = "movement"
[[combatant]]
id = "bran"
name = "Bran"
side = "party"
played = true
position = [0, 0]
dew = { like = "bran" }
[[combatant]]
id = "cora"
name = "Cora"
side = "foes"
played = true
position = [9, 0]
dew = { like = "cora" }
[[combatant]]
id = "dain"
name = "Dain"
side = "foes"
position = [3, -6]
dew = { like = "dain" }
"""
BRANS = [[0, 0], [271, -137], [400, -100]]
CORAS = [[900, 0], [600, 0], [400, -83]]


@pytest.fixture
def at(transactional_db: None) -> At:
    """Pip plays Bran, Quill Cora; the movement phase has begun."""
    user = User.objects.create_user("dora-dew")
    encounter = import_text(user, FIGHT, "square.toml")
    table = At(Encounter.objects.get(pk=encounter.pk), build_dm_viewer(encounter))
    services.open_encounter(table.dora)
    table.encounter.refresh_from_db()
    sit(table.pip, table.encounter.campaign, "Pip", ["bran"])
    sit(table.quill, table.encounter.campaign, "Quill", ["cora"])
    sit(table.sam, table.encounter.campaign, "Sam", kind="spectator")
    services.begin_round(table.dora, table.tap())
    return table


def doras(at: At) -> BattleMap:
    return dm_field(read_dm_view(at.dora))


def sams(at: At) -> BattleMap:
    sight = find_view(Viewer(at.encounter.pk, Role.SPECTATOR))
    return build_battle_map(sight.state, sight.standing)


def draw(at: At) -> None:
    """Bran runs, Cora comes to meet him, Dain stands: all traces are revealed."""
    at.order("bran", command="trace", cease_alert="yes", vertices=BRANS)
    at.order("cora", command="trace", cease_alert="yes", vertices=CORAS)
    at.order("dain", command="stand")


def stop_bran(at: At) -> None:
    """Bran means to stop at three eighths of the way, the others at the end: that far all go."""
    at.order("bran", command="end_at", fraction=3750)
    at.order("cora", command="to_the_end")
    at.order("dain", command="to_the_end")


def pages(at: At, *clients: Client) -> str:
    return "".join(markup(each.get(at.url("watch/" if each is at.sam else "me/"))) for each in clients)


def test_nothing_of_a_trace_is_on_any_page_before_all_are_revealed(at: At) -> None:
    at.order("bran", command="trace", cease_alert="yes", vertices=BRANS)
    assert doras(at).trails == ()
    assert doras(at).march is None
    html = pages(at, at.quill, at.sam, at.pip)
    assert {sign for sign in ("1.37", "data-until", "path todo", "data-run=") if sign in html} == set()
    at.order("cora", command="trace", cease_alert="yes", vertices=CORAS)
    at.order("dain", command="stand")
    assert "2.71 -1.37" in pages(at, at.sam)


def test_revealed_traces_are_drawn_for_everybody_with_their_length(at: At) -> None:
    draw(at)
    for each in (doras(at), sams(at)):
        assert [trail.path for trail in each.trails if trail.todo] == ["M0 0L2.71 -1.37L4 -1", "M9 0L6 0L4 -0.83"]
        assert each.march is not None
        words = [run.words for run in each.march.runs]
        assert words == ["Bran drew 4.4 in", "Cora drew 5.2 in", "Dain stands"]
        assert each.march.until == "0"
    for client in (at.pip, at.quill, at.sam):
        assert "Bran drew 4.4 in." in pages(at, client)


def test_all_run_by_the_same_fraction_and_who_stops_is_told_with_it(at: At) -> None:
    draw(at)
    stop_bran(at)
    drawn = sams(at)
    assert drawn.march is not None
    (stop,) = drawn.march.stops
    assert (drawn.march.until, stop.part, stop.words) == ("0.375", "3/8", "Bran stops")
    runs = {run.who: run for run in drawn.march.runs}
    assert runs["bran"].way[-1] == (stop.time, drawn.combatants[0].at)
    assert all(run.way[-1][0] == stop.time for run in runs.values())
    assert "At 3/8 Bran stops." in pages(at, at.sam)
    assert "At 3/8 Bran stops within reach of Cora." in pages(at, at.quill)
    assert 'data-until="0.375"' in pages(at, at.quill)


def test_a_player_says_in_inches_how_far_to_go_on_and_how_near_to_come(at: At) -> None:
    draw(at)
    asked = markup(at.pip.get(at.url("me/"), {"answer.command": "end_at"}))
    assert "After how many inches more, of 9?" in asked
    at.answer(at.pip, command="end_at", fraction="3.375")
    at.order("cora", command="to_the_end")
    at.order("dain", command="to_the_end")
    march = doras(at).march
    assert march is not None
    assert march.until == "0.375"
    at.order("bran", command="nothing")
    near = markup(at.quill.get(at.url("me/"), {"answer.command": "end_when"}))
    assert "Within how many inches?" in near
    at.answer(at.quill, command="end_when", of="bran", within="1.5")
    at.order("dain", command="to_the_end")
    march = doras(at).march
    assert march is not None
    assert march.stops[-1].words == "Cora stops within reach of Bran, with Bran in reach"


def test_who_is_within_reach_where_somebody_stops_is_said_to_those_who_know(at: At) -> None:
    draw(at)
    stop_bran(at)
    at.order("bran", command="nothing")
    at.order("cora", command="end_when", of="bran", within=150)
    at.order("dain", command="to_the_end")
    assert doras(at).march.stops[-1].words == "Cora stops within reach of Bran, with Bran in reach"  # type: ignore[union-attr]
    assert sams(at).march.stops[-1].words == "Cora stops"  # type: ignore[union-attr]


def test_the_trace_of_one_who_is_hidden_is_shown_to_nobody_else(at: At) -> None:
    services.rule(at.dora, at.tap(), [Change("dain", "hidden", True)], "behind the well")
    at.order("bran", command="stand")
    at.order("cora", command="stand")
    at.order("dain", command="trace", vertices=[[300, -600], [313, -517]])
    assert any(run.who == "dain" for run in doras(at).march.runs)  # type: ignore[union-attr]
    march = sams(at).march
    assert march is not None
    assert [run.who for run in march.runs] == ["bran", "cora"]
    html = pages(at, at.pip, at.quill, at.sam)

    assert "-5.17" not in html


def test_circles_and_distances_are_in_inches(at: At) -> None:
    bran = doras(at).combatants[0]
    assert {ring.kind: ring.r for ring in bran.rings}["move"] == "4.5"
    assert bran.gaps == (("Dain", "6.7"), ("Cora", "9"))
    html = pages(at, at.sam)
    assert "9 in to Cora" in html
    assert 'data-unit="in"' in html
    assert "data-inches" not in html


# On coming near somebody.


def asked_near(at: At) -> str:
    return markup(at.pip.get(at.url("me/"), {"answer.command": "end_when"}))


def test_where_each_would_be_is_given_to_who_may_stop_near_somebody(at: At) -> None:
    draw(at)
    asked = asked_near(at)
    assert 'data-near="answer.of"' in asked
    assert 'data-unsaid="3"' in asked
    assert 'data-way="0 0 0;' in asked, "where Bran himself would be"
    assert re.search(r'value="[^"]+" data-at="9, 0" data-way="0 9 0;[^"]*;1 4 -0.83"', asked)
    assert "Left out: your weapon" in asked
    assert "data-map" in asked
    assert "data-near" not in pages(at, at.quill, at.sam)


def test_where_one_who_is_hidden_would_be_is_told_to_nobody(at: At) -> None:
    services.rule(at.dora, at.tap(), [Change("dain", "hidden", True)], "behind the well")
    at.order("bran", command="trace", cease_alert="yes", vertices=BRANS)
    at.order("cora", command="stand")
    at.order("dain", command="trace", vertices=[[300, -600], [313, -517]])
    asked = asked_near(at)
    assert re.findall(r'data-way="[^"]*" data-called="(\w+)"', asked) == ["Cora"]
    assert "-5.17" not in asked


def test_to_stop_within_reach_is_filled_in_and_looked_at_before_it_is_sealed(at: At) -> None:
    draw(at)
    page = markup(at.pip.get(at.url("me/")))
    act, token, cora = (found(page, name) for name in ('name="act" value="(near [^"]+)"[^>]*>[^<]*Cora', *TOKENS))
    count = Input.objects.count()
    answered = at.pip.post(at.url("me/answer/"), {"token": token, "act": act, "tap": "1"}, follow=True)
    shown = markup(answered)
    assert Input.objects.count() == count, "nothing is sent yet"
    assert 'data-near="answer.of"' in shown
    assert re.search(rf'value="{cora}" data-at="9, 0"[^>]* checked', shown)
    wrong = at.pip.post(at.url("me/answer/"), {"token": token, "act": "near nobody", "tap": "2"})
    assert wrong.status_code == 400


TOKENS = ('name="token" value="([^"]+)"', 'name="act" value="near ([^"]+)"[^>]*>[^<]*Cora')


def found(page: str, pattern: str) -> str:
    match = re.search(pattern, page)
    assert match is not None, pattern
    return match[1]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("\n".join(f"{n / 100}, 0" for n in range(200)), "1 to 40 corners are wanted"),
        ("0, 0\n9999999, 0", "two numbers, none beyond 100000"),
        ("0, 0\n99999999, 0", "is not a number"),
        ("0, 0\nnorth", "not a corner. Write it like 12, 20"),
        ("1, 0\n2, 0", "A trace starts where Bran stands"),
        ("0, 0\n20, 0", "20 inches long"),
    ],
)
def test_a_way_that_is_none_is_said_to_be_none_and_stays_as_it_was_typed(at: At, typed: str, said: str) -> None:
    token = found(markup(at.pip.get(at.url("me/"))), TOKENS[0])
    given = {"answer.command": "trace", "answer.vertices": typed, "done": "1", "token": token, "tap": "1"}
    answered = at.pip.post(at.url("me/answer/"), given)
    assert answered.status_code in (400, 422)
    shown = markup(answered)
    assert said in shown
    assert typed in shown
    assert "data-trace" in shown
