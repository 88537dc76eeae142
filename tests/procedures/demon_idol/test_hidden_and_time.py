"""One who is hidden changes nothing of when and how the others act, by Demon Idol."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from rules.kernel import events as e
from rules.kernel.effects import Answer
from rules.kernel.inputs import Change, MakeRuling
from rules.kernel.stat_block import StatBlock
from rules.procedures.demon_idol.deeds import count_sweeps
from tests.rules.hidden import ORC, OTIS, SNEAK, seen, shown_with_and_without
from tests.rules.players import FACES, hand, prepare_combatant, spear, spell, sword
from tests.rules.stat_block_fields import change_stat_block

Orders = Mapping[str, Answer]

TENSER = prepare_combatant("tenser", "party", weapons=(sword(),))
FAR = change_stat_block(ORC, position=(3000, 0))
STRANGER = change_stat_block(SNEAK, side="strangers")
STRIKE: Answer = {"action": "G", "weapon": "sword", "target": "orc"}
WALK: Answer = {"action": "E", "how": "move", "to": [10, 0]}
CHARGE: Answer = {"action": "E", "how": "charge", "target": "orc", "weapon": "sword"}


def dice(party: int, foes: int, strangers: int = 1) -> FACES:
    return {
        ("initiative", side): (face,) for side, face in (("party", party), ("foes", foes), ("strangers", strangers))
    }


CASES: Mapping[str, tuple[StatBlock, StatBlock, Orders, FACES]] = {
    "a stranger is no tie": (ORC, STRANGER, {"otis": STRIKE, "tenser": STRIKE}, dice(3, 1, 3)),
    "a stranger is no win": (ORC, STRANGER, {"otis": STRIKE, "tenser": STRIKE}, dice(3, 3, 5)),
    "a stranger's die is nobody's segment": (FAR, STRANGER, {"otis": WALK}, dice(3, 1, 6)),
    "a spell puts off no question": (
        FAR,
        change_stat_block(SNEAK, spells=(spell(2),)),
        {"otis": WALK, "sneak": {"action": "D", "how": "spell", "spell": "spell_2"}},
        dice(3, 6),
    ),
    "a flight leads away from those in sight": (
        FAR, change_stat_block(SNEAK, position=(0, 200)), {"otis": {"action": "A", "avoid": "flee"}}, dice(3, 4),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_the_others_are_shown_the_same(name: str) -> None:
    foe, lurker, orders, faces = CASES[name]
    without, with_it = shown_with_and_without("demon_idol", [OTIS, TENSER, foe], lurker, orders, faces)
    assert with_it == without


@pytest.mark.parametrize("face", [3, 5])
def test_the_die_of_a_side_of_which_only_hidden_ones_are_left_is_not_told(face: int) -> None:
    elf = change_stat_block(ORC, id="elf", name="Elf", side="elves")
    shown = []
    for cast in ([OTIS, ORC, elf], [OTIS, ORC, elf, SNEAK]):
        table = hand(cast, {}, {("initiative", "foes"): (face,), **dice(3, face)}, ruleset="demon_idol")
        table.game.submit(MakeRuling((Change("orc", "vanishes", True),)))
        log = table.play_round()
        shown.append([event for event in seen(table.game.list_live_events(), "otis").shown if event.round == 1])
        assert any(isinstance(event, e.InitiativeRolled) for event in log)
    assert shown[1] == shown[0]


def test_nobody_strikes_more_often_because_of_a_weak_foe_in_hiding() -> None:
    captain = change_stat_block(OTIS, kind="fighter", level=5)
    rat = change_stat_block(SNEAK, hit_dice="1-1")
    hidden, open_ = (
        hand([captain, ORC, change_stat_block(rat, hidden=hiding)], {}, {}, ruleset="demon_idol").state
        for hiding in (True, False)
    )
    assert [count_sweeps(state, state.combatants["otis"]) for state in (hidden, open_)] == [1, 5]


def test_nobody_slots_in_before_an_attack_from_hiding() -> None:
    quick = change_stat_block(OTIS, routines=Fraction(2))
    orders: Orders = {"otis": STRIKE, "sneak": {"action": "G", "weapon": "sword", "target": "otis"}}
    built = []
    for more in ((), (SNEAK,)):
        log = hand([quick, ORC, *more], orders, dice(1, 6), ruleset="demon_idol").play_round()
        agenda = next(event for event in log if isinstance(event, e.AgendaChanged))
        built.append([(deed.place, deed.status) for deed in agenda.deeds if deed.who == "otis"])
    assert built[1] == built[0]


def test_the_contact_of_a_charge_tells_nothing_of_a_longer_weapon_in_hiding() -> None:
    lurker = change_stat_block(SNEAK, weapons=(spear(12),), position=(3000, 0))
    orders: Orders = {"otis": CHARGE, "orc": {"action": "C"}}
    answers: Orders = {"retaliate": {"choice": "yes"}}
    log = hand([OTIS, FAR, lurker], orders, dice(6, 1), answers=answers, ruleset="demon_idol").play_round()
    assert any(isinstance(event, e.Retaliated) and event.who == "sneak" for event in log)
    assert [event.first for event in log if isinstance(event, e.ChargeMet)] == ["together"]


def test_morale_is_not_checked_earlier_because_a_hidden_ally_has_its_turn() -> None:
    fallen = change_stat_block(ORC, id="fallen", name="Fallen", hit_points=1)
    mage = change_stat_block(ORC, spells=(spell(8),), position=(0, 3000))
    orders: Orders = {"orc": {"action": "D", "how": "spell", "spell": "spell_8"}}
    shown = []
    for more in ((), (SNEAK,)):
        table = hand([OTIS, mage, fallen, *more], orders, dice(1, 6), ruleset="demon_idol")
        table.game.submit(MakeRuling((Change("fallen", "falls", True),)))
        log = table.play_round()
        shown.append(
            [(event.question, event.clock) for event in log if isinstance(event, e.Asked) and event.who == "dm"]
        )
    assert any(question == "morale_due" for question, _ in shown[0])
    assert shown[1] == shown[0]


# When a fight is over.


def test_a_hidden_side_that_flees_outdoors_in_surprise_ends_nothing() -> None:
    faces: FACES = {("surprise", "party"): (6,), ("surprise", "foes"): (2,), ("surprise", "strangers"): (6,)}
    orders: Orders = {"sneak": {"action": "A", "avoid": "flee"}}
    far = change_stat_block(STRANGER, position=(9000, 0))
    without, with_it = shown_with_and_without(
        "demon_idol", [OTIS, ORC], far, orders, faces, start="surprise", setting="outdoors"
    )
    assert with_it == without


def test_no_side_has_won_of_which_only_a_hidden_one_stands() -> None:
    table = hand([OTIS, ORC, SNEAK], {}, {}, ruleset="demon_idol")
    table.game.submit(MakeRuling((Change("otis", "vanishes", True), Change("orc", "vanishes", True))))
    log = table.play_round()
    assert [event.side for event in log if isinstance(event, e.EncounterEnded)] == [""]
