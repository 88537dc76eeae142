"""The pages of the copies: who sees them, and what they say."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from combat_site.copies.kept import Reason, keep_copy, list_copies
from encounters.models import Campaign
from tests.encounters.conftest import Table
from tests.encounters.seated import words


@pytest.fixture(autouse=True)
def _folder(settings: Any, tmp_path: Path) -> None:
    settings.VAR = tmp_path


@pytest.fixture
def rooted(dora: User) -> Client:
    """Return the browser of Dora, who runs the site."""
    call_command("add_dm", "dora", "--runs-site", verbosity=0)
    dora.refresh_from_db()
    browser = Client()
    browser.force_login(dora)
    return browser


PAGES = ("/copies/", "/copies/new/", "/copies/20260101T000000-night.zip/")


@pytest.mark.parametrize("address", PAGES)
def test_other_dms_and_strangers_see_no_copies(hers: Client, address: str) -> None:
    method = "POST" if "new" in address else "GET"
    refused = hers.generic(method, address)
    assert (refused.status_code, "only the person who runs this site" in words(refused)) == (403, True)
    assert Client().get(address).status_code == 302
    assert "Copies" not in words(hers.get("/password/"))


def test_a_press_makes_one_and_the_list_says_what_is_in_it(rooted: Client) -> None:
    Campaign.objects.create(name="The Ford")
    assert "Copies of everything" in words(rooted.get("/password/"))
    assert "No copy yet." in words(rooted.get("/copies/"))
    done = rooted.post("/copies/new/", follow=True)
    assert "Everything is copied." in words(done)
    assert "1 campaign, 1 DM" in words(done)
    assert [each.reason for each in list_copies()] == [Reason.HAND]


def test_a_disk_that_cannot_be_written_is_told(rooted: Client, tmp_path: Path) -> None:
    (tmp_path / "copies").write_text("a file in its place")
    assert "No copy was made" in words(rooted.post("/copies/new/", follow=True))


def test_the_page_says_when_no_copy_was_made_for_days(rooted: Client, settings: Any) -> None:
    settings.COPIES = True
    late = "There is no copy of today or yesterday."
    assert late in words(rooted.get("/copies/"))
    keep_copy(Reason.NIGHT)
    assert late not in words(rooted.get("/copies/"))


def test_the_page_of_a_copy_names_what_would_be_lost_and_the_command(rooted: Client, table: Table) -> None:
    keep_copy(Reason.HAND)
    (copy,) = list_copies()
    address = reverse("kept-copy", args=[copy.file.name])
    assert "No fight has gone on since" in words(rooted.get(address))
    table.play_round()
    Campaign.objects.create(name="The Long Road")
    shown = words(rooted.get(address))
    count = table.encounter.inputs.count()
    assert f"The bridge: {count} steps" in shown
    assert "The Long Road, made since" in shown
    assert f"restore {copy.file} --replace" in shown


def test_a_damaged_copy_cannot_be_restored(rooted: Client) -> None:
    keep_copy(Reason.HAND)
    (copy,) = list_copies()
    copy.file.write_bytes(b"")
    assert "Damaged: it cannot be restored" in words(rooted.get("/copies/"))
    assert rooted.get(reverse("kept-copy", args=[copy.file.name])).status_code == 404


def test_no_file_outside_the_folder_is_reached(rooted: Client, tmp_path: Path) -> None:
    keep_copy(Reason.HAND)
    list_copies()[0].file.rename(tmp_path / list_copies()[0].file.name)
    for name in ("..", "secret-key", next(tmp_path.glob("*.zip")).name):
        assert rooted.get(f"/copies/{name}/").status_code == 404
