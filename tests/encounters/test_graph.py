"""The graph of precedences is drawn top to bottom."""

import pytest

from encounters.graph import Deed, Graph, Precedence
from encounters.screens.rulebook.playing import narrate_untold
from rules.kernel import events as e
from tests.rules.test_order import state


def deed(key: str) -> Deed:
    return Deed(key, f"Otis: {key}", "segment 1", "party")


def graph(*pairs: str, dropped: str = "", together: str = "") -> Graph:
    keys = sorted({key for pair in (*pairs, dropped, together) for key in pair})
    found = [Precedence(pair[0], pair[1], "SOME.1") for pair in pairs]
    if dropped:
        found.append(Precedence(dropped[0], dropped[1], "SOME.1", dropped=True))
    if together:
        found.append(Precedence(together[0], together[1], "SOME.1", together=True))
    return Graph([deed(key) for key in keys], found)


def rows(drawn: Graph) -> dict[str, int]:
    heights = sorted({box.y for box in drawn.boxes.values()})
    return {key: heights.index(box.y) for key, box in drawn.boxes.items()}


def test_what_comes_before_stands_above() -> None:
    assert rows(graph("ab", "bc")) == {"a": 0, "b": 1, "c": 2}


def test_what_nothing_precedes_stands_just_above_what_it_precedes() -> None:
    assert rows(graph("ab", "bc", "dc"))["d"] == 1


def test_a_deed_stands_under_the_one_before_it() -> None:
    boxes = graph("ac", "bd").boxes
    assert (boxes["c"].x, boxes["d"].x) == (boxes["a"].x, boxes["b"].x)


def test_no_two_boxes_share_a_place() -> None:
    boxes = graph("ad", "bd", "cd", "ae", "be").boxes
    assert len({(box.x, box.y) for box in boxes.values()}) == len(boxes)


def test_what_was_dropped_is_told_and_not_drawn() -> None:
    drawn = graph("ab", dropped="ba")
    assert len(drawn.arrows) == 1
    assert [(first, then) for _, first, then in drawn.dropped] == [("Otis: b", "Otis: a")]


@pytest.mark.parametrize(("together", "relation"), [(True, "together with"), (False, "before")])
def test_a_dropped_precedence_says_what_it_was(together: bool, relation: str) -> None:
    event = e.PrecedenceDropped(first="otis:1", then="orc:1", together=together)
    assert narrate_untold(state(), event, {}).endswith(f": otis:1 {relation} orc:1.")


def test_deeds_of_one_moment_stand_side_by_side() -> None:
    drawn = graph("ab", "ac", together="bc")
    assert rows(drawn) == {"a": 0, "b": 1, "c": 1}
    assert drawn.arrows[-1].path.startswith("M")


def test_a_circle_is_drawn_all_the_same() -> None:
    drawn = graph("ab", "bc", "ca")
    assert len(drawn.boxes) == len(drawn.arrows) == 3


def test_a_precedence_of_a_deed_that_is_not_shown_is_left_out() -> None:
    drawn = Graph([deed("a")], [Precedence("a", "z", "SOME.1")])
    assert drawn.arrows == []


def test_nothing_to_order_is_an_empty_drawing() -> None:
    assert Graph([], []).width > 0


def test_what_has_no_room_stands_in_a_row_below() -> None:
    found = [Precedence("a", key, "SOME.1") for key in "bcd"]
    drawn = Graph([deed(key) for key in "abcd"], found, across=2)
    assert rows(drawn) == {"a": 0, "b": 1, "c": 1, "d": 2}
    assert drawn.width <= 4 + 292 + 214 + 60


def test_a_reason_is_said_once_of_all_that_leave_one_deed() -> None:
    assert [arrow.said for arrow in graph("ab", "ac").arrows] == [True, False]
