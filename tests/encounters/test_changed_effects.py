"""Effects that Dora changes: for one fight, as house rules, in files and in the record."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.models import Encounter, HouseRules
from encounters.scenario_files import copy_encounter, export_text, import_text
from encounters.screens.prepare.rules import RulesForm
from encounters.services.games import read_opening
from encounters.viewers import build_dm_viewer
from rules.kernel.effect_entries import EffectChange
from tests.any_procedure import ANY
from tests.encounters.compact import compact

JAROO = {
    "id": "jaroo", "name": "Jaroo", "side": "party", "class": "cleric", "level": 5, "hp": 20,
    "spells": ["cleric_bless", {"id": "gloom", "casting": "1 segment"}],
}  # fmt: skip
ORC = {"id": "orc", "name": "Orc", "side": "foes", "monster": "orc"}
BLESS = {
    "magic": ["cleric_bless"],
    "lasts": {"count": 2, "unit": "round"},
    "parts": [{"on": "targets", "name": "blessed", "changes": [{"what": "to_hit", "by": 2}]}],
}
TYPED = {"on_0": "targets", "name_0": "blessed (to hit +2, movement x0.5, AC to 4)", "count": "2", "unit": "round"}


@pytest.fixture
def fight(dora: User) -> Encounter:
    made = services.create_encounter(dora, "The chapel", ANY, {}, {"start": "melee"})
    services.add_combatants(build_dm_viewer(made), [JAROO, ORC])
    return made


@pytest.fixture
def hers(dora: User, client: Client) -> Client:
    client.force_login(dora)
    return client


def page_of(fight: Encounter, magic: str = "") -> str:
    return f"/e/{fight.pk}/prepare/effects/{f'?magic={magic}' if magic else ''}"


def save(hers: Client, fight: Encounter, magic: str = "cleric_bless", **given: Any) -> Any:
    answer = hers.post(page_of(fight, magic), {**TYPED, **given})
    fight.refresh_from_db()
    return answer


def test_the_form_is_filled_in_from_the_table(hers: Client, fight: Encounter) -> None:
    page = compact(hers.get(page_of(fight, "cleric_bless")).content.decode())
    assert 'value="blessed (to hit +1)"' in page
    assert '<option value="targets" selected>its targets</option>' in page
    assert 'name="count" value="6"' in page


def test_what_is_saved_is_what_was_typed(hers: Client, fight: Encounter) -> None:
    assert save(hers, fight).status_code == 303
    changes = [{"what": "to_hit", "by": 2}, {"what": "movement", "times": 0.5}, {"what": "ac", "to": 4}]
    assert fight.effects == [
        {
            "magic": ["cleric_bless"],
            "lasts": {"count": 2, "unit": "round"},
            "parts": [{"on": "targets", "name": "blessed", "changes": changes}],
        }
    ]
    page = compact(hers.get(page_of(fight)).content.decode())
    assert "blessed (to hit +2, movement x0.5, AC to 4) on its targets" in page
    assert "Change spells and devices (1)" in compact(hers.get(f"/e/{fight.pk}/prepare/").content.decode())
    assert (
        'value="blessed (to hit +2, movement x0.5, AC to 4)"'
        in hers.get(page_of(fight, "cleric_bless")).content.decode()
    )


def test_a_second_change_replaces_the_first_and_it_can_be_restored(hers: Client, fight: Encounter) -> None:
    save(hers, fight)
    save(hers, fight, name_0="blessed (to hit +3)")
    assert len(fight.effects) == 1
    hers.post(f"/e/{fight.pk}/prepare/effects/restore/", {"of": "cleric_bless"})
    fight.refresh_from_db()
    assert fight.effects == []
    assert hers.post(f"/e/{fight.pk}/prepare/effects/restore/", {"of": "cleric_bless"}).status_code == 303


def test_a_spell_of_their_own_is_offered_and_others_are_searched(hers: Client, fight: Encounter) -> None:
    assert "magic=gloom" in hers.get(page_of(fight)).content.decode()
    assert "magic=magic_user_haste" in hers.get(page_of(fight) + "?q=haste").content.decode()
    assert save(hers, fight, "gloom", name_0="gloomy").status_code == 303
    assert [each["magic"] for each in fight.effects] == [["gloom"]]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"name_0": "blessed (to hit two)"}, "Write it like"),
        ({"name_0": "blessed (luck +2)"}, "Write it like"),
        ({"name_0": "b%ssed"}, "no name of an effect"),
        ({"name_0": "blessed (AC x2)"}, "does not go with ac"),
        ({"name_0": ""}, "Say what begins"),
        ({"on_0": ""}, "Choose on whom"),
        ({"unit": ""}, "a number and a unit"),
        ({"ends": "Haste!"}, "no name of an effect"),
        ({"dice": "1e4"}, "1e4"),
    ],
)
def test_wrong_input_says_what_is_wrong_and_changes_nothing(
    given: dict[str, str], words: str, hers: Client, fight: Encounter
) -> None:
    answer = save(hers, fight, **given)
    assert answer.status_code == 400
    assert words in answer.content.decode()
    assert fight.effects == []


def test_others_cannot_reach_it_and_unknown_magic_is_not_found(hers: Client, fight: Encounter, client: Client) -> None:
    assert hers.get(page_of(fight, "wishing")).status_code == 404
    assert Client().get(page_of(fight)).status_code in (302, 403, 404)


def change(fight: Encounter) -> None:
    services.change_effect(build_dm_viewer(fight), BLESS)
    fight.refresh_from_db()


def test_the_record_carries_it(hers: Client, fight: Encounter) -> None:
    change(fight)
    services.open_encounter(build_dm_viewer(fight))
    [entry] = read_opening(fight.pk).effects
    assert (entry.magic, entry.parts[0].changes) == (("cleric_bless",), (EffectChange("to_hit", 2),))
    Encounter.objects.filter(pk=fight.pk).update(effects=[])
    assert read_opening(fight.pk).effects == (entry,)
    assert hers.get(page_of(fight))["Location"] == f"/e/{fight.pk}/"


def test_files_and_copies_keep_it_with_how_effects_happen(dora: User, fight: Encounter) -> None:
    change(fight)
    services.change_encounter(build_dm_viewer(fight), "The chapel", ANY, {}, {"start": "melee", "effects": "auto"})
    fight.refresh_from_db()
    text = export_text(fight)
    again = import_text(dora, text, "chapel.toml")
    assert (again.effects, again.notes["effects"]) == ([BLESS], "auto")
    assert export_text(again) == text
    copied = copy_encounter(dora, again)
    assert (copied.effects, copied.notes["effects"]) == ([BLESS], "auto")
    trial = services.try_alone(build_dm_viewer(again), "tap")
    assert len(read_opening(trial.pk).effects) == 1


def test_how_effects_happen_is_chosen_with_the_rules(hers: Client, fight: Encounter) -> None:
    page = f"/e/{fight.pk}/prepare/"
    rules = {"title": "The chapel", "ruleset": ANY, "setting": "indoors", "start": "melee", "options_of": ANY}
    spoken = {key: choice for key, choice in _list_choices(fight).items() if choice}
    hers.post(page, {**rules, **spoken, "effects": "auto"})
    fight.refresh_from_db()
    assert fight.notes["effects"] == "auto"
    hers.post(page, {**rules, **spoken, "effects": "ask"})
    fight.refresh_from_db()
    assert fight.notes["effects"] == "ask"


def _list_choices(fight: Encounter) -> dict[str, str]:
    form = RulesForm(encounter=fight, sides=[])
    return {key: "" if value is False else str(value) for key, value in form.initial.items() if key in form.specs}


def test_house_rules_bring_it_into_new_encounters(hers: Client, dora: User, fight: Encounter) -> None:
    change(fight)
    services.save_house_rules(dora, ANY, {}, fight.effects)
    assert HouseRules.objects.get().effects == [BLESS]
    hers.post("/new/", {"title": "The ford", "ruleset": ANY})
    made = Encounter.objects.get(title="The ford")
    assert made.effects == [BLESS]


def test_house_rules_of_a_spell_that_nobody_brings_are_left_out(dora: User) -> None:
    gloom = {"magic": ["gloom"], "parts": [{"on": "targets", "name": "gloomy"}]}
    made = services.create_encounter(dora, "The ford", ANY, {}, {"start": "melee"}, [gloom, BLESS])
    plain = {**JAROO, "spells": ["cleric_bless"]}
    services.add_combatants(build_dm_viewer(made), [plain, ORC])
    assert "gloom" not in export_text(made)
    services.open_encounter(build_dm_viewer(made))
    assert [each.magic for each in read_opening(made.pk).effects] == [("cleric_bless",)]
