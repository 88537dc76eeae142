"""Dora prepares a fight by ADDICT: its options."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.models import Encounter
from tests.encounters.test_dm_prepare import RULES, choices


@pytest.fixture
def draft(dora: User) -> Encounter:
    return services.create_encounter(dora, "A draft", "addict")


def test_an_option_is_offered_with_its_default_and_clause(hers: Client, draft: Encounter) -> None:
    text = hers.get(f"/e/{draft.pk}/prepare/").content.decode()
    assert 'name="addict.melee_sf_vs_spell"' in text
    assert "Weapon against casting time" in text
    assert "/rule/ADDICT.VII.C.GAP-SF" in text


def test_an_option_that_cannot_be_is_shown_again(hers: Client, draft: Encounter) -> None:
    wrong = {**choices(draft, hers), **RULES, "ruleset": "addict", "addict.melee_sf_vs_spell": "coin"}
    assert hers.post(f"/e/{draft.pk}/prepare/", wrong).status_code == 400
    draft.refresh_from_db()
    assert draft.title == "A draft"
