"""The moment of the table screen: the greatest thing that has just happened."""

import re
from dataclasses import replace

import pytest

from encounters.screens.spectator.moment import Moment, draw_blow, find_moment
from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.kernel.effects import Rolled
from tests.encounters.seated import At, markup, prepared_fight
from tests.encounters.test_strip_outcomes import OPENED, at, attack
from tests.rules.stat_block_fields import make_stat_block

PARTY = (make_stat_block("otis", "Otis", "party", hit_points=20), make_stat_block("pim", "Pim", "party", hit_points=9))
BEGUN = replace(OPENED, stat_blocks=(*PARTY, *OPENED.stat_blocks[1:]))


def find(*events: e.Event, options: dict[str, object] | None = None) -> Moment | None:
    """Return the moment that stands after these events of segment 2."""
    opened = replace(BEGUN, options=options or {})
    log = [opened, e.RoundBegan(round=1), e.SegmentBegan(**at(2)), *events]  # type: ignore[arg-type]
    return find_moment(fold(log), events)


def find_title(*events: e.Event) -> str:
    found = find(*events)
    return found.title if found is not None else ""


def harm(who: str, by: str, amount: int = 6, left: int = 3) -> e.Event:
    return e.Damaged(who=who, by=by, amount=amount, left=left, **at(2))  # type: ignore[arg-type]


def fall(who: str) -> e.Event:
    return e.HelplessMade(who=who, **at(2))  # type: ignore[arg-type]


def test_a_blow_on_the_party_is_shown_with_its_die_and_points() -> None:
    found = find(attack(False), attack(True, who="orc-1", target="otis"), harm("otis", "orc-1"), attack(False))
    assert found is not None
    assert (found.kind, found.title, found.dice, found.amount) == ("harm", "Orc 1 hits Otis", (8,), 6)
    assert (found.by, found.who, found.side) == ("orc-1", "otis", "foes")


@pytest.mark.parametrize(
    ("grade", "left", "words"), [("numbers", 3, "3 of 20 hp"), ("words", 1, "badly hurt"), ("hidden", 1, "standing")]
)
def test_what_is_left_is_told_by_the_grade_of_the_table(grade: str, left: int, words: str) -> None:
    found = find(harm("otis", "orc-1", left=left), options={"table.party_hp": grade})
    assert found is not None
    assert found.health is not None
    assert found.health.words == words


def test_a_miss_and_a_wound_of_a_foe_are_left_to_the_tale() -> None:
    assert find(attack(False), attack(True), harm("orc-1", "otis")) is None


def test_of_several_the_greatest_is_shown() -> None:
    small, large = harm("otis", "orc-1", 2), harm("otis", "orc-2", 7)
    felled = harm("pim", "orc-3", 1)
    assert find_title(small, large, small) == "Orc 2 hits Otis"
    assert find_title(small, large, felled, fall("pim")) == "Orc 3 fells Pim"
    assert find_title(harm("orc-1", "otis", 9), fall("orc-1"), small) == "Orc 1 hits Otis"
    assert find_title(harm("orc-1", "otis", 9), fall("orc-1")) == "Otis fells Orc 1"


def test_a_spell_counts_for_more_than_the_fall_of_one_foe() -> None:
    spell = e.SpellCompleted(who="otis", spell="magic_user_sleep", **at(2))  # type: ignore[arg-type]
    found = find(harm("orc-1", "otis", 9), fall("orc-1"), spell)
    assert found is not None
    assert found.kind == "spell"


def test_harm_without_a_doer_names_nobody() -> None:
    assert find_title(harm("otis", "")) == "Otis is hurt"


def test_dice_that_the_dm_called_for_come_in_their_turn() -> None:
    rolls = (Rolled("call", "otis", 1, 20, (14,)),)
    called = e.DiceRolled(who="otis", why="the rope bridge", dice="1d20", total=14, made=True, rolls=rolls, **at(2))  # type: ignore[arg-type]
    found = find(harm("otis", "orc-1"), called)
    assert found is not None
    assert (found.kind, found.title, found.dice, found.about) == (
        "called", "Otis: made it", (14,), "1d20 for the rope bridge"
    )  # fmt: skip
    assert find_title(called, harm("otis", "orc-1")) == "Orc 1 hits Otis"


def test_dice_that_a_viewer_may_not_see_are_not_shown() -> None:
    found = find(attack(True, who="orc-1", target="otis", face=0, needed=0), harm("otis", "orc-1"))
    assert found is not None
    assert found.dice == ()


def test_the_blow_of_an_earlier_segment_is_over() -> None:
    assert find(replace(harm("otis", "orc-1"), clock=1)) is None


def test_the_map_rings_nobody_who_is_hidden() -> None:
    state = fold([BEGUN, e.RoundBegan(round=1)])
    moment = find(harm("otis", "orc-1"))
    assert moment is not None
    places = {who: replace(each, place=(n * 500, 0)) for n, (who, each) in enumerate(state.combatants.items())}
    seen = replace(state, combatants=places)
    drawn = draw_blow(seen, moment)
    assert drawn is not None
    assert [name for name, _, _ in drawn.ends] == ["from", "to"]
    hidden = {**places, "orc-1": replace(places["orc-1"], hidden=True)}
    alone = draw_blow(replace(state, combatants=hidden), moment)
    assert alone is not None
    assert [name for name, _, _ in alone.ends] == ["to"]


@pytest.mark.django_db
@pytest.mark.storage
def test_the_table_screen_shows_it_without_the_number_needed() -> None:
    table: At = prepared_fight()
    table.sit()
    table.begin()
    for who in ("tenser", "jaroo"):
        table.order(who, action="C")
    table.order("otis", action="G", weapon="sword_long", target="orc-1")
    page = ""
    while "data-moment" not in page and not table.state.between_rounds:
        table.step()
        page = markup(table.sam.get(table.url("watch/")))
    shown = page.partition('id="moment')[2].partition("</section>")[0]
    assert re.search(r"<strong>.+</strong>", shown)
    assert "needed" not in shown
