"""What flies and who charges is drawn by every procedure: fights at random, seen as the DM sees them."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from encounters.field_ways import Line
from encounters.pages.field import field
from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.kernel.state import State
from rules.procedures import list_rulesets
from rules.procedures.dew import events as dew
from tests.any_procedure import FAMILY
from tests.rules.random_play import SeededDice, any_table

FIGHTS = range(24)


def fights(id: str) -> Iterator[tuple[State, list[e.Event]]]:
    """Each state of each fight, with the events that led to it; what was just added is the last of them."""
    for seed in FIGHTS:
        rng, state = Random(seed), None
        events = list(any_table(rng, id, SeededDice(seed)).play().live_events())
        for n, event in enumerate(events, 1):
            state = fold([event], state)
            if isinstance(event, e.Attacked | dew.AttackDeclared | e.SpellCompleted | dew.Cast | e.ChargeBegan):
                yield state, events[:n]


def due(state: State, event: e.Event) -> tuple[str, str, list[str]]:
    """What ought to be drawn of an event: its kind, from whom, and to whom of those who are there."""
    shot = isinstance(event, e.Attacked) and event.mode in ("missile", "thrown")
    shot = shot or (isinstance(event, dew.AttackDeclared) and event.use in ("missile", "thrown"))
    one = getattr(event, "target", "")
    targets = list(getattr(event, "targets", ())) or ([one] if one else [])
    here = [each for each in targets if state.combatants[each].present and each != event.who]  # type: ignore[attr-defined]
    if isinstance(event, e.ChargeBegan):
        return "charge", event.who, here if state.combatants[event.who].able else []
    if shot or isinstance(event, e.SpellCompleted | dew.Cast):
        return "shot" if shot else "spell", event.who, here  # type: ignore[attr-defined]
    return "", "", []


def goes(state: State, line: Line, who: str, target: str) -> bool:
    one, other = state.combatants[who], state.combatants[target]
    return (line.start, line.end) == (one.place, other.place) and line.words.startswith(one.name)


@pytest.mark.parametrize("id", list_rulesets())
def test_shots_spells_and_charges_are_drawn_by_every_procedure(id: str) -> None:
    found: Counter[str] = Counter()
    for state, events in fights(id):
        kind, who, targets = due(state, events[-1])
        if not targets or not state.combatants[who].present or state.clock is None:
            continue
        drawn = [line for line in field(state, events, all_known=True).lines if line.kind == kind]
        assert all(any(goes(state, line, who, target) for line in drawn) for target in targets), events[-1]
        found[kind] += 1
    assert set(found) >= ({"shot", "spell", "charge"} if id in FAMILY else {"shot"}), found
