"""Dora's round: every act by plain post and by htmx, its answer, and its words if refused."""

import re

import pytest
from django.contrib.auth.models import User

from encounters.models import Input, Round
from encounters.selectors import read_view
from tests.encounters.compact import compact
from tests.encounters.conftest import Table, stored
from tests.encounters.dm_browser import HTMX, Hers
from tests.encounters.pushed import render_after, render_whole


@pytest.fixture
def hers(table: Table, dora: User) -> Hers:
    return Hers(table, dora)


def regions(html: str) -> list[str]:
    """Return the ids of the fragments of an answer, in order."""
    return re.findall(r'<[a-z]+ id="([a-z]+)"[^>]*hx-swap-oob', html)


# A round, from its opening to its recap.


def test_the_page_carries_its_cursor_and_its_line(hers: Hers) -> None:
    seen = read_view(hers.table.dora)
    text = hers.page()
    assert f'data-live="/live/{hers.table.encounter.pk}/dm"' in text
    assert f'data-at="{seen.at}" data-epoch="{seen.epoch}"' in text


def test_before_the_first_round_the_page_shows_how_to_join(hers: Hers) -> None:
    text = hers.page()
    assert "Join the table" in text
    assert "Open round 1" in text


def test_a_round_is_opened(hers: Hers) -> None:
    assert hers.post("round/", {"after": "-1"})[0] == 303
    assert hers.state.round == 1
    assert 'id="board"' in hers.page()


def test_two_presses_open_one_round(hers: Hers) -> None:
    hers.post("round/", {"after": "-1"})
    status, text = hers.post("round/", {"after": "-1"})
    assert (status, hers.state.round) == (409, 1)
    assert "That round is open already" in text


def test_the_board_says_who_is_awaited_and_what_silence_means(hers: Hers) -> None:
    hers.begin()
    text = hers.page()
    assert "Pip’s phone" in text
    assert "yours to give" in text
    assert "await (C)" in text
    assert "Nudge for Otis" in text


def test_an_order_of_a_player_is_covered_on_the_board(hers: Hers) -> None:
    hers.begin()
    hers.table.strike(hers.table.pip, "otis", "orc-1")
    text = hers.page()
    assert 'class="cover"' in text
    assert "sealed" in text


def test_dora_answers_for_anyone_step_by_step(hers: Hers) -> None:
    hers.begin()
    token = hers.token("jaroo")
    assert "What?" in hers.page(f"?for={token}")
    answer = hers.client.post(f"{hers.url}answer/step/", {"token": token, "answer.action": "G"})
    assert answer.status_code == 303
    next_page = hers.client.get(answer.headers["Location"]).content.decode()
    assert "Whom?" in next_page
    assert "Seal this order" in next_page
    hers.post("answer/", {"token": token, "answer.action": "G", "answer.target": "orc-1"})
    assert hers.state.declared["jaroo"].targets == ("orc-1",)


def test_one_order_is_given_to_a_mob(hers: Hers) -> None:
    hers.begin()
    given = {"token": hers.token("orc-1"), "answer.action": "G", "answer.target": "otis", "all": "1"}
    hers.post("answer/", given)
    declared = hers.state.declared
    assert declared["orc-1"].targets == declared["orc-2"].targets == ("otis",)


def test_closing_lists_the_defaults_first(hers: Hers) -> None:
    hers.begin()
    before = stored(hers.table.encounter)
    text = hers.page("close/")
    assert "Tenser" in text
    assert "await (C)" in text
    assert stored(hers.table.encounter) == before
    hers.close()
    assert not any(each.question == "declare" for each in hers.state.open)


def test_one_persons_question_is_closed_alone(hers: Hers) -> None:
    hers.begin()
    hers.post("close/", {"who": "tenser"})
    waiting = {each.who for each in hers.state.open if not each.sealed}
    assert "tenser" not in waiting
    assert "otis" in waiting


def test_a_round_is_played_to_its_recap(hers: Hers) -> None:
    hers.play_round()
    text = hers.page()
    assert "Recap of round 1" in text
    assert "Post recap and start round 2" in text
    assert "Otis" in text


def test_telling_a_round_opens_the_next(hers: Hers) -> None:
    hers.play_round()
    assert hers.post("round/1/recap/", {"text": "They met at the bridge."})[0] == 303
    assert Round.objects.get(number=1).recap == "They met at the bridge."
    assert hers.state.round == 2


def test_telling_twice_opens_one_round(hers: Hers) -> None:
    hers.play_round()
    for _ in range(2):
        hers.post("round/1/recap/", {"text": "They met at the bridge."})
    assert hers.state.round == 2


def test_the_fight_is_ended_with_a_word_why(hers: Hers) -> None:
    hers.begin()
    assert hers.post("end/", {"note": "They parted."})[0] == 303
    assert hers.state.ended == "They parted."
    assert "The fight is over" in hers.page()


# By plain post and by htmx alike.


def test_htmx_is_answered_with_the_regions_that_changed(hers: Hers) -> None:
    hers.begin()
    status, html = hers.order("jaroo", htmx=True)
    assert status == 200
    assert {"strip", "board", "console", "compose", "log"} <= set(regions(html))
    assert "topbar" not in regions(html)


