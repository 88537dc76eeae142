"""Two sides that flee in one segment of surprise: both have left when the encounter ends."""

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
