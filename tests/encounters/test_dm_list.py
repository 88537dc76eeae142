"""Dora's encounters: signing in, the list, and each act on an encounter of it.

She makes, copies, imports, exports and deletes them.
"""

import tomllib
from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.core import signing
from django.test import Client

from encounters import sign_in
from encounters.models import Encounter
from encounters.scenario_files import export_text
from tests.any_procedure import ANY, find_other, find_switch
from tests.encounters.conftest import Table
from tests.encounters.seated import words

pytestmark = pytest.mark.storage

SCENARIO = f"""
ruleset = "{ANY}"
title = "The toll bridge"
[options]
"{find_switch()}" = true
[encounter]
setting = "outdoors"
distance_ft = 60
[[combatant]]
id = "otis"
side = "party"
class = "ranger"
weapons = [{{ id = "oar", speed_factor = 6, length_ft = 7, damage = "1d6" }}]
position = [0, 2.5]
[[combatant]]
id = "brigand"
side = "foes"
hd = "1"
count = 3
"""


@pytest.fixture
def rex(dora: User) -> Client:
    """Return the browser of Rex, who has an account and nothing to do with Dora's fights."""
    client = Client()
    client.force_login(User.objects.create_user("rex", password="nobody"))
    return client


# Signing in.


def test_a_link_signs_dora_in_once(dora: User) -> None:
    address = f"/sign-in/{sign_in.make_token(dora)}/"
    client = Client()
    assert client.get(address).status_code == 200
    assert client.post(address).headers["Location"] == "/"
    assert client.get("/e/").status_code == 200
    again = Client().post(address)
    assert again.status_code == 410
    assert b"This link has been used" in again.content


def test_looking_at_a_link_does_not_spend_it(dora: User) -> None:
    token = sign_in.make_token(dora)
    Client().get(f"/sign-in/{token}/")
    assert sign_in.redeem_token(token) == dora


def test_a_newer_sign_in_spends_every_older_link(dora: User) -> None:
    older, newer = sign_in.make_token(dora), sign_in.make_token(dora)
    sign_in.redeem_token(newer)
    with pytest.raises(sign_in.LinkSpent):
        sign_in.redeem_token(older)


def test_an_old_link_signs_nobody_in(dora: User, monkeypatch: pytest.MonkeyPatch) -> None:
    token = sign_in.make_token(dora)
    monkeypatch.setattr(sign_in, "GOOD_FOR_SECONDS", -1)
    with pytest.raises(sign_in.LinkSpent):
        sign_in.redeem_token(token)


NEVER_MADE = ["", "nonsense", signing.dumps(["x"], salt=sign_in.SALT), signing.dumps([1, ""])]


@pytest.mark.parametrize("token", NEVER_MADE, ids=["empty", "nonsense", "not ours", "of another salt"])
def test_a_link_that_was_never_made_signs_nobody_in(dora: User, token: str) -> None:
    with pytest.raises(sign_in.LinkSpent):
        sign_in.redeem_token(token)


def test_dora_signs_out(hers: Client) -> None:
    hers.post("/sign-out/")
    assert hers.get("/e/").headers["Location"] == "/sign-in/?next=/e/"


# The list.


def test_without_encounters_the_list_says_what_to_do(hers: Client) -> None:
    assert "Make one, or import a scenario file" in hers.get("/e/").content.decode()


def test_each_encounter_has_the_one_thing_to_do_next(hers: Client, prepared: Encounter) -> None:
    text = hers.get("/e/").content.decode()
    assert "draft" in text
    assert f'href="/e/{prepared.pk}/prepare/"' in text


def test_a_fight_in_play_is_returned_to(hers: Client, table: Table) -> None:
    assert "open, before the first round" in hers.get("/e/").content.decode()
    table.begin()
    text = hers.get("/e/").content.decode()
    assert "running, round 1" in text
    assert f"Open {table.encounter.title}" in text


def test_a_fight_that_ended_is_replayed(hers: Client, table: Table) -> None:
    table.play_round()
    hers.post(f"/e/{table.encounter.pk}/end/", {"note": "they parted"})
    assert "ended, 1 round" in hers.get("/e/").content.decode()


def test_rex_sees_none_of_doras_fights(rex: Client, prepared: Encounter) -> None:
    assert prepared.title not in rex.get("/e/").content.decode()


@pytest.mark.parametrize("page", ["prepare/", "", "export/", "delete/", "ruling/", "why/", "join/", "dice/1/", "who/"])
def test_rex_may_not_enter_doras_fight(rex: Client, table: Table, page: str) -> None:
    assert rex.get(f"/e/{table.encounter.pk}/{page}").status_code == 404


@pytest.mark.parametrize("page", ["round/", "next/", "answer/", "copy/", "delete/", "end/", "take-back/", "nudge/"])
def test_rex_may_not_act_in_doras_fight(rex: Client, table: Table, page: str) -> None:
    assert rex.post(f"/e/{table.encounter.pk}/{page}").status_code == 404
    assert Encounter.objects.filter(pk=table.encounter.pk).exists()


@pytest.mark.parametrize("number", ["999999", "0"])
def test_no_stranger_is_told_which_fights_exist(rex: Client, table: Table, number: str) -> None:
    there, not_there = f"/e/{table.encounter.pk}/", f"/e/{number}/"
    for client in (rex, Client()):
        for do in (client.get, client.post):
            one, other = do(there), do(not_there)
            assert one.status_code == other.status_code
            assert words(one) == words(other).replace(not_there, there)
            assert one.headers.get("Location", "") == other.headers.get("Location", "").replace(not_there, there)


