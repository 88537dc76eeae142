"""The id of a request stands beside its input, and nobody at the table is shown it."""

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from encounters.live.audience import ConnectedAudience
from encounters.log import read_log
from encounters.log_reader import read_seat_states
from encounters.models import Input
from encounters.request_ids import bind_request_id, find_request_id
from tests.encounters.conftest import Table
from tests.encounters.seated import At

ID = "canary-4711"


def test_an_input_has_the_id_of_its_request(table: Table) -> None:
    table.begin()
    with bind_request_id(ID):
        table.strike(table.pip, "otis", "orc-1")
    table.finish()
    found = Input.objects.filter(encounter=table.encounter).order_by("position").values_list("request_id", flat=True)
    assert list(found)[:2] == ["", ID]
    assert set(found[2:]) == {""}
    assert find_request_id() == ""


def test_no_viewer_is_sent_the_id(table: Table) -> None:
    with bind_request_id(ID):
        table.play_round()
        seats = read_seat_states(table.encounter.pk)
        for viewer in (table.dora, table.pip, table.quill, table.sam):
            audience = ConnectedAudience(viewer)
            audience.read(read_log(table.encounter.pk), seats.get(viewer.seat_id or 0))
            whole = audience.answer(0, "another")
            assert whole is not None
            assert ID not in whole


def test_no_page_of_the_table_shows_the_id(at: At) -> None:
    with bind_request_id(ID):
        pages = [client.get(at.url(), follow=True) for client in (at.pip, at.quill, at.sam)]
    assert [(each.status_code, ID in each.content.decode()) for each in pages] == [(200, False)] * 3


def test_a_command_says_what_a_request_recorded(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    with bind_request_id(ID):
        table.begin()
    call_command("find_request", ID)
    call_command("find_request", "another-0000")
    found, nothing = capsys.readouterr().out.splitlines()
    assert ": input 1, BeginRound, by the DM, at " in found
    assert nothing == "No input came of this request: nothing was recorded at a table."


def test_an_operator_finds_an_input_by_the_id(table: Table) -> None:
    with bind_request_id(ID):
        table.begin()
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    page = client.get("/admin/encounters/input/", {"q": ID}).content.decode()
    assert f'<td class="field-request_id">{ID}</td>' in page
