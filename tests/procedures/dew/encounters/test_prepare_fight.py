"""Dora prepares a fight by Dew: its rules, and who is within reach."""

from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.viewers import build_dm_viewer
from tests.encounters.test_dm_prepare import cells, choices


def test_a_value_that_a_file_brings_is_offered_and_stays(dora: User, hers: Client) -> None:
    options = {"dew.fall_die_close": 30, "dew.range_unit_inches": "1.25"}
    brought = services.create_encounter(dora, "Deep mud", "dew", options)
    page = hers.get(f"/e/{brought.pk}/prepare/").content.decode()
    assert 'value="30"' in page
    given = {**choices(brought, hers), "title": "Deep mud", "ruleset": "dew", "start": "combat"}
    assert hers.post(f"/e/{brought.pk}/prepare/", given).status_code == 303
    brought.refresh_from_db()
    assert brought.options == options


def test_where_columns_measure_no_time_it_is_said_who_is_within_reach(hers: Client, dora: User) -> None:
    duel = services.create_encounter(dora, "A duel", "dew", {}, {"start": "combat"})
    for id, side, place in (("bran", "party", 0), ("cora", "foes", 3), ("dain", "foes", 3.1)):
        entry = {"id": id, "side": side, "dew": {"like": id}, "position": [place, 0]}
        services.put_combatant(build_dm_viewer(duel), entry)
    text = hers.get(f"/e/{duel.pk}/prepare/").content.decode()
    assert cells(text) == ['class="hot"> 3 in in reach', "> 3.1 in"]
