"""A campaign that moves to another installation, and leaves its people's secrets behind."""

import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection

from combat_site.copies.files import CopyError, unpack
from combat_site.copies.moving import export_campaign, import_campaign
from combat_site.copies.restoring import prepare
from encounters import services
from encounters.models import Campaign, Encounter, Event, Input, Seat
from encounters.selectors import read_view
from encounters.verifying import FoundState, verify_fight
from encounters.viewers import build_dm_viewer
from tests.encounters.conftest import FOES, Table
from tests.killings import count_killings, read_all

pytestmark = pytest.mark.storage


@pytest.fixture
def emil(dora: User) -> User:
    return User.objects.create_user("emil", "emil@example.org")


@pytest.fixture
def file(table: Table, emil: User, tmp_path: Path) -> Path:
    """Return Dora's campaign in a file, with a fight after a round. Emil has one of his own."""
    services.create_encounter(emil, "Emil's secret cellar", "toy", {}, {})
    Campaign.objects.filter(pk=table.encounter.campaign_id).update(name="The Ford")
    table.play_round()
    export_campaign(Campaign.objects.get(name="The Ford"), tmp_path / "ford.zip")
    return tmp_path / "ford.zip"


def bring(file: Path, owner: User) -> Campaign:
    """Import a file."""
    with prepare(file) as ready:
        return import_campaign(ready, owner)


def test_a_campaign_comes_beside_the_others_and_goes_on(table: Table, emil: User, file: Path) -> None:
    before = read_all()
    made = bring(file, emil)
    assert (made.name, made.find_owner()) == ("The Ford", emil)
    assert made.code != table.encounter.code
    fight = made.encounters.get()
    assert made.on_table == fight
    assert verify_fight(fight).found == FoundState.SAME
    assert read_view(build_dm_viewer(fight)).state == read_view(table.dora).state
    services.begin_round(build_dm_viewer(fight), "on")
    assert read_view(build_dm_viewer(fight)).state.round == 2
    for label, rows in before.items():
        if label != "encounters.Campaign":
            assert rows == read_all()[label][: len(rows)], label


def test_new_rows_are_numbered_after_it(table: Table, emil: User, file: Path) -> None:
    bring(file, emil)
    for model in (Campaign, Encounter, Input, Event, Seat):
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SELECT nextval(pg_get_serial_sequence(%s, 'id'))", [model._meta.db_table])
                assert cursor.fetchone()[0] > max(model._default_manager.values_list("pk", flat=True))
    services.create_encounter(emil, "The next", "toy", {}, {})


def test_its_people_have_left_their_secrets_behind(table: Table, dora: User, file: Path, tmp_path: Path) -> None:
    unpack(file, tmp_path / "ford.sqlite3")
    stored = (tmp_path / "ford.sqlite3").read_bytes()
    secrets = [dora.password, *Seat.objects.values_list("token_hash", flat=True)]
    for text in ("emil@example.org", "emil", "dora", "Emil's secret cellar", *secrets):
        assert str(text).encode() not in stored, text
    assert b"Pip" in stored
    assert zipfile.ZipFile(file).namelist() == ["manifest.json", "database.sqlite3"]


def test_what_is_killed_anywhere_has_added_nothing(emil: User, file: Path) -> None:
    before = read_all()
    with prepare(file) as ready:
        kept = [read_all() == before for _ in count_killings(lambda: import_campaign(ready, emil))]
    assert len(kept) > 8
    assert all(kept)
    assert Campaign.objects.filter(name="The Ford").count() == 2


def test_one_fight_comes_as_one_of_an_evening(table: Table, dora: User, emil: User, tmp_path: Path) -> None:
    campaign = table.encounter.campaign
    Campaign.objects.filter(pk=campaign.pk).update(name="The Ford")
    other = services.create_encounter(dora, "The weir", "toy", {}, {}, campaign=campaign)
    services.add_combatants(build_dm_viewer(other), FOES)
    export_campaign(campaign, tmp_path / "weir.zip", other)
    made = bring(tmp_path / "weir.zip", emil)
    assert (made.name, [each.title for each in made.encounters.all()]) == ("", ["The weir"])
    assert made.encounters.get().combatants.count() == len(FOES)


def test_it_has_a_code_of_its_own_and_the_old_one_where_it_is_free(table: Table, emil: User, tmp_path: Path) -> None:
    campaign = table.encounter.campaign
    export_campaign(campaign, tmp_path / "out.zip")
    assert bring(tmp_path / "out.zip", emil).code != campaign.code
    code = campaign.code
    Campaign.objects.filter(pk=campaign.pk).update(code="QQQQQQ")
    assert bring(tmp_path / "out.zip", emil).code == code


def test_a_copy_of_everything_is_not_imported_and_a_campaign_is_not_restored(
    emil: User, file: Path, copied: Callable[[], Path]
) -> None:
    with pytest.raises(CopyError, match="copy of everything"):
        bring(copied(), emil)
    with pytest.raises(CommandError, match="holds one campaign"):
        call_command("restore", str(file), "--replace")


def test_the_commands_name_what_there_is(table: Table, emil: User, file: Path, tmp_path: Path, capsys: Any) -> None:
    with pytest.raises(CommandError, match="There is no fight 999"):
        call_command("export_campaign", str(tmp_path / "a.zip"), "--fight", "999")
    with pytest.raises(CommandError, match=r"Nobody is called rex\. Name one of these: dora, emil"):
        call_command("import_campaign", str(file), "--owner", "rex")
    call_command("export_campaign", str(tmp_path / "b.zip"))
    assert "1 campaign, 1 fight, 3 seats" in capsys.readouterr().out
    call_command("import_campaign", str(tmp_path / "b.zip"), "--owner", "emil")
    with pytest.raises(CommandError, match=r"--campaign NUMBER[\s\S]*The Ford"):
        call_command("export_campaign", str(tmp_path / "c.zip"))
