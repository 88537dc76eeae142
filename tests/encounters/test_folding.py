"""A fight that no process holds is folded from its events.

It is read once for all who look, and keeps nobody waiting.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from functools import partial
from threading import Event as Signal

import pytest
from django.db import connection
from django.test import Client

from encounters import log, log_reader, seats, services
from encounters.errors import Rejected, RulesHaveChanged
from encounters.live.audience import ConnectedAudience
from encounters.live.hub import Hub, run_in_thread
from encounters.log import read_log
from encounters.log_reader import find_view, read_seat_states
from encounters.models import Encounter
from encounters.selectors import read_view
from encounters.services import games
from encounters.viewers import Role, Viewer
from encounters.weighted_lru import KeyedLocks, WeightedLru
from rules.kernel.events import Event
from rules.kernel.game import Game, RulesChanged
from rules.kernel.inputs import Change
from rules.kernel.reveal.viewer_log import ViewerLog
from tests.encounters.browsing import look
from tests.encounters.conftest import Table
from tests.encounters.test_many_rounds import browser_of, play
from tests.encounters.test_random_views import compare, forget
from tests.encounters.test_two_submits import at_once
from tests.people import find_viewer

pytestmark = pytest.mark.storage
Proved = Callable[[Encounter], AbstractContextManager[None]]


def test_nothing_but_an_index_is_stored_that_follows_from_something_else() -> None:
    tables = {each.related_model.__name__ for each in Encounter._meta.related_objects}
    kept = {"Input", "Event", "Round", "Clock", "Pause", "Absence"}
    prepared = {"Combatant", "Picture", "Seat", "SeatHold", "Encounter", "Campaign"}
    index = {"Declaration"}  # made again from the log by a command
    between = {"CarryOver"}  # what the DM made of its end
    assert tables <= kept | prepared | index | between


# What is read.


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that gains the position of each stored event that is decoded."""
    found: list[int] = []
    read_event = log.read_event

    def counted(encounter_id: int, position: int, data: object, ruleset: str) -> Event:
        found.append(position)
        return read_event(encounter_id, position, data, ruleset)

    monkeypatch.setattr(log, "read_event", counted)
    return found


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[ViewerLog]:
    """Return a list that gains each view that is begun."""
    found: list[ViewerLog] = []

    class Counted(ViewerLog):
        def __init__(self, *given: object) -> None:
            super().__init__(*given)  # type: ignore[arg-type]
            found.append(self)

    monkeypatch.setattr(log_reader, "ViewerLog", Counted)
    return found


def pages_of(table: Table, dora: Client) -> Mapping[str, Callable[[], object]]:
    """Return, by name, functions that load a page or draw a screen for a socket."""
    pip, sam = browser_of(table, table.pip), browser_of(table, table.sam)
    fight, at_table = f"/e/{table.encounter.pk}/", f"/t/{table.encounter.code}/"
    addresses = {
        "run": (dora, fight),
        "take back": (dora, f"{fight}take-back/"),
        "phone": (pip, f"{at_table}me/"),
        "what I saw": (pip, f"{at_table}me/saw/"),
        "spectators": (sam, f"{at_table}watch/"),
    }

    def load(browser: Client, address: str) -> None:
        assert browser.get(address).status_code == 200, address

    def push(viewer: Viewer) -> None:
        audience = ConnectedAudience(viewer)
        audience.read(read_log(viewer.encounter_id), read_seat_states(viewer.encounter_id).get(viewer.seat_id or 0))
        assert audience.answer(max(0, audience.at - 1), audience.epoch) is not None

    pages = {name: partial(load, *each) for name, each in addresses.items()}
    return pages | {f"push to {viewer.name}": partial(push, viewer) for viewer in (table.dora, table.pip, table.sam)}


def test_a_process_reads_each_event_once_and_folds_once_for_each_audience(
    table: Table, hers: Client, read: list[int], folded: list[ViewerLog]
) -> None:
    play(table, 2)
    table.begin()
    pages = pages_of(table, hers)
    events = table.encounter.events.count()
    forget()
    games.forget_all()
    read.clear()
    folded.clear()
    for work in pages.values():
        work()
    assert sorted(read) == list(range(events))
    assert len(folded) == 3
    table.strike(table.pip, "otis", "orc-1")
    assert sorted(read)[:events] == list(range(events))
    assert read.count(0) == 1


def test_of_those_who_come_together_one_reads_for_all(table: Table, read: list[int]) -> None:
    play(table, 2)
    forget()
    read.clear()
    views = at_once(*[partial(read_view, each) for each in (table.dora, table.pip, table.sam, table.sam)])
    assert sorted(read) == list(range(table.encounter.events.count()))
    assert len({view.at for view in views}) > 1  # type: ignore[attr-defined]


