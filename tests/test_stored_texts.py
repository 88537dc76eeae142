"""Stored texts: written, read, and shown where they differ."""

from pathlib import Path

from tests.stored_texts import SHOWN, read_texts, show_first_difference, write_texts


def test_texts_are_read_as_they_were_written(tmp_path: Path) -> None:
    texts = {"dora me/": "Otis strikes.\nÆ \u2066orc\u2069", "pip me/": ""}
    write_texts(tmp_path / "here" / "read.json.xz", texts)
    assert read_texts(tmp_path / "here" / "read.json.xz") == texts
    assert read_texts(tmp_path / "none.json.xz") == {}


def test_the_first_text_that_differs_is_shown_phrase_by_phrase() -> None:
    stored = {"a": "Same.", "b": "Segment 1. Otis strikes. 4 damage.", "c": "Other."}
    found = {"a": "Same.", "b": "Segment 1. Otis misses. 4 damage.", "c": "Else."}
    assert show_first_difference(stored, found).splitlines() == [
        "--- b, as stored", "+++ b, now", "@@ -1,3 +1,3 @@",
        " Segment 1.", "-Otis strikes.", "+Otis misses.", " 4 damage.",
    ]  # fmt: skip
    assert show_first_difference(stored, stored) == ""


def test_a_text_that_is_new_or_gone_is_a_difference() -> None:
    assert "+(no such text)" in show_first_difference({"a": "Words."}, {})
    assert "-(no such text)" in show_first_difference({}, {"a": "Words."})


def test_a_long_difference_says_how_many_lines_are_left_out() -> None:
    many = "\n".join(str(number) for number in range(2 * SHOWN))
    assert show_first_difference({"a": "x"}, {"a": many}).splitlines()[-1] == f"({2 * SHOWN + 4 - SHOWN} more lines)"
