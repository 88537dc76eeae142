"""The table screen says whose blow it is, with its dice and what came of it."""

import re

import pytest

from encounters.screens.result import find_result
from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.kernel.effects import Rolled
from tests.encounters.seated import At, markup, prepared_fight
from tests.encounters.test_strip_outcomes import OPENED, at, attack


def find(*events: e.Event) -> object:
    """Return the result that stands after these events of segment 2."""
    log = [OPENED, e.RoundBegan(round=1), e.SegmentBegan(**at(2)), *events]  # type: ignore[arg-type]
    found = find_result(fold(log), events)
    return found and (found.who, found.title, found.about, found.dice, found.arithmetic, found.follows)


def harm(who: str, by: str) -> e.Event:
    return e.Damaged(who=who, by=by, amount=6, left=1, **at(2))  # type: ignore[arg-type]


def test_the_last_blow_of_the_segment_is_named_with_its_die_and_damage() -> None:
    blow = attack(True, who="orc-1", target="otis")
    assert find(attack(False), blow, harm("otis", "orc-1")) == (
        "Orc 1", "Hit", "Axe at Otis", (8,), "9 needed", "6 damage to Otis"
    )  # fmt: skip


def test_several_dice_are_shown_each_with_their_total() -> None:
    rolls = (Rolled("to_hit", "otis", 2, 12, (3, 5)),)
    assert find(attack(False, rolls=rolls)) == ("Otis", "Miss", "Axe at Orc 1", (3, 5), "total 8, 9 needed", "")


def test_dice_that_a_viewer_may_not_see_do_not_fall() -> None:
    assert find(attack(True, face=0, needed=0)) == ("Otis", "Hit", "Axe at Orc 1", (), "", "")


def test_a_saving_throw_is_a_result_too() -> None:
    saved = e.SavedOrNot(who="orc-2", against="spell", needed=0, face=17, saved=True, **at(2))  # type: ignore[arg-type]
    assert find(attack(True), saved) == ("Orc 2", "Saved", "Against spell", (17,), "", "")


def test_the_blow_of_an_earlier_segment_is_over() -> None:
    assert find(attack(True, clock=1)) is None


@pytest.mark.django_db
@pytest.mark.storage
def test_the_table_screen_says_whose_blow_it_is() -> None:
    table: At = prepared_fight()
    table.sit()
    table.begin()
    for who in ("tenser", "jaroo"):
        table.order(who, action="C")
    table.order("otis", action="G", weapon="sword_long", target="orc-1")
    page = ""
    while 'class="whose"' not in page and not table.state.between_rounds:
        table.step()
        page = markup(table.sam.get(table.url("watch/")))
    assert re.search(r'aria-label="The dice: \d+"', page)
    assert "needed" not in page.partition('id="result')[2].partition("</section>")[0]
