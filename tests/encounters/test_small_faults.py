"""Texts that must be true when they are read.

What is next, what an order takes, what was drafted, what is special.
"""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.models import Encounter
from encounters.narration import tell
from encounters.screens.dm.dm_view import read_dm_view
from encounters.screens.dm.recap import write_draft
from encounters.selectors import read_view
from encounters.viewers import build_dm_viewer
from rules.kernel import events as e
from tests.any_procedure import ANY
from tests.encounters.compact import compact

OTIS = {"id": "otis", "name": "Otis", "side": "party", "class": "ranger", "hp": 20, "played": True}
CARRION = {"id": "crawler", "name": "Crawler", "side": "foes", "monster": "ghoul", "hp": 20}


@pytest.fixture
def fight(dora: User) -> Encounter:
    notes = {"start": "melee", "reaction": "hostile"}
    made = services.create_encounter(dora, "The weir", ANY, {}, notes)
    services.add_combatants(build_dm_viewer(made), (OTIS, CARRION))
    services.open_encounter(build_dm_viewer(made))
    return made


def test_what_a_monster_does_besides_is_shown_to_the_dm(fight: Encounter, dora: User, client: Client) -> None:
    client.force_login(dora)
    page = compact(client.get(f"/e/{fight.pk}/combatant/crawler/").content.decode())
    asked = (
        "paralysis: save or paralysed for 3d4 rounds, not elf. The save is rolled on a hit; you are asked what follows."
    )
    assert f"<dt>Special attack</dt><dd>{asked} Check the numbers in your book." in page
    assert "<dt>You decide</dt><dd>immune sleep, charm" in page


MONSTERS = {
    "dragon_red": "Breath of fire, cone 9 inches long, 3 wide at its end, damage as many as the hit points it has left,"
    " a save against breath halves, 3 uses left. Order it under D, use a device; saves and damage are rolled.",
    "basilisk": "Petrifying gaze, those who meet it, a save against petrification/polymorph prevents it.",
    "troll": "even when dead. You are asked at the end of each round.",
    "mind_flayer": "<dt>Magic resistance</dt><dd>90% (you roll and decide)",
}


@pytest.mark.parametrize("monster", MONSTERS)
def test_its_powers_are_shown_in_full(monster: str, dora: User, client: Client) -> None:
    made = services.create_encounter(dora, "The weir", ANY, {}, {"start": "melee", "reaction": "hostile"})
    services.add_combatants(build_dm_viewer(made), (OTIS, {**CARRION, "monster": monster}))
    services.open_encounter(build_dm_viewer(made))
    client.force_login(dora)
    assert MONSTERS[monster] in compact(client.get(f"/e/{made.pk}/combatant/crawler/").content.decode())


def test_notes_on_what_is_special_are_written_by_hand(dora: User, client: Client) -> None:
    client.force_login(dora)
    made = services.create_encounter(dora, "The weir", ANY, {}, {})
    row = services.put_combatant(build_dm_viewer(made), CARRION)
    page = f"/e/{made.pk}/prepare/{row.pk}/"
    assert "paraly" in client.get(page).content.decode()
    given = {"id": "crawler", "side": "foes", "monster": "ghoul", "special": "poison: save or die\nhates fire"}
    assert client.post(page, given).status_code == 303
    row.refresh_from_db()
    assert row.definition["special"] == ["poison: save or die", "hates fire"]


def test_the_draft_of_a_recap_does_not_tell_what_was_taken_back(fight: Encounter) -> None:
    services.begin_round(build_dm_viewer(fight), "begin")
    services.take_back(build_dm_viewer(fight), "back", 0, "I forgot the trapdoor")
    services.begin_round(build_dm_viewer(fight), "again")
    for number in range(40):
        if read_view(build_dm_viewer(fight)).state.between_rounds:
            break
        services.close(build_dm_viewer(fight), f"close-{number}")
    text = write_draft(read_dm_view(build_dm_viewer(fight)), 1)
    assert text
    assert "trapdoor" not in text
    assert "took back" not in text


def test_a_deed_that_must_wait_for_another_stands_in_the_log(fight: Encounter) -> None:
    state = read_view(build_dm_viewer(fight)).state
    waits = e.DeedWaits(who="otis", deed="otis:1", act="melee", targets=("crawler",), clauses=("SOME.1",))
    told = tell(waits, state)
    assert told is not None
    assert told.text == "Otis waits: the blow at Crawler comes after what is still to happen."
    assert told.clauses == ("SOME.1",)
