"""Places for many at once: in ranks, around a spot, and near their own side."""

from itertools import combinations

import pytest

from rules.kernel import events as e
from rules.kernel import placing
from rules.kernel.apply import fold
from rules.kernel.battlefield import measure_between
from rules.kernel.placing import arrange_ranks, arrange_sides, compute_distance, gather, place_newcomers
from rules.kernel.stat_block import StatBlock
from rules.kernel.state import State
from rules.kernel.terms import Place
from rules.statblocks import build_stat_blocks
from tests.any_procedure import ANY

FOOT = 100
GOBLINS = build_stat_blocks({"id": "goblin", "side": "foes", "monster": "goblin", "count": 23})
OGRES = build_stat_blocks({"id": "ogre", "side": "foes", "monster": "ogre", "count": 3})
OTIS = build_stat_blocks({"id": "otis", "side": "party", "class": "ranger", "position": [4, 10]})


def find_nearest(places: list[Place]) -> int:
    return min(measure_between(one, other) for one, other in combinations(places, 2))


def open_fight(*more: StatBlock, **notes: object) -> State:
    opened = e.EncounterOpened(ruleset=ANY, version="", setting="indoors", notes=notes, stat_blocks=(*OTIS, *more))
    return fold([opened])


def test_a_side_stands_in_ranks_of_ten_at_the_distance_of_the_encounter() -> None:
    places = arrange_ranks(GOBLINS, [(400, 1000)], compute_distance({"distance_ft": 40}, 500), 500, leads=False)
    assert sorted({x for x, _ in places.values()}) == [44 * FOOT, 49 * FOOT, 54 * FOOT]
    assert find_nearest([*places.values()]) == 5 * FOOT
    first_rank = [y for x, y in places.values() if x == 44 * FOOT]
    assert (min(first_rank) + max(first_rank)) // 2 == 1000


def test_the_side_that_leads_stands_before_the_others() -> None:
    places = arrange_ranks(OTIS, [(6000, 0)], 3000, 500, leads=True)
    assert places == {"otis": (3000, 0)}


def test_large_ones_take_twice_the_room() -> None:
    assert find_nearest([*arrange_ranks(OGRES, [], 3000, 500, leads=False).values()]) == 10 * FOOT
    assert find_nearest([*gather(OGRES, (0, 0), [], 500).values()]) == 10 * FOOT


def test_those_around_a_spot_are_near_it_and_nobody_shares_a_place() -> None:
    places = gather(GOBLINS, (1000, 1000), [(OTIS[0], (1000, 1000))], 500)
    assert find_nearest([*places.values(), (1000, 1000)]) == 5 * FOOT
    assert max(measure_between(each, (1000, 1000)) for each in places.values()) <= 20 * FOOT


@pytest.mark.parametrize("distance", [{}, {"distance_ft": 40}])
def test_newcomers_stand_behind_their_own_side(distance: dict[str, int]) -> None:
    state = open_fight(*build_ranked_orcs(), **distance)
    places = place_newcomers(state, OGRES, 500)
    theirs = [each.place for each in state.combatants.values()]
    assert find_nearest([*places.values(), *theirs]) >= 5 * FOOT
    assert min(x for x, _ in places.values()) > 60 * FOOT


def build_ranked_orcs() -> tuple[StatBlock, ...]:
    orcs = {"id": "orc", "side": "foes", "monster": "orc", "count": 2, "position": [[60, 5], [60, 15]]}
    return build_stat_blocks(orcs)


def test_the_first_of_a_side_stand_at_the_distance_of_the_encounter() -> None:
    places = place_newcomers(open_fight(distance_ft=40), OGRES[:1], 500)
    assert places == {"ogre-1": (44 * FOOT, 10 * FOOT)}


def test_one_that_has_a_place_keeps_it() -> None:
    assert place_newcomers(open_fight(), OTIS, 500) == {}


def test_two_sides_stand_in_two_lines_that_face_each_other() -> None:
    places = arrange_sides([*GOBLINS, *OTIS], [], 3000, 500)
    assert places["otis"] == (0, 0)
    assert min(places[each.id][0] for each in GOBLINS) == 3000
    assert find_nearest([*places.values()]) == 5 * FOOT


def test_a_side_faces_those_who_stay() -> None:
    assert arrange_sides(OGRES[:1], [(OTIS[0], (400, 1000))], 3000, 500) == {"ogre-1": (3400, 1000)}


def test_many_newcomers_look_at_their_neighbours_only(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = []

    def measure(one: Place, other: Place) -> int:
        measured.append((one, other))
        return measure_between(one, other)

    monkeypatch.setattr(placing, "measure_between", measure)
    hosts = [build_stat_blocks({"id": id, "side": "foes", "monster": "orc", "count": 100}) for id in "abcd"]
    places: dict[str, Place] = {}
    for host in hosts:
        places |= gather(host, (0, 0), [(host[0], each) for each in places.values()], 500)
    assert len({*places.values()}) == 400
    assert len(measured) < 400 * 40
