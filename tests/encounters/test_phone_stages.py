"""A phone that is not asked.

Before the fight, while others give orders, when its character is out.
"""

import re

import pytest

from encounters import services
from encounters.models import Encounter
from rules.kernel.inputs import Change
from tests.encounters.seated import At, prepared_fight, text, words

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def at() -> At:
    at = prepared_fight()
    at.sit()
    return at


def quill(at: At) -> str:
    return words(at.quill.get(at.url("me/")))


def rule(at: At, what: str, value: object = True) -> None:
    services.rule(at.dora, at.tap(), [Change("tenser", what, value)])


def test_before_the_fight_one_is_seated(at: At) -> None:
    assert "You are seated as Tenser. Orders open in a moment. You may lock the screen." in quill(at)
    services.open_encounter(at.dora)
    assert "Before the first round Orders open in a moment." in quill(at)
    assert "You are seated. You may lock the screen." in quill(at)


def test_while_the_foes_orders_are_given_ones_own_comes_in_a_moment(at: At) -> None:
    services.open_encounter(at.dora)
    services.begin_round(at.dora, at.tap())
    told = quill(at)
    assert re.search(r"Round 1, [\w: ]+ The DM is ordering the foes; you’re next\.", told)
    assert "You may lock the screen." in told
    assert "Nothing has happened" not in told


def test_in_the_opening_one_is_asked_when_there_is_something_to_choose(at: At) -> None:
    at.encounter.notes = {"start": "encounter"}
    at.encounter.save()
    services.open_encounter(at.dora)
    services.begin_round(at.dora, at.tap())
    assert re.search(
        r"The opening[\w:, ]* The sides meet\. You are asked when there is something to choose\.", quill(at)
    )


@pytest.mark.parametrize(
    ("what", "value", "told"),
    [
        ("hp", -12, "Tenser is dead."),
        ("hp", -2, "Tenser has fallen."),
        ("asleep", True, "Tenser is asleep."),
        ("held", True, "Tenser is held, and cannot act."),
        ("fled", True, "Tenser has fled."),
        ("surrendered", True, "Tenser has surrendered."),
    ],
)
def test_who_is_out_is_told_so_in_every_stage(at: At, what: str, value: object, told: str) -> None:
    services.open_encounter(at.dora)
    rule(at, what, value)
    services.begin_round(at.dora, at.tap())
    assert re.search(rf"Round 1, [\w: ]+ {re.escape(told)}", quill(at))
    assert "you’re next" not in quill(at)
    services.close(at.dora, at.tap())
    assert told in quill(at)


def test_who_plays_nobody_is_shown_where_to_pick(at: At) -> None:
    at.begin()
    at.quill.post(at.url("me/characters/"), {"down": "tenser"})
    page = text(at.quill.get(at.url("me/")))
    assert "You play no character now." in page
    assert f'href="{at.url("me/characters/")}"' in page


def test_when_it_is_over_what_was_seen_stays(at: At) -> None:
    at.begin()
    services.close(at.dora, at.tap())
    services.end(at.dora, at.tap())
    assert "The fight is over What you saw stays here." in quill(at)
    assert Encounter.objects.get(pk=at.encounter.pk).state == "ended"


# What it rests on.


def test_the_clauses_of_a_sentence_stand_behind_it(at: At) -> None:
    at.begin()
    services.close(at.dora, at.tap())
    at.finish()
    page = text(at.quill.get(at.url("me/")))
    behind = re.findall(r'<sup aria-hidden="true">§</sup>\s*</summary>(.*?)</details>', page, re.DOTALL)
    assert behind
    assert all('class="clause"' in each for each in behind)
