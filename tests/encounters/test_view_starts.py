"""A view that no process holds.

It is taken up from the start of a round, and is like one that has read everything.
"""

import zlib
from collections.abc import Callable, Mapping
from functools import partial

import pytest
from django.db import DatabaseError, transaction
from django.test import Client

from encounters import log, seats, services, viewer_log
from encounters.live.audience import Audience
from encounters.log import read_log
from encounters.models import SeatHold, ViewStart
from encounters.selectors import read_view
from encounters.viewer_log import ViewerLog, find_view, read_seat_states
from encounters.viewers import Viewer, build_seat_viewer
from rules.kernel.events import Event
from tests.encounters.conftest import Table
from tests.encounters.test_many_rounds import browser_of, play
from tests.encounters.test_random_views import compare, forget

pytestmark = pytest.mark.storage


# What is read.


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return a list that gains each stored event decoded to show a fight."""
    found: list[object] = []
    read_event = log.read_event

    def counted(encounter_id: int, position: int, data: object, ruleset: str) -> Event:
        found.append(data)
        return read_event(encounter_id, position, data, ruleset)

    monkeypatch.setattr(log, "read_event", counted)
    return found


def pages_of(table: Table, dora: Client) -> Mapping[str, Callable[[], object]]:
    """Return, by name, functions that load a page from a process that has read nothing."""
    pip, sam = browser_of(table, table.pip), browser_of(table, table.sam)
    fight, at_table = f"/e/{table.encounter.pk}/", f"/t/{table.encounter.code}/"
    addresses = {
        "run": (dora, fight),
        "take back": (dora, f"{fight}take-back/"),
        "why": (dora, f"{fight}why/"),
        "add": (dora, f"{fight}add/"),
        "phone": (pip, f"{at_table}me/"),
        "what I saw": (pip, f"{at_table}me/saw/"),
        "characters": (pip, f"{at_table}me/characters/"),
        "spectators": (sam, f"{at_table}watch/"),
    }

    def load(browser: Client, address: str) -> None:
        assert browser.get(address).status_code == 200, address

    def push(viewer: Viewer) -> None:
        audience = Audience(viewer)
        audience.read(read_log(viewer.encounter_id), read_seat_states(viewer.encounter_id).get(viewer.seat_id or 0))
        assert audience.answer(max(0, audience.at - 1), audience.epoch) is not None

    pages = {name: partial(load, *each) for name, each in addresses.items()}
    return pages | {f"push to {viewer.name}": partial(push, viewer) for viewer in (table.dora, table.pip, table.sam)}


def costs_of(pages: Mapping[str, Callable[[], object]], read: list[object]) -> dict[str, int]:
    """Return how many events each page reads in mid-round, where nothing has been read before."""
    found = {}
    for name, work in pages.items():
        forget()
        read.clear()
        work()
        found[name] = len(read)
    return found


def test_screens_read_as_much_after_many_rounds_as_after_few(table: Table, hers: Client, read: list[object]) -> None:
    found = []
    for rounds in (6, 12):
        play(table, rounds)
        table.begin()
        table.strike(table.pip, "otis", "orc-1")
        pages = pages_of(table, hers)
        for viewer in (table.dora, table.pip, table.sam):
            find_view(viewer)
        found.append(costs_of(pages, read))
        table.finish()
    few, many = found
    assert [name for name in few if many[name] > few[name] * 1.1] == []


def test_an_audience_that_nobody_belonged_to_reads_a_few_rounds(
    table: Table, read: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(viewer_log, "BEHIND", 60)
    found = []
    for rounds in (8, 24):
        play(table, rounds)
        newt = build_seat_viewer(seats.join(table.encounter.code, f"Newt {rounds}", "player").seat)
        views = {viewer.name: partial(read_view, viewer) for viewer in (newt, table.sam)}
        found.append(max(costs_of(views, read).values()))
    events = table.encounter.events.count()
    assert max(found) < 60 + 5 * events / 24 < events / 2


# Which starts are used.


def taken_up(viewer: Viewer) -> ViewerLog:
    """Return the viewer log of a person who has read nothing."""
    forget()
    fresh_log = ViewerLog(viewer)
    fresh_log.catch_up(read_log(viewer.encounter_id), read_seat_states(viewer.encounter_id).get(viewer.seat_id or 0))
    return fresh_log


def is_taken_up(viewer: Viewer) -> bool:
    """Return True if something was left unread."""
    viewing = taken_up(viewer).viewing
    assert viewing is not None
    return viewing.held < viewing.count


def test_a_start_of_another_audience_is_not_used(table: Table) -> None:
    play(table, 3)
    ViewStart.objects.all().delete()
    forget()
    find_view(table.pip)
    assert is_taken_up(table.pip)
    assert not any(is_taken_up(viewer) for viewer in (table.dora, table.quill, table.sam))


def test_whoever_has_played_nobody_goes_on_from_what_spectators_saw(table: Table) -> None:
    table.play_round()
    table.begin()
    find_view(table.sam)
    newt = build_seat_viewer(seats.join(table.encounter.code, "Newt", "player").seat)
    assert is_taken_up(newt)
    seats.pick(newt, "jaroo")
    assert is_taken_up(newt)
    assert read_view(newt).own == ("jaroo",)


def test_a_start_that_came_after_another_played_the_figure_is_not_used(table: Table) -> None:
    """Give Quill Otis as if Quill had always had him.

    Nothing that Quill was shown before may be gone on from.
    """
    for _ in range(2):
        table.play_round()
        find_view(table.quill)
    assert is_taken_up(table.quill)
    SeatHold.objects.filter(seat=table.pip.seat_id).delete()
    SeatHold.objects.create(
        encounter=table.encounter, seat_id=table.quill.seat_id or 0, combatant="otis", from_position=0
    )
    assert not is_taken_up(table.quill)


def test_other_codes_starts_are_not_trusted_and_go(table: Table) -> None:
    table.play_round()
    table.begin()
    find_view(table.pip)
    ViewStart.objects.update(code="older")
    assert not is_taken_up(table.pip)
    forget()
    find_view(table.pip)
    assert not ViewStart.objects.filter(code="older").exists()
    assert is_taken_up(table.pip)


def test_a_start_that_cannot_be_read_is_passed_over(table: Table) -> None:
    for _ in range(2):
        table.play_round()
        find_view(table.pip)
    ViewStart.objects.filter(position=ViewStart.objects.order_by("-position")[0].position).update(data=b"{}")
    assert is_taken_up(table.pip)
    ViewStart.objects.update(data=zlib.compress(b"{}"))
    assert not is_taken_up(table.pip)


def test_a_take_back_to_before_the_round_goes_on_from_an_earlier_start(table: Table) -> None:
    first = table.begin().position
    table.finish()
    table.play_round()
    table.begin()
    find_view(table.pip)
    services.take_back(table.dora, table.tap(), first)
    fresh_log = taken_up(table.pip)
    assert fresh_log.viewing is not None
    assert 0 < fresh_log.viewing.count - fresh_log.viewing.held < read_view(table.pip).at
    assert fresh_log.viewing.state.round == 1


def test_each_take_back_about_the_start_of_a_round_is_shown_as_it_was(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Take back to just after the start, to before it, and then further and further back."""
    play(table, 2)
    begun = table.begin().position
    table.strike(table.pip, "otis", "orc-1")
    viewers = (table.dora, table.pip, table.sam)
    for to in range(begun, begun - 4, -1):
        for viewer in viewers:
            find_view(viewer)
        services.take_back(table.dora, table.tap(), to)
        assert compare(viewers, monkeypatch) == len(viewers)


