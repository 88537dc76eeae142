"""The circle of precedences in the catalogue's interpretation, and the round's segments."""

from fractions import Fraction

from rules.kernel import events as e
from tests.rules.players import bow, claws, played, prepare_combatant, spell, sword


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
        ruleset="addict",
    )
    given_up = [event for event in events if isinstance(event, e.PrecedenceDropped)]
    assert [(each.first, each.then) for each in given_up] == [("mage:spell", "hero:1")]
    assert given_up[0].clauses == ("ADDICT.VII", "ADDICT.VII.OTHER")
    assert "ADDICT.VII.A.1" in given_up[0].outranked
    turns = [id for event in events if isinstance(event, e.MomentBegan) for id in event.deeds]
    assert turns == ["hero:1", "orc:1", "clawed:1", "mage:spell", "hero:2"]


def test_a_round_runs_against_the_segment_numbers_and_the_clock_does_not() -> None:
    events = played(
        [
            prepare_combatant("archer", "party", weapons=(bow(),), attacking=2),
            prepare_combatant("orc", "foes", weapons=(sword(),)),
        ],
        {
            "archer": {"action": "D", "how": "shoot", "weapon": "bow", "target": "orc"},
            "orc": {"action": "G", "weapon": "sword", "target": "archer"},
        },
        {("initiative", "party"): [4], ("initiative", "foes"): [5]},
        ruleset="addict",
    )
    blows = [(event.who, event.segment, event.clock) for event in events if isinstance(event, e.Attacked)]
    assert blows == [("archer", 5, 4), ("orc", 4, 4)]
