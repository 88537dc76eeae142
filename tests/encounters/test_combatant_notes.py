"""Dora's own notes on combatants, which nobody else reads."""

import pytest

from encounters import services
from encounters.models import Encounter
from encounters.scenario_files import copy_encounter, export_text
from tests.encounters.dm_browser import Hers
from tests.encounters.seated import At, prepared_fight

pytestmark = pytest.mark.storage

SECRET = "In truth a doppelganger"


@pytest.fixture
def at(transactional_db: None) -> At:
    at = prepared_fight()
    at.sit()
    return at


@pytest.fixture
def hers(at: At) -> Hers:
    return Hers(at, at.encounter.campaign.find_owner())  # type: ignore[arg-type]  # a table of the same names


def test_a_note_is_written_in_preparing_and_read_in_play(hers: Hers, at: At) -> None:
    row = at.encounter.combatants.get(definition__id="shaman")
    assert hers.post("note/shaman/", {"note": SECRET})[0] == 303
    assert SECRET in hers.page(f"prepare/{row.pk}/")
    services.open_encounter(at.dora)
    assert SECRET in hers.page("combatant/shaman/")
    assert "you have a note" in hers.page("who/")


def test_a_note_is_changed_in_play(hers: Hers, at: At) -> None:
    services.open_encounter(at.dora)
    assert hers.post("note/orc-1/", {"note": SECRET})[0] == 303
    assert SECRET in hers.page("combatant/orc-1/")
    assert SECRET not in hers.page("combatant/orc-2/")


def test_a_note_on_a_mob_is_that_of_its_members_until_one_has_another(hers: Hers, at: At) -> None:
    services.put_combatant(at.dora, {"id": "rat", "name": "Rat", "side": "foes", "hp": 2, "count": 3})
    hers.post("note/rat/", {"note": "Hungry"})
    services.open_encounter(at.dora)
    hers.post("note/rat-2/", {"note": "Lame"})
    assert ["Hungry" in hers.page(f"combatant/rat-{n}/") for n in (1, 2, 3)] == [True, False, True]


def test_nobody_else_reads_or_writes_a_note(hers: Hers, at: At) -> None:
    hers.post("note/shaman/", {"note": SECRET})
    services.open_encounter(at.dora)
    services.begin_round(at.dora, at.tap())
    for client in (at.pip, at.sam):
        client.post(f"/e/{at.encounter.pk}/note/shaman/", {"note": "mine"})
        for page in ("me/", "me/sheet/", "watch/"):
            assert SECRET not in client.get(at.url(page), follow=True).content.decode()
    encounter = Encounter.objects.get(pk=at.encounter.pk)
    assert encounter.combatant_notes == {"shaman": SECRET}
    assert SECRET not in export_text(encounter)


def test_a_copy_keeps_the_notes(hers: Hers, at: At) -> None:
    hers.post("note/shaman/", {"note": SECRET})
    encounter = Encounter.objects.get(pk=at.encounter.pk)
    assert copy_encounter(encounter.campaign.find_owner(), encounter).combatant_notes == {"shaman": SECRET}


@pytest.mark.parametrize(("who", "text"), [("nobody", "x"), ("shaman", "x" * 2001)])
def test_a_note_that_cannot_be_kept_is_refused(hers: Hers, at: At, who: str, text: str) -> None:
    services.open_encounter(at.dora)
    assert 400 <= hers.post(f"note/{who}/", {"note": text})[0] < 500
    assert Encounter.objects.get(pk=at.encounter.pk).combatant_notes == {}
