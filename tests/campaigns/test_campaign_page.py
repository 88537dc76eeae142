"""The page of a campaign: its party, its fights by date, its table, and its settings."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.services import carry_over
from campaigns.services.characters import make_character
from encounters import seat_moves, services
from encounters.errors import Forbidden
from encounters.models import Campaign, Encounter, Member, Seat, SeatRequest
from encounters.viewers import build_dm_viewer
from tests.campaigns.evenings import NAME, Group, make_group
from tests.campaigns.test_carrying import find_owner
from tests.campaigns.test_home import MOST_QUERIES, make_many
from tests.encounters.compact import compact
from tests.encounters.seated import markup, words

pytestmark = pytest.mark.storage


@pytest.fixture
def group(dora: User) -> Group:
    return make_group(dora)


@pytest.fixture
def emil(db: None) -> Client:
    """Return the browser of Emil, another DM."""
    browser = Client()
    browser.force_login(User.objects.create_user("emil"))
    return browser


def page(group: Group, rest: str = "") -> str:
    """Return the address of the campaign's page, or of one under it."""
    return f"/c/{group.campaign.pk}/{rest}"


PAGES = ("", "name/", "settings/", "delete/")
POSTS = ("settings/door/", "settings/code/", "lobby/", "delete/", "name/", "settings/")


def test_only_its_dms_reach_its_pages(group: Group, emil: Client) -> None:
    fight = group.prepare("The mill")
    for rest in PAGES:
        assert emil.get(page(group, rest)).status_code == 404
        assert group.phones["Pip"].get(page(group, rest)).headers["Location"].startswith("/sign-in/?next=/c/")
    for rest in (*POSTS, f"planned/{fight.pk}/"):
        assert emil.post(page(group, rest)).status_code == 404
        assert group.phones["Pip"].post(page(group, rest)).status_code == 302
    assert Campaign.objects.filter(name=NAME, code=group.campaign.code).exists()


def test_a_campaign_is_made_from_a_name(dora: User) -> None:
    browser = Client()
    browser.force_login(dora)
    assert "New campaign" in words(browser.get("/c/new/"))
    assert browser.post("/c/new/", {"name": " "}).status_code == 400
    made = browser.post("/c/new/", {"name": "The  Salt Road"}).headers["Location"]
    assert "The Salt Road" in words(browser.get(made))
    assert "No characters yet" in words(browser.get(made))


def test_before_the_first_fight_it_shows_who_is_prepared(group: Group) -> None:
    group.prepare("The mill")
    found = words(group.dora.get(page(group)))
    assert "Otis" in found
    assert "Open the table" in found


def test_the_party_stands_as_the_last_fight_left_it(group: Group) -> None:
    fight = group.prepare("The mill")
    group.give(fight, "Pip", "otis")
    group.fight(fight)
    found = words(group.dora.get(page(group)))
    assert "as The mill left them" in found
    assert "Otis" in found
    assert "Pip" in found
    assert "1 round" in found


def test_a_fight_in_play_leads(group: Group) -> None:
    fight = group.prepare("The mill")
    group.open(fight)
    found = group.dora.get(page(group))
    assert "The mill is in play" in words(found)
    assert f'href="/e/{fight.pk}/" data-key="Enter"' in " ".join(markup(found).split())
    assert "Open the table" not in words(found)


def test_the_table_has_the_code_and_who_sits_there(group: Group) -> None:
    code = group.campaign.code
    found = words(group.dora.get(page(group)))
    assert f"{code[:3]}-{code[3:]}" in found
    assert "Pip" in found
    assert "table screen" in found


def test_phones_are_sent_to_the_lobby(group: Group) -> None:
    fight = group.prepare("The mill")
    group.fight(fight)
    assert "Send phones to the lobby" in words(group.dora.get(page(group)))
    group.dora.post(page(group, "lobby/"))
    group.campaign.refresh_from_db()
    assert group.campaign.on_table is None
    assert "Send phones to the lobby" not in words(group.dora.get(page(group)))


def test_phones_stay_while_the_fight_is_in_play(group: Group) -> None:
    fight = group.prepare("The mill")
    group.open(fight)
    found = group.dora.post(page(group, "lobby/"), follow=True)
    assert "End it first" in words(found)


