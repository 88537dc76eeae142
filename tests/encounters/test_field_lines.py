"""The lines of missiles and charges, which every procedure draws.

Fights at random, seen as the DM sees them.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from encounters.screens.battle_map.build import build_battle_map
from encounters.screens.battle_map.ways import MapLine
from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.kernel.state import State
from rules.procedures import list_rulesets
from tests.any_procedure import FAMILY
from tests.registered import gather
from tests.rules.random_play import SeededDice, any_table

FIGHTS = range(60)
LINES_OF_OWN = gather("shown", "find_line")
"""What is drawn of the events that one procedure has: tests/procedures/<name>/shown.py."""


def fights(id: str) -> Iterator[tuple[State, list[e.Event]]]:
    """Yield each state of each fight, with the events that led to it, the newest last."""
    for seed in FIGHTS:
        rng, state = Random(seed), None
        events = list(any_table(rng, id, SeededDice(seed)).play().list_live_events())
        for n, event in enumerate(events, 1):
            state = fold([event], state)
            if find_line(event):
                yield state, events[:n]


def find_line(event: e.Event) -> str:
    """Return the kind of line of an event: shot, spell, charge; "" for none."""
    if isinstance(event, e.Attacked):
        return "shot" if event.mode in ("missile", "thrown") else ""
    if isinstance(event, e.SpellCompleted):
        return "spell"
    if isinstance(event, e.ChargeBegan):
        return "charge"
    return next(filter(None, (find(event) for find in LINES_OF_OWN)), "")


def find_ends(state: State, event: Any) -> list[str]:
    """Return those present to which a line of this event goes."""
    targets = list(getattr(event, "targets", ())) or [each for each in [getattr(event, "target", "")] if each]
    charges_no_more = isinstance(event, e.ChargeBegan) and not state.combatants[event.who].able
    here = [each for each in targets if state.combatants[each].present and each != event.who]
    return [] if charges_no_more else here


def goes(state: State, line: MapLine, who: str, target: str) -> bool:
    one, other = state.combatants[who], state.combatants[target]
    return (line.start, line.end) == (one.place, other.place) and line.words.startswith(one.name)


@pytest.mark.parametrize("id", list_rulesets())
def test_shots_spells_and_charges_are_drawn_by_every_procedure(id: str) -> None:
    found: Counter[str] = Counter()
    for state, events in fights(id):
        event: Any = events[-1]
        kind, who, targets = find_line(event), event.who, find_ends(state, event)
        if not targets or not state.combatants[who].present or state.clock is None:
            continue
        drawn = [line for line in build_battle_map(state, events, all_known=True).lines if line.kind == kind]
        assert all(any(goes(state, line, who, target) for line in drawn) for target in targets), event
        found[kind] += 1
    assert set(found) >= ({"shot", "spell", "charge"} if id in FAMILY else {"shot"}), found
