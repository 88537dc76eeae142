"""Scripted dice: faces come by round, purpose and roller, in order, and all are used."""

import pytest

from rules.kernel.effects import Roll
from rules.scenarios import ScenarioError
from rules.scenarios.dice import ScriptedDice, find_left_over_error
from tests.rules.fights import FIELD, fight, line_of, roll


def dice(*rolls: str, round: int = 1, field: str = FIELD) -> ScriptedDice:
    return ScriptedDice(fight(*rolls, field=field), round)


def to_hit(by: str = "otis") -> Roll:
    return Roll("to_hit", by, 1, 20)


def test_a_scripted_face_is_shown_and_says_where_it_came_from() -> None:
    rolled = dice(roll("to_hit", "otis", 17)).draw(to_hit(), 0)
    assert (rolled.faces, rolled.source, rolled.first) == ((17,), "scripted", 0)


def test_several_rolls_of_one_kind_are_taken_in_order() -> None:
    scripted = dice(roll("to_hit", "otis", 17, 4), roll("to_hit", "otis", 9))
    assert [scripted.draw(to_hit(), n).faces for n in range(3)] == [(17,), (4,), (9,)]


def test_a_roll_of_several_dice_takes_several_faces() -> None:
    scripted = dice(roll("damage", "otis", 1, 2, 3), roll("damage", "otis", 4))
    assert [scripted.draw(Roll("damage", "otis", 2, 6), n).faces for n in (0, 2)] == [(1, 2), (3, 4)]


def test_a_face_asked_for_again_is_the_same() -> None:
    scripted = dice(roll("to_hit", "otis", 17, 4))
    assert scripted.draw(to_hit(), 0) == scripted.draw(to_hit(), 0)
    assert scripted.draw(to_hit(), 1).faces == (4,)


def test_faces_of_another_round_stay_where_they_are() -> None:
    assert dice(roll("to_hit", "otis", 17, round=2)).draw(to_hit(), 0).faces == (1,)
    assert dice(roll("to_hit", "otis", 17, round=2), round=2).draw(to_hit(), 0).faces == (17,)


def test_a_count_may_stand_for_each_of_its_members() -> None:
    scripted = dice(roll("to_hit", "orc", 12, 13), roll("to_hit", "orc-2", 14))
    assert [scripted.draw(to_hit(who), 0).faces for who in ("orc-1", "orc-2")] == [(12,), (14,)]
    assert scripted.list_left_over()[0][1] == 1


def test_a_side_may_stand_for_each_of_its_members() -> None:
    scripted = dice(roll("morale", "foes", 40, 50), roll("to_hit", "foes", 20), roll("to_hit", "orc-2", 14))
    assert scripted.draw(Roll("morale", "orc-1", 1, 100), 0).faces == (40,)
    assert scripted.draw(Roll("morale", "foes", 1, 100), 0).faces == (50,)
    assert [scripted.draw(to_hit(who), 0).faces for who in ("orc-2", "orc-1")] == [(14,), (20,)]


def test_a_member_may_stand_for_a_count_or_side_only_where_it_is_all_of_it() -> None:
    of_one = FIELD.replace('id = "tenser"\nside = "party"', 'id = "tenser"\nside = "hirelings"')
    alone = dice(roll("initiative", "otis", 4), field=of_one)
    assert alone.draw(Roll("initiative", "party", 1, 6), 0).faces == (4,)
    of_many = dice(roll("initiative", "orc-1", 4))
    assert of_many.draw(Roll("initiative", "foes", 1, 6), 0).faces == (1,)


def test_an_entry_without_a_roller_is_for_anyone() -> None:
    scripted = dice('[[roll]]\nround = 1\npurpose = "distance"\nfaces = [3]')
    assert scripted.draw(Roll("distance", "dm", 1, 6), 0).faces == (3,)


def test_an_entry_may_say_for_which_die_it_is() -> None:
    scripted = dice(roll("damage", "otis", 5) + "\nsides = 8", roll("damage", "otis", 2) + "\nsides = 4")
    assert scripted.draw(Roll("damage", "otis", 1, 4), 0).faces == (2,)
    assert scripted.draw(Roll("damage", "otis", 1, 8), 0).faces == (5,)


@pytest.mark.parametrize(("unscripted", "faces"), [("low", (1, 1)), ("high", (6, 6))])
def test_dice_that_nobody_scripted_show_their_extreme(unscripted: str, faces: tuple[int, int]) -> None:
    scripted = dice(field=FIELD.replace('"low"', f'"{unscripted}"'))
    assert scripted.draw(Roll("damage", "otis", 2, 6), 0).faces == faces


def test_a_seed_gives_the_dice_that_nobody_scripted() -> None:
    seeded = FIELD.replace('unscripted = "low"', 'seed = "ford"')
    rolled = dice(roll("to_hit", "orc-1", 3), field=seeded).draw(to_hit(), 0)
    assert (rolled.source, rolled) == ("seed", dice(field=seeded).draw(to_hit(), 0))
    assert rolled.faces != dice(field=seeded, round=2).draw(to_hit(), 0).faces


def test_without_a_seed_the_dice_are_still_the_same_every_time() -> None:
    plain = FIELD.replace('unscripted = "low"\n', "")
    assert dice(field=plain).draw(Roll("damage", "otis", 9, 6), 0) == dice(field=plain).draw(
        Roll("damage", "otis", 9, 6), 0
    )


def test_a_round_commits_to_both_its_seeds() -> None:
    open_promise, dm_promise = dice().get_commitments()
    assert open_promise != dm_promise
    assert dice().reveal_seed() == "|1|1|open"


def test_a_die_has_no_more_faces_than_sides() -> None:
    script = roll("to_hit", "otis", 21)
    with pytest.raises(ScenarioError) as refused:
        dice(script).draw(to_hit(), 0)
    line = line_of("faces", script)
    assert str(refused.value) == (
        f'ford.toml:{line}: [[roll]] 1: "faces": to_hit by otis is rolled on a d20, which has no face 21'
    )


def test_a_roll_of_which_only_some_dice_are_scripted_is_refused() -> None:
    with pytest.raises(ScenarioError, match="damage by otis takes 2 faces, and 1 are left"):
        dice(roll("damage", "otis", 3)).draw(Roll("damage", "otis", 2, 6), 0)


def test_faces_left_over_are_named_with_their_line() -> None:
    scripted = dice(roll("to_hit", "otis", 17, 4, 5))
    scripted.draw(to_hit(), 0)
    assert str(find_left_over_error([scripted])).endswith(
        '[[roll]] 1: "faces": 2 faces are left over: otis rolls no more dice for to_hit'
    )


def test_nothing_left_over_is_no_error() -> None:
    scripted = dice(roll("to_hit", "otis", 17))
    scripted.draw(to_hit(), 0)
    assert find_left_over_error([scripted]) is None
