"""Deeds that can no longer happen: those that are looked at are all that can have lapsed."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from rules.kernel.procedure import Play, Table
from rules.kernel.state import Combatant
from rules.procedures.adnd import segments
from rules.procedures.adnd.procedure import as_adnd
from tests.any_procedure import FAMILY
from tests.rules.recorded import record
from tests.soak import runs


@dataclass
class Looks:
    """The number of deeds pending at each look, and those of them that had lapsed."""

    pending: int = 0
    lapsed: list[str] = field(default_factory=list)


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Looks:
    """Look at every pending deed after each look, and note what had lapsed."""
    found = Looks()
    seen: dict[segments.Lapses, Mapping[str, Combatant]] = {}
    plain = segments.Lapses.drop

    def drop(self: segments.Lapses, table: Table) -> Play:
        before = seen.get(self)
        yield from plain(self, table)
        own, state = as_adnd(table.ruleset), table.state
        seen[self] = state.combatants
        if state.combatants is before:
            return  # a deed that became pending while nobody changed is looked at with the next change
        found.pending += len(state.pending)
        for each in state.pending:
            loss = segments.find_loss(own, state, state.combatants[each.who], each)
            if loss is not None:
                found.lapsed.append(f"round {state.round}, {state.clock}: {each.id} ({loss[0]})")

    monkeypatch.setattr(segments.Lapses, "drop", drop)
    return found


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", FAMILY)
def test_no_pending_deed_has_lapsed_after_a_look(ruleset: str, looks: Looks) -> None:
    for seed in range(runs(300)):
        record(ruleset, seed)
        assert not looks.lapsed, f"{ruleset}, fight {seed}: {looks.lapsed}"
    assert looks.pending > 100