def test_the_day_of_an_encounter_is_planned(group: Group) -> None:
    fight = group.prepare("The mill")
    address = page(group, f"planned/{fight.pk}/")
    group.dora.post(address, {"planned": "2026-12-24"})
    assert "24 December" in words(group.dora.get(page(group)))
    group.dora.post(address, {"planned": "some day"})
    assert "24 December" in words(group.dora.get(page(group)))
    group.dora.post(address, {"planned": ""})
    assert "no day yet" in words(group.dora.get(page(group)))


def test_a_fight_of_another_campaign_is_not_planned_here(group: Group, dora: User) -> None:
    other = services.create_encounter(dora, "The weir", "toy")
    assert group.dora.post(page(group, f"planned/{other.pk}/"), {"planned": "2026-12-24"}).status_code == 404


def test_a_new_encounter_is_made_in_the_campaign(group: Group) -> None:
    address = f"/new/?campaign={group.campaign.pk}"
    assert NAME in words(group.dora.get(address))
    group.dora.post(address, {"title": "The weir", "ruleset": "toy"})
    made = Encounter.objects.get(title="The weir")
    assert made.campaign == group.campaign
    group.campaign.refresh_from_db()
    assert group.campaign.on_table is None


def test_who_is_new_in_the_copy_of_a_fight_stands_beside_the_others(group: Group) -> None:
    fight = group.prepare("The mill")
    places = {"otis": (0, 0), "tenser": (0, 500), "jaroo": (0, 1000), "orc-1": (1000, 0), "orc-2": (1000, 500)}
    services.place_combatants(build_dm_viewer(fight), places)
    group.fight(fight)
    make_character(find_owner(group), "Melf", {"class": "fighter"})
    copied = group.dora.post(f"/e/{fight.pk}/copy/", follow=True)
    assert "no place" not in words(copied)
    made = Encounter.objects.get(title="The mill, again")
    found = [tuple(row.definition["position"]) for row in made.combatants.all() if row.definition["side"] == "party"]
    assert len(found) == len(set(found)) == 4
    assert all(abs(x) < 10 for x, _ in found), "Melf is with the party"


def test_nobody_makes_an_encounter_in_the_campaign_of_another(group: Group, emil: Client) -> None:
    for named in (group.campaign.pk, "x", "", 10**30):
        assert emil.get(f"/new/?campaign={named}").status_code == 404
    assert emil.post(f"/new/?campaign={group.campaign.pk}", {"title": "x", "ruleset": "toy"}).status_code == 404


def test_a_helper_begins_with_the_house_rules_of_the_owner(group: Group, emil: Client, dora: User) -> None:
    services.save_house_rules(dora, "toy", {"table.foe_hp": "numbers"})
    Member.objects.create(campaign=group.campaign, user=User.objects.get(username="emil"), role="helper")
    emil.post(f"/new/?campaign={group.campaign.pk}", {"title": "The weir", "ruleset": "toy"})
    assert Encounter.objects.get(title="The weir").options == {"table.foe_hp": "numbers"}


def test_a_campaign_gets_another_name(group: Group) -> None:
    found = group.dora.post(page(group, "settings/"), {"name": "The Fen"}, follow=True)
    assert "The campaign has its new name" in words(found)
    assert Campaign.objects.get(pk=group.campaign.pk).name == "The Fen"
    assert group.dora.post(page(group, "settings/"), {"name": ""}).status_code == 400


def test_the_door_and_the_code_are_changed(group: Group) -> None:
    group.dora.post(page(group, "settings/door/"), {"open": ""})
    assert "New players are stopped" in words(group.dora.get(page(group, "settings/")))
    group.dora.post(page(group, "settings/door/"), {"open": "1"})
    before = group.campaign.code
    group.dora.post(page(group, "settings/code/"))
    group.campaign.refresh_from_db()
    assert group.campaign.door_open
    assert group.campaign.code != before
    assert NAME in group.read("Pip")


def test_deleting_says_what_goes_with_it(group: Group) -> None:
    group.fight(group.prepare("The mill"))
    group.prepare("The weir")
    found = words(group.dora.get(page(group, "delete/")))
    assert NAME in found
    assert "1 fight that was opened, with all dice and recaps, 1 in preparation and 3 seats" in found


