"""One who is hidden changes nothing of when and how the others act, by ADDICT."""

from collections.abc import Mapping

import pytest

from rules.kernel import events as e
from rules.kernel.effects import Answer
from rules.kernel.stat_block import Odds, StatBlock
from tests.rules.hidden import ORC, OTIS, SNEAK, shown_with_and_without
from tests.rules.players import FACES, hand, prepare_combatant, spell, sword
from tests.rules.stat_block_fields import change_stat_block

Orders = Mapping[str, Answer]

TENSER = prepare_combatant("tenser", "party", weapons=(sword(),))
FAR = change_stat_block(ORC, position=(3000, 0))
STRANGER = change_stat_block(SNEAK, side="strangers")
STRIKE: Answer = {"action": "G", "weapon": "sword", "target": "orc"}
WALK: Answer = {"action": "E", "how": "move", "to": [10, 0]}
TASK: Answer = {"action": "E", "how": "task", "task": "dig", "segments": 9}
CAST: Answer = {"action": "D", "how": "spell", "spell": "spell_8"}
MAGE = change_stat_block(SNEAK, spells=(spell(8),))


def dice(party: int, foes: int, strangers: int = 1) -> FACES:
    return {
        ("initiative", side): (face,) for side, face in (("party", party), ("foes", foes), ("strangers", strangers))
    }


CASES: Mapping[str, tuple[StatBlock, StatBlock, Orders, FACES]] = {
    "a spell holds up no free act": (FAR, MAGE, {"otis": WALK, "sneak": CAST}, dice(2, 5)),
    "a move holds up no waiting": (FAR, SNEAK, {"sneak": {"action": "E", "how": "move", "to": [50, 20]}}, dice(6, 1)),
    "a task holds up no blow": (ORC, SNEAK, {"otis": STRIKE, "sneak": TASK}, dice(2, 5)),
    "a stranger's die is nobody's segment": (FAR, STRANGER, {"otis": WALK}, dice(3, 1, 6)),
    "nobody ties with a stranger": (FAR, STRANGER, {"otis": WALK, "tenser": WALK}, dice(3, 1, 3)),
    "flight leads away from those in sight": (
        FAR, change_stat_block(SNEAK, position=(0, 200)), {"otis": {"action": "A", "avoid": "flee"}}, dice(3, 4),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_the_others_are_shown_the_same(name: str) -> None:
    foe, lurker, orders, faces = CASES[name]
    without, with_it = shown_with_and_without("addict", [OTIS, TENSER, foe], lurker, orders, faces)
    assert with_it == without


def test_a_special_initiative_die_of_a_hidden_combatant_is_not_the_side_s() -> None:
    eye = change_stat_block(SNEAK, initiative_die=8)
    option = {"addict.spectator_mixed": "side-d8"}
    without, with_it = shown_with_and_without("addict", [OTIS, ORC], eye, {}, dice(3, 4), options=option)
    assert with_it == without


# Surprise.

AMONG: Mapping[str, tuple[StatBlock, FACES]] = {
    "an elf lessens no chance": (change_stat_block(SNEAK, surprised=Odds(1, 6)), {("surprise", "foes"): (2,)}),
    "one in percent changes no die": (change_stat_block(SNEAK, surprised=Odds(10, 100)), {("surprise", "foes"): (2,)}),
    "a stranger is subtracted from nobody": (STRANGER, {("surprise", "party"): (2,), ("surprise", "foes"): (1,)}),
    "a stranger alone surprised plays no segment": (STRANGER, {("surprise", "strangers"): (2,)}),
    "its own delay adds no segment": (
        change_stat_block(SNEAK, reaction=-3), {("surprise", "foes"): (2,), ("surprise", "party"): (6,)},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", AMONG)
def test_surprise_is_as_without_it(name: str) -> None:
    lurker, faces = AMONG[name]
    how = {("surprise", "party"): (6,), ("surprise", "foes"): (6,), ("surprise", "strangers"): (6,), **faces}
    without, with_it = shown_with_and_without("addict", [OTIS, ORC], lurker, {}, how, start="surprise", rounds=2)
    assert with_it == without


def test_an_ambush_of_hidden_foes_alone_surprises_still() -> None:
    faces: FACES = {("surprise", "party"): (2,), ("surprise", "foes"): (6,)}
    _, shown = shown_with_and_without("addict", [OTIS], SNEAK, {}, faces, start="surprise")
    assert [(each.side, each.segments) for each in shown if isinstance(each, e.SideSurprised)] == [("party", 2)]


def test_morale_is_that_of_those_who_have_been_met() -> None:
    coward = change_stat_block(SNEAK, morale=1)
    how = {"answers": {"opening_morale": {"choice": "yes"}}, "start": "encounter", "rounds": 2}
    faces: FACES = {("morale", "foes"): (40,), ("surprise", "party"): (6,), ("surprise", "foes"): (6,)}
    steady = change_stat_block(ORC, morale=50)
    without, with_it = shown_with_and_without("addict", [OTIS, steady], coward, {}, faces, **how)  # type: ignore[arg-type]
    assert with_it == without


def test_bugbears_surprise_as_without_a_hidden_ally_who_is_slower() -> None:
    faces: FACES = {("surprise", "party"): (3,), ("surprise", "foes"): (6,)}
    bugbear = change_stat_block(ORC, surprises=Odds(3, 6))
    without, with_it = shown_with_and_without("addict", [OTIS, bugbear], SNEAK, {}, faces, start="surprise", rounds=2)
    assert with_it == without


def test_who_closes_has_no_blow_for_a_hidden_charger() -> None:
    far = change_stat_block(SNEAK, position=(9000, 0))
    orders: Orders = {
        "otis": {"action": "E", "how": "close", "target": "orc"},
        "sneak": {"action": "E", "how": "charge", "target": "otis", "weapon": "sword"},
    }
    log = hand([OTIS, FAR, far], orders, dice(3, 4), ruleset="addict").play_round()
    built = next(event for event in log if isinstance(event, e.AgendaChanged))
    assert [deed.targets for deed in built.deeds if deed.who == "otis"] == [("orc",)]