def test_whoever_is_not_signed_in_is_sent_to_sign_in(table: Table) -> None:
    address = f"/e/{table.encounter.pk}/"
    assert Client().get(address).headers["Location"] == f"/sign-in/?next={address}"


def test_an_encounter_that_is_not_there_is_404(hers: Client) -> None:
    assert hers.get("/e/99999/").status_code == 404


# Making, copying, deleting.


def test_a_new_encounter_is_prepared_next(hers: Client) -> None:
    answer = hers.post("/new/", {"title": "The bridge", "ruleset": ANY})
    made = Encounter.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/e/{made.pk}/prepare/")


def test_a_new_encounter_is_proposed_with_a_title_and_the_last_rules(hers: Client) -> None:
    for title, posted in (("Fight 1", ANY), ("Fight 2", find_other())):
        assert f'placeholder="{title}"' in hers.get("/new/").content.decode()
        hers.post("/new/", {"title": "", "ruleset": posted})
    assert [each.title for each in Encounter.objects.all()] == ["Fight 2", "Fight 1"]
    shown = " ".join(hers.get("/new/").content.decode().split())
    assert f'type="radio" name="ruleset" value="{find_other()}" checked' in shown
    assert shown.count("checked") == 1


def test_a_proposed_title_is_another_one_than_those_that_are_there(hers: Client) -> None:
    hers.post("/new/", {"title": "Fight 2", "ruleset": ANY})
    assert 'placeholder="Fight 3"' in hers.get("/new/").content.decode()


@pytest.mark.parametrize("given", [{"title": "x" * 121, "ruleset": ANY}, {"title": "x", "ruleset": "dice"}, {}])
def test_a_new_encounter_needs_a_possible_title_and_a_ruleset(hers: Client, given: dict[str, str]) -> None:
    answer = hers.post("/new/", given)
    assert answer.status_code == 400
    assert not Encounter.objects.exists()


def test_a_copy_is_prepared_anew(hers: Client, table: Table) -> None:
    hers.post(f"/e/{table.encounter.pk}/copy/")
    made = Encounter.objects.exclude(pk=table.encounter.pk).get()
    assert made.state == Encounter.State.PREPARING
    kept = [row.definition for row in made.combatants.all()]
    assert kept == [row.definition for row in table.encounter.combatants.all()]


def test_nothing_is_deleted_before_it_is_confirmed(hers: Client, table: Table) -> None:
    assert "gone for good" in hers.get(f"/e/{table.encounter.pk}/delete/").content.decode()
    assert Encounter.objects.exists()
    table.begin()
    assert hers.post(f"/e/{table.encounter.pk}/delete/").status_code == 303
    assert not Encounter.objects.exists()


# Scenario files.


def test_a_pasted_scenario_becomes_an_encounter(hers: Client) -> None:
    hers.post("/import/", {"paste": SCENARIO})
    made = Encounter.objects.get()
    assert made.title == "The toll bridge"
    assert made.options == {find_switch(): True}
    assert made.notes == {"setting": "outdoors", "distance_ft": 60}
    assert [row.definition["id"] for row in made.combatants.all()] == ["otis", "brigand"]


def test_a_scenario_file_becomes_an_encounter(hers: Client) -> None:
    file = BytesIO(SCENARIO.encode())
    file.name = "bridge.toml"
    assert hers.post("/import/", {"file": file}).status_code == 303
    assert Encounter.objects.count() == 1


PLAIN = f"""\
ruleset = "{ANY}"
title = "The toll bridge"

[[combatant]]
id = "otis"
name = "Otis"
side = "party"
"""


def test_what_is_exported_is_written_as_the_format_has_it(hers: Client) -> None:
    hers.post("/import/", {"paste": PLAIN})
    assert tomllib.loads(export_text(Encounter.objects.get())) == tomllib.loads(PLAIN)


def test_a_mark_of_byte_order_does_not_keep_a_file_from_being_imported(hers: Client) -> None:
    hers.post("/import/", {"paste": f"\ufeff{SCENARIO}"})
    assert Encounter.objects.get().title == "The toll bridge"


@pytest.mark.parametrize("hp", ["9" * 5000, "[" * 20_000 + "]" * 20_000, "nan"])
def test_a_file_that_no_program_could_read_is_answered_with_its_line(hers: Client, hp: str) -> None:
    answer = hers.post("/import/", {"paste": f"{PLAIN}hp = {hp}"})
    assert answer.status_code == 400
    assert ":8: " in answer.content.decode()
    assert not Encounter.objects.exists()


def test_what_was_exported_can_be_imported_again(hers: Client) -> None:
    hers.post("/import/", {"paste": SCENARIO})
    first = Encounter.objects.get()
    text = hers.get(f"/e/{first.pk}/export/").content.decode()
    hers.post("/import/", {"paste": text})
    second = Encounter.objects.exclude(pk=first.pk).get()
    assert export_text(second) == text
    assert [row.definition for row in second.combatants.all()] == [row.definition for row in first.combatants.all()]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "Choose a file, or paste one."),
        ({"paste": "ruleset ="}, "this is not TOML"),
        ({"paste": SCENARIO.replace("ranger", "rangr")}, "rangr"),
        ({"paste": 'ruleset = "chess"'}, "chess"),
        ({"file": BytesIO(b"\xff\xfe")}, "not a text"),
    ],
)
def test_a_scenario_that_cannot_be_read_says_why(hers: Client, given: dict[str, object], words: str) -> None:
    answer = hers.post("/import/", given)
    assert answer.status_code == 400
    assert words in answer.content.decode()
    assert not Encounter.objects.exists()


def test_what_was_pasted_is_not_lost(hers: Client) -> None:
    assert "rangr" in hers.post("/import/", {"paste": SCENARIO.replace("ranger", "rangr")}).content.decode()
