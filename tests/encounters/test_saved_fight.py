"""Dora saves the fight as a file: "This is wrong"."""

from contextlib import suppress
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.errors import Invalid
from encounters.models import Encounter
from encounters.scenario_files import import_text, save_played
from encounters.stored import read_opening, read_records
from rules.api import DM, MAP_RULING, Change
from rules.procedures import list_rulesets
from rules.scenarios import ScenarioRun, find_differences, parse_scenario, play_scenario
from rules.scenarios.fight_events import find_unlike_event, list_stored_events
from rules.scenarios.fight_tables import PreparedTables
from rules.scenarios.saving import save_fight
from tests.encounters.conftest import stored
from tests.encounters.dm_browser import Hers
from tests.encounters.seated import At, words
from tests.golden.make import make_fight
from tests.golden.play import ENDED, HALF_PLAYED, NeverDone
from tests.soak import is_soak

EVENINGS = [(ruleset, seed) for seed in (0, 1) for ruleset in list_rulesets()][:: 1 if is_soak() else 9]
"""The fights of whole evenings: by which ruleset, and the seed; odd ones are played to their end."""
STOPS = 4


@pytest.fixture
def hers(at: At) -> Hers:
    return Hers(at, at.encounter.campaign.find_owner())  # type: ignore[arg-type]  # a table of the same names


def save(hers: Hers, **given: str) -> tuple[str, str]:
    """Press the button, and return the file's name and text."""
    answer = hers.client.post(hers.url + "fault/", given)
    assert answer.status_code == 200, words(answer)
    assert answer["Content-Type"] == "application/toml; charset=utf-8"
    return answer["Content-Disposition"], answer.content.decode()


def play(text: str) -> ScenarioRun:
    return play_scenario(parse_scenario(text, "fight.toml"))


def test_more_leads_to_a_form_that_saves_the_fight(hers: Hers, at: At) -> None:
    assert f'href="/e/{at.encounter.pk}/fault/"' in hers.page()
    page = words(hers.client.get(hers.url + "fault/"))
    assert "This is wrong" in page
    assert "What did you expect?" in page
    assert "A hidden combatant who changed the fight stays in it, under a neutral name." in page
    assert "Save it all the same" not in page


def test_a_press_sends_the_fight_and_records_nothing(hers: Hers, at: At) -> None:
    at.step_to(3)
    before = stored(at.encounter)
    name, text = save(hers, expected="The orc\nstrikes first.")
    assert name == f'attachment; filename="fight-{at.encounter.pk}.toml"'
    assert "# Expected: The orc\n# strikes first.\n" in text
    assert stored(at.encounter) == before
    run = play(text)
    assert find_differences(run) == []
    events = list_stored_events(read_opening(at.encounter.pk), read_records(at.encounter.pk))
    assert find_unlike_event(run.events, events) == ""


def test_a_fight_that_has_ended_is_saved_too(hers: Hers, at: At) -> None:
    services.end(at.dora, at.tap(), "the bell rings")
    assert f'href="/e/{at.encounter.pk}/fault/"' in hers.page()
    assert play(save(hers)[1]).events[-1].kind == "RoundEnded"


def test_combatants_are_written_as_they_were_prepared(hers: Hers) -> None:
    text = save(hers)[1]
    assert 'monster = "orc"' in text
    assert "stored" not in text


def test_without_secrets_nothing_that_was_typed_is_left(hers: Hers, at: At) -> None:
    services.rule(at.dora, at.tap(), [Change("otis", "hp", 30)], "CANARY of a note")
    services.write_combatant_note(at.dora, "otis", "CANARY of the DM")
    text = save(hers, without_secrets="on")[1]
    assert find_differences(play(text)) == []
    names = ("Otis", "otis", "Tenser", "Jaroo", "Pip", "Quill", at.encounter.title, "Long words")
    assert [each for each in ("CANARY", "Canary", "canary", *names) if each in text] == []


def test_a_hidden_combatant_who_did_nothing_is_left_out(hers: Hers, at: At) -> None:
    assert len(play(save(hers)[1]).script.stat_blocks) == 7
    assert len(play(save(hers, without_secrets="on")[1]).script.stat_blocks) == 6


