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


def test_those_on_one_place_are_drawn_in_rows() -> None:
    orcs = [MapCombatant(f"Orc {n}", Token("foes", str(n)), (1000, 2050)) for n in range(1, 6)]
    spots = BattleMap(tuple(orcs)).spots
    assert len({spot.y for spot in spots}) == 2
    assert len({(spot.x, spot.y) for spot in spots}) == 5


def test_a_range_is_a_ring_in_feet() -> None:
    assert BattleMap((OTIS,), range_ring=((100, 200), 2500)).ring == ("1", "2", "25")


def test_tokens_grow_with_the_field_so_that_they_can_be_read() -> None:
    assert float(BattleMap((OTIS, ORC)).scale) > float(BattleMap((OTIS,)).scale)


def test_feet_have_no_more_digits_than_they_need() -> None:
    assert [to_units(1250), to_units(1200), to_units(1)] == ["12.5", "12", "0.01"]


def test_a_name_stands_beneath_its_sign() -> None:
    assert [spot.anchor for spot in BattleMap((OTIS, ORC)).spots] == ["middle", "middle"]


def test_names_of_neighbours_are_written_away_from_each_other() -> None:
    near = MapCombatant("Orc", Token("foes", "1"), (1300, 2050))
    assert [spot.anchor for spot in BattleMap((OTIS, near)).spots] == ["end", "start"]
