"""The marks of a strip: their places, and what is said of them."""

from itertools import pairwise

import pytest

from encounters.screens.strip import TABLE, Lane, Mark, MarkKind, MarkState, Strip, StripColumn, list_segments
from encounters.screens.strip.drawing import Placed
from encounters.screens.tokens import Token

OTIS, ORC = Token("party", "O"), Token("foes", "1")


def spell(state: MarkState, begin: str | None = "2", end: str | None = "5", **more: str) -> Mark:
    return Mark(MarkKind.SPELL, state, begin, end, "web", **more)  # type: ignore[arg-type]


def strip(*marks: Mark, now: str | None = "3", over: bool = False, surprise: int = 0) -> Strip:
    return Strip("Round 1", list_segments(surprise), (Lane("Otis", OTIS, marks=marks),), now=now, over=over)


def placed(mark: Mark, now: str | None = "3", surprise: int = 0) -> Placed:
    return strip(mark, now=now, surprise=surprise).placed[0]


def told(*marks: Mark, now: str | None = "3") -> dict[str, str]:
    return {sentence.label: sentence.text for sentence in strip(*marks, now=now).sentences}


def test_ten_segments_are_a_tenth_each() -> None:
    assert strip().inner_edges == [f"{n}0%" for n in range(1, 10)]


def test_surprise_columns_are_narrow_and_come_first() -> None:
    edges = strip(surprise=5, now=None).grid.edges
    assert edges[1] == pytest.approx(100 * 0.6 / 13)
    assert edges[-1] == pytest.approx(100)


def test_a_mark_reaches_from_the_left_of_its_first_column_to_the_right_of_its_last() -> None:
    web = placed(spell(MarkState.RUNNING))
    assert (web.x, web.width, web.end_x) == ("10%", "40%", "50%")


def test_what_runs_has_gone_by_through_the_segment_that_is_played() -> None:
    web = placed(spell(MarkState.RUNNING))
    assert (web.gone_width, web.gone_x, web.rest_width) == ("20%", "30%", "20%")


def test_what_is_pending_has_not_begun() -> None:
    assert placed(spell(MarkState.PENDING)).gone_width == ""


def test_what_is_done_has_nothing_left() -> None:
    web = placed(spell(MarkState.DONE))
    assert (web.gone_width, web.rest_width) == ("40%", "")


def test_what_is_spoiled_is_cut_where_it_was_lost() -> None:
    web = placed(spell(MarkState.SPOILED, cut="4"), now="8")
    assert (web.gone_x, web.rest_width) == ("40%", "10%")


def test_what_began_before_the_round_enters_from_the_left_edge() -> None:
    assert placed(spell(MarkState.RUNNING, begin=None)).x == "0%"


def test_what_outlasts_the_round_runs_off_the_right_edge() -> None:
    web = placed(spell(MarkState.RUNNING, end=None, beyond="round 4, segment 2"))
    assert (web.end_x, web.mark.text) == ("100%", "web, to round 4, segment 2")


def test_a_charge_has_a_notch_at_each_segment_inside_it() -> None:
    charge = placed(Mark(MarkKind.CHARGE, MarkState.RUNNING, "1", "4", "charge"), now="2")
    assert [(notch.x, notch.todo) for notch in charge.notches] == [("10%", False), ("20%", False), ("30%", True)]


def test_a_mark_of_an_unknown_column_is_an_error() -> None:
    with pytest.raises(KeyError):
        assert placed(spell(MarkState.PENDING, begin="12")).x


def test_the_head_says_done_now_next_and_counts_what_is_to_come() -> None:
    words = [head.word for head in strip(spell(MarkState.RUNNING)).heads]
    assert words[:5] == ["done", "done", "now", "next", "1 deed"]


def test_who_may_not_know_reads_nothing_in_the_head() -> None:
    watched = Strip(
        "Round 1", list_segments(), (Lane("Otis", OTIS, marks=(spell(MarkState.RUNNING),)),), "3", foretells=False
    )
    assert [head.word for head in watched.heads][3:] == [""] * 7


def test_a_question_is_no_deed() -> None:
    asked = Mark(MarkKind.ASKED, MarkState.PENDING, "5", "5", "retaliate?")
    assert strip(asked).heads[4].word == ""


def test_a_round_that_is_over_has_gone_by() -> None:
    over = strip(spell(MarkState.DONE), now=None, over=True)
    assert {head.state for head in over.heads} == {"done"}
    assert (over.past_width, over.now_x) == ("100%", "")


def test_before_the_first_segment_nothing_is_past_or_now() -> None:
    before = strip(now=None)
    assert (before.past_width, before.now_x, before.now_width) == ("", "", "")


def test_a_line_parts_the_sides() -> None:
    two = Strip("Round 1", list_segments(), (Lane("Otis", OTIS), Lane("Tenser", OTIS), Lane("Orc", ORC)))
    assert [(line.y, line.sep) for line in two.lines] == [(27, False), (54, True)]


