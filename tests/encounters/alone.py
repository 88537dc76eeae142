"""Tests of the site without the app ``campaigns``, for a copy of the checkout that lacks it.

`tests/encounters/test_deleted_campaigns.py` makes that copy and runs them there.
"""

import pytest
from django.apps import apps
from django.test import Client
from django.urls import NoReverseMatch, reverse

from encounters import services
from encounters.viewers import build_dm_viewer
from tests.encounters.conftest import Table
from tests.encounters.seated import words


def test_the_app_is_not_there() -> None:
    assert not apps.is_installed("campaigns")
    with pytest.raises(NoReverseMatch):
        reverse("members", args=[1])


def test_the_first_page_of_a_dm_is_the_list(hers: Client, table: Table) -> None:
    first = hers.get("/", follow=True)
    assert first.redirect_chain == [("/e/", 302)]
    assert table.encounter.title in words(first)


def test_the_first_page_of_others_asks_for_the_code(transactional_db: None) -> None:
    assert "code" in words(Client().get("/"))


def test_a_phone_waits_while_no_fight_is_on_the_table(table: Table, hers: Client) -> None:
    table.begin()
    services.end(table.dora, table.tap(), "they fled")
    services.clear_table(build_dm_viewer(table.encounter))
    assert hers.get(f"/t/{table.encounter.code}/watch/").status_code == 200
