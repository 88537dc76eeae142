"""Campaigns that an earlier version stored: their pages, figures and fights go on."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from campaigns.models import CarryOver
from campaigns.services import carry_over, take_back
from campaigns.services.calendar import list_entries, take_back_time
from encounters import services
from encounters.models import Campaign, Encounter, Member
from encounters.seats import Joined
from encounters.selectors import read_view
from encounters.viewers import build_dm_viewer
from tests.campaigns.golden.campaign_facts import describe_campaign, describe_characters
from tests.campaigns.golden.make_campaign import FORD, MOST_CLOSED, ROAD
from tests.campaigns.test_carrying import accept
from tests.encounters.seated import words
from tests.golden.restoring import GoldenFight, restored
from tests.golden.test_golden import reopen
from tests.people import let_sit

FOLDERS = sorted(each for each in Path(__file__).parent.iterdir() if (each / "expected.json").exists())
"""The golden databases of campaigns, the oldest first."""

PEOPLE = ("code", "seats", "before_rest", "before_fight")
"""What is known of a campaign beside ``describe_campaign``."""

DM_PAGES = (
    *("campaign", "campaign-settings", "campaign-options", "player-edits", "guests", "members", "players"),
    *("new-character", "delete-campaign"),
)
TABLE_PAGES = ("me", "my-characters", "my-guest", "my-link", "my-signals")

SHEETS: Mapping[str, tuple[str, ...]] = {
    "Otis": (
        *("ranger 3", "chaotic good", "played by Pip", "leads Nodd", "Experience 4,820", "Armor 4", "of 27"),
        *("17 Strength", "36 gold", "7 silver", "13 of 24", "potion of healing", "Rope, 50 ft 7.5 lb"),
        *("blessed", "Owes the ferryman.", "The ferryman lies.", "27 Nov arrow 14 to 13. Pip"),
    ),
    "Tenser": (
        *("magic-user 4", "played by Quill", "Experience 11,120", "Hit points 11 of 11", "18 of 21 left", "5 gold"),
        *("After the next rest: shield twice, web", "In the book sleep, magic missile, shield, web"),
    ),
    "Ydra": ("fighter 3 / magic-user 2", "played by the DM", "Experience 9,120", "Hit points 19 of 19"),
    "Jaroo": ("Died in The mill", "cleric 3", "16 Wisdom", "Experience 3,420", "Hit points -10 of 17"),
    "Nodd": ("fighter 1", "Otis", "Hit points 6 of 6"),
    "Burne": ("fighter 2", "retired"),
    "Rowan": ("ranger 1", "played by Nell", "15 gold", "210 ft; 2 a round 20"),
}
"""Words that the sheets of Dora's campaign show."""

Expected = Mapping[str, Any]