def test_what_a_seat_was_shown_as_it_took_a_figure_between_rounds_is_found(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.play_round()
    seats.pick(table.quill, "jaroo")
    for _ in range(2):
        table.begin()
        find_view(table.quill)
        table.finish()
    seats.put_down(table.quill, "jaroo")
    table.begin()
    find_view(table.quill)
    assert compare([table.quill], monkeypatch) == 1


def test_nothing_is_stored_of_what_may_be_rolled_back(table: Table) -> None:
    ViewStart.objects.all().delete()
    with transaction.atomic():
        table.begin()
        find_view(table.pip)
        transaction.set_rollback(True)
    assert not ViewStart.objects.exists()


def test_a_database_that_takes_no_starts_keeps_nobody_from_his_page(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*given: object, **more: object) -> None:
        raise DatabaseError("locked")

    monkeypatch.setattr(ViewStart.objects, "bulk_create", fails)
    table.begin()
    assert find_view(table.pip).viewing is not None
    assert not ViewStart.objects.exists()


# Two pages at once.


def test_a_page_reads_the_log_after_those_that_read_it_for_the_same_view(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Read a page. A log read before another page reads on would end before the view of both."""
    table.play_round()
    read_view(table.dora)
    locked: list[bool] = []

    def read(encounter_id: int) -> object:
        shared = viewer_log._held.get((encounter_id, table.dora.audience))
        locked.append(shared is not None and shared.lock.locked())
        return read_log(encounter_id)

    monkeypatch.setattr(viewer_log, "read_log", read)
    read_view(table.dora)
    assert locked == [True]
