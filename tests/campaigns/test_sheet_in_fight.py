"""The sheet of a character whose fight is in play: the figures are those of the fight."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.definitions import write_definition
from campaigns.models import Character
from encounters import log_reader, services
from encounters.models import Encounter
from encounters.viewers import build_dm_viewer
from rules.api import Change
from tests.campaigns.evenings import Group, make_group
from tests.campaigns.test_character_page import MOST_QUERIES, SHEET, TENSER, make, read, say


@pytest.fixture
def group(dora: User) -> Group:
    return make_group(dora)


@pytest.fixture
def tenser(group: Group) -> Character:
    return make(group, "Tenser", TENSER, SHEET, left=7, cast=["magic_user_web"])


@pytest.fixture
def in_play(group: Group, tenser: Character) -> Encounter:
    """Return a fight in play into which Tenser came as the sheet has him."""
    encounter = group.prepare("Goblin Ford")
    row = encounter.combatants.get(definition__id="tenser")
    services.put_combatant(build_dm_viewer(encounter), write_definition(tenser), row.pk)
    group.open(encounter)
    services.begin_round(build_dm_viewer(encounter), "begin")
    return encounter


def rule(encounter: Encounter, *changes: Change) -> None:
    services.rule(build_dm_viewer(encounter), "ruled", list(changes), "")


def test_hit_points_are_those_of_the_fight(group: Group, tenser: Character, in_play: Encounter) -> None:
    assert "Hit points 7 of 9" in say(group.dora, tenser)
    rule(in_play, Change("tenser", "hp", 2))
    assert "Hit points 2 of 9" in say(group.dora, tenser)
    tenser.refresh_from_db()
    assert tenser.left == 7, "the sheet is written when the fight is carried over"


def test_spells_spent_before_and_in_the_fight_are_hollow(group: Group, tenser: Character, in_play: Encounter) -> None:
    rule(in_play, Change("tenser", "spells", ["magic_user_sleep"]))
    said = say(group.dora, tenser)
    assert "Level 1 1 of 3 left" in said
    assert "Level 2 0 of 1 left" in said


def test_missiles_and_charges_are_those_of_the_fight(group: Group, tenser: Character, in_play: Encounter) -> None:
    rule(in_play, Change("tenser", "charges", ["dart", 1]), Change("tenser", "charges", ["wand_magic_missiles", 5]))
    page = read(group.dora, tenser)
    assert '<span class="kept" id="v-definition-charges-dart">1 of 4</span>' in page
    assert '<span class="kept" id="v-definition-charges-wand_magic_missiles">5 of 11 left</span>' in page


def test_conditions_are_those_of_the_fight(group: Group, tenser: Character, in_play: Encounter) -> None:
    rule(in_play, Change("tenser", "prone", True))
    assert "In the fight prone" in say(group.dora, tenser)


@pytest.mark.parametrize("path", ["left", "cast", "definition.charges.dart", "definition.devices"])
def test_a_field_of_the_fight_does_not_open(group: Group, tenser: Character, in_play: Encounter, path: str) -> None:
    assert '<form class="change' not in read(group.dora, tenser, path)


def test_the_band_leads_to_the_fight(group: Group, tenser: Character, in_play: Encounter) -> None:
    said = say(group.dora, tenser)
    assert "Goblin Ford is in play. Hit points, spells, missiles and charges are as they are there." in said
    assert f'href="/e/{in_play.pk}/">Change them in the fight' in read(group.dora, tenser)


def test_other_values_are_changed_during_the_fight(group: Group, tenser: Character, in_play: Encounter) -> None:
    rule(in_play, Change("tenser", "hp", 2))
    sent = {"path": "definition.hp", "value": "10", "seen": "9"}
    assert group.dora.post(f"/c/{group.campaign.pk}/character/{tenser.number}/", sent).status_code == 303
    tenser.refresh_from_db()
    assert (tenser.definition["hp"], tenser.left, tenser.cast) == (10, 7, ["magic_user_web"])
    assert tenser.definition["charges"] == TENSER["charges"]


def test_a_fight_that_cannot_be_read_leaves_the_figures_as_before(
    group: Group, tenser: Character, in_play: Encounter
) -> None:
    in_play.events.update(data={"type": "Unknown"})
    log_reader.forget_all()
    assert "missiles and charges are as before it." in say(group.dora, tenser)
    assert "Hit points 7 of 9" in say(group.dora, tenser)


def test_the_sheet_in_a_fight_asks_little_of_the_database(group: Group, tenser: Character, in_play: Encounter) -> None:
    read(group.dora, tenser)
    log_reader.forget_all()
    with CaptureQueriesContext(connection) as asked:
        read(group.dora, tenser)
    assert len(asked) <= MOST_QUERIES, [each["sql"] for each in asked.captured_queries]
