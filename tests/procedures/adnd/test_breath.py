"""Powers that a creature uses like a device: breath weapons and gazes."""

from collections.abc import Mapping

import pytest

from rules.kernel import events as e
from rules.kernel.stat_block import USER_HIT_POINTS, Device
from rules.kernel.terms import Save
from rules.reference import find_effect, list_monsters
from rules.scenarios import ScenarioRun
from rules.statblocks import BadEntry, build_stat_blocks
from tests.any_procedure import ANY, FAMILY
from tests.rules.fights import declare, roll, run

MONSTERS = {each.id: each for each in list_monsters() if each.innate}

FIELD = f"""
ruleset = "{ANY}"
unscripted = "low"
effects = "auto"
[encounter]
start = "melee"
distance_ft = 30
[[combatant]]
id = "otis"
side = "party"
class = "fighter"
level = 9
hp = 90
[[combatant]]
id = "jaroo"
side = "party"
class = "cleric"
level = 9
hp = 90
[[combatant]]
id = "it"
side = "foes"
monster = "dragon_white"
hp = 31
"""


def breathe(*more: str, power: str = "breath", field: str = FIELD) -> ScenarioRun:
    order = declare("it", "D", "", f'device = "{power}"', 'target = ["otis", "jaroo"]')
    waits = (declare("otis", "C"), declare("jaroo", "C"))
    return run(order, *waits, roll("saving_throw", "otis", 20), *more, field=field)


def list_harm(played: ScenarioRun) -> list[tuple[str, int, str]]:
    return [(each.who, each.amount, each.working) for each in played.events if isinstance(each, e.Damaged)]


@pytest.mark.parametrize("ruleset", FAMILY)
def test_a_breath_does_as_much_as_there_are_hit_points_and_half_to_those_who_save(ruleset: str) -> None:
    played = breathe(field=FIELD.replace(f'"{ANY}"', f'"{ruleset}"'))
    assert list_harm(played) == [
        ("otis", 15, "31 hit points left, halved"),
        ("jaroo", 31, "31 hit points left"),
    ]
    columns = dict(played.state.combatants["jaroo"].stat_block.defence.saves)
    [needed] = [each.needed for each in played.events if isinstance(each, e.SavedOrNot) and each.who == "jaroo"]
    assert needed == columns[Save.BREATH]


@pytest.mark.parametrize(
    ("otis", "jaroo", "caught"),
    [
        ((0, 0), (0, 5), ["otis", "jaroo"]),
        ((0, 0), (0, 14), ["otis"]),
        ((20, 3), (20, 5), ["otis"]),
        ((-41, 0), (40, 0), []),
    ],
)
def test_a_breath_at_a_place_catches_everybody_in_its_cone(
    otis: tuple[int, int], jaroo: tuple[int, int], caught: list[str]
) -> None:
    field = FIELD
    for who, place in (("otis", otis), ("jaroo", jaroo), ("it", (30, 0))):
        field = field.replace(f'id = "{who}"\n', f'id = "{who}"\nposition = {list(place)}\n')
    order = declare("it", "D", "", 'device = "breath"', "to = [0, 0]")
    played = run(order, declare("otis", "C"), declare("jaroo", "C"), field=field)
    assert [who for who, _, _ in list_harm(played)] == caught


def test_its_uses_are_counted() -> None:
    assert breathe().state.combatants["it"].charges == {"breath": 2}


def test_a_gaze_asks_what_follows_where_the_save_fails() -> None:
    played = breathe(power="gaze_petrifying", field=FIELD.replace("dragon_white", "basilisk"))
    assert [(each.who, each.effect) for each in played.events if isinstance(each, e.EffectBegan)] == [
        ("jaroo", "petrified")
    ]
    assert not played.state.combatants["jaroo"].present


def test_a_file_that_says_nothing_of_effects_has_none_of_the_tables() -> None:
    plain = FIELD.replace('effects = "auto"\n', "")
    assert run(declare("it", "C"), field=plain).state.combatants["it"].stat_block.gear.devices == ()


@pytest.mark.parametrize("id", MONSTERS)
def test_the_table_says_what_a_power_does_and_how_sure_it_is(id: str) -> None:
    for power in MONSTERS[id].innate:
        assert power.innate is not None
        assert power.innate.source.startswith("MM, ")
        assert power.innate.confidence in ("high", "medium", "low")
        assert power.damage is not None or find_effect(power.id) is not None
        assert power.save in ("half", "negates")


def build(**power: object) -> Device:
    entry: Mapping[str, object] = {"id": "it", "side": "foes", "hd": "2", "innate": [power]}
    return build_stat_blocks(entry)[0].gear.devices[0]


def test_a_monster_of_the_dm_may_have_its_own() -> None:
    built = build(id="spit", damage="2d4", save="half", element="acid", area="one creature")
    assert (built.name, built.damage, built.save_column, built.attack) == ("Spit", "2d4", Save.BREATH, True)
    assert build(id="roar", damage="hit points").damage == USER_HIT_POINTS
    entry = {"id": "it", "side": "foes", "hd": "2", "innate": [{"id": "spit", "damage": "2", "uses": 4}]}
    assert build_stat_blocks(entry)[0].gear.charges == (("spit", 4),)


def test_a_shape_has_its_measures() -> None:
    built = build(id="spit", damage="2", shape="cone", length_ft=30, width_ft=10).innate
    assert built is not None
    assert (built.length, built.width, built.area) == (3000, 1000, "cone 30 by 10 feet")
    with pytest.raises(BadEntry):
        build(id="spit", damage="2", shape="cone")


@pytest.mark.parametrize(
    ("key", "value"), [("save", "luck"), ("save_column", "luck"), ("damage", "much"), ("uses", -1)]
)
def test_a_wrong_value_is_an_error_that_names_it(key: str, value: object) -> None:
    with pytest.raises(BadEntry) as refused:
        build(**{"id": "breath", key: value})
    assert refused.value.key == f"innate.{key}"
