"""A sealed order can be changed on the phone until the DM closes orders."""

import re

import pytest
from django.test import Client

from encounters import seats, services
from encounters.models import Declaration, Seat
from rules.kernel.inputs import Change
from rules.kernel.options import CLOSE_ORDERS
from tests.encounters.seated import At, markup, prepared_fight, words

pytestmark = pytest.mark.django_db

CHANGE = re.compile(r'<a class="b" href="([^"]+)"[^>]*>\s*Change it')


def begin(closed_by: str = "dm") -> At:
    at = prepared_fight(options={CLOSE_ORDERS: closed_by})
    at.sit()
    at.begin()
    return at


def find_change(at: At) -> str:
    """Return the address at which Quill changes the order, or ""."""
    found = CHANGE.search(markup(at.quill.get(at.url("me/"))))
    return found[1].replace("&amp;", "&") if found is not None else ""


def declared() -> list[str]:
    return [each.action for each in Declaration.objects.filter(who="tenser")]


def test_a_sealed_order_is_asked_again_and_replaced() -> None:
    at = begin()
    at.answer(at.quill, action="C")
    assert "You can change it until the DM closes orders." in words(at.quill.get(at.url("me/")))
    page = markup(at.quill.get(find_change(at)))
    token = re.search(r'name="token" value="([^"]+)"', page)
    assert token is not None
    assert "Await" in page
    given = {"answer.action": "G", "answer.weapon": "dagger", "answer.target": "orc-1"}
    step = at.quill.post(at.url("me/answer/"), {"token": token[1], "change": "1", "answer.action": "G"})
    assert step["Location"].startswith(find_change(at))
    at.quill.post(at.url("me/answer/"), {"token": token[1], "change": "1", "tap": "again", "done": "1", **given})
    assert declared() == ["C", "G"]
    assert at.state.declared["tenser"].action == "G"
    assert "Your order is sealed" in words(at.quill.get(at.url("me/")))


def test_a_closed_order_is_final() -> None:
    at = begin()
    at.answer(at.quill, action="C")
    address = find_change(at)
    services.close(at.dora, at.tap())
    assert find_change(at) == ""
    assert "Change it" not in words(at.quill.get(address))


def test_nobody_changes_anothers_order() -> None:
    at = begin()
    at.answer(at.quill, action="C")
    assert "Seal this order" not in words(at.pip.get(find_change(at)))


def test_the_last_order_is_offered_again_with_its_target() -> None:
    at = begin("itself")
    at.order("otis", action="G", weapon="sword_long", target="orc-1")
    services.close(at.dora, at.tap())
    at.finish()
    at.begin()
    said = words(at.pip.get(at.url("me/"), {"who": "otis"}))
    assert re.search(r"Likely \w Long sword on Orc 1 Same as last round: \d+ ft away", said)


def test_a_step_from_before_the_seal_changes_nothing() -> None:
    at = begin()
    given = {"for": at.token(at.quill), "answer.action": "G"}
    at.answer(at.quill, action="C")
    page = words(at.quill.get(at.url("me/"), given))
    assert "Your order is sealed" in page
    assert "Seal this order" not in page


@pytest.mark.parametrize("taps", [1, 2])
def test_a_change_that_a_clause_refuses_stands_in_the_form_with_its_reason(taps: int) -> None:
    at = begin()
    at.answer(at.pip, "otis", action="C")
    change = CHANGE.search(markup(at.pip.get(at.url("me/"), {"who": "otis"})))
    assert change is not None
    token = re.search(r'name="token" value="([^"]+)"', markup(at.pip.get(change[1].replace("&amp;", "&"))))
    assert token is not None
    services.rule(at.dora, at.tap(), [Change("shaman", "moved", [3000, 0])])
    chosen = {"answer.action": "D", "answer.how": "shoot", "answer.weapon": "bow_long", "answer.target": "shaman"}
    posted = {"token": token[1], "change": "1", "tap": "again", "done": "1", **chosen}
    for _ in range(taps):
        refused = at.pip.post(at.url("me/answer/") + "?who=otis", posted)
    page = markup(refused)
    assert refused.status_code == 422
    assert "is out of range" in words(refused)
    assert 'name="change" value="1"' in page
    assert re.search(r'name="answer.how" value="shoot&gt;bow_long"|name="answer.weapon" value="bow_long"', page)


def test_a_change_that_is_not_taken_stands_in_the_form() -> None:
    at = begin()
    at.answer(at.quill, action="C")
    page = markup(at.quill.get(find_change(at)))
    token = re.search(r'name="token" value="([^"]+)"', page)
    assert token is not None
    posted = {"token": token[1], "change": "1", "tap": "no id of a tap", "done": "1", "answer.action": "C"}
    rejected = at.quill.post(at.url("me/answer/"), posted)
    assert (rejected.status_code, declared()) == (400, ["C"])
    assert "carries an id of its own" in words(rejected)
    assert 'name="change" value="1"' in markup(rejected)


def test_one_who_joins_again_may_change_what_was_sealed_for_them() -> None:
    at = begin()
    for who in ("otis", "jaroo"):
        at.answer(at.pip, who, action="C")
    for seat in Seat.objects.filter(name="Pip"):
        seats.release(at.dora, seat.pk)
    again = Client()
    again.post(at.url(), {"name": "Pip again", "characters": ["otis", "jaroo"]})
    for who in ("otis", "jaroo"):
        said = words(again.get(at.url("me/"), {"who": who}))
        assert "You can change it until the DM closes orders." in said


def test_one_who_gets_another_character_may_still_change_what_was_sealed() -> None:
    at = begin()
    at.answer(at.quill, action="C")
    seats.give(at.dora, "jaroo", Seat.objects.get(name="Quill").pk)
    said = words(at.quill.get(at.url("me/"), {"who": "tenser"}))
    assert "You can change it until the DM closes orders." in said


def test_a_target_that_has_left_is_named_and_leaves_the_list() -> None:
    at = begin()
    services.rule(at.dora, at.tap(), [Change("orc-1", "vanishes", None)])
    answered = at.answer(at.pip, "otis", action="G", weapon="sword_long", target="orc-1")
    page = markup(answered)
    assert answered.status_code == 400
    assert "Orc 1 cannot be chosen any more. Choose again." in words(answered)
    assert 'name="answer.weapon" value="sword_long"' in page
    assert re.findall(r'name="answer.target" value="([^"]+)"', page) == ["orc-2", "shaman"]
