"""Players are asked for their orders by the round: no clock runs meanwhile."""

from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client

from tests.encounters.compact import compact
from tests.encounters.seated import prepared_fight, words

pytestmark = pytest.mark.usefixtures("transactional_db")


def test_the_notice_names_the_round_of_the_order() -> None:
    at = prepared_fight(ruleset="addict")
    at.sit()
    at.begin()
    assert "Your order, round 1" in words(at.pip.get(at.url("me/")))


TASKS = {
    "answer.action": "E", "answer.how": "task", "answer.task": "drop bow", "answer.segments": "1",
    "answer.with.0.action": "E", "answer.with.0.how": "task", "answer.with.0.task": "draw sword",
}  # fmt: skip


def test_a_plain_post_puts_one_deed_before_another() -> None:
    at = prepared_fight(ruleset="addict")
    at.sit()
    at.begin()
    posted = {"token": at.token(at.pip, "otis"), **TASKS, "reorder": "with.1.0"}
    moved = at.pip.post(at.url("me/answer/") + "?who=otis", posted)
    assert moved.status_code == 303
    asked = parse_qs(urlsplit(moved.headers["Location"]).query)
    assert (asked["answer.task"], asked["answer.with.0.task"]) == (["draw sword"], ["drop bow"])


def test_the_dm_adds_and_moves_deeds_without_giving_the_order() -> None:
    at = prepared_fight(ruleset="addict")
    at.sit()
    at.begin()
    token = next(each.token for each in at.state.open if each.who == "otis")
    query = urlencode({"for": token, **TASKS})
    dora, fight = Client(), f"/e/{at.encounter.pk}/"
    dora.force_login(at.encounter.campaign.find_owner())
    page = compact(dora.get(f"{fight}?{query}").content.decode())
    step = f'formaction="{fight}answer/step/"'
    assert f'<button class="b small" name="reorder" value="with.0.1" {step}' in page
    assert f'<button class="b small" name="more" value="with" {step}' in page
