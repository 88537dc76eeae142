"""A fight that no process holds.

It is taken up from the start of its stage, not from its beginning.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from encounters import services
from encounters.models import Encounter, StageStart
from encounters.selectors import read_view
from encounters.services import games
from encounters.weighted_lru import WeightedLru
from rules.kernel.game import Record
from tests.encounters.conftest import Table

pytestmark = pytest.mark.storage
Proved = Callable[[Encounter], AbstractContextManager[None]]


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return a list that gains each stored event decoded to take up a fight."""
    found: list[object] = []
    read_records = games.read_records

    def counted(encounter_id: int, after: int = 0) -> list[Record]:
        records = read_records(encounter_id, after)
        found.extend(event for record in records for event in record.events)
        return records

    monkeypatch.setattr(games, "read_records", counted)
    return found


def read_for_an_order(table: Table, read: list[object]) -> int:
    """Return how many events a process that holds nothing reads to take an order."""
    table.begin()
    games.forget_all()
    read.clear()
    table.strike(table.pip, "otis", "orc-1")
    count = len(read)
    services.close(table.dora, table.tap())
    while not read_view(table.dora).state.between_rounds:
        table.step()
    return count


def test_it_reads_as_much_after_many_rounds_as_after_few(table: Table, read: list[object], proved: Proved) -> None:
    with proved(table.encounter):
        early = [read_for_an_order(table, read) for _ in range(2)]
        for _ in range(8):
            table.play_round()
        late = [read_for_an_order(table, read) for _ in range(2)]
    assert late == early


def test_every_input_may_be_taken_by_another_process(table: Table, proved: Proved) -> None:
    with proved(table.encounter):
        for _ in range(3):
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


def test_a_start_that_other_code_wrote_is_not_trusted(table: Table, read: list[object], proved: Proved) -> None:
    table.play_round()
    table.begin()
    StageStart.objects.update(code="older", data="{}")
    games.forget_all()
    read.clear()
    with proved(table.encounter):
        table.strike(table.pip, "otis", "orc-1")
    assert len(read) >= table.encounter.events.count() - 2
    assert StageStart.objects.exclude(code="older").count() == 0


def test_a_start_that_cannot_be_read_is_passed_over(table: Table, proved: Proved) -> None:
    table.begin()
    StageStart.objects.update(data="{}")
    games.forget_all()
    with proved(table.encounter):
        table.strike(table.pip, "otis", "orc-1")


def test_only_the_last_starts_are_kept(table: Table) -> None:
    for _ in range(games.KEPT_STARTS):
        table.play_round()
    assert table.encounter.stage_starts.count() == games.KEPT_STARTS


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
