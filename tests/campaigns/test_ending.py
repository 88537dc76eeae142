"""The page of an ended fight: its figures, carried over and taken back, without scripts."""

import re
import tomllib
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns import services as between_fights
from campaigns.models import CarryOver, Character
from encounters import services
from encounters.models import Encounter, Member, Round
from encounters.viewers import build_dm_viewer
from rules.kernel.inputs import Change
from rules.procedures import get_ruleset, list_rulesets
from rules.scenarios.library import find_scenario_files
from tests.campaigns.evenings import Group, make_group
from tests.campaigns.test_carrying import fight, find_owner, sheets
from tests.encounters.seated import markup, words

pytestmark = pytest.mark.storage

MOST_QUERIES = 15


@pytest.fixture
def group(dora: User) -> Group:
    return make_group(dora)


@pytest.fixture
def ended(group: Group) -> Encounter:
    return fight(group)


def address(encounter: Encounter) -> str:
    return f"/e/{encounter.pk}/outcome/"


def read_fields(response: Any) -> dict[str, list[str]]:
    """Return what a browser without scripts would post of the page."""
    found: dict[str, list[str]] = {}
    html = response.content.decode()
    for tag in re.findall(r"<input\b[^>]*>", html):
        given = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        kind, is_on = given.get("type", "text"), re.search(r"\schecked\b", tag) is not None
        if "name" in given and (kind in ("hidden", "text") or is_on):
            found.setdefault(given["name"], []).append(given.get("value", "on"))
    for name, options in re.findall(r'<select\b[^>]*name="([^"]*)"[^>]*>(.*?)</select>', html, re.DOTALL):
        found[name] = re.findall(r'value="(\w+)"\s+selected', options)
    for name, text in re.findall(r'<textarea\b[^>]*name="(\w+)"[^>]*>\n?(.*?)</textarea>', html, re.DOTALL):
        found[name] = [text.strip()]
    return found


def post(browser: Client, encounter: Encounter, do: str, page: Any = None, **changes: Any) -> Any:
    """Press a button of the page with changed fields; dots of names are written "__"."""
    shown = page if page is not None else browser.get(address(encounter))
    fields: dict[str, Any] = read_fields(shown)
    for name, value in changes.items():
        fields[name.replace("__", ".")] = value
    return browser.post(address(encounter), {**{k: v for k, v in fields.items() if v is not None}, "do": do})


def find_field(response: Any, name: str) -> str:
    """Return what stands in a field."""
    return read_fields(response)[name][0]


def test_the_page_proposes_what_the_fight_knows(group: Group, ended: Encounter) -> None:
    found = group.dora.get(address(ended))
    said = words(found)
    assert "They fled" in said
    assert "Of two foes one was slain and one was left at the end." in said
    assert "Jaroo is down." in said
    assert "bleeding, -3" in said
    assert "6 arrows shot" in said
    assert "sleep, web" in said
    assert said.count("new: joins the campaign") == 3
    assert find_field(found, "otis.left") == "11"
    assert (find_field(found, "otis.experience"), find_field(found, "foes.left.orc.counted")) == ("5", "none")


def test_those_who_were_left_count_by_choice(group: Group, ended: Encounter) -> None:
    before = sheets()
    half = post(group.dora, ended, "count", foes__left__orc__counted="half")
    assert (find_field(half, "otis.experience"), "22 in 3 shares" in words(half)) == ("7", True)
    full = post(group.dora, ended, "count", half, foes__left__orc__counted="full")
    assert (find_field(full, "otis.experience"), "30 in 3 shares" in words(full)) == ("10", True)
    assert sheets() == before


def test_treasure_is_shared_and_counts_a_point_a_piece(group: Group, ended: Encounter) -> None:
    found = post(group.dora, ended, "count", gold="100")
    assert [find_field(found, f"{who}.gold") for who in ("otis", "tenser", "jaroo")] == ["34", "33", "33"]
    assert "33 a share; 1 over to Otis" in words(found)
    assert (find_field(found, "treasure"), find_field(found, "otis.experience")) == ("100", "38")
    found = post(group.dora, ended, "count", found, treasure="150")
    assert (find_field(found, "treasure"), find_field(found, "otis.experience")) == ("150", "55")
    found = post(group.dora, ended, "count", found, gold="200")
    assert (find_field(found, "treasure"), find_field(found, "otis.gold")) == ("150", "68")


