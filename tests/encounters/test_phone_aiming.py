"""Aiming on a phone: likely orders, targets on the map, and no seal without a target."""

import re

import pytest
from django.test import Client

from encounters import services
from encounters.models import Declaration
from rules.kernel.inputs import Change
from tests.encounters.seated import HTMX, At, markup, prepared_fight, words

pytestmark = pytest.mark.django_db

WEB = {"answer.action": "D", "answer.how": "spell", "answer.spell": "magic_user_web"}
CURE = {"answer.action": "D", "answer.how": "spell", "answer.spell": "cleric_cure_light_wounds"}


@pytest.fixture
def at() -> At:
    table = prepared_fight()
    table.sit()
    table.begin()
    return table


def show(at: At, client: Client, given: dict[str, str], who: str = "") -> str:
    """Return the page of a step."""
    asked = {"for": at.token(client, who), **given, **({"who": who} if who else {})}
    return markup(client.get(at.url("me/"), asked))


def declared(who: str) -> list[str]:
    return [each.action for each in Declaration.objects.filter(who=who)]


def test_likely_orders_come_first_with_their_distance(at: At) -> None:
    said = words(at.pip.get(at.url("me/"), {"who": "otis"}))
    assert re.search(r"Likely G Long sword on Orc 1 6 ft away: within reach D Long bow at Orc 1 .* All orders", said)


def test_a_likely_order_leads_to_the_seal_with_its_target_chosen(at: At) -> None:
    page = markup(at.pip.get(at.url("me/"), {"who": "otis"}))
    found = re.search(r'<a class="offer" href="([^"]+)"', page)
    assert found is not None
    step = markup(at.pip.get(found[1].replace("&amp;", "&")))
    assert "Seal this order" in step
    assert re.search(r'value="orc-1" data-at="[^"]+" data-called="Orc 1" checked', step)


def test_each_target_says_what_an_order_at_it_comes_to(at: At) -> None:
    def read(**given: str) -> list[str]:
        page = show(at, at.pip, {f"answer.{name}": value for name, value in given.items()}, "otis")
        return [
            " ".join(each.split())
            for each in re.findall(r'name="answer.target".*?<small>(.*?)</small>', page, re.DOTALL)
        ]

    assert read(action="G", weapon="sword_long")[0] == "6 ft away: within reach"
    assert re.fullmatch(r"\d+ ft away: you arrive and strike in segment \d+", read(action="E", how="charge")[1])
    assert re.fullmatch(r"\d+ ft away: short range", read(action="D", how="shoot", weapon="bow_long")[1])


def test_the_target_of_a_likely_order_comes_first(at: At) -> None:
    for chosen in ("orc-1", "shaman"):
        page = show(at, at.pip, {"answer.action": "G", "answer.weapon": "sword_long", "answer.target": chosen}, "otis")
        assert re.findall(r'name="answer.target" value="([^"]+)"', page)[0] == chosen


def test_out_of_reach_is_said_at_the_target_with_what_happens_instead(at: At) -> None:
    page = show(at, at.pip, {"answer.action": "G", "answer.weapon": "sword_long"}, "otis")
    shaman = page[page.index('value="shaman"') :]
    assert 'data-warning="is out of reach. ' in shaman[: shaman.index("</label>")]
    assert 'data-act="' in shaman[: shaman.index("</label>")]
    assert "data-warning" not in page[page.index('value="orc-1"') : page.index('value="orc-2"')]


def test_reach_and_targets_are_the_same_whether_somebody_hidden_is_near(at: At) -> None:

    def read() -> list[str]:
        kinds = (
            {"answer.action": "G", "answer.weapon": "sword_long"},
            {"answer.action": "E", "answer.how": "charge"},
            {"answer.action": "D", "answer.how": "shoot", "answer.weapon": "bow_long"},
        )
        pages = [show(at, at.pip, each, "otis") for each in kinds] + [show(at, at.quill, WEB)]
        return [re.findall(r"<form.*?</form>", each, re.DOTALL)[0] for each in pages]

    far = read()
    services.rule(at.dora, at.tap(), [Change("canary", "moved", [5, 0])])
    assert at.state.combatants["canary"].place == (500, 0)
    near = read()
    csrf = re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"')
    assert [csrf.sub("", each) for each in near] == [csrf.sub("", each) for each in far]


def test_nobody_unseen_is_likely_or_on_the_map(at: At) -> None:
    for client in (at.pip, at.quill):
        assert "Canary" not in markup(client.get(at.url("me/")))
    assert "anary" not in show(at, at.quill, WEB)


def test_tokens_that_can_be_chosen_stand_on_a_map_above_the_list(at: At) -> None:
    page = show(at, at.pip, {"answer.action": "G", "answer.weapon": "sword_long"}, "otis")
    assert re.findall(r'data-pick="([^"]+)"', page) == ["orc-1", "orc-2", "shaman"]
    assert page.index("data-aim") < page.index('name="answer.target"')


def test_a_spell_at_one_creature_asks_for_a_target_and_no_place(at: At) -> None:
    page = show(at, at.pip, CURE, "jaroo")
    assert "data-place" not in page
    assert 'type="radio" name="answer.target" value="otis"' in page


def test_a_spell_with_an_area_asks_for_a_place_too(at: At) -> None:
    assert "data-place" in show(at, at.quill, WEB)


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_no_order_is_sealed_without_its_target(at: At, headers: dict[str, str]) -> None:
    posted = {"token": at.token(at.quill), "tap": "t1", "done": "1", **WEB}
    answered = at.quill.post(at.url("me/answer/"), posted, headers=headers)
    assert (answered.status_code, declared("tenser")) == (400, [])
    assert "Choose a target or a place first." in words(answered)


def test_a_spell_at_a_place_needs_no_target(at: At) -> None:
    place = {"answer.to.x": "6", "answer.to.y": "0"}
    posted = {"token": at.token(at.quill), "tap": "t1", "done": "1", **WEB, **place}
    assert (at.quill.post(at.url("me/answer/"), posted).status_code, declared("tenser")) == (303, ["D"])
