"""The field from above is drawn in feet and holds only who is given to it."""

from encounters.narration.names import to_units
from encounters.screens.battle_map.shapes import BattleMap, MapCombatant
from encounters.screens.battle_map.ways import Trail
from encounters.screens.tokens import Token

OTIS = MapCombatant("Otis", Token("party", "O"), (1000, 2050))
ORC = MapCombatant("Orc", Token("foes", "1"), (9000, 2050))


def frame(drawn: BattleMap) -> list[float]:
    return [float(each) for each in drawn.view_box.split()]


def test_places_are_drawn_in_feet() -> None:
    assert (OTIS.x, OTIS.y) == ("10", "20.5")


def test_the_frame_holds_every_combatant() -> None:
    left, top, width, height = frame(BattleMap((OTIS, ORC)))
    assert left < 10 < 90 < left + width
    assert top < 20.5 < top + height


def test_an_empty_field_is_still_a_field() -> None:
    assert frame(BattleMap(())) == [-20, -10, 40, 20]


def test_the_frame_holds_the_ways_that_were_gone() -> None:
    left, _, width, _ = frame(BattleMap((OTIS,), (Trail("foes", ((20000, 0), (1000, 0))),)))
    assert left + width > 200


def test_a_way_is_one_path() -> None:
    assert Trail("party", ((0, 0), (150, 200))).path == "M0 0L1.5 2"


def test_a_way_is_told_with_the_columns_in_which_it_led_where() -> None:
    way = Trail("foes", ((7000, 0), (5800, 50), (4400, 0)), ticks=(((5800, 50), "1"),), who="Orc 2")
    assert way.words == "Orc 2 came from 70, 0, by 58, 0.5 (1)"
    assert Trail("foes", ((7000, 0), (4400, 0))).words == ""


def test_the_party_is_drawn_above_its_foes_and_who_is_down_beneath_all() -> None:
    down = MapCombatant("Tenser", Token("party", "T"), (0, 0), down=True)
    asked = MapCombatant("Orc 2", Token("foes", "2"), (0, 0), asked=True)
    layers = BattleMap((OTIS, asked, down, ORC)).layers
    assert [(number, spot.combatant.name) for number, spot in layers] == [
        (3, "Tenser"),
        (4, "Orc"),
        (1, "Otis"),
        (2, "Orc 2"),
    ]


def test_a_range_is_a_ring_in_feet() -> None:
    assert BattleMap((OTIS,), range_ring=((100, 200), 2500)).ring == ("1", "2", "25")


def test_tokens_grow_with_the_field_so_that_they_can_be_read() -> None:
    assert float(BattleMap((OTIS, ORC)).scale) > float(BattleMap((OTIS,)).scale)


def test_feet_have_no_more_digits_than_they_need() -> None:
    assert [to_units(1250), to_units(1200), to_units(1)] == ["12.5", "12", "0.01"]
