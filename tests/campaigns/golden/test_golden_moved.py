"""Campaigns that an earlier version stored: tidied after years, and moved to another table."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns.models import Character, CharacterChange
from combat_site.copies.moving import export_campaign, import_campaign
from combat_site.copies.restoring import prepare
from encounters.models import Campaign, Encounter, Seat
from encounters.services.tidying import tidy
from tests.campaigns.golden.campaign_facts import describe_campaign
from tests.campaigns.golden.make_campaign import FORD, ROAD
from tests.campaigns.golden.test_golden_campaigns import FOLDERS, write
from tests.golden.restoring import restored

YEARS = timedelta(days=20 * 365)


@pytest.fixture(scope="module", params=FOLDERS, ids=lambda folder: folder.name)
def stored(
    request: Any, django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """Restore the database of campaigns, migrate it, and return a folder."""
    folder = tmp_path_factory.mktemp("moved")
    with django_db_blocker.unblock(), restored(request.param, folder / "campaigns.sqlite3"):
        yield folder


@pytest.mark.parametrize("name", [FORD, ROAD])
def test_tidying_after_years_changes_nothing_that_a_campaign_tells(stored: Path, name: str) -> None:
    campaign = Campaign.objects.get(name=name)
    before = write(describe_campaign(campaign))
    with transaction.atomic():
        tidy(timezone.now() + YEARS, 365)
        assert write(describe_campaign(campaign)) == before
        assert not Seat.objects.filter(campaign=campaign, kind=Seat.Kind.SPECTATOR).exists()
        transaction.set_rollback(True)


@pytest.mark.parametrize("name", [FORD, ROAD])
def test_a_moved_campaign_tells_the_same(stored: Path, name: str) -> None:
    campaign, emil = Campaign.objects.get(name=name), User.objects.get(username="emil")
    file = stored / f"{campaign.pk}.zip"
    export_campaign(campaign, file)
    with transaction.atomic():
        with prepare(file) as ready:
            made = import_campaign(ready, emil)
        known, moved = write(describe_campaign(campaign)), write(describe_campaign(made))
        assert {**moved, "members": known["members"]} == known
        assert moved["members"] == [["emil", "owner"]]
        assert list_strays(made) == []
        transaction.set_rollback(True)


def list_strays(made: Campaign) -> list[Any]:
    """Return the numbers among the changes of characters that belong to another campaign."""
    own: dict[str, set[int | None]] = {
        "seat": set(made.seats.values_list("pk", flat=True)),
        "henchman_of": set(Character.objects.filter(campaign=made).values_list("pk", flat=True)),
        "died_in": set(Encounter.objects.filter(campaign=made).values_list("pk", flat=True)),
    }
    values = [each for change in CharacterChange.objects.filter(character__campaign=made) for each in change.values]
    assert values
    return [each for each in values if each[0] in own and not {*each[1:]} - {None} <= own[each[0]]]
