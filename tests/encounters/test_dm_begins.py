"""Dora begins from the page of preparing what she has not saved: nothing of it is lost."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.models import Encounter
from encounters.viewers import build_dm_viewer
from tests.any_procedure import ANY, find_switch
from tests.encounters.conftest import FOES, PARTY
from tests.encounters.test_dm_prepare import RULES, choices

BEGINNINGS = ("prepare/try/", "open/")
"""What the page begins from its top bar."""


@pytest.fixture
def draft(dora: User) -> Encounter:
    """Return a fight in preparation, which could begin."""
    encounter = services.create_encounter(dora, "A draft", ANY)
    services.add_combatants(build_dm_viewer(encounter), (*PARTY, *FOES))
    return encounter


def changed(draft: Encounter, hers: Client) -> dict[str, str]:
    """Return what the page's form posts when rules were changed and not saved."""
    return {**choices(draft, hers), **RULES, find_switch(): "on", "table.foe_hp": "hidden"}


@pytest.mark.parametrize("begin", BEGINNINGS)
def test_what_was_not_saved_is_saved_before_a_trial_or_the_opening(hers: Client, draft: Encounter, begin: str) -> None:
    at = hers.post(f"/e/{draft.pk}/{begin}", changed(draft, hers))["Location"]
    begun = Encounter.objects.get(pk=int(at.split("/")[2]))
    assert (begun.opened, begun.options) == (True, {find_switch(): True, "table.foe_hp": "hidden"})
    draft.refresh_from_db()
    assert (draft.title, draft.notes) == ("The bridge", {"setting": "outdoors", "start": "surprise"})
    assert draft.options == begun.options


@pytest.mark.parametrize("begin", BEGINNINGS)
def test_rules_that_cannot_be_begin_nothing_and_are_shown_again(hers: Client, draft: Encounter, begin: str) -> None:
    answer = hers.post(f"/e/{draft.pk}/{begin}", {**changed(draft, hers), "distance_ft": "-3"})
    text = answer.content.decode()
    assert (answer.status_code, Encounter.objects.count()) == (400, 1)
    assert "The rules are not saved and the fight has not begun" in text
    assert "distance_ft: Ensure this value is greater than or equal to 0" in text
    assert 'value="The bridge"' in text
    assert 'value="-3"' in text
    assert re.search(f'name="{find_switch()}"[^>]* checked', text)
    draft.refresh_from_db()
    assert (draft.title, draft.opened, draft.options) == ("A draft", False, {})


def test_opening_twice_with_the_rules_shows_the_fight(hers: Client, draft: Encounter) -> None:
    given = changed(draft, hers)
    for _ in range(2):
        assert hers.post(f"/e/{draft.pk}/open/", given)["Location"] == f"/e/{draft.pk}/"


def test_the_first_button_of_the_rules_saves_them(hers: Client, draft: Encounter) -> None:
    # Enter in a field presses the first of them.
    text = hers.get(f"/e/{draft.pk}/prepare/").content.decode()
    first, *begin = re.findall(r'<button[^>]*form="rules-form"[^>]*>', text)
    assert "formaction" not in first
    assert [each in button for each, button in zip(BEGINNINGS, begin, strict=True)] == [True, True]
