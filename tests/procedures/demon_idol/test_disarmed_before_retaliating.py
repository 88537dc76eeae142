"""DEMON.8.E.retaliate: a combatant agrees to strike a charger, and is disarmed first."""

from rules.kernel import events as e
from rules.kernel.inputs import BeginRound, Change, GiveAnswer, MakeRuling
from tests.rules.players import hand, prepare_combatant, sword

CAST = [
    prepare_combatant("otis", "party", played=True, weapons=(sword(),)),
    prepare_combatant("tenser", "party", played=True, weapons=(sword(),), position=(0, 500)),
    prepare_combatant("runner", "foes", weapons=(sword(),), position=(6000, 0)),
]
ORDERS = {
    "otis": {"action": "C"},
    "tenser": {"action": "C"},
    "runner": {"action": "E", "how": "charge", "target": "otis", "weapon": "sword"},
}


def test_who_has_dropped_the_weapon_by_then_does_not_strike() -> None:
    table = hand(CAST, ORDERS, {}, ruleset="demon_idol")
    table.game.submit(BeginRound())
    while not (asked := [each for each in table.state.open if each.question == "retaliate"]):
        table.step()
    first, second = asked
    table.game.submit(GiveAnswer(first.token, {"choice": "yes"}))
    table.game.submit(MakeRuling((Change(first.who, "drops"),)))
    table.game.submit(GiveAnswer(second.token, {"choice": "yes"}))
    while not table.state.between_rounds:
        table.step()
    events = table.game.list_live_events()
    assert [event.who for event in events if isinstance(event, e.Retaliated)] == [second.who]
    assert [event.who for event in events if isinstance(event, e.Attacked) and event.target == "runner"] == [second.who]
