"""The screens of the DM, of players and of spectators: each region stands on its page."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.test import Client

from encounters.screens.region import Region, Screen
from encounters.screens.rendering import SCREENS
from encounters.viewers import Role
from tests.encounters.seated import At, begun_fight, markup

pytestmark = pytest.mark.django_db(transaction=True)

NOT_ON_PAGES = ("announce", "join", "recap", "compose", "summary")
"""Regions that are spoken, and those that the DM's page has between rounds or while orders are given."""


@pytest.fixture
def at() -> At:
    return begun_fight()


@pytest.mark.parametrize("screen", SCREENS.values(), ids=SCREENS)
def test_every_region_has_a_template(screen: Screen[Any]) -> None:
    needed = {screen.find_template(each) for each in screen.regions.values()}
    assert {name for name in needed if not has_template(name)} == set()


def test_a_template_that_is_gone_is_found() -> None:
    assert not has_template("dm/no_such_region.html")


def has_template(name: str) -> bool:
    """Return whether a template of this name is there."""
    try:
        get_template(name)
    except TemplateDoesNotExist:
        return False
    return True


def list_missing(screen: Screen[Any], pages: str) -> Iterator[str]:
    """Yield the regions of a screen that are on none of its pages."""
    regions: list[Region[Any]] = list(screen.regions.values())
    yield from (each.name for each in regions if f'id="{each.name}"' not in pages and each.name not in NOT_ON_PAGES)


def test_every_region_stands_on_a_page_of_its_screen(at: At) -> None:
    dora = Client()
    dora.force_login(at.encounter.campaign.find_owner())
    phone = "".join(markup(at.quill.get(at.url(f"me/{tab}"))) for tab in ("", "sheet/", "saw/", "missed/", "signals/"))
    pages = {
        Role.DM: markup(dora.get(f"/e/{at.encounter.pk}/")),
        Role.PLAYER: phone,
        Role.SPECTATOR: markup(at.sam.get(at.url("watch/"))),
    }
    assert [name for role, page in pages.items() for name in list_missing(SCREENS[role], page)] == []


def test_a_region_that_no_page_has_is_found() -> None:
    screen = SCREENS[Role.SPECTATOR]
    pages = "".join(f'<p id="{name}">' for name in screen.regions if name != "story")
    assert list(list_missing(screen, pages)) == ["story"]
