"""The index of declarations: written with each input, made again, read by the DM alone."""

from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from encounters import services
from encounters.models import Declaration, Event
from encounters.selectors import read_view
from encounters.services import playing
from rules.api import list_earlier_names
from rules.kernel import events as e
from rules.kernel.options import CLOSE_ORDERS
from tests.encounters.conftest import Table
from tests.encounters.dm_browser import Hers
from tests.encounters.seated import At, prepared_fight

pytestmark = pytest.mark.storage

STANDS, REPLACED, TAKEN_BACK = Declaration.Status


def read_index(who: str = "otis") -> list[tuple[int, str, str]]:
    """Return the input, the action and the status of each declaration of a combatant."""
    return list(Declaration.objects.filter(who=who).values_list("input__position", "action", "status"))


def read_rows() -> list[tuple[Any, ...]]:
    return list(Declaration.objects.order_by("pk").values_list())


def rebuild(*numbers: int) -> str:
    out = StringIO()
    call_command("rebuild_declarations", *numbers, stdout=out)
    return out.getvalue()


def assert_rebuilt_alike() -> None:
    """Check that the index made again from the log has the same rows."""
    written = read_rows()
    Declaration.objects.all().delete()
    rebuild()
    assert read_rows() == written
    assert len(written) == Event.objects.filter(kind__in=list_earlier_names(e.Declared)).count()


def test_a_declaration_is_indexed_with_its_input(table: Table) -> None:
    table.begin()
    position = table.strike(table.pip, "otis", "orc-1").position
    row = Declaration.objects.get()
    assert (row.encounter, row.round, row.clock, row.event.kind) == (table.encounter, 1, None, "Declared")
    assert read_index() == [(position, "G", STANDS)]


def test_orders_that_are_closed_are_indexed_by_one_input(table: Table) -> None:
    table.begin()
    position = services.close(table.dora, table.tap()).position
    rows = Declaration.objects.all()
    assert {row.input.position for row in rows} == {position}
    assert sorted(row.who for row in rows) == sorted(read_view(table.dora).state.declared)


def test_what_is_taken_back_does_not_stand_until_that_is_taken_back(table: Table) -> None:
    table.begin()
    position = table.strike(table.pip, "otis", "orc-1").position
    back = services.take_back(table.dora, table.tap(), position - 1).position
    assert read_index() == [(position, "G", TAKEN_BACK)]
    services.take_back(table.dora, table.tap(), back - 1)
    assert read_index() == [(position, "G", STANDS)]
    assert_rebuilt_alike()


def test_a_round_that_is_played_again_has_both_declarations(table: Table) -> None:
    table.begin()
    first = table.strike(table.pip, "otis", "orc-1").position
    services.take_back(table.dora, table.tap(), 0)
    table.begin()
    second = table.strike(table.pip, "otis", "orc-1").position
    assert read_index() == [(first, "G", TAKEN_BACK), (second, "G", STANDS)]
    assert_rebuilt_alike()


def test_rounds_made_again_from_the_log_have_the_same_rows(table: Table) -> None:
    table.play_round()
    table.play_round()
    assert_rebuilt_alike()


def test_an_input_that_fails_leaves_no_row(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.begin()

    def fail(*_: object) -> None:
        raise RuntimeError("the disk is gone")

    monkeypatch.setattr(playing, "_note_state", fail)
    with pytest.raises(RuntimeError, match="the disk is gone"):
        table.strike(table.pip, "otis", "orc-1")
    assert read_rows() == []


def test_only_the_fights_that_are_named_are_made_again(table: Table) -> None:
    table.play_round()
    Declaration.objects.all().delete()
    rebuild(table.encounter.pk + 1)
    assert read_rows() == []
    assert rebuild(table.encounter.pk).startswith(f"{table.encounter.pk} {table.encounter.title}: ")
    assert read_rows() != []


def test_the_index_of_a_fight_that_cannot_be_read_stays(table: Table) -> None:
    table.play_round()
    before = read_rows()
    Event.objects.filter(kind="Declared").update(data={"type": "Declared"})
    with pytest.raises(CommandError, match="1 fights cannot be read"):
        rebuild()
    assert read_rows() == before


# Orders that players change, and pages.


@pytest.fixture
def at(transactional_db: None) -> At:
    """Return a fight in which everybody is asked for an order."""
    at = prepared_fight(options={CLOSE_ORDERS: "dm"})
    at.sit()
    at.begin()
    return at


def seal(at: At, token: str, action: str) -> None:
    posted = {"token": token, "tap": f"seal-{action}", "done": "1", "change": "1", "answer.action": action}
    assert at.quill.post(at.url("me/answer/"), posted).status_code == 303


def test_an_order_that_is_changed_is_replaced(at: At) -> None:
    token = at.token(at.quill)
    seal(at, token, "C")
    seal(at, token, "B")
    assert [row[1:] for row in read_index("tenser")] == [("C", REPLACED), ("B", STANDS)]
    last = at.encounter.inputs.latest("position").position
    services.take_back(at.dora, at.tap(), last - 1)
    assert [row[1:] for row in read_index("tenser")] == [("C", STANDS), ("B", TAKEN_BACK)]
    assert_rebuilt_alike()


def test_no_page_of_a_player_or_spectator_asks_for_it(at: At) -> None:
    seal(at, at.token(at.quill), "C")
    addresses: list[tuple[Client, str]] = [(at.pip, "me/"), (at.pip, "me/saw/"), (at.quill, "me/"), (at.sam, "watch/")]
    with CaptureQueriesContext(connection) as asked:
        for client, address in addresses:
            assert client.get(at.url(address)).status_code == 200
    assert len(asked) > 0
    assert not [query["sql"] for query in asked if "encounters_declaration" in query["sql"]]


@pytest.fixture
def hers(table: Table, dora: User) -> Hers:
    return Hers(table, dora)


def test_the_dm_reads_the_orders_of_a_combatant(hers: Hers) -> None:
    hers.play_round()
    hers.begin()
    assert "<dt>Round 1</dt>" in hers.page("combatant/otis/")
    assert "<dt>Round 2</dt>" not in hers.page("combatant/otis/")


def test_a_sealed_order_stays_hidden_on_the_dms_screen(hers: Hers, table: Table) -> None:
    hers.begin()
    table.strike(table.pip, "otis", "orc-1")
    assert "<dt>Round 1</dt>" not in hers.page("combatant/otis/")
    hers.close()
    assert "<dt>Round 1</dt>" in hers.page("combatant/otis/")


def test_what_was_taken_back_is_not_among_them(hers: Hers, table: Table) -> None:
    hers.play_round()
    services.take_back(table.dora, table.tap(), 0)
    assert "<dt>Round 1</dt>" not in hers.page("combatant/otis/")
