"""Dice: pure functions of a committed seed, and fair."""

import hashlib
from itertools import pairwise
from random import Random

import pytest

from rules.kernel.dice import DiceError, KeyedDice, build_typed_roll, commit_to_seed, draw_face
from rules.kernel.effects import Roll

DICE = KeyedDice("the open seed", "the hidden seed")
TO_HIT = Roll("to_hit", "otis", 1, 20)

BOUNDS = {2: 13, 4: 19, 6: 23, 8: 27, 10: 31, 12: 34, 20: 46, 100: 152}
"""Chi-square that fair dice of so many sides exceed less than once in two thousand trials."""


PINNED = [1, 5, 6, 5, 2, 2, 1, 4, 1, 2, 6, 5]


@pytest.mark.parametrize("sides", list(BOUNDS))
def test_every_face_is_as_likely_as_any_other(sides: int) -> None:
    throws = 200 * sides
    seen = [0] * sides
    for n in range(throws):
        seen[draw_face("fair", ("to_hit", "otis", sides, n)) - 1] += 1
    assert sum((each - 200) ** 2 / 200 for each in seen) < BOUNDS[sides]


@pytest.mark.parametrize("sides", [6, 20])
def test_one_face_says_nothing_of_the_next(sides: int) -> None:
    faces = [draw_face("apart", ("damage", "orc", sides, n)) for n in range(100 * sides * sides)]
    pairs = [0] * (sides * sides)
    for one, other in pairwise(faces):
        pairs[(one - 1) * sides + other - 1] += 1
    cells = sides * sides
    chi_square = sum((each - 100) ** 2 / 100 for each in pairs)
    assert chi_square < cells + 4 * (2 * cells) ** 0.5


def test_seeds_purposes_and_people_have_dice_of_their_own() -> None:
    keys = [("to_hit", "otis", 20, 0), ("damage", "otis", 20, 0), ("to_hit", "orc", 20, 0), ("to_hit", "otis", 19, 0)]
    streams = [tuple(draw_face("s", (*key[:3], n)) for n in range(20)) for key in keys]
    streams.append(tuple(draw_face("t", ("to_hit", "otis", 20, n)) for n in range(20)))
    assert len(set(streams)) == 5


def test_the_order_of_asking_never_matters() -> None:
    rolls = [(Roll(purpose, who, 1, 20), n) for purpose in ("to_hit", "damage") for who in "abc" for n in range(5)]
    shuffled = Random(1).sample(rolls, len(rolls))
    assert {each: DICE.draw(*each).faces for each in rolls} == {each: DICE.draw(*each).faces for each in shuffled}


def test_several_dice_at_once_are_those_that_come_one_by_one() -> None:
    together = DICE.draw(Roll("damage", "otis", 4, 6), 3).faces
    assert together == tuple(DICE.draw(Roll("damage", "otis", 1, 6), n).total for n in range(3, 7))


def test_hidden_rolls_come_from_the_dms_seed() -> None:
    hidden = [DICE.draw(Roll("morale", "foes", 1, 100, hidden=True), n).total for n in range(10)]
    assert hidden == [draw_face("the hidden seed", ("morale", "foes", 100, n)) for n in range(10)]
    assert hidden != [DICE.draw(Roll("morale", "foes", 1, 100), n).total for n in range(10)]


def test_a_commitment_is_the_sha256_of_the_seed_that_is_revealed() -> None:
    assert DICE.get_commitments()[0] == hashlib.sha256(DICE.reveal_seed().encode()).hexdigest()
    assert DICE.get_commitments() == (commit_to_seed("the open seed"), commit_to_seed("the hidden seed"))


def test_the_hidden_seed_is_not_what_is_shown_at_the_close() -> None:
    assert DICE.reveal_seed() == "the open seed"


def test_a_face_can_be_worked_out_again_from_the_seed() -> None:
    rolled = DICE.draw(TO_HIT, 2)
    assert rolled.faces == (draw_face(DICE.reveal_seed(), ("to_hit", "otis", 20, 2)),)
    assert (rolled.source, rolled.first, rolled.dice) == ("seed", 2, "1d20")


@pytest.mark.parametrize("faces", [(0,), (21,), (-1,), (), (3, 4)])
def test_nobody_types_what_the_dice_cannot_show(faces: tuple[int, ...]) -> None:
    with pytest.raises(DiceError):
        build_typed_roll(TO_HIT, faces, 0)


def test_typed_faces_say_where_they_came_from() -> None:
    rolled = build_typed_roll(Roll("damage", "otis", 2, 6), (2, 5), 4)
    assert (rolled.faces, rolled.total, rolled.source, rolled.first) == ((2, 5), 7, "typed", 4)


def test_anybody_can_work_out_a_face_with_a_hash_and_a_remainder() -> None:
    digest = hashlib.blake2b(b"pinned|initiative|party|6|3|0", digest_size=8).digest()
    assert draw_face("pinned", ("initiative", "party", 6, 3)) == int.from_bytes(digest, "big") % 6 + 1


def test_faces_of_a_seed_do_not_change_from_one_version_to_the_next() -> None:
    assert [draw_face("pinned", ("initiative", "party", 6, n)) for n in range(12)] == PINNED
