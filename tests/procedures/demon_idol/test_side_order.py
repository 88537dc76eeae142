"""Demon Idol 8.D: shots that a reaction puts into the other side's turn."""

from rules.kernel import events as e
from rules.kernel.effects import Answer
from tests.rules.players import bow, played, prepare_combatant


def test_what_is_put_into_the_foes_turn_comes_after_theirs_whoever_is_first_in_the_roster() -> None:
    otis = prepare_combatant("otis", "party", weapons=(bow(),))
    jaroo = prepare_combatant("jaroo", "party", position=(0, 500))
    orc = prepare_combatant("orc", "foes", position=(3000, 0))
    gnoll = prepare_combatant("gnoll", "foes", weapons=(bow(),), position=(3000, 500), reaction=2)
    shot: Answer = {"action": "D", "how": "shoot", "weapon": "bow"}
    orders: dict[str, Answer] = {
        "otis": {**shot, "target": "orc"},
        "gnoll": {**shot, "target": "jaroo", "prepared": "yes", "when": "acts", "watch": "jaroo"},
    }
    faces = {("initiative", "party"): (4,), ("initiative", "foes"): (2,)}
    for roster in ([otis, jaroo, orc, gnoll], [gnoll, orc, otis, jaroo]):
        events = played(roster, orders, faces, ruleset="demon_idol", distance_ft=30)
        shots = [(event.who, event.clock) for event in events if isinstance(event, e.Attacked)]
        assert shots == [("otis", 2)]
