"""Without the app of campaigns: fights of one evening, and their list is the first page."""

from collections.abc import Iterator
from types import ModuleType

import pytest
from django.test import Client
from django.test.utils import override_settings

from combat_site import urls as site
from encounters import between, services
from encounters.models import Encounter
from encounters.viewers import build_dm_viewer
from tests.encounters.seated import At, markup, words

pytestmark = pytest.mark.storage

CAMPAIGNS = "campaigns.urls"


@pytest.fixture
def alone() -> Iterator[None]:
    """Take the addresses and the answers of campaigns away."""
    urls = ModuleType("alone")
    rest = [
        each for each in site.urlpatterns if getattr(getattr(each, "urlconf_name", None), "__name__", "") != CAMPAIGNS
    ]
    assert len(rest) == len(site.urlpatterns) - 1
    urls.__dict__["urlpatterns"] = rest
    urls.__dict__["handler500"] = site.handler500
    before = between.get_between()
    between.use(between.Alone())
    with override_settings(ROOT_URLCONF=urls):
        yield
    between.use(before)


@pytest.fixture
def dora(at: At) -> Client:
    """Return Dora's browser."""
    browser = Client()
    browser.force_login(at.encounter.campaign.find_owner())
    return browser


@pytest.mark.usefixtures("alone")
def test_the_first_page_is_the_list(dora: Client) -> None:
    assert dora.get("/")["Location"] == "/e/"
    assert "Encounters" in words(dora.get("/", follow=True))


@pytest.mark.usefixtures("alone")
def test_the_dms_pages_lead_back_to_the_list(dora: Client, at: At) -> None:
    run = dora.get(f"/e/{at.encounter.pk}/")
    assert 'class="home" href="/e/"' in markup(run)
    copied = dora.post(f"/e/{at.encounter.pk}/copy/")["Location"]
    assert 'class="home" href="/e/"' in markup(dora.get(copied))
    made = Encounter.objects.exclude(pk=at.encounter.pk).get()
    assert dora.post(f"/e/{made.pk}/delete/")["Location"] == "/e/"
    assert dora.get("/new/").status_code == 200


@pytest.mark.usefixtures("alone")
def test_a_fight_ends_without_a_way_to_a_campaign(dora: Client, at: At) -> None:
    services.end(build_dm_viewer(at.encounter), "end", "they fled")
    assert "campaign" not in words(dora.get(f"/e/{at.encounter.pk}/"))


@pytest.mark.usefixtures("alone")
def test_there_are_no_pages_of_campaigns(dora: Client, at: At) -> None:
    assert dora.get(f"/c/{at.encounter.campaign_id}/").status_code == 404
