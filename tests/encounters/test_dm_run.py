"""Dora runs a fight: every act by plain post and by htmx, what it answers, and what it says when it cannot."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import seats, services
from encounters.models import Input, Round
from encounters.pages import render_regions
from encounters.pages.dm import Desk
from encounters.selectors import game_view
from rules.forms import Changes
from rules.state import State
from tests.encounters.conftest import Table, stored

HTMX = {"HTTP_HX_REQUEST": "true"}


class Hers:
    """Dora's browser at her table: posts to the fight's addresses and reads its page."""

    def __init__(self, table: Table, dora: User) -> None:
        self.table, self.client = table, Client()
        self.client.force_login(dora)
        self.url = f"/e/{table.encounter.pk}/"

    @property
    def state(self) -> State:
        return game_view(self.table.dora).state

    def page(self, rest: str = "") -> str:
        return self.client.get(self.url + rest).content.decode()

    def post(self, rest: str, given: dict[str, object] | None = None, **headers: str) -> tuple[int, str]:
        answer = self.client.post(self.url + rest, given or {}, **headers)  # type: ignore[arg-type]
        return answer.status_code, answer.content.decode()

    def token(self, who: str) -> str:
        return next(each.token for each in self.state.open if each.who == who)

    def order(self, who: str, *, htmx: bool = False, **more: object) -> tuple[int, str]:
        """``who`` is to strike the first orc, or to wait."""
        given = {"token": self.token(who), "answer.action": "G", "answer.target": "orc-1", **more}
        return self.post("answer/", given, **(HTMX if htmx else {}))

    def begin(self) -> None:
        self.post("round/", {"after": str(self.state.round)})

    def close(self) -> None:
        self.post("close/")

    def step(self) -> tuple[int, str]:
        return self.post("next/", {"token": self.token("dm")})

    def play_round(self) -> None:
        self.begin()
        self.order("otis")
        self.close()
        while not self.state.between_rounds:
            self.step()


@pytest.fixture
def hers(table: Table, dora: User) -> Hers:
    return Hers(table, dora)


def regions(html: str) -> list[str]:
    """The ids of the fragments of an answer, in order."""
    return re.findall(r'<[a-z]+ id="([a-z]+)"[^>]*hx-swap-oob', html)


# A round, from its opening to its recap.


def test_the_page_carries_its_cursor_and_its_line(hers: Hers) -> None:
    seen = game_view(hers.table.dora)
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
    assert "Round 1, to be told" in text
    assert "Tell it, open round 2" in text
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
    assert {"strip", "board", "console", "compose"} <= set(regions(html))
    assert "log" not in regions(html)


def test_the_work_area_is_replaced_whole_when_it_changes(hers: Hers) -> None:
    html = hers.post("round/", {"after": "-1"}, **HTMX)[1]
    assert regions(html) == ["said", "topbar", "strip", "work", "console", "announce"]


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
    """Without what is made anew for every form."""
    return re.sub(r'name="(csrfmiddlewaretoken|tap)" value="[^"]*"', "", html)


def test_a_push_renders_the_same_regions(hers: Hers) -> None:
    hers.begin()
    outcome = hers.table.wait(hers.table.pip, "otis")
    html = render_regions(hers.table.dora, game_view(hers.table.dora).viewing, outcome.events)
    assert regions(html) == ["strip", "console", "board", "prompts"]
    everything = render_regions(hers.table.dora, game_view(hers.table.dora).viewing, None)
    assert regions(everything) == ["topbar", "strip", "work", "console", "announce"]


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
    assert re.search(r"already answered \(\d\d:\d\d:\d\d\)\. Here is the next\.", text)


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
    assert "Not possible: one does not strike one" in text
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


# Rulings, taking back, figures.


def test_a_ruling_is_made_with_a_note(hers: Hers) -> None:
    assert "now: 20" in hers.page("ruling/?who=otis&what=hp")
    given = {"who": "otis", "what": "hp", "value": "7", "note": "the floor gave way", "until": ""}
    assert hers.post("ruling/", given)[0] == 303
    assert hers.state.combatants["otis"].hp == 7
    assert "the floor gave way" in hers.page()


@pytest.mark.parametrize(
    ("what", "value", "read"),
    [
        ("moved", "12.5, 20", lambda state: state.combatants["otis"].place == (1250, 2000)),
        ("held", "", lambda state: state.combatants["otis"].has("held")),
        ("ac", "2", lambda state: state.combatants["otis"].armor_class == 2),
        ("hidden", "yes", lambda state: state.combatants["otis"].hidden),
        ("behind", "tenser", lambda state: state.combatants["otis"].behind == "tenser"),
        ("range", "orc-1, 30", lambda state: state.combatants["otis"].ranges["orc-1"] == 3000),
        ("drops", "", lambda state: state.combatants["otis"].in_hand == ""),
    ],
)
def test_any_field_is_ruled(hers: Hers, what: str, value: str, read: Callable[[State], bool]) -> None:
    hers.post("ruling/", {"who": "otis", "what": what, "value": value, "note": "so it is"})
    assert read(hers.state)


def test_the_encounter_itself_is_ruled(hers: Hers) -> None:
    hers.post("ruling/", {"who": "dm", "what": "setting", "value": "outdoors", "note": "into the yard"})
    assert hers.state.setting.value == "outdoors"


@pytest.mark.parametrize(
    "wrong",
    [
        {"note": ""},
        {"who": "ghost"},
        {"what": "purrs"},
        {"value": "many"},
        {"until": "soon"},
        {"what": "moved", "value": "12"},
        {"what": "held", "value": "perhaps"},
        {"what": "setting", "value": "moon", "who": "dm"},
        {"what": "setting", "value": "outdoors"},
    ],
)
def test_a_ruling_that_cannot_be_is_shown_again(hers: Hers, wrong: dict[str, str]) -> None:
    before = stored(hers.table.encounter)
    given = {"who": "otis", "what": "hp", "value": "7", "note": "my reasons", **wrong}
    status, text = hers.post("ruling/", dict(given))
    assert status == 400
    assert given["note"] in text
    assert stored(hers.table.encounter) == before


def test_a_secret_ruling_is_the_doms_alone(hers: Hers) -> None:
    hers.post("ruling/", {"who": "orc-1", "what": "hp", "value": "3", "note": "softly", "secret": "on"})
    assert hers.state.combatants["orc-1"].hp == 3
    assert not any(event.kind == "Ruled" for event in game_view(hers.table.pip).events)


def test_taking_back_lists_what_was_said_newest_first(hers: Hers) -> None:
    hers.begin()
    hers.order("jaroo")
    hers.table.wait(hers.table.pip, "otis")
    text = hers.page("take-back/")
    assert text.index("Pip: Otis: an order, sealed") < text.index("you: Jaroo:") < text.index("Round 1 opened")
    assert "and the 1 after it" in text


def test_what_is_taken_back_stays_in_the_log_struck_through(hers: Hers) -> None:
    hers.begin()
    hers.order("otis")
    hers.close()
    hers.step()
    position = Input.objects.latest("position").position
    assert hers.post("take-back/", {"to": str(position - 1), "note": "pressed twice"})[0] == 303
    text = hers.page()
    assert "<s>" in text
    assert "pressed twice" in text


@pytest.mark.parametrize("to", ["", "999", "x"])
def test_nothing_is_taken_back_to_nowhere(hers: Hers, to: str) -> None:
    hers.begin()
    before = stored(hers.table.encounter)
    assert hers.post("take-back/", {"to": to})[0] == 400
    assert stored(hers.table.encounter) == before


def test_a_figure_comes_into_play_hidden(hers: Hers) -> None:
    hers.begin()
    given = {"id": "ogre", "side": "foes", "monster": "ogre", "hidden": "on"}
    assert hers.post("add/", given)[0] == 303
    assert hers.state.combatants["ogre"].hidden
    assert "ogre" not in game_view(hers.table.pip).state.combatants


@pytest.mark.parametrize("wrong", [{"id": "otis"}, {"monster": "ogr"}, {"side": ""}])
def test_a_figure_that_cannot_come_says_why(hers: Hers, wrong: dict[str, str]) -> None:
    before = stored(hers.table.encounter)
    status, text = hers.post("add/", {"id": "ogre", "name": "Grub", "side": "foes", "monster": "ogre", **wrong})
    assert status == 400
    assert "Grub" in text
    assert stored(hers.table.encounter) == before


def test_a_figure_is_shown_in_full_with_its_rulings(hers: Hers) -> None:
    text = hers.page("figure/otis/")
    assert "20 of 20" in text
    assert "ruling/?who=otis&amp;what=hp" in text
    assert hers.client.get(f"{hers.url}figure/ghost/").status_code == 404


def test_dice_are_typed_from_now_on(hers: Hers) -> None:
    hers.post("figure/otis/types/", {"on": "1"})
    hers.begin()
    hers.order("otis")
    hers.close()
    hers.step()
    roll = hers.state.open_rolls[0]
    assert "Otis: 1d20 for to hit" in hers.page()
    assert hers.post("faces/", {"token": roll.token, "answer.face.0": "17"})[0] == 303
    attacked = next(event for event in game_view(hers.table.dora).events if event.kind == "Attacked")
    assert (attacked.face, attacked.rolls[0].source) == (17, "typed")  # type: ignore[attr-defined]


@pytest.mark.parametrize("face", ["21", "0", "six", ""])
def test_a_face_the_die_does_not_have_is_not_taken(hers: Hers, face: str) -> None:
    hers.post("figure/otis/types/", {"on": "1"})
    hers.begin()
    hers.order("otis")
    hers.close()
    hers.step()
    token = hers.state.open_rolls[0].token
    before = stored(hers.table.encounter)
    assert hers.post("faces/", {"token": token, "answer.face.0": face})[0] == 400
    assert stored(hers.table.encounter) == before


def test_the_server_rolls_for_whoever_has_no_dice(hers: Hers) -> None:
    hers.post("figure/otis/types/", {"on": "1"})
    hers.begin()
    hers.order("otis")
    hers.close()
    hers.step()
    hers.post("faces/", {"token": hers.state.open_rolls[0].token, "roll": "server"})
    assert not hers.state.open_rolls


def test_a_figure_is_given_to_a_seat_and_taken_again(hers: Hers) -> None:
    hers.post("figure/jaroo/plays/", {"seat": str(hers.table.pip.seat_id)})
    assert "jaroo" in game_view(hers.table.pip).viewing.eyes.characters
    hers.post("figure/jaroo/plays/", {"seat": ""})
    assert "jaroo" not in game_view(hers.table.pip).viewing.eyes.characters
    assert hers.post("figure/jaroo/plays/", {"seat": "999"})[0] == 409


def test_whoever_is_awaited_is_nudged(hers: Hers, monkeypatch: pytest.MonkeyPatch) -> None:
    nudged: list[int] = []
    monkeypatch.setattr(services, "nudge", lambda viewer, pk: nudged.append(pk))
    hers.begin()
    assert hers.post("nudge/", {"seat": str(hers.table.pip.seat_id)})[0] == 303
    hers.post("nudge/")
    assert nudged == [hers.table.pip.seat_id, hers.table.pip.seat_id, hers.table.quill.seat_id]
    assert hers.post("nudge/", {"seat": "Pip"})[0] == 400


# Reading: why, the dice, replay, clauses.


def test_why_this_order_can_be_asked_at_any_time(hers: Hers) -> None:
    assert "nothing is pending" in hers.page("why/")
    hers.play_round()
    assert "Why this order?" in hers.page("why/")


def test_the_dice_page_has_promise_and_seed_and_checks_each_face(hers: Hers) -> None:
    hers.play_round()
    row = Round.objects.get(number=1)
    text = hers.page("dice/1/")
    assert row.promises[0] in text
    assert row.open_seed in text
    assert row.dm_seed in text
    assert "matches" in text
    assert "the seed keeps the promise" in text


def test_no_seed_is_shown_while_its_round_is_played(hers: Hers) -> None:
    hers.begin()
    row = Round.objects.get(number=1)
    assert row.open_seed not in hers.page("dice/1/")


def test_a_round_played_before_is_read_again(hers: Hers) -> None:
    hers.play_round()
    services.write_recap(hers.table.dora, 1, "They met at the bridge.")
    hers.begin()
    text = hers.page("round/1/")
    assert "They met at the bridge." in text
    assert "Round 1" in text
    assert hers.page("round/1/?at=1")


@pytest.mark.parametrize("page", ["round/7/", "dice/7/"])
def test_a_round_that_was_not_played_is_404(hers: Hers, page: str) -> None:
    hers.play_round()
    assert hers.client.get(hers.url + page).status_code == 404


def test_a_clause_has_a_page_and_a_note() -> None:
    page = Client().get("/rule/ADDICT.VII.D.2.c").content.decode()
    assert "VII.D.2.c" in page
    assert "<html" in page
    note = Client().get("/rule/ADDICT.VII.D.2.c", headers={"hx-request": "true"}).content.decode()
    assert "<html" not in note
    assert Client().get("/rule/ADDICT.NOWHERE").status_code == 404


def test_what_no_table_describes_is_asked_with_rows_to_fill(hers: Hers) -> None:
    from rules.adnd.magic import effect_form

    assert any(isinstance(field, Changes) for field in effect_form(hers.state, None).fields)  # type: ignore[arg-type]


def test_a_seat_that_is_released_is_the_doms_again(hers: Hers) -> None:
    hers.begin()
    seats.release(hers.table.dora, hers.table.pip.seat_id)
    assert Desk.of(game_view(hers.table.dora)).is_mine("otis")
