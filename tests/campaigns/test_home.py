"""The first page of a DM: the fight that was stopped, campaigns, other fights."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from encounters import services
from encounters.models import Encounter, Member
from encounters.viewers import build_dm_viewer
from tests.campaigns.evenings import NAME, Group, make_group
from tests.encounters.seated import markup, words

pytestmark = pytest.mark.storage

MOST_QUERIES = 12


@pytest.fixture
def group(dora: User) -> Group:
    return make_group(dora)


@pytest.fixture
def hers(dora: User) -> Client:
    """Return Dora's browser."""
    browser = Client()
    browser.force_login(dora)
    return browser


def test_who_is_not_signed_in_is_asked_for_a_code(client: Client) -> None:
    assert "Code of the table" in words(client.get("/"))


def test_a_code_in_the_address_is_read_for_a_dm_too(group: Group) -> None:
    found = group.dora.get("/", {"code": group.campaign.code})
    assert found.headers["Location"] == f"/t/{group.campaign.code}/"


def test_the_first_visit_offers_three_ways_to_begin(hers: Client) -> None:
    found = words(hers.get("/"))
    assert "A round is ten segments" in found
    assert all(way in found for way in ("Play the demo", "Make a campaign", "Make a fight"))


def test_the_demo_is_opened_once(hers: Client, dora: User) -> None:
    first = hers.post("/demo/").headers["Location"]
    assert hers.post("/demo/").headers["Location"] == first
    found = words(hers.get("/"))
    assert "Where you stopped" in found
    assert "Three ways to begin" in found


def test_a_new_fight_is_one_press_away(hers: Client) -> None:
    assert 'href="/new/"' in markup(hers.get("/"))


def test_it_leads_with_the_fight_that_was_stopped(group: Group) -> None:
    fight = group.prepare("The mill")
    group.give(fight, "Pip", "otis")
    group.open(fight)
    services.begin_round(build_dm_viewer(fight), "tap")
    found = group.dora.get("/")
    assert "The mill" in words(found)
    assert "Round 1" in words(found)
    assert f'href="/e/{fight.pk}/" data-key="Enter"' in " ".join(markup(found).split())
    assert "Otis" in words(found)


def test_two_fights_in_play_are_two_bands(group: Group, dora: User) -> None:
    mill = group.prepare("The mill")
    group.open(mill)
    group.dora.post("/demo/")
    found = markup(group.dora.get("/"))
    assert found.count('class="nowband"') == 2
    assert found.count('data-key="Enter"') == 1
    assert (found.count("Where you stopped:"), found.count("Also in play:")) == (1, 1)
    assert "It waits where you left it" in found


def test_without_a_fight_in_play_it_says_what_is_prepared_next(group: Group) -> None:
    group.prepare("The mill")
    planned = group.prepare("The barge")
    group.prepare("The weir")
    services.plan_encounter(build_dm_viewer(planned), timezone.localdate())
    found = group.dora.get("/")
    assert "Next in The Ford and the Fen" in words(found)
    assert f'action="/e/{planned.pk}/open/"' in markup(found)
    assert "nowband" not in markup(found)


def test_where_nothing_is_prepared_it_asks_what_happens_next(group: Group) -> None:
    found = group.dora.get("/")
    assert f"What happens next in {NAME}?" in words(found)
    assert f'href="/new/?campaign={group.campaign.pk}"' in markup(found)


def test_one_with_a_single_side_cannot_be_opened_from_here(hers: Client, dora: User) -> None:
    made = services.create_encounter(dora, "The mill", "toy")
    found = markup(hers.get("/"))
    assert f"/e/{made.pk}/open/" not in found
    assert f'href="/e/{made.pk}/prepare/"' in found


def test_five_fights_of_one_evening_and_then_all(hers: Client, dora: User) -> None:
    for number in range(7):
        services.create_encounter(dora, f"Fight {number}", "toy")
    found = words(hers.get("/"))
    assert "All 7 fights" in found
    assert "Fight 0" not in found


def test_the_campaign_in_play_stands_first(group: Group, dora: User) -> None:
    other = services.make_campaign(dora, "The Salt Road")
    found = words(group.dora.get("/"))
    assert found.index("The Salt Road") < found.rindex(NAME)
    group.open(group.prepare("The mill"))
    found = words(group.dora.get("/"))
    assert "The mill is in play" in found
    assert found.rindex(NAME) < found.index(other.name)


def test_more_than_eight_campaigns_are_searched_by_name_and_party(group: Group, dora: User) -> None:
    for number in range(7):
        services.make_campaign(dora, f"Salt Road {number}")
    assert "Search your campaigns" not in markup(group.dora.get("/"))
    assert "Salt Road 3" in words(group.dora.get("/", {"q": "fen"})), "eight are seen at a glance"
    services.make_campaign(dora, "The Barrow")
    group.prepare("The mill")
    assert 'aria-label="Search your campaigns"' in markup(group.dora.get("/"))
    for query, found, other in (("bARrow ", "Open The Barrow", NAME), ("otis", f"Open {NAME}", "The Barrow")):
        shown = markup(group.dora.get("/", {"q": query}))
        assert f'aria-label="{found}"' in shown
        assert f'aria-label="Open {other}"' not in shown
    assert "No campaign or character is called “zzz”." in words(group.dora.get("/", {"q": "zzz"}))


def test_a_helper_has_the_campaign_too_and_nobody_else(group: Group) -> None:
    browser, emil = Client(), User.objects.create_user("emil")
    browser.force_login(emil)
    group.open(group.prepare("The mill"))
    assert NAME not in words(browser.get("/"))
    Member.objects.create(campaign=group.campaign, user=emil, role="helper")
    found = words(browser.get("/"))
    assert NAME in found
    assert "you help as a DM" in found


def test_a_fight_that_cannot_be_read_is_no_fault_of_the_first_page(group: Group) -> None:
    fight = group.prepare("The mill")
    group.open(fight)
    fight.events.update(data={"type": "unheard-of"})
    assert "The mill" in words(group.dora.get("/"))


def make_many(group: Group) -> None:
    """Prepare 44 fights, fight five, and open the last; twelve characters play."""
    for number in range(50):
        fight = group.prepare(f"Fight {number}")
        if number % 10 == 9:
            group.fight(fight)
    fight = Encounter.objects.get(title="Fight 48")
    dora = build_dm_viewer(fight)
    for number in range(9):
        extra = {"id": f"page-{number}", "name": f"Page {number}", "side": "party", "played": True, "hp": 3}
        services.put_combatant(dora, extra)
    group.open(fight)


def test_fifty_fights_take_few_queries(group: Group) -> None:
    make_many(group)
    group.dora.get("/")
    with CaptureQueriesContext(connection) as asked:
        assert group.dora.get("/").status_code == 200
    assert len(asked) <= MOST_QUERIES, "\n".join(each["sql"][:200] for each in asked.captured_queries)
