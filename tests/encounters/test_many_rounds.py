"""The cost of a screen, which does not grow with the rounds that were played.

Steps of the program and letters are counted.
"""

import html
import re
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from django.test import Client

from encounters import seat_moves
from encounters.live.audience import ConnectedAudience
from encounters.log import read_log
from encounters.log_reader import read_seat_states
from encounters.screens.phone.player_view import find_player_view
from encounters.screens.phone.regions import SCREEN
from encounters.viewers import Viewer
from tests.encounters.conftest import Table

FEW, MANY = 6, 18


def steps_of(work: Callable[[], object]) -> int:
    """Return how many instructions of Python a piece of work takes."""
    count = 0

    def trace(frame: FrameType, what: str, given: Any) -> Any:
        nonlocal count
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += what == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def costs_of_push(table: Table, viewer: Viewer) -> tuple[int, int]:
    """Return the steps and letters that one more event costs to push to a viewer in mid-round."""
    audience = ConnectedAudience(viewer)
    seat_state = read_seat_states(viewer.encounter_id).get(viewer.seat_id or 0)
    audience.read(read_log(viewer.encounter_id), seat_state)
    table.begin()
    audience.read(read_log(viewer.encounter_id), seat_state)
    table.strike(table.pip, "otis", "orc-1")
    log, frames = read_log(viewer.encounter_id), list[str | None]()
    steps = steps_of(lambda: frames.append(audience.read(log, seat_state)))
    assert frames[0]
    table.finish()
    return steps, len(frames[0])


def costs_of_round(table: Table, viewer: Viewer) -> tuple[int, int]:
    """Return the steps and letters that a new round costs to push: everything is drawn."""
    audience = ConnectedAudience(viewer)
    seat_state = read_seat_states(viewer.encounter_id).get(viewer.seat_id or 0)
    audience.read(read_log(viewer.encounter_id), seat_state)
    table.begin()
    log, frames = read_log(viewer.encounter_id), list[str | None]()
    steps = steps_of(lambda: frames.append(audience.read(log, seat_state)))
    assert frames[0]
    table.finish()
    return steps, len(frames[0])


def costs_of_saw(table: Table, viewer: Viewer) -> tuple[int, int]:
    """Return the steps and the letters of the rounds that a player saw."""
    view, drawn = find_player_view(viewer), list[str]()
    return steps_of(lambda: drawn.append(SCREEN.render(view, ("saw",)))), len(drawn[0])


def play(table: Table, until: int) -> None:
    """Play rounds until there have been so many."""
    for _ in range(until - table.encounter.rounds.count()):
        table.play_round()


def browser_of(table: Table, viewer: Viewer) -> Client:
    """Return a browser in which somebody has taken the seat by a link of the DM's."""
    client, secret = Client(), seat_moves.make_link(table.dora, viewer.seat_id or 0)
    client.post(f"/t/{table.encounter.code}/seat/{secret}/")
    return client


Costs = Callable[[Table, Viewer], tuple[int, int]]


@pytest.mark.parametrize(
    ("costs", "who"),
    [
        (costs_of_push, "sam"),
        (costs_of_round, "sam"),
        (costs_of_push, "pip"),
        (costs_of_round, "pip"),
        (costs_of_saw, "pip"),
    ],
)
def test_it_costs_as_much_after_many_rounds_as_after_few(table: Table, costs: Costs, who: str) -> None:
    viewer = getattr(table, who)
    found = []
    for rounds in (FEW, MANY):
        play(table, rounds + 1)
        found.append(costs(table, viewer))
    (few_steps, few_letters), (many_steps, many_letters) = found
    assert many_steps <= few_steps * 1.1
    assert many_letters <= few_letters * 1.1


def test_every_round_that_was_seen_can_still_be_opened(table: Table) -> None:
    """Page by page, the latest first, and each column of each round."""
    play(table, 7)
    client = browser_of(table, table.pip)
    found, address = list[str](), f"/t/{table.encounter.code}/me/saw/"
    while address:
        page = client.get(address).content.decode()
        found += re.findall(r"<summary>(Round \d+)</summary>", page)
        older = re.search(r'href="([^"]*before=\d+)"', page)
        address = html.unescape(older[1]) if older else ""
    assert found == [f"Round {number}" for number in range(7, 0, -1)]


def test_the_table_screen_leads_to_all_rounds(table: Table) -> None:
    play(table, 5)
    client = browser_of(table, table.sam)
    watched = client.get(f"/t/{table.encounter.code}/watch/").content.decode()
    assert re.findall(r"<small>(Round \d)</small>", watched) == ["Round 4", "Round 5"]
    rounds = client.get(re.search(r'href="([^"]+/rounds/)"', watched)[1]).content.decode()  # type: ignore[index]
    assert re.findall(r"<small>(Round \d)</small>", rounds) == [f"Round {number}" for number in range(5, 0, -1)]
    for href in re.findall(r'href="([^"]+\?at=[^"]+)"', rounds):
        assert client.get(html.unescape(href)).status_code == 200