def test_a_campaign_is_deleted_with_all_of_it(group: Group, dora: User) -> None:
    kept = services.create_encounter(dora, "The bridge", "toy")
    group.give(fight := group.prepare("The mill"), "Pip", "otis")
    group.fight(fight)
    assert group.dora.post(page(group, "delete/")).headers["Location"] == "/"
    assert list(Encounter.objects.all()) == [kept]
    assert not Seat.objects.exists()
    assert Campaign.objects.count() == 1


def test_a_helper_does_not_delete_it(group: Group, emil: Client) -> None:
    member = Member.objects.create(campaign=group.campaign, user=User.objects.get(username="emil"), role="helper")
    assert "Delete" not in words(emil.get(page(group, "settings/")))
    assert emil.post(page(group, "delete/")).status_code == 403
    with pytest.raises(Forbidden):
        services.delete_campaign(member)


def test_a_fight_of_one_evening_becomes_a_campaign(dora: User, group: Group) -> None:
    made = services.create_encounter(dora, "The bridge", "toy")
    assert group.dora.get(f"/c/{made.campaign_id}/").status_code == 404
    address = f"/c/{made.campaign_id}/name/"
    assert f'href="{address}"' in markup(group.dora.get("/"))
    assert "The bridge" in words(group.dora.get(address))
    assert group.dora.post(address, {"name": "The Salt Road"}).headers["Location"] == f"/c/{made.campaign_id}/"
    made.campaign.refresh_from_db()
    assert made.campaign.name == "The Salt Road"
    assert made.campaign.on_table is None  # nobody at the table learns of what is prepared


def test_one_in_play_stays_on_the_table_when_it_gets_a_name(dora: User, group: Group) -> None:
    group.dora.post("/demo/")
    made = Encounter.objects.get(title__startswith="Hall")
    group.dora.post(f"/c/{made.campaign_id}/name/", {"name": "The Hall"})
    made.campaign.refresh_from_db()
    assert made.campaign.on_table == made


def test_the_dms_pages_lead_back_to_the_campaign(group: Group, dora: User) -> None:
    fight = group.prepare("The mill")
    back = f'href="{page(group)}"'
    assert back in markup(group.dora.get(f"/e/{fight.pk}/prepare/"))
    assert back in markup(group.dora.get(f"/e/{fight.pk}/delete/"))
    group.open(fight)
    assert back in markup(group.dora.get(f"/e/{fight.pk}/"))
    made = services.create_encounter(dora, "The bridge", "toy")
    assert 'class="home" href="/"' in markup(group.dora.get(f"/e/{made.pk}/prepare/"))


def test_a_campaign_of_fifty_fights_takes_few_queries(group: Group) -> None:
    make_many(group)
    group.dora.get(page(group))
    with CaptureQueriesContext(connection) as asked:
        found = group.dora.get(page(group))
    assert "Page 8" in words(found)
    assert len(asked) <= MOST_QUERIES, "\n".join(each["sql"][:200] for each in asked.captured_queries)


