"""A ruling while a question is open before a moment: the moment is chosen again."""

from rules.kernel import events as e
from rules.kernel.inputs import BeginRound
from tests.procedures.adnd.overtaken import LOST, play_until, vanish
from tests.rules.players import hand, prepare_combatant, sword


def test_an_orc_that_vanishes_while_its_morale_is_asked_strikes_nobody() -> None:
    otis = prepare_combatant("otis", "party", weapons=(sword(),), played=True)
    orcs = [prepare_combatant(f"orc{n}", "foes", weapons=(sword(),), hit_points=hp) for n, hp in ((1, 1), (2, 50))]
    blow = {"action": "G", "weapon": "sword"}
    orders = {"otis": {**blow, "target": "orc1"}, "orc2": {**blow, "target": "otis"}}
    table = hand([otis, *orcs], orders, LOST, ruleset="demon_idol")
    table.game.submit(BeginRound())
    play_until(table, "morale_due")
    rest = vanish(table, "orc2")
    assert [event.who for event in rest if isinstance(event, e.Attacked)] == []
    assert [event.who for event in rest if isinstance(event, e.DeedLost)] == ["orc2"]
