"""Dora begins a fight that is changed to Dew."""

import pytest
from django.test import Client

from encounters.models import Encounter
from tests.encounters.test_dm_begins import BEGINNINGS, changed, draft

__all__ = ["draft"]


@pytest.mark.parametrize("begin", BEGINNINGS)
def test_what_cannot_begin_by_its_rules_has_them_saved_all_the_same(hers: Client, draft: Encounter, begin: str) -> None:
    answer = hers.post(f"/e/{draft.pk}/{begin}", {**changed(draft, hers), "ruleset": "dew", "start": "combat"})
    assert answer.status_code == 400
    assert "Otis" in answer.content.decode().partition('role="alert"')[2].partition("</p>")[0]
    draft.refresh_from_db()
    assert (draft.opened, draft.ruleset, draft.title) == (False, "dew", "The bridge")
