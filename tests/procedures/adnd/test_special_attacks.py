"""Special attacks: what a hit asks besides damage, and a scenario file for each kind."""

from collections.abc import Mapping

import pytest

from rules.kernel import events as e
from rules.kernel.stat_block import SpecialAttack
from rules.kernel.state import OpenQuestion
from rules.kernel.terms import Save
from rules.procedures.adnd.proposals import build_effect_info
from rules.reference import list_monsters, lookup_monster
from rules.scenarios import ScenarioRun
from rules.scenarios.library import find_scenario_files
from rules.statblocks import BadEntry, build_stat_blocks
from tests.procedures.adnd.duel import DUEL
from tests.rules.fights import declare, roll, run

MONSTERS = {each.id: each for each in list_monsters() if each.on_hit}
SHOWN = [name.rpartition("/")[2].removesuffix(".toml") for name in find_scenario_files() if "/specials/" in name]

FIELD = f"""{DUEL}race = "elf"
level = 2
hp = 60
ac = 10
[[combatant]]
id = "it"
side = "foes"
hp = 60
"""


def bite(monster: str, *more: str, effects: str = "ask", face: int = 1) -> ScenarioRun:
    head = f'effects = "{effects}"\n' if effects else ""
    saves = [roll("saving_throw", "otis", face)] if face > 1 else []
    hit = [declare("it", "G", "otis"), declare("otis", "C"), roll("to_hit", "it", 20)]
    return run(*hit, *saves, *more, field=f'{head}{FIELD}monster = "{monster}"\n')


def list_events(played: ScenarioRun, kind: type[e.Event]) -> list[e.Event]:
    return [each for each in played.events if isinstance(each, kind)]


@pytest.mark.parametrize("id", MONSTERS)
def test_the_table_names_a_blow_that_the_monster_has_and_says_how_sure_it_is(id: str) -> None:
    monster = lookup_monster(id)
    for special in monster.on_hit:
        assert special.blow in ("", *(each.name for each in monster.attack.routine))
        assert special.source.startswith("MM, ")
        assert special.confidence in ("high", "medium", "low")
        assert special.begins or special.levels


def test_every_kind_has_a_scenario_file() -> None:
    kinds = {special.name.replace(" ", "_") for each in MONSTERS.values() for special in each.on_hit}
    assert not SHOWN or kinds <= set(SHOWN)


def test_a_file_that_says_nothing_of_effects_has_the_damage_alone() -> None:
    assert list_events(bite("giant_spider", effects=""), e.SavedOrNot) == []
    assert list_events(bite("giant_spider", face=2), e.SavedOrNot) != []


def test_a_save_that_is_made_asks_nothing_and_one_that_fails_asks_the_dm() -> None:
    asked = [
        [
            each
            for each in list_events(bite("giant_spider", face=face), e.Asked)
            if getattr(each, "question", "") == "effect"
        ]
        for face in (20, 2)
    ]
    assert [len(each) for each in asked] == [0, 1]
    assert list_events(bite("giant_spider", face=2), e.EffectBegan) == []


def test_the_proposal_names_what_follows() -> None:
    played = bite("giant_spider", face=2)
    [asked] = [each for each in played.events if isinstance(each, e.Asked) and each.question == "effect"]
    info = build_effect_info(played.state, OpenQuestion("1", 0, "effect", "dm", asked.facts))
    assert info is not None
    assert (info.title, info.detail) == ("Your ruling on poison", "Poison: dead: Otis.")
    assert info.acts[0].answer == {"changes": [{"who": "otis", "what": "dead"}]}


def test_the_last_level_lost_is_death() -> None:
    begun = [each for each in bite("wight", effects="auto").events if isinstance(each, e.EffectBegan)]
    assert [each.effect for each in begun] == ["level drained"]
    begun = [each for each in bite("spectre", effects="auto").events if isinstance(each, e.EffectBegan)]
    assert [each.effect for each in begun] == ["dead"]


def test_a_race_may_be_spared() -> None:
    assert list_events(bite("ghoul", effects="auto"), e.SavedOrNot) == []
    assert list_events(bite("ghast", effects="auto"), e.SavedOrNot) != []


def test_a_number_added_to_the_save_stands_in_its_working() -> None:
    plain, easier = (list_events(bite(each), e.SavedOrNot)[0] for each in ("giant_spider", "large_spider"))
    assert isinstance(plain, e.SavedOrNot)
    assert isinstance(easier, e.SavedOrNot)
    assert (plain.needed - easier.needed, easier.working) == (2, "poison +2")


def build(**on_hit: object) -> SpecialAttack:
    entry: Mapping[str, object] = {"id": "it", "side": "foes", "hd": "2", "on_hit": [on_hit]}
    return build_stat_blocks(entry)[0].powers.on_hit[0]


def test_a_monster_of_the_dm_may_have_its_own() -> None:
    built = build(name="cold touch", save="spell", save_by=-1, begins="chilled", until="1d4 rounds")
    assert built == SpecialAttack("cold touch", save=Save.SPELL, save_by=-1, begins="chilled", until="1d4 rounds")
    assert built.describe() == "cold touch: save at -1 or chilled for 1d4 rounds"


@pytest.mark.parametrize(
    ("key", "value"),
    [("name", "Poison!"), ("save", "luck"), ("until", "long"), ("levels", 99), ("begins", 3), ("spares", [{}])],
)
def test_a_wrong_value_is_an_error_that_names_it(key: str, value: object) -> None:
    with pytest.raises(BadEntry) as refused:
        build(**{"name": "poison", "begins": "dead", key: value})
    assert refused.value.key == f"on_hit.{key}"
