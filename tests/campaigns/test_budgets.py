"""Queries and bytes of the pages between fights, of small and large campaigns.

Each page is measured in a campaign of two characters and two fights, and in one of twenty characters and fifty fights:
the queries must not grow, and the bytes of the large one have a limit.
"""

from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.services import calendar, carry_over, make_character
from encounters import services
from encounters.between import get_between
from encounters.models import Encounter
from encounters.viewers import build_dm_viewer
from tests.any_procedure import ANY
from tests.campaigns.evenings import Group, make_group
from tests.campaigns.test_carrying import accept, find_owner
from tests.encounters.seated import FOES

pytestmark = pytest.mark.django_db

SMALL, LARGE = (2, 2), (20, 50)
"""The characters and the fights of the two campaigns."""

CARRIED, ENDED = "The mill", "The weir"
"""The fight that is carried over, and the one that is not."""


@dataclass(frozen=True)
class Budget:
    """The limits of a page."""

    who: str
    """The person whose page it is: dora, or the name of a seat."""
    address: str
    queries: int
    kilobytes: int
    """Of 1,000 bytes, before they are compressed, in the large campaign."""


BUDGETS = {
    "the first page": Budget("dora", "/", 12, 20),
    "the campaign": Budget("dora", "/c/{campaign}/", 12, 140),
    "the settings": Budget("dora", "/c/{campaign}/settings/", 8, 16),
    "the players": Budget("dora", "/c/{campaign}/players/", 6, 15),
    "the guests": Budget("dora", "/c/{campaign}/character/guests/", 7, 24),
    "a new character": Budget("dora", "/c/{campaign}/character/new/", 8, 120),
    "a sheet": Budget("dora", "/c/{campaign}/character/1/", 9, 34),
    "the choice of spells on a sheet": Budget("dora", "/c/{campaign}/character/1/memorise/", 9, 75),
    "an end": Budget("dora", "/e/{ended}/outcome/", 15, 66),
    "an end that is carried over": Budget("dora", "/e/{carried}/outcome/", 16, 20),
    "the lobby": Budget("Pip", "/t/{code}/me/", 22, 23),
    "the lobby of a player without a character": Budget("Nell", "/t/{code}/me/", 24, 18),
    "the lobby of a table screen": Budget("Screen", "/t/{code}/watch/", 6, 20),
    "the guests on a phone": Budget("Nell", "/t/{code}/guest/", 6, 16),
    "an own sheet": Budget("Pip", "/t/{code}/sheet/1/", 7, 21),
    "the choice of spells on a phone": Budget("Pip", "/t/{code}/memorise/1/", 6, 56),
}


@dataclass(frozen=True)
class Cost:
    """The cost of a page."""

    queries: tuple[str, ...]
    bytes: int


Costs = dict[tuple[int, int], dict[str, Cost]]
"""The cost of each page, by the size of the campaign."""


def make_table(dora: User, characters: int, fights: int) -> Group:
    """Make a campaign with so many characters and fights, two of them fought."""
    group = make_group(dora)
    group.sit("Nell")
    owner = find_owner(group)
    table = {
        "class": "magic_user", "level": 4, "hp": 11, "weapons": ["dagger", "dart"], "charges": {"dart": 6},
        "spells": ["magic_user_sleep", "magic_user_web"],
    }  # fmt: skip
    sheet = {"gear": [{"what": "Rope, 50 ft", "lb": 7.5}], "coins": {"gp": 31}, "notes": "Owes the ferryman."}
    for number in range(characters):
        seat = group.joined["Pip" if number % 2 else "Quill"].seat if number else group.joined["Pip"].seat
        make_character(owner, f"Mirth {number}", table, sheet, seat=seat.pk, cast=["magic_user_sleep"], left=7)
    for number in range(fights):
        prepare(group, {0: CARRIED, 1: ENDED}.get(number, f"Fight {number}"))
    for title in (CARRIED, ENDED):
        group.fight(Encounter.objects.get(title=title), "It went well.")
        if title == CARRIED:
            carried = Encounter.objects.get(title=title)
            carry_over(owner, carried.pk, accept(carried, experience=20), 400)
            for lasting in range(characters):
                calendar.add_lasting(owner, f"Torch {lasting}", 60, lasting + 1)
    group.clear()
    return group


def prepare(group: Group, title: str) -> None:
    """Prepare a fight of the whole party and its foes."""
    made = services.create_encounter(group.campaign.find_owner(), title, ANY, {}, {"start": "melee"},
                                     campaign=group.campaign)  # fmt: skip
    services.add_combatants(build_dm_viewer(made), [*get_between().list_party(group.campaign, ANY), *FOES])


def measure(group: Group) -> dict[str, Cost]:
    """Return the cost of each page, loaded once before."""
    found = {}
    place: dict[str, Any] = {"campaign": group.campaign.pk, "code": group.campaign.code}
    place |= {"carried": Encounter.objects.get(title=CARRIED).pk, "ended": Encounter.objects.get(title=ENDED).pk}
    for name, budget in BUDGETS.items():
        browser: Client = group.dora if budget.who == "dora" else group.phones[budget.who]
        address = budget.address.format(**place)
        browser.get(address)
        with CaptureQueriesContext(connection) as asked:
            answered = browser.get(address)
        assert answered.status_code == 200, (name, answered.status_code)
        found[name] = Cost(tuple(each["sql"][:200] for each in asked.captured_queries), len(answered.content))
    return found


@pytest.fixture(scope="module")
def costs(django_db_setup: None, django_db_blocker: Any) -> Costs:
    """Return the costs of all pages, by the size of the campaign."""
    found = {}
    with django_db_blocker.unblock():
        for size in (SMALL, LARGE):
            with transaction.atomic():
                found[size] = measure(make_table(User.objects.create_user("dora"), *size))
                transaction.set_rollback(True)
    return found


@pytest.mark.parametrize("name", BUDGETS)
def test_a_large_campaign_asks_no_more_than_a_small_one(name: str, costs: Costs) -> None:
    small, large = costs[SMALL][name].queries, costs[LARGE][name].queries
    assert len(large) <= BUDGETS[name].queries, "\n".join(large)
    assert len(large) <= len(small), "\n".join(large)


@pytest.mark.parametrize("name", BUDGETS)
def test_a_large_campaign_sends_few_bytes(name: str, costs: Costs) -> None:
    assert costs[LARGE][name].bytes <= 1000 * BUDGETS[name].kilobytes
