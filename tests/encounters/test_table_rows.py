"""The rows of the table screen's strip: all fit, and the idle of many share one."""

import pytest

from encounters.screens.strip import Lane, Mark, MarkKind, MarkState
from encounters.screens.strip.table_rows import ROOM, merge_rows, share_height
from encounters.screens.tokens import Token

OTIS, ORC = Token("party", "O"), Token("foes", "1")


def make_lanes(*, party: int = 0, foes: int = 0, struck: int = 0) -> list[Lane]:
    """Return lanes, so many of the foes with a blow, each in a later segment than the last."""
    own = [Lane(f"Otis {n + 1}", OTIS, who=(f"otis-{n + 1}",)) for n in range(party)]
    blows = [(Mark(MarkKind.BLOW, MarkState.DONE, str(n + 1), str(n + 1), "spear"),) for n in range(struck)]
    marks = [*blows, *[()] * (foes - struck)]
    return own + [Lane(f"Orc {n + 1}", ORC, marks=marks[n], who=(f"orc-{n + 1}",)) for n in range(foes)]


@pytest.mark.parametrize(("foes", "struck"), [(0, 0), (4, 0), (4, 4), (10, 3), (10, 10), (26, 0), (26, 13), (26, 26)])
def test_all_rows_have_room(foes: int, struck: int) -> None:
    heights = share_height(merge_rows(make_lanes(party=4, foes=foes, struck=struck)))
    assert sum(heights) <= ROOM
    assert min(heights) >= 27


def test_an_idle_row_is_lower_than_one_with_marks() -> None:
    assert share_height(make_lanes(party=1, foes=2, struck=1)) == [27, 48, 27]


def test_rows_keep_the_same_height_while_nobody_has_acted() -> None:
    assert share_height(make_lanes(party=1, foes=2)) == [48, 48, 48]


def test_few_rows_stay_apart() -> None:
    lanes = make_lanes(party=4, foes=10)
    assert list(merge_rows(lanes)) == lanes


def test_the_idle_of_a_side_share_a_row_of_names() -> None:
    rows = merge_rows(make_lanes(party=4, foes=12, struck=2))
    assert [row.name for row in rows[:6]] == ["Otis 1", "Otis 2", "Otis 3", "Otis 4", "Orc 1", "Orc 2"]
    assert rows[6].others == ", ".join(f"Orc {n}" for n in range(3, 13))
    assert rows[6].who == tuple(f"orc-{n}" for n in range(3, 13))


def test_where_too_many_have_acted_those_who_did_so_last_keep_their_rows() -> None:
    rows = merge_rows(make_lanes(party=4, foes=30, struck=30))
    assert [row.name for row in rows[4:-1]] == [f"Orc {n}" for n in range(23, 31)]


def test_a_row_names_as_many_as_have_room_and_counts_the_others() -> None:
    rows = merge_rows(make_lanes(foes=40))
    named, _, more = rows[-1].others.rpartition(" and ")
    assert int(more.removesuffix(" more")) + named.count(",") + 1 == 40
