"""Regeneration: what comes back at the end of a round, by whose word, and what does not."""

import pytest

from rules.kernel import events as e
from rules.kernel.stat_block import Regeneration
from rules.kernel.state import OpenQuestion
from rules.procedures.adnd.proposals import build_effect_info
from rules.reference import list_monsters
from rules.scenarios import ScenarioRun
from rules.statblocks import BadEntry, build_stat_blocks
from tests.any_procedure import ANY, FAMILY
from tests.procedures.adnd.duel import DUEL
from tests.rules.fights import declare, error_of, roll, ruling, run

FIELD = f"""{DUEL}level = 9
hp = 90
weapons = [{{ id = "blade", damage = "10", speed_factor = 5 }}]
[[combatant]]
id = "it"
name = "Troll"
side = "foes"
monster = "troll"
hp = 30
"""
STRUCK = (declare("otis", "G", "it"), declare("it", "C"), roll("to_hit", "otis", 20))
OWN = 'regenerates = { points = 3, spares = ["fire"], revives = true }\n'
APPLY = '[[answer]]\nround = 1\nquestion = "effect"\nwho = "dm"\nchoice = "apply"\n'


def fight(*more: str, effects: str = "auto", own: str = OWN, field: str = FIELD) -> ScenarioRun:
    head = f'effects = "{effects}"\n' if effects else ""
    return run(*STRUCK, *more, field=f"{head}{field}{own}")


def list_healed(played: ScenarioRun) -> list[tuple[int, int, str]]:
    return [(each.round, each.amount, each.working) for each in played.events if isinstance(each, e.Healed)]


def test_points_come_back_at_the_end_of_the_round_with_their_arithmetic() -> None:
    assert list_healed(fight()) == [(1, 3, "regeneration: 20 +3 = 23")]


@pytest.mark.parametrize("ruleset", FAMILY)
def test_every_procedure_of_the_family_has_it(ruleset: str) -> None:
    assert list_healed(fight(field=FIELD.replace(f'"{ANY}"', f'"{ruleset}"')))


def test_they_come_back_only_as_often_and_as_far_as_there_are_wounds() -> None:
    more = [declare("otis", "C", round=round) for round in range(2, 6)]
    assert [amount for _, amount, _ in list_healed(fight(*more))] == [3, 3, 3, 1]


def test_a_troll_waits_for_three_rounds_after_its_first_wound() -> None:
    more = [declare("otis", "C", round=round) for round in range(2, 6)]
    assert [round for round, _, _ in list_healed(fight(*more, own=""))] == [4, 5]


def test_a_file_that_says_nothing_of_effects_has_none_of_the_tables() -> None:
    more = [declare("otis", "C", round=round) for round in range(2, 6)]
    assert list_healed(fight(*more, effects="", own="")) == []


def test_the_dm_is_asked_once_for_all_and_applies_it_in_one_press() -> None:
    field = FIELD.replace('monster = "troll"', 'monster = "troll"\ncount = 2').replace('id = "it"', 'id = "troll"')
    hurt = [ruling(f"troll-{number}", "hp", "value = 12", "segment = 1") for number in (1, 2)]
    head = f'effects = "ask"\n{field}{OWN}'
    plain = run(declare("otis", "C"), *hurt, field=head)
    [asked] = [each for each in plain.events if isinstance(each, e.Asked) and each.question == "effect"]
    assert list_healed(plain) == []
    info = build_effect_info(plain.state, OpenQuestion("1", 0, "effect", "dm", asked.facts))
    assert info is not None
    assert info.detail == "Regeneration: Troll 1 regains 3 (12 to 15); Troll 2 regains 3 (12 to 15)."
    applied = run(declare("otis", "C"), *hurt, APPLY, field=head)
    assert [amount for _, amount, _ in list_healed(applied)] == [3, 3]


def test_the_dm_may_give_another_number() -> None:
    answer = APPLY.replace('"apply"', '{ changes = [{ who = "it", what = "regains", value = 1 }] }')
    assert [amount for _, amount, _ in list_healed(fight(answer, effects="ask"))] == [1]
    wrong = answer.replace("value = 1 ", "value = 0 ")
    assert "hit points" in error_of(*STRUCK, wrong, field=f'effects = "ask"\n{FIELD}{OWN}', playing=True)


def test_the_slain_rise_when_enough_has_come_back() -> None:
    more = [declare("otis", "C", round=round) for round in (2, 3)]
    field = FIELD.replace("hp = 30", "hp = 10") + OWN + '[[combatant]]\nid = "orc"\nside = "foes"\nmonster = "orc"\n'
    played = fight(*more, ruling("it", "dead", "segment = 10"), own="", field=field)
    assert [amount for _, amount, _ in list_healed(played)] == [3, 3, 3]
    assert [each.effect for each in played.events if isinstance(each, e.EffectEnded)] == ["dead"]
    assert played.state.combatants["it"].able


def test_a_monster_of_the_dm_may_have_its_own_and_wrong_values_are_named() -> None:
    entry: dict[str, object] = {"id": "it", "side": "foes", "hd": "2"}
    built = build_stat_blocks({**entry, "regenerates": {"points": 2, "after": 1}})[0]
    assert built.powers.regeneration == Regeneration(2, 1)
    for key, value in {"points": -1, "after": "soon", "spares": [{}], "revives": "yes"}.items():
        with pytest.raises(BadEntry) as refused:
            build_stat_blocks({**entry, "regenerates": {"points": 2, key: value}})
        assert refused.value.key == f"regenerates.{key}"


def test_the_table_says_how_sure_it_is() -> None:
    found = {each.id: each.regeneration for each in list_monsters() if each.regeneration is not None}
    assert set(found) == {"troll", "vampire", "ogre_mage"}
    for each in found.values():
        assert each.source.startswith("MM, ")
        assert each.confidence in ("high", "medium", "low")
    assert found["troll"].describe() == (
        "3 hit points a round, from 3 rounds after the first wound; not after fire or acid; even when dead"
    )
