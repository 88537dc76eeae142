"""Dora's screen where not everything fits side by side.

Its parts are links within the page, whatever is pushed.
"""

import re
from dataclasses import replace

import pytest
from django.contrib.auth.models import User

from encounters import services
from encounters.screens.dm.console import build_console
from encounters.screens.dm.dm_view import DmView, read_dm_view
from encounters.screens.dm.recap import write_draft
from encounters.screens.dm.topbar import build_topbar
from encounters.selectors import read_view
from encounters.viewers import build_dm_viewer
from rules.api import State
from rules.kernel.frozen import evolve
from rules.procedures import get_ruleset, list_rulesets
from tests.any_procedure import ANY, RULESET
from tests.encounters.conftest import Table
from tests.encounters.dm_browser import Hers
from tests.encounters.pushed import render_whole
from tests.encounters.seated import At

PARTS = ("round", "orders", "field", "log", "why", "who")
REGIONS = ("board", "field", "log", "why", "roster")


@pytest.fixture
def hers(table: Table, dora: User) -> Hers:
    return Hers(table, dora)


def outside_regions(text: str) -> str:
    """Return the page without the part of it that a push may replace."""
    return re.sub(r'<div id="work".*</main>', "", text, flags=re.DOTALL)


def test_the_parts_of_the_desk_are_links_that_no_push_replaces(hers: Hers) -> None:
    text = outside_regions(hers.page())
    for part in PARTS:
        assert f'<a id="tab-{part}" href="#tab-{part}"' in text
    hers.begin()
    pushed = render_whole(read_view(hers.table.dora))
    assert "tab-log" not in pushed


def test_from_a_panel_they_lead_back_to_the_fight(hers: Hers) -> None:
    hers.begin()
    text = hers.page("ruling/")
    for part in PARTS:
        assert f'href="{hers.url}#tab-{part}"' in text


def test_at_every_stage_every_part_is_there(hers: Hers) -> None:
    def check() -> None:
        text = hers.page()
        assert [each for each in REGIONS if f'<section id="{each}"' not in text] == []

    check()
    hers.begin()
    check()
    hers.close()
    check()
    hers.step()
    check()
    while not hers.state.between_rounds:
        hers.step()
    check()


def test_where_no_orders_are_given_the_board_says_so(hers: Hers) -> None:
    assert "No round is open yet." in hers.page()


def test_what_was_ordered_can_be_read_while_it_is_played(hers: Hers) -> None:
    hers.begin()
    hers.table.strike(hers.table.pip, "otis", "orc-1")
    board = hers.page().partition('<section id="board"')[2].partition("</section>")[0]
    assert 'class="cover"' in board
    hers.close()
    board = hers.page().partition('<section id="board"')[2].partition("</section>")[0]
    assert "Otis" in board
    assert 'class="cover"' not in board


def test_while_orders_are_given_the_log_covers_those_of_players(hers: Hers) -> None:
    hers.begin()
    hers.table.strike(hers.table.pip, "otis", "orc-1")
    log = hers.page().partition('<section id="log"')[2]
    assert "Otis’s order is sealed." in log
    assert "Otis’s order: " not in log
    hers.close()
    assert "Otis’s order: " in hers.page().partition('<section id="log"')[2]


@pytest.mark.parametrize("fragment", ["", "#tab-orders", "?for=1#tab-log"])
def test_an_act_from_a_tab_is_answered_in_place(hers: Hers, fragment: str) -> None:
    hers.begin()
    here = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{hers.url}{fragment}"}
    answer = hers.client.post(f"{hers.url}answer/", {"token": hers.token("jaroo"), "answer.action": "C"}, headers=here)
    assert "HX-Redirect" not in answer
    assert 'id="board"' in answer.content.decode()


def with_state(view: DmView, state: State) -> DmView:
    """Return the view as it would be with another state."""
    made = replace(view)
    made.__dict__["state"] = state
    return made


def test_of_a_crowd_that_is_awaited_the_console_names_the_first(hers: Hers) -> None:
    hers.begin()
    desk = read_dm_view(hers.table.dora)
    asked = [each for each in desk.state.open if each.question == "declare"]
    many = [replace(asked[0], id=f"q{who}", who=who) for who in "abcdefg"]
    crowd = with_state(desk, evolve(desk.state, open=tuple(many)))
    assert build_console(crowd).waits == ("a", "b", "c", "d", "3 more")
    few = with_state(desk, evolve(desk.state, open=tuple(many[:5])))
    assert build_console(few).waits == ("a", "b", "c", "d", "e")


def test_of_a_group_that_is_awaited_the_console_names_the_numbers(hers: Hers) -> None:
    hers.begin()
    desk = read_dm_view(hers.table.dora)
    asked = [each for each in desk.state.open if each.question == "declare"]
    mob = [replace(asked[0], id=f"q{n}", who=f"orc {n}") for n in range(1, 8)]
    assert build_console(with_state(desk, evolve(desk.state, open=tuple(mob)))).waits == ("orcs 1-7",)


@pytest.mark.parametrize("ruleset", list_rulesets())
def test_the_bar_names_the_procedure_in_a_word_or_two(hers: Hers, ruleset: str) -> None:
    desk = read_dm_view(hers.table.dora)
    other = with_state(desk, evolve(desk.state, ruleset=ruleset))
    assert build_topbar(other).set == f"before the first round, {get_ruleset(ruleset).short}"
    assert len(get_ruleset(ruleset).short) <= 23


def test_the_bar_does_not_name_it_beside_a_title_that_does(hers: Hers) -> None:
    hers.table.encounter.title = f"The bridge, {RULESET.short}"
    hers.table.encounter.save()
    desk = read_dm_view(hers.table.dora)
    assert build_topbar(with_state(desk, evolve(desk.state, ruleset=ANY))).set == "before the first round"


def test_a_round_is_told_by_the_key_of_the_next_step(hers: Hers) -> None:
    hers.play_round()
    text = hers.page()
    assert len(re.findall('data-key="Space"', text)) == 1
    assert 'data-key="Space"' in text.partition('<section id="recap"')[2].partition("</section>")[0]


def test_a_round_is_drafted_as_prose_without_those_who_waited(at: At) -> None:
    services.close(at.dora, at.tap())
    at.finish()
    told = write_draft(read_dm_view(at.dora), 1)
    assert "Orc 2 charged Otis and hit Otis for" in told
    assert "wait" not in told


@pytest.mark.parametrize("rest", ["ruling/", "take-back/", "close/", "end/", "add/new/"])
def test_what_commits_a_panel_stands_in_its_foot(hers: Hers, rest: str) -> None:
    hers.begin()
    text = hers.page(rest)
    foot = re.search(r'class="row2 foot".*?class="b go"', text, re.DOTALL)
    assert foot is not None


def test_nobody_but_the_dm_has_such_parts(hers: Hers) -> None:
    hers.begin()
    seen = read_view(hers.table.pip)
    assert "tab-orders" not in render_whole(seen)
    assert build_dm_viewer(hers.table.encounter) == hers.table.dora
