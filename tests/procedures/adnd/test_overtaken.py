"""A ruling made while something is asked before a moment: the moment that was about to be played is chosen anew."""

from rules.kernel import events as e
from rules.kernel.inputs import BeginRound, Change, Rule
from tests.rules.players import Hand, figure, hand, spear, sword

LOST = {("initiative", "party"): (5,), ("initiative", "foes"): (2,), ("to_hit", "otis"): (20,)}


def play_until(table: Hand, asked: str, who: str = "dm") -> None:
    """Play until somebody is asked this."""
    while not any((each.question, each.who) == (asked, who) for each in table.state.open):
        table.step()


def vanish(table: Hand, who: str) -> list[e.Event]:
    """What happens in the rest of a round from which somebody vanishes."""
    first = len(table.game.live_events())
    table.game.submit(Rule((Change(who, "vanishes"),)))
    while not table.state.between_rounds and not table.state.ended:
        table.step()
    return table.game.live_events()[first:]


def test_an_orc_that_vanishes_while_its_morale_is_asked_strikes_nobody() -> None:
    otis = figure("otis", "party", weapons=(sword(),), played=True)
    orcs = [figure(f"orc{n}", "foes", weapons=(sword(),), hit_points=hp) for n, hp in ((1, 1), (2, 50))]
    blow = {"action": "G", "weapon": "sword"}
    orders = {"otis": {**blow, "target": "orc1"}, "orc2": {**blow, "target": "otis"}}
    table = hand([otis, *orcs], orders, LOST, ruleset="demon_idol")
    table.game.submit(BeginRound())
    play_until(table, "morale_due")
    rest = vanish(table, "orc2")
    assert [event.who for event in rest if isinstance(event, e.Attacked)] == []
    assert [event.who for event in rest if isinstance(event, e.DeedLost)] == ["orc2"]


def test_who_vanishes_as_he_enters_a_spearmans_reach_is_not_struck_and_does_not_strike() -> None:
    otis = figure("otis", "party", weapons=(sword(),), played=True)
    orc = figure("orc", "foes", weapons=(spear(8),), position=(2000, 0))
    orders = {"otis": {"action": "G", "weapon": "sword", "target": "orc"}}
    dice = {("initiative", "party"): (3,), ("initiative", "foes"): (8,)}
    table = hand([otis, orc], orders, dice, ruleset="crucible")
    table.game.submit(BeginRound())
    play_until(table, "declare", "orc")
    assert [event.who for event in vanish(table, "otis") if isinstance(event, e.Attacked)] == []
