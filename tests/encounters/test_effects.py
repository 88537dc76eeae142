"""Effects at the table: proposed to Dora, applied by one press, shown until they end."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from encounters import services
from encounters.narration.columns import describe_left, is_ending
from rules.kernel.frozen import evolve
from tests.encounters.compact import compact
from tests.encounters.seated import At, words

BLESSED = {
    "who": "otis",
    "what": "effect",
    "value": "blessed",
    "until": "2 segments",
    "changes": [{"what": "to_hit", "by": 1}, {"what": "ac", "by": -7}],
}


@pytest.fixture
def asked(at: At) -> At:
    """Tenser has cast a web at the first orc, and Dora is asked what it does."""
    at.order("tenser", action="D", how="spell", spell="magic_user_web", target=["orc-1"])
    for who in ("otis", "jaroo"):
        at.order(who, action="C")
    while not any(each.facts.get("what") == "Web" for each in at.state.open):
        at.step()
    return at


@pytest.fixture
def hers(asked: At) -> Client:
    client = Client()
    client.force_login(asked.encounter.campaign.find_owner())
    return client


def token(at: At) -> str:
    return next(each.token for each in at.state.open if each.question == "effect")


def page(at: At, hers: Client, rest: str = "") -> Any:
    return hers.get(f"/e/{at.encounter.pk}/{rest}")


def press(at: At, hers: Client, act: str) -> int:
    status: int = hers.post(f"/e/{at.encounter.pk}/answer/", {"token": token(at), "act": act}).status_code
    return status


def bless(at: At, **more: str) -> None:
    """Dora rules something else than was proposed: Otis is blessed for two segments."""
    services.answer(at.dora, at.tap(), token(at), {"changes": [{**BLESSED, **more}]})


# The proposal.


def test_what_a_spell_does_is_proposed_in_a_sentence_with_three_ways_on(asked: At, hers: Client) -> None:
    shown = unescape(words(page(asked, hers)))
    assert "Your ruling on web" in shown
    assert 'Web: webbed (movement -9"): Orc 1 for 10 turns.' in shown
    markup = compact(page(asked, hers).content.decode())
    assert [label in shown for label in ("Apply", "Change", "Nothing")] == [True] * 3
    assert '<details class="folded">' in markup
    assert 'value="10 turns"' in markup


def test_one_press_applies_it(asked: At, hers: Client) -> None:
    assert press(asked, hers, "apply") == 303
    assert asked.state.combatants["orc-1"].has("webbed")
    assert not any(each.question == "effect" for each in asked.state.open)


def test_the_list_of_what_can_be_taken_back_names_the_spell(asked: At, hers: Client) -> None:
    press(asked, hers, "apply")
    shown = unescape(words(page(asked, hers, "take-back/")))
    assert re.search(r"UTC ?, Your ruling on web\b", shown)
    assert "effect" not in shown.partition("newest first")[2].partition("Round 1 opened")[0]


def test_one_press_declines_it(asked: At, hers: Client) -> None:
    assert press(asked, hers, "nothing") == 303
    assert not asked.state.combatants["orc-1"].conditions


def test_what_is_not_offered_is_refused(asked: At, hers: Client) -> None:
    assert press(asked, hers, "bewitch") == 409
    assert any(each.question == "effect" for each in asked.state.open)


def test_the_proposal_may_be_changed_row_by_row(asked: At, hers: Client) -> None:
    rows = {"who": "otis", "what": "effect", "value": "blessed (to hit +1)", "until": "3 rounds"}
    given = {f"answer.changes.0.{key}": value for key, value in rows.items()}
    status = hers.post(f"/e/{asked.encounter.pk}/answer/", {"token": token(asked), "done": "1", **given}).status_code
    assert status == 303
    otis = asked.state.combatants["otis"]
    assert (otis.has("blessed"), otis.sum_changes("to_hit")) == (True, 1)
    assert not asked.state.combatants["orc-1"].has("webbed")


# What is left.


def test_the_roster_and_the_own_phone_tell_what_is_left(asked: At, hers: Client) -> None:
    bless(asked)
    assert "blessed, 2 segments left" in words(page(asked, hers, "who/"))
    assert "blessed (to hit +1, AC -7), 2 segments left" in words(page(asked, hers, "combatant/otis/"))
    own = words(asked.pip.get(asked.url("me/sheet/?who=otis")))
    assert "blessed (to hit +1, AC -7), 2 segments left" in own


def test_dora_and_the_player_are_warned_a_segment_before_the_end(asked: At, hers: Client) -> None:
    bless(asked, until="1 segment")
    assert "blessed, ends next segment" in words(page(asked, hers, "who/"))
    assert 'class="cond warn"' in compact(page(asked, hers, "who/").content.decode())
    assert "Blessed, ends next segment." in words(asked.pip.get(asked.url("me/?who=otis")))


@pytest.mark.parametrize("rest", ["me/", "me/sheet/", "me/saw/"])
def test_another_player_is_told_the_effect_and_neither_its_numbers_nor_its_end(asked: At, rest: str) -> None:
    bless(asked)
    seen = asked.quill.get(asked.url(rest)).content.decode()
    assert "to hit +1" not in seen
    assert "AC -7" not in seen
    assert "segments left" not in seen


def test_what_is_left_is_counted_in_segments_and_then_in_rounds(asked: At) -> None:
    state = evolve(asked.state, round=2, clock=4)
    said = [describe_left(state, until) for until in ((2, 5), (2, 6), (3, 3), (3, 4), (5, 1), (4, 4))]
    assert said == [
        "ends next segment",
        "2 segments left",
        "9 segments left",
        "1 round left",
        "2 rounds left",
        "2 rounds left",
    ]
    assert [is_ending(state, until) for until in (None, (2, 5), (2, 6), (3, 1))] == [False, True, False, False]
    over = evolve(asked.state, round=2, clock=None, between_rounds=True)
    assert describe_left(over, (3, 1)) == "ends next segment"
