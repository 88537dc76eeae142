"""Every fight that an earlier version stored is saved as a file, which plays it again."""

from collections.abc import Iterator
from typing import Any

import pytest

from encounters.errors import Invalid
from encounters.models import Encounter
from encounters.scenario_files import save_played
from encounters.stored import read_opening, read_records
from encounters.verifying import verify_fight
from rules.scenarios import ScenarioRun, find_differences, parse_scenario, play_scenario
from rules.scenarios.fight_events import find_unlike_event, list_stored_events
from rules.scenarios.fight_tables import PreparedTables
from rules.scenarios.saving import save_fight
from tests.golden.restoring import RELEASES, GoldenFight, list_fights, restored
from tests.soak import is_soak

FIGHTS = [each for each in list_fights() if "in preparation" not in each.title]
STOPS = 12 if is_soak() else 1
"""The number of stops at which each fight is saved, besides the last one that counts."""


@pytest.fixture(scope="module", params=RELEASES, ids=lambda release: release.name)
def release(
    request: Any, django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Any]:
    """Give a release whose database is restored."""
    file = tmp_path_factory.mktemp("saved") / "fights.sqlite3"
    with django_db_blocker.unblock(), restored(request.param, file):
        yield request.param


def play(text: str) -> ScenarioRun:
    return play_scenario(parse_scenario(text))


@pytest.mark.parametrize("fight", FIGHTS, ids=lambda fight: fight.name)
def test_a_stored_fight_is_saved_as_far_as_the_rules_are_those_of_its_time(fight: GoldenFight, release: Any) -> None:
    if fight.release != release:
        return
    encounter = Encounter.objects.get(title=fight.title)
    opening, records = read_opening(encounter.pk), read_records(encounter.pk)
    differs = verify_fight(encounter).differs_from or len(records) + 1
    for stop in sorted({differs - 1, *range(1, differs, max(1, differs // STOPS))}):
        saved = save_fight(opening, records[:stop], PreparedTables())
        assert saved.unlike == "", stop
        run = play(saved.text)
        assert find_unlike_event(run.events, list_stored_events(opening, records[:stop])) == "", stop
        assert find_differences(run) == [], stop


@pytest.mark.parametrize("fight", FIGHTS, ids=lambda fight: fight.name)
def test_a_fight_that_the_rules_play_otherwise_is_saved_all_the_same(fight: GoldenFight, release: Any) -> None:
    if fight.release != release:
        return
    encounter = Encounter.objects.get(title=fight.title)
    is_changed = verify_fight(encounter).differs_from is not None
    if is_changed:
        with pytest.raises(Invalid, match="The rules have changed since this fight was played"):
            save_played(encounter, "", without_secrets=False)
    text = save_played(encounter, "", without_secrets=False, anyway=True)
    assert ("# By the rules that saved it, it goes otherwise: " in text) == is_changed
    parse_scenario(text)
