"""Who comes later, and who comes hurt, of those who have endurance."""

from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.party import last_party
from encounters.selectors import game_view
from encounters.viewers import dm
from rules.kernel.inputs import Change
from rules.procedures.dew.terms import get_dew_of, get_sheet
from tests.encounters.test_waves import coming


def test_a_fighter_of_dews_sequence_comes_later_too(dora: User, hers: Client) -> None:
    bran = {"id": "bran", "name": "Bran", "side": "party", "dew": {"like": "bran"}, "position": [0, 0]}
    cora = {"id": "cora", "name": "Cora", "side": "foes", "dew": {"like": "cora"}, "position": [3, 0], "wave": 2}
    encounter = services.create_encounter(dora, "A duel", "dew", {}, {"start": "combat"})
    for each in (bran, cora):
        services.put_combatant(dm(encounter), each)
    row = encounter.combatants.last()
    assert row is not None
    assert 'name="wave" value="2"' in hers.get(f"/e/{encounter.pk}/prepare/{row.pk}/").content.decode()
    services.open_encounter(dm(encounter))
    assert coming(encounter) == ["cora"]


def test_dews_fighters_come_with_what_is_left_of_their_endurance(dora: User) -> None:
    bran = {"id": "bran", "name": "Bran", "side": "party", "dew": {"like": "bran"}, "position": [0, 0], "played": True}
    cora = {"id": "cora", "name": "Cora", "side": "foes", "dew": {"like": "cora"}, "position": [3, 0]}
    first = services.create_encounter(dora, "A duel", "dew", {}, {"start": "combat"})
    for each in (bran, cora):
        services.put_combatant(dm(first), each)
    services.open_encounter(dm(first))
    services.rule(dm(first), "hurt", [Change("bran", "en", 3)], "the road")
    party = last_party(dora, "dew")
    assert party is not None
    second = services.create_encounter(dora, "Again", "dew", {}, {"start": "combat"})
    for definition in (*party.definitions, cora):
        services.put_combatant(dm(second), definition)
    services.open_encounter(dm(second))
    again = game_view(dm(second)).state.combatants["bran"]
    assert get_dew_of(again).body.en == 3 < get_sheet(again).attributes.en_max