def test_deeds_of_one_moment_share_a_bracket() -> None:
    blow = Mark(MarkKind.BLOW, MarkState.DONE, "2", "2", "axe", moment="m")
    two = Strip("Round 1", list_segments(), (Lane("Otis", OTIS, marks=(blow,)), Lane("Orc", ORC, marks=(blow,))), "2")
    assert [(bracket.x, bracket.path) for bracket in two.brackets] == [("10%", "M7 2H2V52H7")]


def test_a_moment_of_one_lane_needs_no_bracket() -> None:
    assert strip(spell(MarkState.DONE, moment="m")).brackets == []


def test_the_table_screen_draws_larger() -> None:
    lanes = (Lane("Otis", OTIS), Lane("Orc", ORC))
    assert Strip("Round 1", list_segments(), lanes, size=TABLE).height == 96


def test_the_table_screen_gives_the_column_in_play_more_width() -> None:
    edges = Strip("Round 1", list_segments(), (), now="2", size=TABLE).grid.edges
    widths = [right - left for left, right in pairwise(edges)]
    assert [round(width / widths[0], 2) for width in widths[:4]] == [1, 1.75, 0.42, 0.42]


@pytest.mark.parametrize(("now", "label"), [("1", "long sword, 8"), ("4", "long sword"), ("10", "")])
def test_a_label_on_the_table_screen_is_whole_or_left_out(now: str, label: str) -> None:
    mark = Mark(MarkKind.BLOW, MarkState.DONE, "1", "1", "long sword, 8", struck=(True,))
    lane = Lane("Otis", OTIS, marks=(mark,))
    (placed,) = Strip("Round 1", list_segments(), (lane,), now=now, size=TABLE).placed
    assert placed.mark.label == label


def test_more_than_twelve_lanes_scroll() -> None:
    many = Strip("Round 1", list_segments(), (Lane("Orc", ORC),) * 13)
    assert many.is_tall


def test_columns_may_be_any_counts() -> None:
    counts = Strip("Round 1", tuple(StripColumn(str(n)) for n in range(-1, 3)), (Lane("Otis", OTIS),), now="0")
    assert counts.now_x == "25%"


@pytest.mark.parametrize(
    ("mark", "label", "words"),
    [
        (spell(MarkState.RUNNING), "2", "Otis: web begins."),
        (spell(MarkState.RUNNING), "5", "Otis: web, to come."),
        (spell(MarkState.DONE), "5", "Otis: web, complete."),
        (spell(MarkState.DONE, order=1), "5", "First, Otis: web, complete."),  # type: ignore[arg-type]
        (spell(MarkState.SPOILED, cut="3"), "3", "Otis: web, spoiled."),
        (spell(MarkState.SPOILED, cut="3", word="broken off"), "3", "Otis: web, broken off."),
        (spell(MarkState.SUPERSEDED), "5", "Otis: web, lost."),
        (spell(MarkState.FRAYED, end="3"), "3", "Otis: web goes on."),
        (spell(MarkState.RUNNING, begin=None), "1", "Otis: web goes on."),
        (spell(MarkState.PENDING, own="4"), "5", "Otis: web (its own segment 4), to come."),
        (
            Mark(MarkKind.CHARGE, MarkState.DONE, "1", "4", "charge at the orc"),
            "4",
            "Otis: charge at the orc, arrives.",
        ),
        (Mark(MarkKind.ASKED, MarkState.PENDING, "3", "3", "retaliate?"), "3", "Otis is asked: retaliate."),
        (Mark(MarkKind.SHIELD, MarkState.DONE, "1", "1", ""), "1", "Otis may not be targeted."),
        (Mark(MarkKind.LATE, MarkState.DONE, "1", "1", "1 late"), "1", "Otis: 1 late."),
    ],
)
def test_a_mark_is_told_in_its_column(mark: Mark, label: str, words: str) -> None:
    assert told(mark)[label] == words


def test_a_spoiled_spell_is_not_told_where_it_would_have_been_complete() -> None:
    assert "5" not in told(spell(MarkState.SPOILED, cut="3"))


def test_moments_are_told_in_their_order_before_what_has_none() -> None:
    blow = Mark(MarkKind.BLOW, MarkState.DONE, "3", "3", "sword", order=2)
    arrow = Mark(MarkKind.MISSILE, MarkState.DONE, "3", "3", "arrow", order=1)
    assert told(blow, arrow, spell(MarkState.RUNNING, begin="3"))["3"] == (
        "First, Otis: arrow, done. Second, Otis: sword, done. Otis: web begins."
    )


def test_columns_that_are_appended_keep_their_width_and_leave_the_rest_of_the_sheet_blank() -> None:
    beats = Strip("Round 1", list_segments()[:2], (Lane("Otis", OTIS),), "2", room=8)
    assert beats.inner_edges == ["12.5%", "25%"]
    assert (beats.now_x, beats.now_width, len(beats.blank)) == ("12.5%", "12.5%", 6)
    full = Strip("Round 1", list_segments(), (Lane("Otis", OTIS),), "2", room=8)
    assert (len(full.inner_edges), len(full.blank)) == (9, 0)