def test_a_hidden_combatant_who_changed_the_fight_stays(hers: Hers, at: At) -> None:
    services.rule(at.dora, at.tap(), [Change("orc-1", "behind", "canary")])
    text = save(hers, without_secrets="on")[1]
    assert len(play(text).script.stat_blocks) == 7
    assert "that stay because without them the fight goes another way: 1." in text


def test_hidden_parts_of_a_map_that_was_changed_stay(hers: Hers, at: At) -> None:
    door = {"kind": "door", "points": [[20, 12], [20, 16]], "hidden": True}
    services.rule(at.dora, at.tap(), [Change(DM, MAP_RULING, ["add", door])])
    services.rule(at.dora, at.tap(), [Change(DM, MAP_RULING, ["reveal", "door-1"])])
    assert find_differences(play(save(hers, without_secrets="on")[1])) == []


def test_a_fight_that_the_rules_play_otherwise_is_saved_when_dora_says_so(
    hers: Hers, at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rules.scenarios.saving.find_unlike_event", lambda *given: "Slain instead of Damaged")
    page = words(hers.client.post(hers.url + "fault/"))
    assert "The rules have changed since this fight was played" in page
    assert "Slain instead of Damaged" in page
    assert "Save it all the same" in page
    assert "goes otherwise: Slain instead of Damaged" in save(hers, anyway="on")[1]


def test_a_fight_that_is_too_long_says_so_on_the_page(hers: Hers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.scenarios.saving.MOST_BYTES", 21_000)
    answer = hers.client.post(hers.url + "fault/")
    assert answer.status_code == 422 or answer.status_code == 400
    assert "This fight cannot be saved as a file: the fight is too long" in words(answer)


def test_what_dora_types_is_checked(hers: Hers) -> None:
    answer = hers.client.post(hers.url + "fault/", {"expected": "a\x00b"})
    assert answer.status_code == 400


@pytest.mark.parametrize("method", ["get", "post"])
def test_only_the_dm_saves_a_fight(at: At, method: str) -> None:
    address = f"/e/{at.encounter.pk}/fault/"
    for client in (at.pip, at.sam, Client()):
        assert getattr(client, method)(address).status_code == 302
    rex = Client()
    rex.force_login(User.objects.create_user("rex"))
    assert getattr(rex, method)(address).status_code == 404


def test_a_fight_in_preparation_has_no_such_page(hers: Hers, at: At) -> None:
    draft = services.create_encounter(at.encounter.campaign.find_owner(), "Draft", at.encounter.ruleset)
    assert hers.client.get(f"/e/{draft.pk}/fault/").status_code == 404


def test_a_saved_fight_can_be_prepared_again_unless_it_holds_what_only_a_log_has(hers: Hers, at: At) -> None:
    again = import_text(at.encounter.campaign.find_owner(), save(hers)[1], "fight.toml")
    assert [row.definition for row in again.combatants.all()] == [
        row.definition for row in at.encounter.combatants.all()
    ]
    with pytest.raises(Invalid, match="This file was saved from a fight, and holds “combatant-"):
        import_text(at.encounter.campaign.find_owner(), save(hers, without_secrets="on")[1], "fight.toml")


# Whole evenings through the services.


def play_evening(owner: User, ruleset: str, seed: int) -> Encounter:
    """Return a fight with everything that people do at a table."""
    with suppress(NeverDone):  # what was done by then is an evening, too
        make_fight(owner, ruleset, ENDED if seed % 2 else HALF_PLAYED, seed)
    return Encounter.objects.get()


@pytest.mark.soak
@pytest.mark.parametrize(("ruleset", "seed"), EVENINGS)
def test_a_fight_of_a_whole_evening_is_played_again_event_for_event(
    transactional_db: Any, ruleset: str, seed: int
) -> None:
    encounter = play_evening(User.objects.create_user("dora"), ruleset, seed)
    opening, records = read_opening(encounter.pk), read_records(encounter.pk)
    run = play(save_played(encounter, "", without_secrets=False))
    assert find_unlike_event(run.events, list_stored_events(opening, records)) == ""
    assert find_differences(run) == []
    for stop in Random(seed).sample(range(len(records)), STOPS):
        run = play(save_fight(opening, records[:stop], PreparedTables()).text)
        assert find_unlike_event(run.events, list_stored_events(opening, records[:stop])) == "", stop
    bare = play(save_played(encounter, "", without_secrets=True))
    assert find_differences(bare) == []
