"""Inputs of two people at the same time.

Each gets a position of its own, in one order, and both logs agree afterwards.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from threading import Barrier, Thread

import pytest
from django.contrib.auth.models import User
from django.db import connection, connections
from django.test import Client

from encounters import services
from encounters.errors import Conflict, Rejected
from encounters.models import Encounter, Input
from encounters.selectors import read_view
from encounters.services import games, playing
from encounters.viewers import Viewer
from rules.kernel.inputs import Change
from tests.encounters.conftest import Table

pytestmark = pytest.mark.storage
Proved = Callable[[Encounter], AbstractContextManager[None]]


@pytest.fixture(autouse=True)
def _two_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let requests wait for each other as those of two processes do: by their claims alone."""
    monkeypatch.setattr(games, "lock_game", lambda encounter_id: nullcontext())


def test_two_players_declare_at_once(table: Table, proved: Proved) -> None:
    table.begin()
    pips, quills = table.token(table.pip, "otis"), table.token(table.quill, "tenser")
    with proved(table.encounter):
        results = at_once(
            lambda: services.answer(table.pip, "pip", pips, {"action": "C"}),
            lambda: services.answer(table.quill, "quill", quills, {"action": "C"}),
        )
    assert sorted(each.position for each in results if isinstance(each, services.Outcome)) == [2, 3]


def test_one_tap_that_arrives_twice_at_once_is_one_input(table: Table, proved: Proved) -> None:
    table.begin()
    token = table.token(table.pip, "otis")
    with proved(table.encounter):
        results = at_once(*[lambda: services.answer(table.pip, "same", token, {"action": "C"})] * 4)
    outcomes = [each for each in results if isinstance(each, services.Outcome)]
    assert len(outcomes) == 4
    assert sorted(each.repeated for each in outcomes) == [False, True, True, True]
    assert Input.objects.filter(tap="same").count() == 1


def test_of_two_answers_to_one_question_the_later_is_late(table: Table, proved: Proved) -> None:
    services.rule(table.dora, "itself", [Change("dm", "option", ["table.close_orders", "itself"])])
    table.begin()
    pips, doras = table.token(table.pip, "otis"), table.token(table.dora, "otis")
    with proved(table.encounter):
        results = at_once(
            lambda: services.answer(table.pip, "pip", pips, {"action": "C"}),
            lambda: services.answer(table.dora, "dora", doras, {"action": "C"}),
        )
    assert sum(isinstance(each, services.Outcome) for each in results) == 1
    assert sum(isinstance(each, Conflict) for each in results) == 1


def test_many_inputs_from_many_threads_are_all_taken_in_one_order(table: Table, proved: Proved) -> None:
    def rules(name: str) -> Callable[[], object]:
        def rule() -> None:
            for number in range(5):
                services.rule(table.dora, f"{name}-{number}", [Change("otis", "hp", number + 1)])

        return rule

    with proved(table.encounter):
        at_once(*[rules(f"thread-{number}") for number in range(6)])
    positions = list(Input.objects.order_by("position").values_list("position", flat=True))
    assert positions == list(range(1, 31))


def test_twenty_presses_of_minus_one_at_once_take_twenty(table: Table, dora: User, proved: Proved) -> None:
    full = read_view(table.dora).state.combatants["otis"].hp

    def presses(address: str, **given: str) -> Callable[[], object]:
        browser = Client()
        browser.force_login(dora)
        posted = {"what": "hp", **given}
        return lambda: [browser.post(f"/e/{table.encounter.pk}/{address}", posted).status_code for _ in range(5)]

    alone, several = ("combatant/otis/change/", {"value": "-1"}), ("several/", {"who": "otis", "number": "-1"})
    with proved(table.encounter):
        assert at_once(*[presses(address, **given) for address, given in (alone, several) * 2]) == [[303] * 5] * 4
    assert read_view(table.dora).state.combatants["otis"].hp == full - 20


def test_a_claim_lost_to_another_process_is_tried_again(
    table: Table, proved: Proved, monkeypatch: pytest.MonkeyPatch
) -> None:
    claims = []
    real = playing._claim

    def lose_once(encounter: Encounter, count: int) -> None:
        claims.append(encounter.position)
        if len(claims) == 1:
            # Somebody else's input came between reading the position and taking the next.
            encounter.position += 7
        real(encounter, count)

    monkeypatch.setattr(playing, "_claim", lose_once)
    with proved(table.encounter):
        assert table.begin().position == 1
    assert claims == [0, 0]


def test_a_table_too_busy_says_so(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def lose(encounter: Encounter, count: int) -> None:
        raise playing._ClaimLost

    monkeypatch.setattr(playing, "_claim", lose)
    with pytest.raises(Rejected, match="busy"):
        table.begin()


def test_players_of_two_processes_take_turns(table: Table, proved: Proved) -> None:
    """Forget our games before every input, as if other processes held them."""

    def waits(viewer: Viewer, who: str) -> object:
        games.forget_all()
        return table.wait(viewer, who)

    with proved(table.encounter):
        for _ in range(2):
            table.begin()
            at_once(lambda: waits(table.pip, "otis"), lambda: waits(table.quill, "tenser"))
            services.close(table.dora, table.tap())
            while not read_view(table.dora).state.between_rounds:
                games.forget_all()
                table.step()
    assert read_view(table.dora).state.round == 2


def at_once(*deeds: Callable[[], object]) -> list[object]:
    """Begin all deeds at the same time, in threads; return what each gave or raised."""
    barrier = Barrier(len(deeds))
    results: list[object] = [None for _ in deeds]

    def run(at: int, deed: Callable[[], object]) -> None:
        try:
            connection.ensure_connection()
            barrier.wait(10)
            results[at] = deed()
        except Rejected as problem:
            results[at] = problem
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=(at, deed)) for at, deed in enumerate(deeds)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not any(thread.is_alive() for thread in threads)
    return results
