"""Combatants with endurance who come later, or hurt."""

from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.party import find_last_party
from encounters.selectors import read_view
from encounters.services.campaigns import make_campaign
from encounters.viewers import build_dm_viewer
from rules.kernel.inputs import Change
from rules.procedures.dew.terms import get_dew_of, get_sheet
from tests.encounters.test_waves import coming


def test_a_fighter_of_dews_sequence_comes_later_too(dora: User, hers: Client) -> None:
    bran = {"id": "bran", "name": "Bran", "side": "party", "dew": {"like": "bran"}, "position": [0, 0]}
    cora = {"id": "cora", "name": "Cora", "side": "foes", "dew": {"like": "cora"}, "position": [3, 0], "wave": 2}
    encounter = services.create_encounter(dora, "A duel", "dew", {}, {"start": "combat"})
    services.add_combatants(build_dm_viewer(encounter), (bran, cora))
    row = encounter.combatants.last()
    assert row is not None
    assert 'name="wave" value="2"' in hers.get(f"/e/{encounter.pk}/prepare/{row.pk}/").content.decode()
    services.open_encounter(build_dm_viewer(encounter))
    assert coming(encounter) == ["cora"]


def test_dews_fighters_come_with_what_is_left_of_their_endurance(dora: User) -> None:
    bran = {"id": "bran", "name": "Bran", "side": "party", "dew": {"like": "bran"}, "position": [0, 0], "played": True}
    cora = {"id": "cora", "name": "Cora", "side": "foes", "dew": {"like": "cora"}, "position": [3, 0]}
    first = services.create_encounter(dora, "A duel", "dew", {}, {"start": "combat"})
    services.add_combatants(build_dm_viewer(first), (bran, cora))
    services.open_encounter(build_dm_viewer(first))
    services.rule(build_dm_viewer(first), "hurt", [Change("bran", "en", 3)], "the road")
    party = find_last_party(make_campaign(dora), "dew")
    assert party is not None
    second = services.create_encounter(dora, "Again", "dew", {}, {"start": "combat"})
    services.add_combatants(build_dm_viewer(second), (*party.definitions, cora))
    services.open_encounter(build_dm_viewer(second))
    again = read_view(build_dm_viewer(second)).state.combatants["bran"]
    assert get_dew_of(again).body.en == 3 < get_sheet(again).attributes.en_max
