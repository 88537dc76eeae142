"""The seconds counted down while a blow waits for an answer.

To which viewers they are shown, what they end, and by which rulings they are set.

Bran attacks Cora, who may parry, and so may Dain beside her. Quill plays both, Pip Bran; Sam watches.
"""

import re
from dataclasses import dataclass

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import services, times
from encounters.models import Encounter
from encounters.viewers import build_dm_viewer
from rules.kernel.inputs import Change
from rules.kernel.state import OpenQuestion
from tests.any_procedure import ANY
from tests.encounters.hours import Hours
from tests.encounters.seated import At, text, words
from tests.people import sit

pytestmark = [pytest.mark.storage, pytest.mark.django_db(transaction=True)]

FIGHTERS = {"bran": ("party", [0, 0]), "cora": ("foes", [3, 0]), "dain": ("foes", [3, 1])}
KEY = "table.seconds_to_parry"
ATTACK = {"command": "attack", "weapon": "great_axe", "mode": "2h", "use": "melee", "target": "cora",
          "second_blow": "reactive"}  # fmt: skip


@dataclass
class Duel:
    """The table, Dora's browser, and the time."""

    at: At
    hers: Client
    hours: Hours

    def question(self, who: str, question: str) -> OpenQuestion:
        return next(each for each in self.at.state.open if (each.who, each.question) == (who, question))

    def attack(self) -> None:
        services.begin_round(self.at.dora, self.at.tap())
        token = self.question("bran", "option").token
        services.answer(self.at.dora, self.at.tap(), token, ATTACK)

    def phone(self, client: Client, who: str = "") -> str:
        return words(client.get(self.at.url("me/"), {"who": who} if who else {}))

    def desk(self, rest: str = "") -> str:
        return words(self.hers.get(f"/e/{self.at.encounter.pk}/{rest}"))

    def choose(self, seconds: str) -> None:
        services.rule(self.at.dora, self.at.tap(), [Change("dm", "option", [KEY, seconds])])


@pytest.fixture
def duel(monkeypatch: pytest.MonkeyPatch) -> Duel:
    hours = Hours()
    monkeypatch.setattr(times, "now", lambda: hours.now)
    user = User.objects.create_user("dora-duel")
    encounter = services.create_encounter(user, "The ford at Nulb", "dew")
    for who, (side, position) in FIGHTERS.items():
        like = {"like": "bran" if who == "bran" else "cora"}
        definition = {"id": who, "name": who.title(), "side": side, "played": True, "position": position, "dew": like}
        services.put_combatant(build_dm_viewer(encounter), definition)
    at = At(encounter, build_dm_viewer(encounter))
    sit(at.pip, at.encounter.campaign, "Pip", ["bran"])
    sit(at.quill, at.encounter.campaign, "Quill", ["cora", "dain"])
    sit(at.sam, at.encounter.campaign, "Sam", kind="spectator")
    services.open_encounter(at.dora)
    hers = Client()
    hers.force_login(user)
    return Duel(at, hers, hours)


def test_who_may_parry_sees_what_is_left(duel: Duel) -> None:
    duel.attack()
    assert "Secret until all have answered. 0:20 left" in duel.phone(duel.at.quill, "cora")
    duel.hours.go(6)
    for who in ("cora", "dain"):
        assert "0:14 left" in duel.phone(duel.at.quill, who)


def test_the_dm_sees_it_at_his_prompt(duel: Duel) -> None:
    duel.attack()
    duel.hours.go(3)
    assert "Cora: parry? 0:17 left" in duel.desk()


def test_nobody_else_is_shown_it(duel: Duel) -> None:
    duel.attack()
    for response in (duel.at.pip.get(duel.at.url("me/")), duel.at.sam.get(duel.at.url("watch/"))):
        assert response.status_code == 200
        assert "data-left" not in text(response)


