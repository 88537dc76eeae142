"""A declaration of a file becomes the answer that the declare form takes."""

from typing import Any

import pytest

from rules.kernel.state import Combatant
from rules.procedures.adnd.orders.listed import AdndWords
from rules.scenarios import declaring
from tests.rules.fights import FIELD, fight

ANSWERS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"action": "C"}, {"action": "C"}),
    ({"action": "B", "target": "orc-1"}, {"action": "B", "target": "orc-1"}),
    ({"action": "A", "avoid": "flee", "to": (100, 0)}, {"action": "A", "avoid": "flee", "to": [100, 0]}),
    (
        {"action": "P", "target": "orc-1", "attack_mode": "mind_thrust", "defense_mode": "mind_blank"},
        {"action": "P", "target": "orc-1", "attack_mode": "mind_thrust", "defense_mode": "mind_blank"},
    ),
    (
        {"action": "D", "spell": "magic_user_sleep", "target": ("orc-1", "orc-2"), "to": (0, 500)},
        {"action": "D", "how": "spell", "spell": "magic_user_sleep", "target": ["orc-1", "orc-2"], "to": [0, 500]},
    ),
    (
        {"action": "D", "device": "ring_invisibility"},
        {"action": "D", "how": "device", "device": "ring_invisibility"},
    ),
    (
        {"action": "D", "device": "ring_invisibility", "wear": True},
        {"action": "D", "how": "wear", "device": "ring_invisibility"},
    ),
    (
        {"action": "D", "device": "ring_invisibility", "remove": True},
        {"action": "D", "how": "remove", "device": "ring_invisibility"},
    ),
    ({"action": "D", "turn": True, "target": "orc-1"}, {"action": "D", "how": "turn", "target": "orc-1"}),
    (
        {"action": "D", "weapon": "dagger", "target": ("orc-1",), "shots": 1},
        {"action": "D", "how": "shoot", "weapon": "dagger", "target": "orc-1", "shots": 1},
    ),
    ({"action": "E", "target": "orc-1"}, {"action": "E", "how": "close", "target": "orc-1"}),
    ({"action": "E", "to": (1000, 0)}, {"action": "E", "how": "move", "to": [1000, 0]}),
    (
        {"action": "E", "charge": True, "target": "orc-1", "weapon": "sword_long"},
        {"action": "E", "how": "charge", "target": "orc-1", "weapon": "sword_long"},
    ),
    (
        {"action": "E", "task": "draw sword", "segments": 2, "peek": True},
        {"action": "E", "how": "task", "task": "draw sword", "segments": 2, "peek": "yes"},
    ),
    (
        {"action": "G", "weapon": "dagger", "target": "orc-1", "mode": "grapple"},
        {"action": "G", "weapon": "dagger", "target": "orc-1", "mode": "grapple"},
    ),
    (
        {"action": "C", "target": "orc-1", "with": ({"action": "E", "target": "orc-1"},)},
        {"action": "C", "target": "orc-1", "with": [{"action": "E", "how": "close", "target": "orc-1"}]},
    ),
]


def make_answer(deed: dict[str, Any], me: Combatant) -> dict[str, object]:
    return declaring.make_answer(deed, me, AdndWords())


def otis(weapons: str = '["sword_long", "bow_long", "dagger", "spear"]', in_hand: str = "") -> Combatant:
    field = FIELD.replace('weapons = ["sword_long", "bow_long", "dagger"]', f"weapons = {weapons}")
    stat_block = fight(field=field).stat_blocks[0]
    return Combatant(stat_block, 20, (0, 0), in_hand=in_hand)


@pytest.mark.parametrize(("deed", "answer"), ANSWERS, ids=[str(sorted(deed.items())) for deed, _ in ANSWERS])
def test_a_deed_becomes_an_answer(deed: dict[str, Any], answer: dict[str, Any]) -> None:
    assert make_answer(deed, otis()) == answer


def test_the_weapon_left_out_is_the_one_in_hand_if_it_is_fit_for_it() -> None:
    strike: dict[str, Any] = {"action": "G", "target": "orc-1"}
    assert make_answer(strike, otis(in_hand="dagger"))["weapon"] == "dagger"
    assert make_answer(strike, otis(in_hand="bow_long"))["weapon"] == "sword_long"
    assert make_answer({"action": "D", "target": "orc-1"}, otis(in_hand="sword_long"))["weapon"] == "bow_long"
    assert make_answer({"action": "F"}, otis())["weapon"] == "spear"


def test_a_weapon_is_not_asked_for_in_deeds_that_need_none() -> None:
    assert "weapon" not in make_answer({"action": "E", "target": "orc-1", "weapon": "dagger"}, otis())
    assert "weapon" not in make_answer({"action": "A", "avoid": "flee", "weapon": "dagger"}, otis())


def test_a_charge_without_a_weapon_is_made_with_what_is_in_hand() -> None:
    assert "weapon" not in make_answer({"action": "E", "charge": True, "target": "orc-1"}, otis())


def test_without_any_fit_weapon_none_is_made_up() -> None:
    assert "weapon" not in make_answer({"action": "D", "target": "orc-1"}, otis('["sword_long"]'))
