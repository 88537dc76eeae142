"""A fight under another procedure, copied to Dew.

Combatants who lack attributes are named, and given them.
"""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.models import Encounter
from encounters.scenario_files import copy_encounter
from encounters.screens.prepare.rules import RulesForm
from encounters.viewers import build_dm_viewer
from tests.any_procedure import ANY, RULESET
from tests.encounters.conftest import FOES, PARTY
from tests.procedures.dew.encounters.test_prepare import posting, typed


@pytest.fixture
def copied(dora: User) -> Encounter:
    """Return a fight of another family that was copied to Dew."""
    notes = {"start": "melee", "reaction": "hostile", "distance_ft": 30}
    fight = services.create_encounter(dora, "A bridge", ANY, {}, notes)
    for definition in (*PARTY, *FOES):
        services.put_combatant(build_dm_viewer(fight), {**definition, "position": [20, 35]})
    return copy_encounter(dora, fight, "dew")


def test_a_copy_lists_who_lacks_attributes(hers: Client, copied: Encounter) -> None:
    page = hers.get(f"/e/{copied.pk}/prepare/").content.decode()
    for row in copied.combatants.all():
        assert f'<a href="/e/{copied.pk}/prepare/{row.pk}/">{row}</a> has none of the attributes' in page
    assert "Some attributes are missing" in page
    assert copied.notes == {"reaction": "hostile", "distance_ft": 3}
    assert {tuple(row.definition["position"]) for row in copied.combatants.all()} == {(2, 3.5)}


def test_a_template_is_given_to_one_or_to_a_side(hers: Client, copied: Encounter) -> None:
    first, *_ = copied.combatants.all()
    url = f"/e/{copied.pk}/prepare/like/"
    assert hers.post(url, {"row": str(first.pk), "like": "bran"}).status_code == 303
    for side in ("party", "foes"):
        hers.post(url, {"side": side, "like": "dain"})
    made = [row.definition for row in copied.combatants.all()]
    assert [each["dew"]["like"] for each in made] == ["bran", *["dain"] * (len(made) - 1)]
    assert made[0] == {
        "id": "otis", "name": "Otis", "side": "party", "played": True, "position": [2, 3.5], "dew": {"like": "bran"},
    }  # fmt: skip
    assert "Some attributes are missing" not in hers.get(f"/e/{copied.pk}/prepare/").content.decode()
    services.open_encounter(build_dm_viewer(copied))


@pytest.mark.parametrize("like", ["otis", ""])
def test_what_is_no_template_is_not_given(hers: Client, copied: Encounter, like: str) -> None:
    assert hers.post(f"/e/{copied.pk}/prepare/like/", {"side": "foes", "like": like}).status_code == 400
    assert all("dew" not in row.definition for row in copied.combatants.all())


def test_the_form_makes_a_fighter_of_who_came_from_another_procedure(hers: Client, copied: Encounter) -> None:
    first, *_ = copied.combatants.all()
    given = typed(first.definition, like="cora")
    assert hers.post(f"/e/{copied.pk}/prepare/{first.pk}/", given).status_code == 303
    first.refresh_from_db()
    assert first.definition["dew"] == {"like": "cora"}
    assert first.definition["name"] == "Otis"


def test_a_fight_is_copied_from_the_page_though_it_begins_elsewhere(hers: Client, prepared: Encounter) -> None:
    given = posting(RulesForm(encounter=prepared, sides=()).initial, ruleset="dew", start="melee", options_of=ANY)
    answer = hers.post(f"/e/{prepared.pk}/prepare/", {**given, "copy": "1"})
    assert answer.status_code == 303
    assert Encounter.objects.latest("pk").ruleset == "dew"


def test_a_copy_ends_in_the_short_name_of_its_ruleset(dora: User, copied: Encounter) -> None:
    assert copied.title == "A bridge, Dew"
    assert copy_encounter(dora, copied, ANY).title == f"A bridge, Dew, {RULESET.short}"
    assert copy_encounter(dora, copied).title == "A bridge, Dew, again"


def test_places_come_back_as_they_were(dora: User, copied: Encounter) -> None:
    again = copy_encounter(dora, copied, ANY)
    assert {tuple(row.definition["position"]) for row in again.combatants.all()} == {(20, 35)}
    assert again.notes["distance_ft"] == 30


def test_what_the_other_form_has_no_field_for_is_kept(hers: Client, prepared: Encounter) -> None:
    row = prepared.combatants.first()
    assert row is not None
    services.put_combatant(
        build_dm_viewer(prepared), {**row.definition, "untrained": ["dagger"], "carries_lb": 40}, row.pk
    )
    hers.post(f"/e/{prepared.pk}/prepare/{row.pk}/", {"id": "otis", "side": "party", "class_": "ranger", "hp": "31"})
    row.refresh_from_db()
    assert row.definition == {
        "id": "otis", "side": "party", "class": "ranger", "hp": 31, "untrained": ["dagger"], "carries_lb": 40,
    }  # fmt: skip
