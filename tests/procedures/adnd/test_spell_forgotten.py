"""A spell that is to be begun later in the round, and is struck from memory before that."""

import pytest

from rules.kernel import events as e
from rules.kernel.inputs import BeginRound, Change, MakeRuling
from rules.procedures import get_ruleset
from tests.any_procedure import FAMILY
from tests.rules.players import hand, prepare_combatant, spell, sword


@pytest.mark.parametrize("ruleset", [id for id in FAMILY if "segments" in get_ruleset(id).stages])
def test_a_spell_that_is_no_longer_in_memory_is_not_cast(ruleset: str) -> None:
    cast = [
        prepare_combatant("tenser", "party", spells=(spell(1),)),
        prepare_combatant("orc", "foes", weapons=(sword(),)),
    ]
    held = {"action": "D", "how": "spell", "spell": "spell_1", "target": ["orc"]}
    table = hand(
        cast,
        {
            "tenser": {"action": "C", "target": "orc", "with": [held]},
            "orc": {"action": "E", "how": "move", "to": [0, 1000]},
        },
        {},
        ruleset=ruleset,
    )
    table.game.submit(BeginRound())
    while not any(deed.who == "tenser" and deed.held_for for deed in table.state.pending):
        table.step()
    table.game.submit(MakeRuling((Change("tenser", "spells", []),)))
    while not table.state.between_rounds:
        table.step()
    events = table.game.list_live_events()
    assert [event.cause for event in events if isinstance(event, e.DeedLost) and event.who == "tenser"] == [
        "no longer in memory"
    ]
    assert not [event for event in events if isinstance(event, e.SpellBegan | e.SpellCompleted)]