def test_a_typed_figure_stays_and_moves_no_other(group: Group, ended: Encounter) -> None:
    found = post(group.dora, ended, "count", otis__experience="500")
    found = post(group.dora, ended, "count", found, other="30")
    assert [find_field(found, f"{who}.experience") for who in ("otis", "tenser", "jaroo")] == ["500", "15", "15"]


def test_who_is_left_out_or_died_has_no_share(group: Group, ended: Encounter) -> None:
    found = post(group.dora, ended, "count", otis__on=None)
    assert [find_field(found, f"{who}.experience") for who in ("otis", "tenser", "jaroo")] == ["0", "7", "7"]
    found = post(group.dora, ended, "count", found, jaroo__fate="died")
    assert [find_field(found, f"{who}.experience") for who in ("otis", "tenser", "jaroo")] == ["0", "15", "0"]


def test_a_henchman_has_half_a_share(group: Group, ended: Encounter) -> None:
    owner = find_owner(group)
    otis = between_fights.make_character(owner, "Otis", {"id": "otis", "class": "ranger"})
    between_fights.make_character(owner, "Jaroo", {"id": "jaroo", "class": "cleric"}, henchman_of=otis.pk)
    found = post(group.dora, ended, "count", gold="100", other="85")
    assert "in 2½ shares" in words(found)
    assert "henchman, half a share" in words(found)
    assert [find_field(found, f"{who}.experience") for who in ("otis", "tenser", "jaroo")] == ["80", "80", "40"]
    assert [find_field(found, f"{who}.gold") for who in ("otis", "tenser", "jaroo")] == ["40", "40", "20"]


def test_who_is_down_must_be_spoken_for(group: Group, ended: Encounter) -> None:
    before = sheets()
    refused = post(group.dora, ended, "carry", otis__gold="7")
    assert (refused.status_code, sheets()) == (400, before)
    assert "Say first: bound up, or died?" in words(refused)
    assert find_field(refused, "otis.gold") == "7"
    done = post(group.dora, ended, "carry", refused, jaroo__fate="died")
    assert done.status_code == 303
    assert [each.status for each in group.campaign.characters.all()] == ["here", "here", "dead"]


def carry(group: Group, ended: Encounter, **changes: Any) -> Any:
    return post(group.dora, ended, "carry", **{"jaroo__fate": "bound", **changes})


def test_it_is_carried_over_as_it_stands(group: Group, ended: Encounter) -> None:
    assert carry(group, ended, gold="100", otis__left="9", otis__found__arrow="3").status_code == 303
    otis, tenser, jaroo = group.campaign.characters.all()
    assert (otis.left, otis.experience, otis.sheet["coins"]) == (9, 38, {"gp": 34})
    assert otis.definition["charges"] == {"arrow": 17, "dagger": 2}
    assert (tenser.left, jaroo.left, jaroo.status) == (None, -3, "here")
    found = words(group.dora.get(address(ended)))
    assert "Carried over to three sheets." in found
    assert "You carried this over at" in found
    assert "new in the campaign; 9 hit points left; 38 experience, 38 in all; 34 gp; 17 arrows left" in found
    assert f'href="/c/{group.campaign.pk}/character/{otis.number}/"' in markup(group.dora.get(address(ended)))


def test_who_is_left_out_is_not_written(group: Group, ended: Encounter) -> None:
    carry(group, ended, tenser__on=None)
    assert [each.key for each in group.campaign.characters.all()] == ["otis", "jaroo"]


