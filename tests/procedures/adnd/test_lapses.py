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
    """The number of deeds pending at each look, those that had lapsed, those dropped too soon."""

    pending: int = 0
    lapsed: list[str] = field(default_factory=list)
    too_soon: list[str] = field(default_factory=list)


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Looks:
    """Look at every pending deed after each look, and note what had lapsed.

    A deed that became pending in a column while nobody changed is looked at with the next change or column.
    """
    found = Looks()
    seen: dict[segments.Lapses, tuple[int | None, Mapping[str, Combatant]]] = {}
    plain = segments.Lapses.drop

    def drop(self: segments.Lapses, table: Table) -> Play:
        column, combatants = seen.get(self, (None, {}))
        before = table.state
        yield from plain(self, table)
        own, state = as_adnd(table.ruleset), table.state
        seen[self] = state.clock, state.combatants
        if before.combatants is combatants and before.clock == column and state.pending is not before.pending:
            found.too_soon.append(f"round {state.round}, {state.clock}")
        if state.combatants is combatants:
            return
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
        assert not looks.too_soon, f"{ruleset}, fight {seed}: {looks.too_soon}"
    assert looks.pending > 100
