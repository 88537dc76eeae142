"""Pages read on where the last one stopped, and what one was given stays as it was."""

from collections.abc import Callable
from threading import Thread

import pytest
from django.db import connections, transaction

from encounters import log_reader, seats, services
from encounters.log import read_log
from encounters.log_reader import LogReader, find_view, read_seat_states
from encounters.selectors import read_view
from encounters.viewers import Viewer
from rules.kernel.inputs import Change
from tests.encounters.conftest import Table

pytestmark = pytest.mark.storage


def afresh(viewer: Viewer) -> LogReader:
    """Return the log as a viewer reads it who has read nothing before."""
    fresh_log = LogReader(viewer)
    fresh_log.catch_up(read_log(viewer.encounter_id), read_seat_states(viewer.encounter_id).get(viewer.seat_id or 0))
    return fresh_log


def test_reading_on_comes_to_the_same_as_reading_it_all(table: Table) -> None:
    viewers = (table.dora, table.pip, table.quill, table.sam)
    happenings: list[Callable[[], object]] = [
        table.begin,
        lambda: table.strike(table.pip, "otis", "orc-1"),
        lambda: seats.pick(table.pip, "jaroo"),
        lambda: services.rule(table.dora, table.tap(), [Change("otis", "hp", 3)], secret=True),
        lambda: services.take_back(table.dora, table.tap(), 1),
        lambda: seats.give(table.dora, "otis", table.quill.seat_id),
        lambda: services.take_back(table.dora, table.tap(), 0),
        table.begin,
    ]
    for happens in happenings:
        happens()
        for viewer in viewers:
            shown, fresh = find_view(viewer), afresh(viewer)
            assert (shown.at, shown.epoch, shown.assignments) == (fresh.at, fresh.epoch, fresh.assignments)
            assert shown.viewer_log is not None
            assert fresh.viewer_log is not None
            assert shown.viewer_log.shown == fresh.viewer_log.shown
            assert shown.viewer_log.state == fresh.viewer_log.state


def test_what_a_page_was_given_stays_as_it_was(table: Table) -> None:
    before = read_view(table.pip)
    state, count = before.state, len(before.all_events)
    table.play_round()
    assert (before.state, len(before.all_events)) == (state, count)
    assert read_view(table.pip).at > count


def test_pages_of_one_seat_do_not_disturb_one_another(table: Table) -> None:
    table.begin()
    cursors: list[int] = []

    def page() -> None:
        cursors.append(read_view(table.pip).at)
        connections.close_all()

    threads = [Thread(target=page) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert cursors == [afresh(table.pip).at] * 8


def test_what_is_rolled_back_is_not_remembered(table: Table) -> None:
    before = read_view(table.dora).at
    with transaction.atomic():
        table.begin()
        assert read_view(table.dora).at > before
        transaction.set_rollback(True)
    assert read_view(table.dora).at == before


def test_a_watch_that_failed_begins_anew(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*given: object) -> None:
        raise RuntimeError("unreadable")

    read_view(table.pip)
    table.begin()
    with monkeypatch.context() as patch:
        patch.setattr(LogReader, "_take_in", fails)
        with pytest.raises(RuntimeError):
            read_view(table.pip)
    assert read_view(table.pip).at == afresh(table.pip).at


def test_no_more_watches_are_held_than_a_process_should(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = {viewer: read_view(viewer).at for viewer in (table.pip, table.sam)}
    log_reader.forget_all()
    monkeypatch.setattr(log_reader._held, "most", sum(shown.values()))
    for viewer in (table.dora, table.pip, table.quill, table.sam):
        read_view(viewer)
    assert [audience[0] for _, audience in log_reader._held] == ["player", "spectator"]
    assert log_reader._held.weight <= log_reader._held.most
