"""A ruling while a question is open before a moment: the moment is chosen again."""

from rules.kernel import events as e
from rules.kernel.inputs import BeginRound
from tests.procedures.adnd.overtaken import play_until, vanish
from tests.rules.players import hand, prepare_combatant, spear, sword


def test_who_vanishes_as_he_enters_a_spearmans_reach_is_not_struck_and_does_not_strike() -> None:
    otis = prepare_combatant("otis", "party", weapons=(sword(),), played=True)
    orc = prepare_combatant("orc", "foes", weapons=(spear(8),), position=(2000, 0))
    orders = {"otis": {"action": "G", "weapon": "sword", "target": "orc"}}
    dice = {("initiative", "party"): (3,), ("initiative", "foes"): (8,)}
    table = hand([otis, orc], orders, dice, ruleset="crucible")
    table.game.submit(BeginRound())
    play_until(table, "declare", "orc")
    assert [event.who for event in vanish(table, "otis") if isinstance(event, e.Attacked)] == []
