"""Flight in a segment of surprise: all have left when the encounter ends; its round closes."""

import pytest

from rules.kernel import events as e
from tests.rules.players import played, prepare_combatant, sword

SIDES = {"otis": "party", "orc": "foes", "wolf": "others"}
FLIGHT = {"action": "A", "avoid": "flee"}
SURPRISED = {("surprise", "party"): (2,)}


def test_sides_that_flee_together_have_both_left_before_the_encounter_ends() -> None:
    cast = [prepare_combatant(who, side, weapons=(sword(),)) for who, side in SIDES.items()]
    orders = {"orc": FLIGHT, "wolf": FLIGHT}
    notes = {"start": "surprise", "surprised": ["party"], "distance_ft": 60}
    events = played(cast, orders, SURPRISED, answers={}, ruleset="demon_idol", setting="outdoors", **notes)
    ends = [event for event in events if isinstance(event, e.Fled | e.EncounterEnded)]
    assert [getattr(event, "who", event.kind) for event in ends] == ["orc", "wolf", "EncounterEnded"]


@pytest.mark.parametrize("wave", [0, 9])
def test_an_avoided_encounter_closes_its_round_whether_or_not_more_were_to_come(wave: int) -> None:
    cast = [prepare_combatant(who, side, weapons=(sword(),)) for who, side in list(SIDES.items())[:2]]
    late = prepare_combatant("late", "foes", weapons=(sword(),), wave=wave)
    notes = {"start": "surprise", "surprised": ["party"], "distance_ft": 60}
    events = played(
        [*cast, late] if wave else cast,
        {"orc": FLIGHT},
        SURPRISED,
        answers={},
        ruleset="demon_idol",
        setting="outdoors",
        **notes,
    )
    assert [event.kind for event in events][-2:] == ["EncounterEnded", "RoundEnded"]
