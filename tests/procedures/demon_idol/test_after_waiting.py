"""DEMON.LIST.C: what is done after waiting for somebody is not prepared for an event."""

import pytest

from rules.kernel.forms import BadAnswer
from rules.kernel.inputs import BeginRound
from rules.procedures import get_ruleset
from tests.rules.players import hand, prepare_combatant, sword

CAST = [prepare_combatant(who, side, weapons=(sword(),)) for who, side in {"otis": "party", "orc": "foes"}.items()]
PREPARED = {"action": "G", "weapon": "sword", "target": "otis", "prepared": "yes", "when": "strikes"}


@pytest.mark.parametrize(("order", "taken"), [(PREPARED, True), ({"action": "C", "with": [PREPARED]}, False)])
def test_only_an_order_itself_is_prepared(order: dict[str, object], taken: bool) -> None:
    game = hand(CAST, {}, {}, ruleset="demon_idol", distance_ft=5).game
    game.submit(BeginRound())
    question = next(each for each in game.state.open if each.who == "orc")
    form = get_ruleset("demon_idol").questions["declare"].form(game.state, question)
    assert form is not None
    if taken:
        assert form.find_refusal(order) is None
    else:
        with pytest.raises(BadAnswer, match="prepared"):
            form.find_refusal(order)
