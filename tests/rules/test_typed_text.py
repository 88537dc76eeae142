"""The characters that a typed text may hold, and names that read alike."""

import pytest

from rules.kernel.typed_text import drop_refused_characters, fold_name, read_letters, refuse_text

LEGITIMATE = {
    "English": "burn the spider webs, “now” – if you can…",
    "Hebrew": "שרף את קורי העכביש",
    "Hebrew with points": "שָׁלוֹם",
    "Arabic": "احرق شباك العنكبوت ١٢",
    "Persian with a non-joiner": "می‌خواهم",
    "Hindi with a joiner": "क्‍ष",
    "Japanese": "蜘蛛の巣を焼く",
    "a combining accent": "cafe\u0301",
    "a family of joined pictures": "👨‍👩‍👧",
    "a picture with a style": "❤️‍🔥",
    "a picture with a shade": "👩🏽‍🚀",
    "a keycap and a flag": "1️⃣🇩🇪",
    "a blank that does not break": "5\u00a0ft",
}

REFUSED = {
    "a sign of the voice": "\x02orc\x03",
    "null": "a\x00b",
    "delete": "a\x7f",
    "a control character of Latin-1": "a\x85b",
    "an override": "Pip\u202egnahc",
    "an isolate": "a\u2066b\u2069",
    "a mark of direction": "Pip\u200f",
    "a blank without width": "Pi\u200bp",
    "a joiner between Latin letters": "Pi\u200dp",
    "a non-joiner at the end": "می\u200c",
    "a soft hyphen": "Pi\u00adp",
    "a byte order mark": "\ufeffPip",
    "a style without a picture": "Pip\ufe0f",
    "a filler": "\u3164",
    "a tag": "Pip\U000e0041",
    "a separator of lines": "a\u2028b",
    "half a character": "a\ud800",
}


@pytest.mark.parametrize("text", LEGITIMATE.values(), ids=LEGITIMATE)
def test_what_people_write_is_taken(text: str) -> None:
    assert refuse_text(text) == ""
    assert drop_refused_characters(text) == text


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_what_is_not_seen_is_refused(text: str) -> None:
    assert "Delete it, or type the text again." in refuse_text(text)
    assert "Delete it" in refuse_text(text, lines=True)
    assert refuse_text(drop_refused_characters(text)) == ""


def test_a_refusal_says_which_character_it_is() -> None:
    assert refuse_text("a\u202eb") == (
        "This text has a character that is not seen in it (U+202E). Delete it, or type the text again."
    )


def test_only_a_text_of_several_lines_has_line_breaks() -> None:
    assert refuse_text("one\r\n\ttwo", lines=True) == ""
    assert refuse_text("one\ntwo").startswith("This text has a line break or tab in it (U+000A).")


def test_names_that_read_alike_are_folded_alike() -> None:
    assert len({fold_name(name) for name in ("Pip", "PIP", " pip ", "Ｐｉｐ", "ⓟⓘⓟ")}) == 1
    assert fold_name("Mary  Ann") == fold_name("mary ann")
    assert fold_name("Straße") == fold_name("STRASSE")
    assert fold_name("Pip") != fold_name("Pipa")


def test_a_name_is_read_by_its_letters() -> None:
    assert read_letters("Ｔhe D.Ｍ.") == ("the", "d", "m")
    assert read_letters("Đм") == ("dm",)
    assert read_letters("D̶M") == ("dm",)