def test_only_the_last_fight_is_read_as_a_whole(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = group.prepare("The mill"), group.prepare("The weir")
    group.fight(first)
    group.fight(second)
    first.events.update(data={"type": "unheard-of"})
    assert "as The weir left them" in words(group.dora.get(page(group)))


def test_a_last_fight_that_cannot_be_read_is_no_fault_of_the_page(group: Group) -> None:
    fight = group.prepare("The mill")
    group.fight(fight)
    fight.events.update(data={"type": "unheard-of"})
    assert "The mill" in words(group.dora.get(page(group)))


def test_deleting_a_fight_leads_back_to_the_campaign(group: Group) -> None:
    fight = group.prepare("The mill")
    assert group.dora.post(f"/e/{fight.pk}/delete/").headers["Location"] == page(group)


def test_the_viewer_of_a_planned_fight_must_be_its_dm(group: Group) -> None:
    fight = group.prepare("The mill")
    viewer = group.give(fight, "Pip", "otis")
    with pytest.raises(Forbidden):
        services.plan_encounter(viewer, None)
    assert build_dm_viewer(fight).is_dm


def test_the_end_of_a_fight_leads_to_the_sheets_and_then_to_the_campaign(group: Group) -> None:
    fight = group.prepare("The mill")
    group.fight(fight)
    assert f'href="/e/{fight.pk}/outcome/"' in markup(group.dora.get(f"/e/{fight.pk}/"))
    carry_over(group.campaign.members.get(), fight.pk, {})
    assert "To the campaign" in words(group.dora.get(f"/e/{fight.pk}/"))


def test_the_end_of_a_fight_of_one_evening_offers_to_make_it_a_campaign(group: Group) -> None:
    address = group.dora.post("/demo/").headers["Location"]
    fight = Encounter.objects.get(title__startswith="Hall")
    services.end(build_dm_viewer(fight), "end", "they fled")
    assert f'href="/c/{fight.campaign_id}/name/"' in markup(group.dora.get(address))


def test_the_page_listens_to_who_comes(group: Group) -> None:
    assert f'data-live="/live/lobby/{group.campaign.pk}"' in markup(group.dora.get(page(group)))
    fight = group.prepare("The mill")
    group.open(fight)
    assert f'data-live="/live/{fight.pk}/dm"' in markup(group.dora.get(page(group)))


@pytest.mark.parametrize("yes", ["1", ""])
def test_a_new_phone_that_asks_between_fights_is_answered_there(group: Group, yes: str) -> None:
    pip = seat_moves.write_seat_digest(group.joined["Pip"].seat)
    phone = Client()
    phone.post(f"/t/{group.campaign.code}/ask/", {"seat": pip})
    assert "A new phone: “I am Pip .” It’s Pip Not now" in words(group.dora.get(page(group)))
    address = page(group, f"request/{SeatRequest.objects.get().pk}/")
    assert address in markup(group.dora.get(page(group)))
    assert group.dora.post(address, {"yes": yes}).headers["Location"] == page(group)
    assert "A new phone" not in words(group.dora.get(page(group)))
    shown = words(phone.get(f"/t/{group.campaign.code}/asked/", follow=True))
    assert ("Welcome, Pip" in shown) is bool(yes)
    assert "Nobody waits for this answer any more." in words(group.dora.post(address, {"yes": yes}, follow=True))


@pytest.mark.parametrize("yes", ["1", ""])
def test_a_new_phone_that_asks_is_answered_on_the_page_of_preparation(group: Group, yes: str) -> None:
    fight = group.prepare("The mill")
    pip = seat_moves.write_seat_digest(group.joined["Pip"].seat)
    phone = Client()
    phone.post(f"/t/{group.campaign.code}/ask/", {"seat": pip})
    prepare = f"/e/{fight.pk}/prepare/"
    assert "A new phone: “I am Pip .” It’s Pip Not now" in words(group.dora.get(prepare))
    address = f"/e/{fight.pk}/request/{SeatRequest.objects.get().pk}/"
    assert group.dora.post(address, {"yes": yes, "back": "prepare"}).headers["Location"] == prepare
    assert "A new phone" not in words(group.dora.get(prepare))
    shown = words(phone.get(f"/t/{group.campaign.code}/asked/", follow=True))
    assert ("Welcome, Pip" in shown) is bool(yes)


def test_between_fights_a_seat_plays_the_characters_that_are_its_own(group: Group) -> None:
    pip = group.campaign.seats.get(name="Pip")
    owner = group.campaign.members.get(role=Member.Role.OWNER)
    make_character(owner, "Melf", {"side": "party", "class": "fighter"}, seat=pip.pk)
    shown = words(group.dora.get(page(group)))
    assert "Pip Melf" in shown
    assert "plays nobody yet" in shown.partition("Quill")[2]


def test_a_prepared_fight_leads_to_the_sheets_of_its_characters(group: Group) -> None:
    owner = group.campaign.members.get()
    otis = make_character(owner, "Otis", {"class": "ranger"})
    encounter = group.prepare("The mill")
    page = compact(group.dora.get(f"/e/{encounter.pk}/prepare/").content.decode())
    assert f'href="/c/{group.campaign.pk}/character/{otis.number}/" aria-label="Sheet of Otis"' in page
    assert "Sheet of Tenser" not in page, "no character of the campaign"
