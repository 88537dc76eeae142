"""Deeds that have lapsed when a column begins, and those that become pending within it."""

from dataclasses import replace

from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.kernel.frozen import evolve
from rules.kernel.procedure import Table
from rules.kernel.state import State
from rules.procedures import get_ruleset
from rules.procedures.adnd.deed_types import Blow
from rules.procedures.adnd.segments import Lapses
from tests.rules.watchers import ORC, OTIS, TENSER, opened


def test_a_deed_that_becomes_pending_within_a_column_is_looked_at_with_the_next_change() -> None:
    begun = fold([replace(opened([OTIS, TENSER, ORC]), ruleset="lakofka"), e.Slain(who="orc-2")])
    assert isinstance(begun, State)
    table = Table(get_ruleset("lakofka"), evolve(begun, clock=3))
    lapses = Lapses()
    assert list(lapses.drop(table)) == []
    table.state = evolve(table.state, clock=4)
    assert list(lapses.drop(table)) == []
    table.state = evolve(table.state, pending=(Blow("orc-2:1", "orc-2", targets=("otis",), number=4, weapon="axe"),))
    assert list(lapses.drop(table)) == []
    hurt = evolve(table.state.combatants["tenser"], hp=3)
    table.state = evolve(table.state, combatants={**table.state.combatants, "tenser": hurt})
    lost = list(lapses.drop(table))
    assert [(type(each), each.who) for each in lost if isinstance(each, e.DeedLost)] == [(e.DeedLost, "orc-2")]