def test_when_time_is_up_nothing_ends(duel: Duel) -> None:
    duel.attack()
    duel.hours.go(200)
    assert "Time is up. The DM decides." in duel.phone(duel.at.quill, "cora")
    assert "Time is up: you decide." in duel.desk()
    question = duel.question("cora", "parry")
    assert not question.sealed
    duel.at.answer(duel.at.quill, "cora", command="decline")
    assert duel.question("cora", "parry").sealed


def test_the_dm_closes_with_the_default(duel: Duel) -> None:
    duel.attack()
    duel.hours.go(200)
    services.close(duel.at.dora, duel.at.tap(), "cora")
    assert duel.question("cora", "parry").sealed


def test_the_one_whom_the_dm_plays_is_not_hurried(duel: Duel) -> None:
    duel.at.quill.post(duel.at.url("me/characters/"), {"down": "dain"})
    duel.attack()
    told = duel.desk()
    assert "Cora: parry? 0:20 left" in told
    assert "Dain: parry? 0:20 left" not in told


def test_only_a_blow_that_waits_is_counted(duel: Duel) -> None:
    services.begin_round(duel.at.dora, duel.at.tap())
    told = text(duel.at.pip.get(duel.at.url("me/")))
    assert "Initiative is yours" in told
    assert "data-left" not in told


def test_a_take_back_asks_anew(duel: Duel) -> None:
    duel.attack()
    before = Encounter.objects.get(pk=duel.at.encounter.pk).position
    duel.hours.go(60)
    duel.at.answer(duel.at.quill, "cora", command="decline")
    services.take_back(duel.at.dora, duel.at.tap(), before)
    assert "0:20 left" in duel.phone(duel.at.quill, "cora")
    assert "Cora: parry? 0:20 left" in duel.desk()


# Who sets it.


@pytest.mark.parametrize(("chosen", "shown"), [("10", "0:10 left"), ("60", "1:00 left")])
def test_the_table_chooses_the_seconds(duel: Duel, chosen: str, shown: str) -> None:
    duel.choose(chosen)
    duel.attack()
    assert shown in duel.phone(duel.at.quill, "cora")


def test_without_seconds_it_is_told_how_long_it_has_waited(duel: Duel) -> None:
    duel.choose("none")
    duel.attack()
    page = text(duel.at.quill.get(duel.at.url("me/"), {"who": "cora"}))
    assert "Waiting" in page
    assert "data-left" not in page
    assert "data-since" in page


def test_it_is_changed_on_the_desk(duel: Duel) -> None:
    duel.attack()
    address = f"/e/{duel.at.encounter.pk}/countdown/"
    assert f'href="{address}"' in text(duel.hers.get(f"/e/{duel.at.encounter.pk}/"))
    assert re.search(r'value="20"[^>]* checked', text(duel.hers.get(address)))
    assert duel.hers.post(address, {"seconds": "30", "tap": "one"}).status_code == 303
    assert "0:30 left" in duel.phone(duel.at.quill, "cora")
    assert "From now on “Countdown for a parry” is 30." in duel.desk()


@pytest.mark.parametrize("seconds", ["21", "-1", "soon", ""])
def test_what_cannot_be_chosen_changes_nothing(duel: Duel, seconds: str) -> None:
    response = duel.hers.post(f"/e/{duel.at.encounter.pk}/countdown/", {"seconds": seconds, "tap": "one"})
    assert response.status_code == 400
    duel.attack()
    assert "0:20 left" in duel.phone(duel.at.quill, "cora")


def test_it_is_prepared_where_something_is_counted(duel: Duel) -> None:
    user = User.objects.get(username="dora-duel")
    for ruleset, offered in (("dew", True), (ANY, False)):
        encounter = services.create_encounter(user, "The ford", ruleset)
        page = text(duel.hers.get(f"/e/{encounter.pk}/prepare/"))
        assert (f'name="{KEY}"' in page) is offered


def test_no_procedure_reads_it(duel: Duel) -> None:
    duel.attack()
    before = duel.at.state
    duel.choose("10")
    assert duel.at.state.open == before.open
    assert duel.at.state.combatants == before.combatants
