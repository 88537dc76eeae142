"""A ruling while a question is open before a moment: the moment is chosen again."""

from rules.kernel import events as e
from rules.kernel.inputs import Change, MakeRuling
from tests.rules.players import Hand

LOST = {("initiative", "party"): (5,), ("initiative", "foes"): (2,), ("to_hit", "otis"): (20,)}


def play_until(table: Hand, asked: str, who: str = "dm") -> None:
    """Play until somebody is asked this."""
    while not any((each.question, each.who) == (asked, who) for each in table.state.open):
        table.step()


def vanish(table: Hand, who: str) -> list[e.Event]:
    """Return the events of the rest of a round from which a combatant vanishes."""
    first = len(table.game.list_live_events())
    table.game.submit(MakeRuling((Change(who, "vanishes"),)))
    while not table.state.between_rounds and not table.state.ended:
        table.step()
    return table.game.list_live_events()[first:]