def test_a_log_that_another_has_read_on_is_taken_as_far_as_it_was(table: Table, read: list[int]) -> None:
    table.play_round()
    forget()
    early = read_log(table.encounter.pk)
    table.begin()
    late = read_log(table.encounter.pk).list_from(0)
    read.clear()
    assert early.list_from(0) == late[: len(early)]
    assert read == []


# What is shown.


@pytest.mark.parametrize("back", range(4))
def test_each_take_back_about_the_start_of_a_round_is_shown_as_it_was(
    table: Table, monkeypatch: pytest.MonkeyPatch, back: int
) -> None:
    """Take back to just after the start, to before it, and further back."""
    play(table, 2)
    begun = table.begin().position
    table.strike(table.pip, "otis", "orc-1")
    viewers = (table.dora, table.pip, table.sam)
    for viewer in viewers:
        find_view(viewer)
    services.take_back(table.dora, table.tap(), begun - back)
    assert compare(viewers, monkeypatch) == len(viewers)


def test_what_a_seat_was_shown_as_it_took_a_combatant_between_rounds_is_found(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.play_round()
    seats.pick(table.quill, "jaroo")
    table.play_round()
    find_view(table.quill)
    seats.put_down(table.quill, "jaroo")
    table.begin()
    assert compare([table.quill], monkeypatch) == 1


def test_a_page_reads_the_log_after_those_that_read_it_for_the_same_view(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Read a page. A log read before another page reads on would end before the view of both."""
    table.play_round()
    read_view(table.dora)
    locked: list[bool] = []

    def read(encounter_id: int) -> object:
        shared = log_reader._held.get((encounter_id, table.dora.audience))
        locked.append(shared is not None and shared.lock.locked())
        return read_log(encounter_id)

    monkeypatch.setattr(log_reader, "read_log", read)
    read_view(table.dora)
    assert locked == [True]


# Who waits.


@pytest.fixture
def slow_sam(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Signal, Signal]]:
    """Let the fold for spectators wait: it says that it has begun, and goes on when it may."""
    begun, go_on = Signal(), Signal()
    catch_up = log_reader.LogReader.catch_up

    def wait(mine: log_reader.LogReader, *given: object) -> None:
        if mine.viewer.role is Role.SPECTATOR and mine.viewer_log is None:
            begun.set()
            assert go_on.wait(60)
        catch_up(mine, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(log_reader.LogReader, "catch_up", wait)
    yield begun, go_on
    go_on.set()


@pytest.mark.live
@pytest.mark.usefixtures("drawn")
async def test_those_who_are_here_are_sent_what_happens_while_a_newcomers_view_is_folded(
    table: Table, live: Hub, slow_sam: tuple[Signal, Signal]
) -> None:
    begun, go_on = slow_sam
    pip = await look(live, table.pip)
    sam = asyncio.create_task(look(live, table.sam))
    while not begun.is_set():
        await asyncio.sleep(0.01)
    await run_in_thread(table.begin)
    assert "RoundBegan" in (await pip.next())["html"]
    assert not sam.done()
    go_on.set()
    page = await sam
    assert "RoundBegan" in (await page.next())["html"]


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Return a list that says of each game that is built whether a position was claimed by then."""
    found: list[bool] = []
    load = games.load

    def counted(kind: type[Game], encounter_id: int) -> Game:
        found.append(connection.in_atomic_block)
        return load(kind, encounter_id)

    monkeypatch.setattr(games, "load", counted)
    return found


def test_a_fight_is_folded_before_anything_is_claimed(table: Table, loads: list[bool], proved: Proved) -> None:
    with proved(table.encounter):
        for _ in range(2):
            games.forget_all()
            table.play_round()
    assert loads[:2] == [False] * 2


def test_a_fight_is_built_up_to_an_input_that_gave_no_event(table: Table) -> None:
    table.begin()
    services.close(table.dora, table.tap(), "orc-1")
    last = services.close(table.dora, table.tap(), "orc-1")
    assert last.events == ()
    assert games.load(Game, table.encounter.pk).position == last.position


def test_inputs_of_another_process_are_played_before_anything_is_claimed(
    table: Table, loads: list[bool], monkeypatch: pytest.MonkeyPatch, proved: Proved
) -> None:
    table.begin()
    ours = games.take(table.encounter.pk, 1)
    table.strike(table.pip, "otis", "orc-1")
    games.keep(table.encounter.pk, ours)
    loads.clear()
    claimed: list[bool] = []
    feed = games._feed

    def counted(game: Game, encounter_id: int, position: int) -> bool:
        claimed.append(connection.in_atomic_block)
        return feed(game, encounter_id, position)

    monkeypatch.setattr(games, "_feed", counted)
    with proved(table.encounter):
        table.wait(table.quill, "tenser")
        assert (claimed, loads) == ([False], [])


def test_those_who_answer_together_use_one_game(table: Table, loads: list[bool], proved: Proved) -> None:
    table.begin()
    games.forget_all()
    loads.clear()
    with proved(table.encounter):
        at_once(lambda: table.wait(table.pip, "otis"), lambda: table.wait(table.quill, "tenser"))
        assert loads == [False]


def test_an_input_that_is_refused_does_not_cost_the_next_one_a_fold(
    table: Table, loads: list[bool], proved: Proved
) -> None:
    table.begin()
    token = table.token(table.dora, "otis")
    table.wait(table.pip, "otis")
    games.forget_all()
    loads.clear()
    with proved(table.encounter):
        with pytest.raises(Rejected):
            services.rule(table.dora, table.tap(), [Change("otis", "hp", "many")])
        with pytest.raises(Rejected):
            services.answer(table.dora, table.tap(), token, {"action": "?"})
        table.wait(table.quill, "tenser")
        assert loads == [False]


def test_a_round_that_other_rules_would_play_otherwise_is_refused_and_its_first_taps_are_not(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.begin()
    token = table.token(table.pip, "otis")
    first = services.answer(table.pip, "tap", token, {"action": "C"})

    def load(kind: type[Game], encounter_id: int) -> Game:
        raise RulesChanged("input 1 now gives other events")

    monkeypatch.setattr(games, "load", load)
    games.forget_all()
    again = services.answer(table.pip, "tap", token, {"action": "C"})
    assert (again.position, again.repeated) == (first.position, True)
    with pytest.raises(RulesHaveChanged):
        table.wait(table.quill, "tenser")


# Inputs that another process takes.


def test_every_input_may_be_taken_by_another_process(table: Table, proved: Proved) -> None:
    with proved(table.encounter):
        for _ in range(2):
            table.begin()
            for viewer, who in ((table.pip, "otis"), (table.quill, "tenser")):
                games.forget_all()
                table.strike(viewer, who, "orc-1")
            games.forget_all()
            services.close(table.dora, table.tap())
            while not read_view(table.dora).state.between_rounds:
                games.forget_all()
                table.step()


def test_a_take_back_leads_to_before_the_stage(table: Table, proved: Proved) -> None:
    first = table.begin().position
    with proved(table.encounter):
        table.strike(table.pip, "otis", "orc-1")
        services.close(table.dora, table.tap())
        table.step()
        games.forget_all()
        services.take_back(table.dora, table.tap(), first)
        games.forget_all()
        table.wait(table.pip, "otis")
    assert read_view(table.dora).state.declared["otis"].action == "C"


def test_a_take_back_that_is_taken_back_leads_forward_again(table: Table, proved: Proved) -> None:
    first = table.begin().position
    with proved(table.encounter):
        table.strike(table.pip, "otis", "orc-1")
        last = services.close(table.dora, table.tap()).position
        services.take_back(table.dora, table.tap(), first)
        games.forget_all()
        services.take_back(table.dora, table.tap(), last)
        games.forget_all()
        table.step()
    assert read_view(table.dora).state.declared["otis"].action == "G"


def test_a_seat_that_comes_late_is_shown_what_spectators_were(table: Table) -> None:
    play(table, 2)
    newt = find_viewer(seats.join(table.encounter.code, "Newt", "player").seat)
    shown = read_view(newt).all_events
    assert shown == read_view(table.sam).all_events
    seats.pick(newt, "jaroo")
    assert read_view(newt).own == ("jaroo",)


# What is held.


def test_what_is_held_is_bounded_by_its_events() -> None:
    held: WeightedLru[str, str] = WeightedLru(100)
    for name, weight in (("a", 60), ("b", 30), ("c", 30)):
        held.put(name, name.upper(), weight)
    assert (list(held), held.weight) == (["b", "c"], 60)
    held.put("b", "B", 80)
    assert (list(held), held.weight) == (["b"], 80)
    held.put("d", "D", 500)
    assert list(held) == ["d"], "the last one is held whatever it weighs"
    assert (held.take("d"), held.take("d"), held.weight) == ("D", None, 0)


def test_a_lock_is_one_for_its_key_and_kept_no_longer_than_it_is_used() -> None:
    locks: KeyedLocks[str] = KeyedLocks()
    mine = locks.get("a")
    assert locks.get("a") is mine
    assert locks.get("b") is not mine
    del mine
    assert len(locks) == 0
