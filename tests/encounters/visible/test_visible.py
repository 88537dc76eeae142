"""The words that every viewer reads in fights of every procedure, which stay as they are."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User

from combat_site.addresses import reach
from rules.procedures import list_rulesets
from tests.encounters.test_two_worlds import carried_face, dice_for
from tests.encounters.visible.fights import read_fights, read_preparing
from tests.encounters.visible.stored import is_writing, read_stored, store
from tests.encounters.visible.texts import frame_words, words_of
from tests.stored_texts import show_first_difference

NOW = datetime(2024, 5, 4, 20, 0, tzinfo=UTC)


@pytest.mark.parametrize("ruleset", list_rulesets())
def test_everybody_reads_the_same_as_before(
    ruleset: str, dora: User, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setattr("encounters.services.games.make_dice", dice_for)
    monkeypatch.setattr("encounters.screens.dice.draw_face", carried_face)
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)
    settings.ADDRESSES = reach("127.0.0.1", 8000, "http://table.example")
    texts = dict([*read_fights(ruleset, dora), *read_preparing(ruleset, dora)])
    assert len(texts) > 50
    if is_writing():
        store(ruleset, texts)
    difference = show_first_difference(read_stored(ruleset), texts)
    assert not difference, f"\n{difference}\n\nWhat is meant: python -m tests.encounters.visible"


def test_the_words_of_a_page_are_read_without_its_markup() -> None:
    page = (
        '<main><style>p { }</style><p>Otis <b>strikes</b>\n  <img alt="an orc"><input type="submit" value="Seal"></p>'
    )
    assert words_of(page) == "Otis strikes an orc Seal"
    assert words_of(page.replace("\n", "").replace("strikes", "  strikes ")) == words_of(page)


def test_a_changed_word_a_hidden_element_and_a_label_change_what_is_read() -> None:
    assert words_of("<p>11 ft</p>") != words_of("<p>12 ft</p>")
    assert words_of("<p hidden>11 ft</p>") == "11 ft"
    assert words_of('<button aria-label="Close"></button>') == "Close"


def test_in_which_order_fragments_are_sent_is_not_read() -> None:
    first, other = "<p id='a'>Otis</p>", "<p id='b'>an orc</p>"
    assert frame_words(f'{{"at": 1, "html": "{first}{other}"}}') == frame_words(f'{{"html": "{other}{first}"}}')
