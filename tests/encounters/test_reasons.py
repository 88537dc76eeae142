"""The reason why one deed comes before another, as a sentence."""

import re

import pytest

from encounters.narration.reasons import write_reason
from rules.kernel import events as e
from rules.kernel.apply import apply, fold
from rules.kernel.frozen import evolve
from rules.kernel.state import State
from rules.procedures.adnd.deed_types import Blow, Task
from rules.procedures.adnd.orders.spell import Cast, Completion
from rules.scenarios.library import find_scenario_files, load_library_script
from rules.scenarios.play import play_scenario
from tests.any_procedure import ANY, FAMILY
from tests.rules.players import opening, prepare_combatant, spear, spell, sword, weapon

CAST = [
    prepare_combatant("otis", "party", weapons=(sword(), spear(6))),
    prepare_combatant("orc", "foes", weapons=(sword(), spear(6)), spells=(spell(3),)),
]
STATE = fold([opening(CAST, ruleset=ANY)])
SWORD = Blow("otis:1", "otis", ("orc",), number=2, initiative=5, weapon="sword")
BACK = Blow("orc:1", "orc", ("otis",), number=4, initiative=3, weapon="spear")
SPELL = Completion("orc:spell", "orc", ("otis",), number=5, initiative=3, order=Cast("orc", ("otis",), spell="spell_3"))


def write(first: object, then: object, numbers: str, *, together: bool = False) -> str:
    return write_reason(STATE, first, then, numbers, together=together)  # type: ignore[arg-type]


def test_lengths_are_said_in_feet() -> None:
    assert write(BACK, SWORD, "600 > 400") == (
        "Orc’s spear, 6 ft, is longer than Otis’s sword, 4 ft. So Orc comes first."
    )
    assert write(SWORD, evolve(BACK, weapon="sword"), "400 = 400", together=True) == (
        "Otis’s sword and Orc’s sword are both 4 ft long. So both come at once."
    )


@pytest.mark.parametrize(("length", "words"), [(350, "3½ ft"), (125, "1¼ ft"), (75, "¾ ft"), (110, "1.1 ft")])
def test_parts_of_a_foot_have_their_signs(length: int, words: str) -> None:
    dagger = prepare_combatant("otis", "party", weapons=(weapon("dagger", length=length),))
    state = fold([opening([dagger, CAST[1]], ruleset=ANY)])
    told = write_reason(state, BACK, evolve(SWORD, weapon="dagger"), f"600 > {length}", together=False)
    assert told == f"Orc’s spear, 6 ft, is longer than Otis’s dagger, {words}. So Orc comes first."


def test_initiative_segments_and_speed_factors_are_named() -> None:
    assert write(SWORD, BACK, "5 > 3") == "Otis has 5 for initiative, more than Orc, 3. So Otis comes first."
    assert write(SWORD, SPELL, "2 < 5") == (
        "Otis (sword, Orc) is due in segment 2, earlier than Orc (spell on Otis), in 5. So Otis comes first."
    )
    assert write(SWORD, BACK, "5 < 6") == (
        "Otis’s sword, speed factor 5, is faster than Orc’s spear, 6. So Otis comes first."
    )


def test_of_other_numbers_nothing_is_claimed() -> None:
    assert write(SWORD, BACK, "1/2 | 1/1") == "Otis (sword, Orc) comes before Orc (spear, Otis)."
    assert write(SWORD, BACK, "77 > 3") == "Otis (sword, Orc) comes before Orc (spear, Otis)."
    assert write(SWORD, BACK, "", together=True) == "Otis (sword, Orc) and Orc (spear, Otis) come at once."


def test_two_deeds_of_one_combatant_are_in_its_order() -> None:
    drawn = Task("otis:task1", "otis", task="draw sword")
    assert write(drawn, SWORD, "1 < 2") == "Otis: first draw sword, then sword, Orc."


FILES = [name for id in FAMILY for name in list(find_scenario_files(id.partition("/")[0]))[::15]]


@pytest.mark.parametrize("name", [name for name in dict.fromkeys(FILES) if "/calls/" not in name])
def test_no_reason_of_the_library_shows_hundredths(name: str) -> None:
    state: State | None = None
    for event in play_scenario(load_library_script(name)).events:
        if isinstance(event, e.MomentBegan) and state is not None:
            deeds = {deed.id: deed for deed in (*state.pending, *state.done)}
            for each in event.because:
                if {each.deed, each.other} <= deeds.keys():
                    pair = deeds[each.deed], deeds[each.other]
                    told = write_reason(state, *pair, each.numbers, together=each.relation == "together")
                    assert re.findall(r"\b\d{3,}\b", told) == []
                    assert told.endswith(".")
        state = fold([event]) if state is None else apply(event, state)
