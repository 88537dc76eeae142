"""Random fights: a moment that the agenda has kept is the one that it would find now."""

from random import Random

import pytest

from rules.kernel.agenda import Agenda
from rules.kernel.order import Moment
from rules.kernel.state import State
from tests.any_procedure import FAMILY
from tests.rules.random_play import Chatter, SeededDice, random_opening
from tests.soak import runs

FIGHTS = range(runs(400))

pytestmark = pytest.mark.soak


@pytest.mark.parametrize("ruleset", FAMILY)
def test_a_kept_moment_is_the_one_that_is_found_now(monkeypatch: pytest.MonkeyPatch, ruleset: str) -> None:
    find_next, kept = Agenda.find_next, []

    def find_both(agenda: Agenda, state: State, *, explain: bool = True) -> Moment | None:
        coming = agenda._coming
        found = find_next(agenda, state, explain=explain)
        if coming is not None and agenda._coming is coming:
            agenda._coming = None
            kept.append((state.round, state.clock, found, find_next(agenda, state, explain=explain)))
            agenda._coming = coming
        return found

    monkeypatch.setattr(Agenda, "find_next", find_both)
    for seed in FIGHTS:
        rng = Random(seed)
        Chatter(rng, random_opening(rng, ruleset), SeededDice(seed)).play()
    assert kept
    assert [each for each in kept if each[2] != each[3]] == []
