"""The party and the time on a campaign's page."""

import re

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.services import calendar, change_character, make_character
from encounters.models import Encounter
from tests.any_procedure import ANY
from tests.campaigns.evenings import Group, make_group
from tests.campaigns.test_carrying import carry, fight, find_owner
from tests.encounters.seated import markup, words

pytestmark = pytest.mark.storage

MOST_QUERIES = 12


@pytest.fixture
def group(dora: User) -> Group:
    return make_group(dora)


@pytest.fixture
def carried(group: Group) -> Encounter:
    encounter = fight(group)
    carry(group, encounter, experience=1500)
    return encounter


def read(group: Group) -> str:
    return words(group.dora.get(f"/c/{group.campaign.pk}/"))


def post(group: Group, act: str, **given: object) -> str:
    """Do something with the time, and return the page that follows."""
    return words(group.dora.post(f"/c/{group.campaign.pk}/time/{act}/", given, follow=True))


def test_the_party_is_as_its_sheets_are(group: Group, carried: Encounter) -> None:
    with CaptureQueriesContext(connection) as asked:
        page = read(group)
    assert len(asked) <= MOST_QUERIES
    assert re.search(r"Otis ranger 1 .*11 of 20", page)
    assert "14 arrows" in page
    assert "1,500 of 2,251" in page
    assert "1 of 2 left" in markup(group.dora.get(f"/c/{group.campaign.pk}/"))
    jaroo = group.campaign.characters.get(key="jaroo")
    change_character(find_owner(group), jaroo.number, {"status": "dead"})
    assert re.search(r"The dead and the retired: 1 Jaroo cleric 1; died", read(group))


def test_time_passes_rests_and_goes_back_from_the_page(group: Group, carried: Encounter) -> None:
    assert "Day 1 08:01, turn 1" in read(group)
    assert "Day 1 09:01" in post(group, "pass", step="hour")
    page = post(group, "rest", how="night")
    assert "Rested until day 2, 07:50." in page
    assert "Otis: 12 of 20 hit points." in page
    number = calendar.list_entries(group.campaign).last()
    assert number is not None
    assert "It is day 1, 09:01 again." in post(group, "back", number=number.number)
    assert "It is day 12, 18:20." in post(group, "set", day="12", time="18:20")


@pytest.mark.parametrize(
    ("act", "given", "problem"),
    [
        ("pass", {"step": "year"}, "Let a turn or an hour pass."),
        ("set", {"day": "x", "time": "18:20"}, "Write a day from 1"),
        ("set", {"day": "2", "time": "1820"}, "Write a day from 1"),
        ("rest", {"how": "year"}, "Rest a night, a week"),
        ("back", {"number": "77"}, "Time has passed since"),
        ("lasting", {"what": "", "turns": "6"}, "Write what lasts"),
        ("lasting", {"what": "torch", "turns": "six"}, "Write for how many turns"),
        ("lasting", {"what": "torch", "turns": "6", "who": "99"}, "There is no such character."),
        ("lasting/7/remove", {}, "There is no such thing."),
    ],
)
def test_what_is_not_possible_is_said(
    group: Group, carried: Encounter, act: str, given: dict[str, str], problem: str
) -> None:
    before = calendar.read_clock(group.campaign)
    assert problem in post(group, act, **given)
    assert calendar.read_clock(group.campaign) == before


def test_what_lasts_stands_under_the_clock_until_it_ends(group: Group, carried: Encounter) -> None:
    otis = group.campaign.characters.get(key="otis")
    assert "torch Otis; 1 turn left" in post(group, "lasting", what="torch", turns="1", who=otis.number)
    assert "torch of Otis ends." in post(group, "pass", step="turn")
    assert "turn left" not in read(group)
    post(group, "lasting", what="prayer", turns="3")
    assert "prayer" not in post(group, "lasting/2/remove")


def test_checks_for_wanderers_stand_there_with_their_seed(group: Group, carried: Encounter) -> None:
    page = post(group, "check")
    entry = calendar.list_entries(group.campaign).last()
    assert entry is not None
    assert all(line in page for line in entry.words)
    assert f"Seed {entry.seed}" in page


def test_time_stands_on_the_page_while_a_fight_is_in_play(group: Group, carried: Encounter) -> None:
    group.open(group.prepare("The weir"))
    page = read(group)
    assert "Time stands while The weir is in play." in page
    assert "Rest a night" not in page
    assert "Time stands while “The weir” is in play." in post(group, "rest", how="night")


def test_choices_of_a_campaign_are_changed_in_its_settings(group: Group) -> None:
    address = f"/c/{group.campaign.pk}/settings/rest/"
    given = {"found_again": "3", "checks": "4", "sides": "6", "wanderers": "2 ghouls\n\n a merchant "}
    assert group.dora.post(address, {**given, "sides": "0"}).status_code == 400
    assert "The choices for rest are changed." in words(group.dora.post(address, given, follow=True))
    assert "2 ghouls" in words(group.dora.get(address))
    group.campaign.refresh_from_db()
    state = group.campaign.state
    assert (state.night_heals, state.found_again, state.checks, state.sides) == (False, 3, 4, 6)
    assert state.wanderers == ["2 ghouls", "a merchant"]


def test_a_new_encounter_of_the_campaign_begins_with_its_party(group: Group, carried: Encounter) -> None:
    made = group.dora.post(f"/new/?campaign={group.campaign.pk}", {"title": "Next", "ruleset": ANY})
    encounter = Encounter.objects.get(title="Next")
    assert made.headers["Location"].endswith(f"/e/{encounter.pk}/prepare/")
    rows = {row.definition["id"]: row.definition for row in encounter.combatants.all()}
    assert (rows["otis"]["left"], list(rows)) == (11, ["otis", "tenser", "jaroo"])
    assert encounter.holds.get().seat == group.joined["Pip"].seat


def test_a_copied_fight_has_the_party_as_it_is_now(group: Group, carried: Encounter) -> None:
    jaroo = group.campaign.characters.get(key="jaroo")
    change_character(find_owner(group), jaroo.number, {"status": "absent"})
    group.dora.post(f"/e/{carried.pk}/copy/")
    rows = {row.definition["id"]: row.definition for row in Encounter.objects.latest("pk").combatants.all()}
    assert list(rows) == ["otis", "tenser", "orc"]
    assert rows["otis"]["charges"] == {"arrow": 14, "dagger": 2}


def test_a_level_that_is_reached_is_said_on_the_campaign(group: Group, carried: Encounter) -> None:
    assert "may train" not in read(group)
    change_character(find_owner(group), group.campaign.characters.get(key="otis").number, {"experience": 2_345})
    assert "may train for ranger 2 " in read(group)


def test_a_new_character_comes_into_the_copy_of_a_fight_that_was_fought(group: Group, carried: Encounter) -> None:
    make_character(find_owner(group), "Hob", {"class": "fighter"})
    group.dora.post(f"/e/{carried.pk}/copy/")
    made = Encounter.objects.latest("pk")
    assert [row.definition["id"] for row in made.combatants.all()] == ["otis", "tenser", "jaroo", "orc", "hob"]
    made.combatants.get(definition__id="hob").delete()
    group.dora.post(f"/e/{made.pk}/copy/")
    assert "hob" not in [row.definition["id"] for row in Encounter.objects.latest("pk").combatants.all()]


def test_a_character_of_a_class_without_levels_is_shown(group: Group) -> None:
    make_character(find_owner(group), "Hob", {"class": "level_0"}, experience=7, seat=group.joined["Pip"].seat.pk)
    assert "Hob level-0" in read(group)
    assert "Hob" in group.read("Pip")
