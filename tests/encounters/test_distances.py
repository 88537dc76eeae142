"""Distances on the map: the same as if every pair was measured, and who is in contact."""

import random

import pytest

from encounters.narration.names import to_units
from encounters.screens.battle_map.build import list_contacts
from encounters.screens.battle_map.distances import MOST_NAMED, Distances
from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.kernel.battlefield import measure_between, measure_distance
from rules.kernel.frozen import evolve
from rules.kernel.stat_block import Start
from rules.kernel.state import State
from tests.any_procedure import ANY
from tests.rules.stat_block_fields import make_stat_block


def place_crowd(count: int, dice: random.Random) -> State:
    """Return a state with so many combatants at random places, and some ranges ruled."""
    spots = [(dice.randrange(6000), dice.randrange(4000)) for _ in range(max(2, count // 2))]
    stat_blocks = [
        make_stat_block(f"orc-{n}", f"Orc {n}", "foes", start=Start(position=dice.choice(spots))) for n in range(count)
    ]
    state = fold([e.EncounterOpened(ruleset=ANY, version="1", title="The crowd", stat_blocks=tuple(stat_blocks))])
    for _ in range(count // 4):
        one, other = dice.sample(list(state.combatants), 2)
        each = state.combatants[one]
        ranges = {**each.ranges, other: 100 * dice.randrange(90)}
        state = evolve(state, combatants={**state.combatants, one: evolve(each, ranges=ranges)})
    return state


def measure_all(state: State, who: str) -> list[tuple[str, str]]:
    """Return the nearest others with their distances, found by measuring every one."""
    others = [(measure_distance(state, who, other), n, other) for n, other in enumerate(state.combatants)]
    nearest = sorted(each for each in others if each[2] != who)[:MOST_NAMED]
    return [(state.combatants[other].name, to_units(round(gap, -2))) for gap, _, other in nearest]


@pytest.mark.parametrize("seed", range(25))
def test_the_nearest_are_those_that_measuring_everybody_finds(seed: int) -> None:
    dice = random.Random(seed)
    state = place_crowd(dice.choice((1, 2, 5, 12, 40, 100)), dice)
    distances = Distances(state, state.combatants)
    for who in state.combatants:
        assert list(distances.list_gaps(who)) == measure_all(state, who)


@pytest.mark.parametrize("seed", range(10))
def test_ruled_ranges_are_those_that_differ_from_the_places(seed: int) -> None:
    state = place_crowd(30, random.Random(seed))
    distances = Distances(state, state.combatants)
    for who, each in state.combatants.items():
        apart = [
            (n, to_units(measure_distance(state, who, other)))
            for n, (other, them) in enumerate(state.combatants.items(), 1)
            if measure_distance(state, who, other) != measure_between(each.place, them.place)
        ]
        assert list(distances.list_ruled(who)) == apart


# Contact.


def stand_apart(feet: int) -> State:
    """Return a state with Otis, and so many feet from him an orc."""
    stat_blocks = (
        make_stat_block("otis", "Otis", "party", start=Start(position=(0, 0))),
        make_stat_block("orc", "Orc", "foes", start=Start(position=(100 * feet, 0))),
    )
    opened = e.EncounterOpened(ruleset=ANY, version="1", title="The bridge", stat_blocks=stat_blocks)
    return evolve(fold([opened]), round=3)


def strike(mode: str = "melee", round: int = 3) -> e.Event:
    """Return a blow of the orc's at Otis."""
    return e.Attacked(
        who="orc", target="otis", weapon="axe", routine=1, mode=mode, needed=12, face=3, hit=False, round=round
    )


def draw_contacts(state: State, *events: e.Event) -> list[str]:
    return [line.words for line in list_contacts(state, events, dict(state.combatants))]


def test_two_who_have_struck_hand_to_hand_are_in_contact_within_reach() -> None:
    assert draw_contacts(stand_apart(4), strike(), strike()) == ["Orc and Otis are in contact"]
    assert draw_contacts(stand_apart(4), strike(round=2)) == ["Orc and Otis are in contact"]
    assert draw_contacts(stand_apart(40), strike()) == []


def test_standing_near_is_no_contact() -> None:
    assert draw_contacts(stand_apart(4)) == []
    assert draw_contacts(stand_apart(4), strike(mode="missile")) == []
    assert draw_contacts(stand_apart(4), strike(round=1)) == []


def test_who_has_met_in_a_charge_is_in_contact() -> None:
    met = e.ChargeMet(who="orc", target="otis", distance_ft=40, first="orc", round=3)
    assert draw_contacts(stand_apart(4), met, strike()) == ["Orc and Otis are in contact"]