@pytest.fixture(scope="module", params=FOLDERS, ids=lambda folder: folder.name)
def folder(
    request: Any, django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """Restore the database of campaigns, and migrate it."""
    file = tmp_path_factory.mktemp("campaigns") / "campaigns.sqlite3"
    with django_db_blocker.unblock(), restored(request.param, file):
        yield request.param


@pytest.fixture
def expected(folder: Path) -> dict[str, Expected]:
    """Return what is known of the campaigns, by name."""
    found: dict[str, Expected] = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    return found


@pytest.fixture
def _undone() -> Iterator[None]:
    """Undo what a test writes."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def find_campaign(name: str) -> Campaign:
    return Campaign.objects.get(name=name)


def find_owner(name: str) -> Member:
    members = Member.objects.select_related("user", "campaign")
    return members.get(campaign__name=name, role=Member.Role.OWNER)


def browse(name: str) -> Client:
    """Return the browser of a campaign's DM."""
    browser = Client()
    browser.force_login(find_owner(name).user)
    return browser


def write(facts: object) -> Any:
    """Return facts as they are written to a file and read again."""
    return json.loads(json.dumps(facts))


def list_dm_addresses(campaign: Campaign) -> Iterator[str]:
    """Yield the addresses of the pages of a campaign for its DM."""
    yield reverse("start")
    yield reverse("encounters")
    yield from (reverse(name, args=[campaign.pk]) for name in DM_PAGES)
    for character in campaign.characters.all():
        yield reverse("character", args=[campaign.pk, character.number])
        if character.is_playing and character.definition.get("spells"):
            yield reverse("character-memorise", args=[campaign.pk, character.number])
    for fight in Encounter.tables.filter(campaign=campaign):
        yield reverse("prepare" if fight.state == Encounter.State.PREPARING else "run", args=[fight.pk])
        yield reverse("ending", args=[fight.pk])
        yield reverse("dm-join", args=[fight.pk])


@pytest.mark.parametrize("name", [FORD, ROAD])
def test_a_stored_campaign_is_read_as_it_was(name: str, expected: dict[str, Expected]) -> None:
    known = {key: facts for key, facts in expected[name].items() if key not in PEOPLE}
    assert write(describe_campaign(find_campaign(name))) == known


@pytest.mark.parametrize("name", [FORD, ROAD])
def test_each_page_of_a_stored_campaign_is_shown_to_its_dm(name: str, folder: Path) -> None:
    browser = browse(name)
    answered = {address: browser.get(address).status_code for address in list_dm_addresses(find_campaign(name))}
    assert {address: status for address, status in answered.items() if status != 200} == {}
    assert len(answered) > len(DM_PAGES) + 4


@pytest.mark.parametrize("name", [FORD, ROAD])
def test_phones_and_screens_of_a_stored_campaign_sit_where_they_sat(name: str, expected: dict[str, Expected]) -> None:
    campaign = find_campaign(name)
    for who, (number, token) in expected[name]["seats"].items():
        browser, seat = Client(), campaign.seats.get(pk=number)
        let_sit(browser, Joined(seat, token))
        routes = TABLE_PAGES if seat.kind == "player" else ("watch",)
        own = campaign.characters.filter(seat=seat).count()
        addresses = [reverse(route, args=[campaign.code]) for route in routes]
        addresses += [reverse("player-sheet", args=[campaign.code, at]) for at in range(1, own + 1)]
        answered = {address: browser.get(address).status_code for address in addresses}
        assert set(answered.values()) == {200}, (who, answered)
    assert any(each["seat"] for each in expected[name]["characters"].values())


def test_a_forgotten_player_stays_forgotten(folder: Path) -> None:
    campaign = find_campaign(FORD)
    assert not campaign.seats.filter(name="Newt").exists()
    assert campaign.characters.get(name="Ydra").seat is None
    browser = browse(FORD)
    shown = [words(browser.get(address)) for address in list_dm_addresses(campaign)]
    assert [page for page in shown if "Newt" in page] == []


@pytest.mark.parametrize("name", SHEETS)
def test_the_sheet_of_a_stored_character_shows_its_figures(name: str, folder: Path) -> None:
    campaign = find_campaign(FORD)
    number = campaign.characters.get(name=name).number
    shown = words(browse(FORD).get(reverse("character", args=[campaign.pk, number])))
    assert [each for each in SHEETS[name] if each not in shown] == []


@pytest.mark.usefixtures("_undone")
def test_a_stored_rest_and_its_fight_are_taken_back_and_the_fight_is_carried_over_again(
    expected: dict[str, Expected],
) -> None:
    coast, owner, known = Encounter.objects.get(title="The coast"), find_owner(ROAD), expected[ROAD]
    carry, rest = CarryOver.objects.get(encounter=coast), list_entries(owner.campaign).last()
    assert rest is not None
    take_back_time(owner, rest.number)
    assert strip(describe_characters(owner.campaign)) == strip(known["before_rest"])
    figures = accept(coast, experience=carry.experience // 2, gold=5)
    back = take_back(owner, coast.pk)
    assert (back.written, back.kept) == (2, ())
    assert strip(describe_characters(owner.campaign)) == strip(known["before_fight"])
    carry_over(owner, coast.pk, figures, carry.experience)
    assert strip(describe_characters(owner.campaign)) == strip(known["before_rest"])


def strip(characters: Mapping[str, Any]) -> Any:
    """Return characters without the number of their changes, which taking back raises."""
    return write({name: {**each, "changes": 0} for name, each in characters.items()})


@pytest.mark.usefixtures("_undone")
def test_a_carrying_over_that_was_taken_back_is_done_again(folder: Path) -> None:
    weir, owner = Encounter.objects.get(title="The weir"), find_owner(FORD)
    before = owner.campaign.characters.get(name="Nodd").experience
    figures = accept(weir, experience=80)
    carry_over(owner, weir.pk, figures, 80 * len(figures))
    assert owner.campaign.characters.get(name="Nodd").experience == before + 80


@pytest.mark.usefixtures("_undone")
def test_a_stored_fight_of_characters_goes_on_to_its_next_round(folder: Path) -> None:
    barge = Encounter.objects.get(title="The barge")
    dora = build_dm_viewer(barge)
    number = read_view(dora).state.round
    reopen(GoldenFight(folder, barge.ruleset, barge.title), dora)
    for n in range(MOST_CLOSED):
        state = read_view(dora).state
        if state.round > number and not state.between_rounds:
            break
        if state.between_rounds and not state.calls:
            services.begin_round(dora, f"golden-{n}")
        else:
            services.close(dora, f"golden-close-{n}")
    state = read_view(dora).state
    assert (state.round, state.between_rounds) == (number + 1, False)
    assert {"otis", "tenser", "ydra", "rowan"} <= set(state.combatants)
