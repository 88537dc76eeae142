"""Preparing a fight, and opening it."""

import pytest
from django.contrib.auth.models import User

from encounters import services
from encounters.errors import Conflict, Forbidden, Invalid, NotFound
from encounters.models import Encounter
from encounters.selectors import read_view
from encounters.viewers import Role, Viewer, build_dm_viewer

pytestmark = pytest.mark.storage


def test_a_new_encounter_is_in_preparation(dora: User) -> None:
    encounter = services.create_encounter(dora, "  The bridge ", "toy")
    assert (encounter.title, encounter.state, encounter.position) == ("The bridge", "preparing", 0)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"title": " "}, "title"),
        ({"title": "x" * 121}, "title"),
        ({"ruleset": "chess"}, "ruleset"),
        ({"options": {"toy.quiet": True}}, "options"),
        ({"options": {"toy.loud": "very"}}, "options"),
        ({"options": {"table.foe_hp": "never"}}, "options"),
        ({"options": {"table.weather": "rain"}}, "options"),
        ({"notes": {"start": "halfway"}}, "start"),
        ({"notes": {"distance_ft": "far"}}, "distance_ft"),
        ({"notes": {"distance_ft": -1}}, "distance_ft"),
        ({"notes": {"setting": "on the moon"}}, "setting"),
        ({"notes": {"surprised": "foes"}}, "surprised"),
        ({"notes": {"reaction": "bored"}}, "reaction"),
        ({"notes": {"weather": "rain"}}, "weather"),
    ],
)
def test_what_an_encounter_cannot_be_names_the_field(dora: User, given: dict[str, object], field: str) -> None:
    whole = {"title": "The bridge", "ruleset": "toy", **given}
    with pytest.raises(Invalid) as refused:
        services.create_encounter(dora, **whole)  # type: ignore[arg-type]
    assert refused.value.field == field
    assert not Encounter.objects.exists()


def test_an_encounter_in_preparation_can_be_changed(prepared: Encounter) -> None:
    notes = {"setting": "outdoors", "reaction": "hostile", "surprised": ["foes"]}
    services.change_encounter(build_dm_viewer(prepared), "The ford", "toy", {"table.foe_hp": "numbers"}, notes)
    prepared.refresh_from_db()
    assert (prepared.title, prepared.notes["setting"]) == ("The ford", "outdoors")


def test_combatants_keep_the_order_they_were_added_in(prepared: Encounter) -> None:
    assert [row.definition["id"] for row in prepared.combatants.all()] == ["otis", "tenser", "jaroo", "orc"]


def test_combatants_can_be_put_in_another_order(prepared: Encounter) -> None:
    backwards = [row.pk for row in reversed(prepared.combatants.all())]
    services.order_combatants(build_dm_viewer(prepared), backwards)
    assert [row.definition["id"] for row in prepared.combatants.all()] == ["orc", "jaroo", "tenser", "otis"]


def test_an_order_names_every_combatant_once(prepared: Encounter) -> None:
    with pytest.raises(Invalid):
        services.order_combatants(build_dm_viewer(prepared), [row.pk for row in prepared.combatants.all()[:2]])


def test_a_combatant_that_cannot_be_names_its_key(prepared: Encounter) -> None:
    with pytest.raises(Invalid) as refused:
        services.put_combatant(build_dm_viewer(prepared), {"id": "ogre", "side": "foes", "hp": "many"})
    assert refused.value.field == "hp"
    assert prepared.combatants.count() == 4


def test_two_combatants_cannot_have_one_id(prepared: Encounter) -> None:
    with pytest.raises(Invalid) as refused:
        services.put_combatant(build_dm_viewer(prepared), {"id": "orc-2", "side": "foes"})
    assert refused.value.field == "id"


def test_a_combatants_definition_can_be_replaced(prepared: Encounter) -> None:
    row = prepared.combatants.get(order=1)
    services.put_combatant(build_dm_viewer(prepared), {**row.definition, "hp": 25}, row.pk)
    assert prepared.combatants.get(order=1).definition["hp"] == 25


def test_a_combatant_can_be_taken_off(prepared: Encounter) -> None:
    services.remove_combatant(build_dm_viewer(prepared), prepared.combatants.get(order=3).pk)
    assert [row.definition["id"] for row in prepared.combatants.all()] == ["otis", "tenser", "orc"]


def test_a_combatant_of_another_encounter_is_missing(prepared: Encounter, dora: User) -> None:
    other = services.create_encounter(dora, "The ford", "toy")
    with pytest.raises(NotFound):
        services.remove_combatant(build_dm_viewer(other), prepared.combatants.get(order=1).pk)


def test_the_opening_copies_everything_into_the_log(prepared: Encounter) -> None:
    services.change_encounter(build_dm_viewer(prepared), "The ford", "toy", {"toy.loud": True}, {"setting": "outdoors"})
    opening = services.open_encounter(build_dm_viewer(prepared))
    assert (opening.title, opening.setting, opening.options["toy.loud"]) == ("The ford", "outdoors", True)
    assert [stat_block.id for stat_block in opening.stat_blocks] == ["otis", "tenser", "jaroo", "orc-1", "orc-2"]


def test_afterwards_what_was_prepared_is_not_read_again(prepared: Encounter) -> None:
    services.open_encounter(build_dm_viewer(prepared))
    prepared.combatants.all().delete()
    Encounter.objects.filter(pk=prepared.pk).update(options={"toy.loud": True}, notes={})
    state = read_view(build_dm_viewer(prepared)).state
    assert len(state.combatants) == 5
    assert state.options == {"table.close_orders": "dm"}


def test_a_hidden_combatant_is_hidden_in_the_log(prepared: Encounter) -> None:
    services.put_combatant(build_dm_viewer(prepared), {"id": "spy", "side": "foes", "hidden": True})
    services.open_encounter(build_dm_viewer(prepared))
    assert read_view(build_dm_viewer(prepared)).state.combatants["spy"].hidden


def test_a_fight_needs_two_sides(dora: User) -> None:
    encounter = services.create_encounter(dora, "Alone", "toy")
    services.put_combatant(build_dm_viewer(encounter), {"id": "otis", "side": "party"})
    with pytest.raises(Invalid) as refused:
        services.open_encounter(build_dm_viewer(encounter))
    assert refused.value.field == "side"
    encounter.refresh_from_db()
    assert encounter.state == "preparing"


def test_a_fight_opens_once(prepared: Encounter) -> None:
    services.open_encounter(build_dm_viewer(prepared))
    with pytest.raises(Conflict):
        services.open_encounter(build_dm_viewer(prepared))


def test_nothing_is_prepared_once_it_has_begun(prepared: Encounter) -> None:
    services.open_encounter(build_dm_viewer(prepared))
    with pytest.raises(Conflict):
        services.put_combatant(build_dm_viewer(prepared), {"id": "ogre", "side": "foes"})


def test_only_the_dm_prepares(prepared: Encounter) -> None:
    with pytest.raises(Forbidden):
        services.open_encounter(Viewer(prepared.pk, Role.PLAYER, 1))