def test_the_work_area_is_replaced_whole_when_it_changes(hers: Hers) -> None:
    html = hers.post("round/", {"after": "-1"}, **HTMX)[1]
    assert regions(html) == ["topbar", "strip", "said", "work", "console"]


def test_htmx_and_a_plain_post_record_the_same(hers: Hers) -> None:
    hers.begin()
    hers.order("jaroo")
    plain = Input.objects.latest("position").payload
    hers.post("take-back/", {"to": str(Input.objects.latest("position").position - 1)})
    hers.order("jaroo", htmx=True)
    again = Input.objects.latest("position").payload
    assert {**plain, "token": ""} == {**again, "token": ""}


def test_htmx_shows_what_the_page_shows(hers: Hers) -> None:
    hers.begin()
    html = hers.order("jaroo", htmx=True)[1]
    board = re.search(r'<section id="board".*?</section>', html, re.DOTALL)
    assert board is not None
    plain = re.sub(r' hx-swap-oob="true"', "", board[0])
    assert blind(plain) in blind(hers.page())


def blind(html: str) -> str:
    """Return a page without what is new in every form."""
    token = r'<input type="hidden" name="csrfmiddlewaretoken" value="[^"]*">'
    return re.sub(token + r'|name="tap" value="[^"]*"', "", html)


def test_a_push_renders_what_differs(hers: Hers) -> None:
    hers.begin()
    before = read_view(hers.table.dora)
    hers.table.wait(hers.table.pip, "otis")
    html = compact(render_after(before, read_view(hers.table.dora)))
    assert regions(html) == ["strip", "board", "field", "log", "console"]
    everything = compact(render_whole(read_view(hers.table.dora)))
    assert regions(everything) == ["topbar", "signals", "strip", "work", "selection", "console"]


def test_what_is_pushed_says_how_new_it_is_as_a_page_does(hers: Hers) -> None:
    hers.begin()
    for viewer in (hers.table.dora, hers.table.pip, hers.table.sam):
        seen = read_view(viewer)
        pushed = re.findall(r'<\w+ id="([\w-]+)"([^>]*) hx-swap-oob="true"', compact(render_whole(seen)))
        undated = [
            id for id, attributes in pushed if f'data-at="{seen.at}" data-epoch="{seen.epoch}"' not in attributes
        ]
        assert pushed
        assert undated == []


def test_a_double_tap_acts_once(hers: Hers) -> None:
    hers.begin()
    given: dict[str, object] = {"token": hers.token("jaroo"), "answer.action": "C", "tap": "one-tap"}
    first, second = hers.post("answer/", given, **HTMX), hers.post("answer/", given, **HTMX)
    assert first[0] == 200
    assert Input.objects.filter(tap="one-tap").count() == 1
    assert second[0] in (200, 409)


@pytest.mark.parametrize("htmx", [False, True])
def test_a_stale_tap_is_told_when_it_was_answered(hers: Hers, htmx: bool) -> None:
    hers.begin()
    token = hers.token("otis")
    hers.table.wait(hers.table.pip, "otis")
    status, text = hers.post("answer/", {"token": token, "answer.action": "C"}, **(HTMX if htmx else {}))
    assert status == 409
    assert "already answered. Here is the next." in text


def test_a_question_that_never_was_is_told(hers: Hers) -> None:
    hers.begin()
    status, text = hers.post("answer/", {"token": "99~0", "answer.action": "C"})
    assert status == 409
    assert "no longer asked" in text


@pytest.mark.parametrize("htmx", [False, True])
def test_what_a_clause_forbids_is_refused_and_nothing_typed_is_lost(hers: Hers, htmx: bool) -> None:
    hers.begin()
    status, text = hers.order("jaroo", htmx=htmx, **{"answer.target": "otis"})
    assert status == 200
    assert "Not possible: Jaroo does not strike friends." in text
    assert "TOY.1" in text
    assert 'name="answer.action" value="G"' in text
    assert "jaroo" not in hers.state.declared


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"answer.action": "Z"}, "cannot be chosen"),
        ({"answer.action": "G", "answer.target": "ghost"}, "cannot be chosen"),
        ({"answer.action": "G"}, "target"),
        ({"answer.action": "C", "answer.purr": "1"}, "purr"),
        ({"answer.action": "C", "tap": "no spaces here"}, "id of its own"),
    ],
)
def test_an_answer_of_the_wrong_shape_leaves_no_trace(hers: Hers, given: dict[str, object], words: str) -> None:
    hers.begin()
    before = stored(hers.table.encounter)
    for headers in ({}, HTMX):
        status, text = hers.post("answer/", {"token": hers.token("jaroo"), **given}, **headers)
        assert status == 400
        assert words in text
    assert stored(hers.table.encounter) == before


def test_a_step_is_not_taken_while_somebody_is_awaited(hers: Hers) -> None:
    hers.begin()
    assert hers.post("next/", {"token": ""})[0] == 409
    assert "disabled" in hers.page()
