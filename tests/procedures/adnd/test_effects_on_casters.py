"""Effects that the DM describes on a caster: harm spoils the spell, a boon does not."""

from dataclasses import replace

import pytest

from rules.kernel import events as e
from tests.rules.players import played, prepare_combatant, spell, sword

DICE = {("initiative", "party"): (5,), ("initiative", "foes"): (2,)}


def spoiled_by(change: dict[str, object]) -> list[str]:
    """Return those whose spells are lost by a change of Tenser, who is casting.

    The change is of Jaroo's prayer, which no table describes.
    """
    prayer = replace(spell(1), damage=None, save="none")
    tenser = prepare_combatant("tenser", "party", spells=(spell(6),))
    jaroo = prepare_combatant("jaroo", "party", spells=(prayer,))
    orc = prepare_combatant("orc", "foes", weapons=(sword(),))
    cast = {"action": "D", "how": "spell"}
    orders = {
        "tenser": {**cast, "spell": "spell_6", "target": ["orc"]},
        "jaroo": {**cast, "spell": "spell_1", "target": ["tenser"]},
    }
    answers = {"effect": {"text": "so it is", "changes": [{"who": "tenser", **change}]}}
    events = played([jaroo, tenser, orc], orders, DICE, answers=answers)
    return [event.who for event in events if isinstance(event, e.SpellSpoiled)]


@pytest.mark.parametrize("change", [{"what": "ac", "value": 4}, {"what": "hp", "value": 60}, {"what": "hidden"}])
def test_a_boon_costs_no_spell(change: dict[str, object]) -> None:
    assert spoiled_by({"value": "yes", **change}) == []


@pytest.mark.parametrize(
    "change", [{"what": "webbed"}, {"what": "hp", "value": 40}, {"what": "drops"}, {"what": "moved", "value": [9, 9]}]
)
def test_harm_does(change: dict[str, object]) -> None:
    assert spoiled_by({"value": "yes", **change}) == ["tenser"]


def test_a_condition_that_ends_costs_no_spell() -> None:
    assert spoiled_by({"what": "webbed", "value": "no"}) == []
