"""The DM's page of a fight blow by blow.

What may be ruled, what is listed of a combatant, what the strip shows.
"""

import re
from operator import attrgetter
from typing import Any

import pytest
from django.test import Client

from encounters import services
from encounters.demo import make_demo
from encounters.selectors import read_view
from encounters.viewers import build_dm_viewer
from rules.kernel.state import State
from rules.procedures.dew.state import DewCombatant, get_round, make_pair
from rules.procedures.dew.terms import get_dew
from tests.any_procedure import ANY
from tests.encounters.compact import compact
from tests.encounters.seated import At


class Desk:
    """Dora's browser at the demo fight by Dew's sequence."""

    def __init__(self) -> None:
        user, self.encounter = make_demo("dew")
        self.client = Client()
        self.client.force_login(user)
        self.table = At(self.encounter, build_dm_viewer(self.encounter))

    def page(self, rest: str = "") -> str:
        return compact(self.client.get(f"/e/{self.encounter.pk}/{rest}").content.decode())

    def rule(self, what: str, value: str, who: str = "bran") -> int:
        given = {"who": who, "what": what, "value": value, "note": "so it is", "until": "", "tap": self.table.tap()}
        return self.client.post(f"/e/{self.encounter.pk}/ruling/", given).status_code

    @property
    def state(self) -> State:
        return read_view(build_dm_viewer(self.encounter)).state

    def dew(self, who: str = "bran") -> DewCombatant:
        return get_dew(self.state, who)

    def choose(self, who: str, **answer: Any) -> None:
        """Choose for somebody who is asked for an option."""
        token = next(each.token for each in self.state.open if each.who == who)
        services.answer(self.table.dora, self.table.tap(), token, answer)


@pytest.fixture
def desk(db: None) -> Desk:
    return Desk()


def offered(page: str) -> list[str]:
    """Return the values of the rulings on the form."""
    select = page.partition('<select name="what"')[2].partition("</select>")[0]
    return [each.partition('"')[0] for each in select.split('value="')[1:]]


def test_what_may_be_ruled_is_what_the_ruleset_knows(desk: Desk) -> None:
    whats = offered(desk.page("ruling/"))
    assert whats[:5] == ["en", "bd", "blows", "pair_range", "alert"]
    assert "hp" not in whats
    assert not {"held", "spells"} & set(whats)
    user, other = make_demo(ANY)
    desk.client.force_login(user)
    listed = offered(desk.client.get(f"/e/{other.pk}/ruling/").content.decode())
    assert listed[0] == "hp"
    assert not {"en", "blows", "broken"} & set(listed)


@pytest.mark.parametrize(
    ("what", "value", "name", "now"),
    [
        ("en", "9", "body.en", 9),
        ("bd", "=-2", "body.bd", -2),
        ("damaged", "5", "body.en", 19),
        ("alert", "no", "body.alert", False),
        ("conscious", "no", "body.conscious", False),
        ("fallen", "", "body.fallen", True),
        ("broken", "great axe", "gear.broken", ("great_axe",)),
        ("ac_mod1", "=-4", "gear.ac", (5, -4, 2)),
        ("great_blow", "1, 2, 3, 4", "ruled.great_blow", (1, 2, 3, 4)),
        ("forbidden", "the floor is ice", "ruled.forbidden", "the floor is ice"),
    ],
)
def test_every_number_of_the_sequence_can_be_ruled(desk: Desk, what: str, value: str, name: str, now: object) -> None:
    assert desk.rule(what, value) == 303
    assert attrgetter(name)(desk.dew()) == now


def test_blows_ranges_weapons_and_places_can_be_ruled(desk: Desk) -> None:
    for what, value in (
        ("blows", "1, 0"),
        ("pair_range", "Cora, 2"),
        ("prepared", "great axe, 2h, 2"),
        ("moved", "1.5, 2"),
    ):
        assert desk.rule(what, value) == 303
    bran = desk.dew()
    assert (bran.ledger.active, bran.ledger.reactive) == (1, 0)
    assert bran.ledger.count_prepared("great_axe", "2h") == 2
    assert get_round(desk.state).ranges[make_pair("bran", "cora")] == 2
    assert desk.state.combatants["bran"].place == (150, 200)
    assert desk.rule("dropped", "great axe") == 303
    assert desk.dew().gear.carried["great_axe"] == "ground"


@pytest.mark.parametrize(
    ("what", "value"),
    [("blows", "2"), ("en", "many"), ("pair_range", "Cora"), ("pair_range", "Bran, 3"), ("dropped", "the moon"),
     ("hp", "3"), ("alert", "perhaps"), ("fall_die", "1"), ("moved", "nan, 1")],
)  # fmt: skip
def test_what_cannot_be_ruled_is_shown_again(desk: Desk, what: str, value: str) -> None:
    before = desk.state
    assert desk.rule(what, value) == 400
    assert desk.state == before


def test_a_combatant_is_told_in_full_each_fact_with_the_ruling_that_changes_it(desk: Desk) -> None:
    page = desk.page("combatant/bran/")
    for what in ("en", "bd", "blows", "pair_range", "dropped", "moved", "hidden", "ac_base"):
        assert f"who=bran&amp;what={what}" in page
    assert "Hit points" not in page
    assert "9 in" in page
    assert 'value="24"' in desk.page("ruling/?who=bran&what=en")
    assert 'value="3, 1"' in desk.page("ruling/?who=bran&what=blows")


def test_the_roster_and_the_lanes_show_what_is_left(desk: Desk) -> None:
    page = desk.page("who/")
    assert 'aria-label="Bran: endurance"' in page
    assert "great axe in hand, range 3 to Cora, 9 to Dain" in page
    lane = desk.page().partition('<ul class="lanes"')[2].partition("</ul>")[0]
    assert [lane.count(f">{words} left") for words in ("active", "reactive")] == [3, 3]


def test_the_dm_reads_in_words_who_is_asked_what(desk: Desk) -> None:
    services.begin_round(desk.table.dora, desk.table.tap())
    who = next(each.who for each in desk.state.open if each.question == "option")
    assert f"{desk.state.combatants[who].name}: what in this beat?" in desk.page()
    desk.choose(who, command="grab", object="torch")
    page = desk.page()
    assert "Is it within reach?" in page
    assert f"{desk.state.combatants[who].name} grabs at something." in page


def test_the_steps_of_the_round_are_those_that_somebody_waits_in(desk: Desk) -> None:
    services.begin_round(desk.table.dora, desk.table.tap())
    steps = desk.page().partition('<ol class="steps"')[2].partition("</ol>")[0]
    assert re.findall(r"<li[^>]*><span>([^<]*)</span></li>", steps) == [
        "Combat", "Noncombat", "Movement", "Traces", "End", "Recap",
    ]  # fmt: skip
    assert '<li class="now" aria-current="step"><span>Combat</span>' in steps