@pytest.mark.parametrize(
    ("field", "value", "error"),
    [
        ("otis.left", "21", "Type a whole number, from -10 to 20."),
        ("otis.left", "-11", "Type a whole number, from -10 to 20."),
        ("otis.left", "", "Type a whole number, from -10 to 20."),
        ("otis.experience", "-1", "Type a whole number, 0 or more."),
        ("otis.experience", "many", "Type a whole number, 0 or more."),
        ("otis.gold", "1.5", "Type a whole number, 0 or more."),
        ("otis.gold", "9999999999", "Type a whole number, 0 or more."),
        ("otis.gold", "99999999", "Type a whole number, at most 10,000,000."),
        ("otis.found.arrow", "7", "Type a whole number, from 0 to 6."),
        ("treasure", "x", "Type a whole number, 0 or more."),
        ("other", "-4", "Type a whole number, 0 or more."),
        ("gold", "x", "Type a whole number, 0 or more."),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_nothing_is_lost(
    group: Group, ended: Encounter, field: str, value: str, error: str
) -> None:
    before = sheets()
    refused = carry(group, ended, **{field: value}, recap="It was cold.", tenser__experience="77")
    assert (refused.status_code, sheets()) == (400, before)
    id = f"f-{field.replace('.', '-')}"
    html = " ".join(markup(refused).split())
    assert f'id="{id}-wrong" data-counted>{error}<' in html
    assert html.count("aria-invalid") == 1
    assert (find_field(refused, field), find_field(refused, "tenser.experience")) == (value, "77")
    assert "It was cold." in html
    assert "Nothing was carried over." in words(refused)


def test_last_words_are_posted_with_it_or_by_themselves(group: Group, ended: Encounter) -> None:
    before = sheets()
    page = post(group.dora, ended, "post", recap="It was cold.", otis__gold="7")
    assert (page.status_code, Round.objects.get().recap, sheets()) == (200, "It was cold.", before)
    assert find_field(page, "otis.gold") == "7"
    done = post(group.dora, ended, "carry", page, recap="It was very cold.", jaroo__fate="bound")
    assert (done.status_code, Round.objects.get().recap) == (303, "It was very cold.")
    assert CarryOver.objects.count() == 1


def test_words_that_were_posted_meanwhile_are_not_replaced_unseen(group: Group, ended: Encounter) -> None:
    before, shown = sheets(), group.dora.get(address(ended))
    services.publish_recap(build_dm_viewer(ended), "", 1, "Emil’s words.")
    refused = post(group.dora, ended, "carry", shown, recap="Hers.", jaroo__fate="bound")
    assert (refused.status_code, sheets(), Round.objects.get().recap) == (409, before, "Emil’s words.")
    assert "was posted meanwhile" in words(refused)
    assert find_field(refused, "recap") == "Hers."
    done = post(group.dora, ended, "carry", refused)
    assert (done.status_code, Round.objects.get().recap) == (303, "Hers.")


def test_a_draft_of_the_last_words_is_written_on_request(group: Group, ended: Encounter) -> None:
    assert find_field(group.dora.get(address(ended)), "recap") == ""
    assert find_field(post(group.dora, ended, "draft"), "recap") != ""


def test_what_the_sheet_refuses_is_said_above_the_page(group: Group, ended: Encounter) -> None:
    between_fights.make_character(find_owner(group), "Tenser", {"id": "other", "class": "magic_user"})
    refused = carry(group, ended, otis__gold="7")
    assert (refused.status_code, Character.objects.count()) == (409, 1)
    assert "Somebody of this campaign is called Tenser already." in words(refused)
    assert find_field(refused, "otis.gold") == "7"


def test_what_was_changed_on_the_sheet_since_is_told(group: Group, ended: Encounter) -> None:
    owner = find_owner(group)
    carry(group, ended)
    second = group.prepare("The weir")
    group.open(second)
    services.begin_round(build_dm_viewer(second), "begin-2")
    services.end(build_dm_viewer(second), "over-2", "they fled")
    between_fights.change_character(owner, 1, {"left": 3, "definition.level": 2})
    found = group.dora.get(address(second))
    assert "changed on the sheet since: hit points, level, missiles and charges, weapons" in words(found)
    assert "was opened after this fight" not in words(found)
    group.open(group.prepare("The barge"))
    assert "“The barge” was opened after this fight" in words(group.dora.get(address(second)))


def test_it_is_taken_back_from_the_page(group: Group, ended: Encounter) -> None:
    carry(group, ended)
    said = words(group.dora.post(address(ended), {"do": "back"}, follow=True))
    assert "Taken back: three sheets as before." in said
    assert "Carry over to the sheets" in said
    assert Character.objects.count() == 0


def test_once_another_fight_is_open_it_stays(group: Group, ended: Encounter) -> None:
    carry(group, ended)
    group.open(group.prepare("The weir"))
    found = group.dora.get(address(ended))
    assert "“The weir” was opened since" in words(found)
    assert 'value="back"' not in markup(found)
    said = words(group.dora.post(address(ended), {"do": "back"}, follow=True))
    assert "Change the sheets instead." in said
    assert Character.objects.count() == 3


def test_the_second_of_two_dms_sees_who_was_first(group: Group, ended: Encounter) -> None:
    emil, browser = User.objects.create_user("emil"), Client()
    Member.objects.create(campaign=group.campaign, user=emil, role="helper")
    browser.force_login(emil)
    hers = group.dora.get(address(ended))
    post(browser, ended, "carry", jaroo__fate="bound")
    late = post(group.dora, ended, "carry", hers, recap="Hers.", otis__gold="900", jaroo__fate="died")
    assert late.status_code == 409
    assert re.search(r"emil carried this over at \d\d:\d\d", words(late))
    assert find_field(late, "recap") == "Hers."
    assert [each.status for each in group.campaign.characters.all()] == ["here"] * 3


def test_conditions_are_proposed_to_last_and_come_into_the_next_fight(group: Group) -> None:
    encounter = group.prepare("The mill")
    group.open(encounter)
    dora = build_dm_viewer(encounter)
    services.begin_round(dora, "begin")
    changes = [Change("otis", "held", True), Change("tenser", "held", True, (3, 1)), Change("jaroo", "vanishes")]
    services.rule(dora, "ruled", changes, "")
    services.end(dora, "over", "they fled")
    encounter.refresh_from_db()
    found = group.dora.get(address(encounter))
    fields = read_fields(found)
    assert fields["otis.lasting"] == ["held"]
    assert fields["tenser.lasting"][0].startswith("held, ")
    assert re.search(r"stays held, \w+ \w+ left", words(found))
    assert "stays vanished" not in words(found)
    post(group.dora, encounter, "carry", found)
    otis, tenser = (group.campaign.characters.get(key=key) for key in ("otis", "tenser"))
    assert otis.definition["conditions"] == [{"id": "held", "changes": []}]
    assert tenser.definition["conditions"] == [{"id": "held", "rounds": 2, "changes": []}]
    assert "lasting" not in otis.sheet
    assert "still held, 2 rounds" in words(group.dora.get(address(encounter)))


def test_a_fight_in_play_is_ended_first(group: Group) -> None:
    encounter = group.prepare("The mill")
    assert "has not begun" in words(group.dora.get(address(encounter)))
    group.open(encounter)
    assert "This fight is in play." in words(group.dora.get(address(encounter)))
    assert group.dora.post(address(encounter), {"do": "carry"}).status_code == 409
    assert CarryOver.objects.count() == 0


def test_a_fight_of_one_evening_offers_a_campaign(group: Group, dora: User) -> None:
    made = services.create_encounter(dora, "The mill", "toy", {}, {"distance_ft": 10})
    for row in group.prepare("The weir").combatants.all():
        services.put_combatant(build_dm_viewer(made), row.definition)
    group.fight(made)
    found = group.dora.get(address(made))
    assert "Make it a campaign" in words(found)
    assert f'href="/c/{made.campaign_id}/name/"' in markup(found)
    assert group.dora.post(address(made), {"do": "carry"}).status_code == 409


def test_only_the_dms_of_its_campaign_reach_it(group: Group, ended: Encounter) -> None:
    rex = Client()
    rex.force_login(User.objects.create_user("rex"))
    assert rex.get(address(ended)).status_code == 404
    assert rex.post(address(ended), {"do": "carry"}).status_code == 404
    assert group.phones["Pip"].get(address(ended)).status_code == 302


def test_the_first_page_and_the_campaign_say_what_waits(group: Group, ended: Encounter) -> None:
    pages = ("/", f"/c/{group.campaign.pk}/")
    for each in pages:
        found = group.dora.get(each)
        assert "The mill is not carried over yet" in words(found)
        assert f'href="{address(ended)}"' in markup(found)
    carry(group, ended)
    for each in pages:
        assert "not carried over" not in words(group.dora.get(each))
    assert 'aria-label="Recap of The mill"' in markup(group.dora.get(pages[1]))
    between_fights.take_back(find_owner(group), ended.pk)
    group.open(group.prepare("The weir"))
    for each in pages:
        assert "not carried over" not in words(group.dora.get(each))
    assert 'aria-label="Carry The mill over"' in markup(group.dora.get(pages[1]))


def test_a_fight_before_one_that_is_carried_over_does_not_wait(group: Group, ended: Encounter) -> None:
    weir = group.prepare("The weir")
    group.fight(weir)
    assert markup(group.dora.get(f"/c/{group.campaign.pk}/")).count(">Carry over<") == 2
    between_fights.carry_over(find_owner(group), weir.pk, {})
    assert ">Carry over<" not in markup(group.dora.get(f"/c/{group.campaign.pk}/"))


def test_players_are_shown_nothing_of_it_but_shares_of_experience(group: Group, ended: Encounter) -> None:
    before = {name: read_words(group, name) for name in ("Pip", "Quill", "Screen")}
    carry(group, ended, gold="4321")
    shown = {name: read_words(group, name) for name in before}
    assert {
        name: re.sub(r" (Your experience|Experience, a share) [\d,]+", "", each) for name, each in shown.items()
    } == before


def read_words(group: Group, name: str) -> str:
    return words(group.phones[name].get(f"/t/{group.campaign.code}/", follow=True))


def test_the_page_takes_few_queries(group: Group, ended: Encounter) -> None:
    group.dora.get(address(ended))
    for _ in range(2):
        with CaptureQueriesContext(connection) as asked:
            assert group.dora.get(address(ended)).status_code == 200
        assert len(asked) <= MOST_QUERIES, "\n".join(each["sql"][:200] for each in asked.captured_queries)
        carry(group, ended)


def test_a_sheet_of_its_own_is_kept_as_the_fight_left_it(group: Group) -> None:
    id = next(id for id in list_rulesets() if get_ruleset(id).own_sheet is not None)
    sheet = get_ruleset(id).own_sheet
    assert sheet is not None
    file = next(path for path in find_scenario_files(id).values() if "like = " in path.read_text())
    tables = tomllib.loads(file.read_text())["combatant"]
    made = services.create_encounter(group.campaign.find_owner(), "The moor", id, {}, {}, campaign=group.campaign)
    played = [{**each, "played": each["side"] == tables[0]["side"]} for each in tables]
    services.add_combatants(build_dm_viewer(made), played)
    group.fight(made)
    found = group.dora.get(address(made))
    assert (found.status_code, f"{tables[0]['id']}.left" in read_fields(found)) == (200, False)
    assert post(group.dora, made, "carry", found).status_code == 303
    assert sheet.key in group.campaign.characters.get(key=tables[0]["id"]).definition


def test_a_prime_requisite_brings_a_tenth_and_the_next_level_is_told(group: Group, ended: Encounter) -> None:
    assert "a tenth more" not in words(group.dora.get(address(ended)))
    abilities = {"str": "18/50", "int": 16, "wis": 16}
    values = {"id": "otis", "class": "ranger", "level": 4}
    between_fights.make_character(find_owner(group), "Otis", values, {"abilities": abilities}, experience=9_990)
    found = post(group.dora, ended, "count", other="85")
    assert find_field(found, "otis.experience") == "37"
    assert "a tenth more for Otis" in words(found)
    assert find_field(found, "tenser.experience") == "33"
    assert "may train for ranger 2" in words(found)
    assert "33 of 1,501" in words(found)
