"""The circle of precedences in the catalogue's interpretation."""

from fractions import Fraction

from rules.kernel import events as e
from tests.rules.players import claws, prepare_combatant, spell, sword
from tests.rules.test_order import played


def test_the_circle_of_the_catalogue_gives_up_the_mages_precedence() -> None:
    events = played(
        [
            prepare_combatant("hero", "party", weapons=(sword(),), routines=Fraction(2)),
            prepare_combatant("clawed", "party", weapons=(claws(),)),
            prepare_combatant("orc", "foes", weapons=(sword(),)),
            prepare_combatant("mage", "foes", spells=(spell(6),)),
        ],
        {
            "hero": {"action": "G", "weapon": "sword", "target": "orc"},
            "orc": {"action": "G", "weapon": "sword", "target": "clawed"},
            "clawed": {"action": "G", "weapon": "claws", "target": "mage"},
            "mage": {"action": "D", "how": "spell", "spell": "spell_6", "target": ["hero"]},
        },
        {("initiative", "party"): [2], ("initiative", "foes"): [5]},
    )
    given_up = [event for event in events if isinstance(event, e.PrecedenceDropped)]
    assert [(each.first, each.then) for each in given_up] == [("mage:spell", "hero:1")]
    assert given_up[0].clauses == ("ADDICT.VII", "ADDICT.VII.OTHER")
    assert "ADDICT.VII.A.1" in given_up[0].outranked
    turns = [id for event in events if isinstance(event, e.MomentBegan) for id in event.deeds]
    assert turns == ["hero:1", "orc:1", "clawed:1", "mage:spell", "hero:2"]
