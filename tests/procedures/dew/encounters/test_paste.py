"""Stat blocks are pasted for those who have hit points only."""

from django.contrib.auth.models import User
from django.test import Client

from encounters import services


def test_combatants_of_another_kind_are_not_pasted(hers: Client, dora: User) -> None:
    duel = services.create_encounter(dora, "A duel", "dew")
    assert hers.get(f"/e/{duel.pk}/add/paste/").status_code == 404
    assert "add/paste/" not in hers.get(f"/e/{duel.pk}/prepare/").content.decode()
