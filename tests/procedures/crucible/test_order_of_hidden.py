"""Somebody hidden decides nothing of the others in a Crucible round."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rules.kernel import events as e
from rules.kernel.effects import Answer
from rules.kernel.stat_block import StatBlock
from tests.rules.hidden import ORC, OTIS, SNEAK, seen
from tests.rules.players import FACES, claws, hand, opening, prepare_combatant, sword
from tests.rules.stat_block_fields import change_stat_block

JAROO = prepare_combatant("jaroo", "party", played=True, weapons=(sword(),), position=(500, 0))
BOTH = (OTIS, JAROO)


def shown(
    stat_blocks: Sequence[StatBlock], faces: FACES, orders: Mapping[str, Answer] | None = None, **how: Any
) -> list[object]:
    """Return what Otis's player is shown of a round of these combatants."""
    table = hand(stat_blocks, orders or {}, faces, ruleset="crucible", **how)
    table.play_round()
    return list(seen([opening(stat_blocks, ruleset="crucible"), *table.game.list_live_events()[1:]], "otis").shown[1:])


def far_off(stat_block: StatBlock, **changes: object) -> StatBlock:
    return change_stat_block(stat_block, position=(0, 9000), **changes)


def strike(target: str) -> Answer:
    return {"action": "G", "weapon": "sword", "target": target}


def test_the_turns_of_one_side_stay_apart_on_a_count_that_is_also_a_hidden_ones() -> None:
    faces = {("initiative", side): (face,) for side, face in (("party", 6), ("foes", 9), ("strangers", 6))}
    orders = {"otis": strike("orc"), "jaroo": strike("orc")}
    worlds = [
        shown((*BOTH, ORC, *more), faces, orders) for more in ((), (far_off(SNEAK, side="strangers", reaction=0),))
    ]
    assert worlds[0] == worlds[1]


@pytest.mark.parametrize("how", ["roller", "average"])
def test_the_die_of_a_side_is_adjusted_by_those_who_have_been_met(how: str) -> None:
    faces = {("initiative", "party"): (6,), ("initiative", "foes"): (9,)}
    quick = far_off(SNEAK, reaction=3)
    worlds = [shown((*more, OTIS, ORC), faces, options={"crucible.dex_mod": how}) for more in ((), (quick,))]
    assert worlds[0] == worlds[1]


@pytest.mark.parametrize("face", [2, 5, 12])
def test_somebody_hidden_neither_surprises_nor_prevents_a_free_round(face: int) -> None:
    faces = {("surprise", side): (rolled,) for side, rolled in (("party", 5), ("foes", 5), ("strangers", face))}
    worlds = [
        shown((OTIS, ORC, *more), faces, start="surprise", distance_ft=5)
        for more in ((), (far_off(SNEAK, side="strangers", kind="ranger"),), (far_off(SNEAK, kind="ranger"),))
    ]
    assert worlds[0] == worlds[1] == worlds[2]


def test_an_ambush_of_those_whom_nobody_has_met_gives_a_free_round() -> None:
    faces = {("surprise", "party"): (1,), ("surprise", "foes"): (12,)}
    table = hand((OTIS, SNEAK), {}, faces, ruleset="crucible", start="surprise", distance_ft=5)
    lost = [event.who for event in table.play_round() if isinstance(event, e.SegmentsLost)]
    assert lost == ["otis"]


def test_no_blow_of_a_dms_combatant_is_brought_forward_by_one_who_enters_unseen() -> None:
    faces = {("initiative", side): (face,) for side, face in (("party", 9), ("foes", 6), ("strangers", 1))}
    enters = change_stat_block(SNEAK, side="strangers", weapons=(claws(),), position=(0, 3000))
    orders: dict[str, Answer] = {"sneak": {"action": "E", "how": "close", "target": "orc"}}
    table = hand((OTIS, ORC, enters), orders, faces, ruleset="crucible", options={"table.hidden_acts": "ask"})
    events = table.play_round()
    assert not any(isinstance(event, e.AgendaChanged) and event.why == "brought forward" for event in events)


def test_a_hidden_foe_that_lets_a_blow_out_of_turn_pass_does_not_change_the_order_of_a_moment() -> None:
    faces = {("initiative", side): (6,) for side in ("party", "foes")}
    near = change_stat_block(SNEAK, position=(0, 1000))
    orders: dict[str, Answer] = {
        "otis": {"action": "E", "how": "move", "to": [0, 2000]},
        "jaroo": {"action": "E", "how": "move", "to": [4000, 2000]},
        "orc": {"action": "E", "how": "move", "to": [-4000, 0]},
    }
    orc = change_stat_block(ORC, position=(-3000, 0))
    worlds = [
        shown((*BOTH, orc, *more), faces, orders, answers={"opportunity": {"choice": "no"}}, distance_ft=30)
        for more in ((), (near,))
    ]
    assert worlds[0] == worlds[1]


def test_the_fight_of_two_fallen_sides_is_not_won_by_one_who_is_hidden() -> None:
    weak = [change_stat_block(each, hit_points=1, to_hit=(-20,) * 21) for each in (OTIS, ORC)]
    faces = {
        ("initiative", "party"): (6,),
        ("initiative", "foes"): (6,),
        ("to_hit", "otis"): (20,),
        ("to_hit", "orc"): (20,),
    }
    orders = {"otis": strike("orc"), "orc": strike("otis")}
    worlds = [shown((*weak, *more), faces, orders, distance_ft=5) for more in ((), (far_off(SNEAK),))]
    ends = [[event for event in world if isinstance(event, e.EncounterEnded)] for world in worlds]
    assert ends[0] == ends[1] != []


@pytest.mark.parametrize("length_ft", [6, 9, 12])
def test_a_hidden_bearer_of_a_longer_weapon_that_lets_one_enter_changes_nothing_of_the_others(length_ft: int) -> None:
    faces = {("initiative", "party"): (3,), ("initiative", "foes"): (6,)}
    near = change_stat_block(SNEAK, position=(3000, 500), weapons=(sword(length_ft=length_ft),))
    orc = change_stat_block(ORC, weapons=(sword(length_ft=9),))
    charge: Answer = {"action": "E", "how": "charge", "target": "orc"}
    orders: dict[str, Answer] = {"otis": charge, "orc": strike("otis"), "sneak": {"action": "C"}}
    worlds = [shown((*BOTH, orc, *more), faces, orders, distance_ft=30) for more in ((), (near,))]
    assert any(isinstance(event, e.Attacked) and event.who == "orc" for event in worlds[0])
    assert worlds[0] == worlds[1]
