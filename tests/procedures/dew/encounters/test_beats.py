"""The strip of a fight blow by blow: a mark for each act, in the beat in which it happened."""

from fractions import Fraction
from typing import Any

import pytest

from encounters.demo import make_demo
from encounters.screens.strip import MarkKind, Strip
from encounters.screens.strip.lanes import draw_strip
from encounters.selectors import read_view
from encounters.viewers import build_dm_viewer
from rules.kernel import events as e
from rules.kernel.frozen import evolve
from rules.kernel.state import State
from rules.procedures.dew.attack import HitNumbers
from rules.procedures.dew.borrowing import MovementEnded
from rules.procedures.dew.breakage import Broke
from rules.procedures.dew.choices import Chosen
from rules.procedures.dew.damage import Unconscious
from rules.procedures.dew.declared_attack import ParryMade
from rules.procedures.dew.drawing import WeaponDrawn
from rules.procedures.dew.grabs import Grabbed
from rules.procedures.dew.noncombat import NoncombatRevealed, Rested
from rules.procedures.dew.options import OptionChosen
from rules.procedures.dew.parries import ParriesClosed
from rules.procedures.dew.passing import Passed


@pytest.fixture
def state(db: None) -> State:
    return evolve(read_view(build_dm_viewer(make_demo("dew")[1])).state, round=1, clock=2, stage="beat")


def marks(strip: Strip, name: str) -> list[tuple[MarkKind, str | None, str]]:
    lane = next(each for each in strip.lanes if each.name == name)
    return [(mark.kind, mark.begin, mark.label) for mark in lane.marks]


def drawn(state: State, *events: e.Event) -> Strip:
    return draw_strip(state, events)


def test_there_are_as_many_columns_as_beats_were_reached(state: State) -> None:
    assert [column.label for column in drawn(state).columns] == ["1", "2"]
    assert drawn(state).room == 8


def test_an_attack_its_parry_and_a_broken_weapon_are_drawn_in_their_beat(state: State) -> None:
    attack: dict[str, Any] = {
        "who": "bran",
        "target": "cora",
        "weapon": "great_axe",
        "routine": 1,
        "needed": 16,
        "face": 4,
    }
    strip = drawn(
        state,
        ParriesClosed(who="bran", target="cora", parries=(ParryMade("cora", "spear", "1h", 3),), clock=1),
        e.Attacked(**attack, mode="melee", hit=False, clock=1),
        e.Attacked(**attack, mode="thrown", hit=False, details=HitNumbers(preparations=2), clock=2),
        Broke(item="spear", owner="cora", clock=2),
    )
    assert marks(strip, "Bran") == [(MarkKind.BLOW, "1", "axe, Cora"), (MarkKind.MISSILE, "2", "great blow")]
    assert marks(strip, "Cora") == [(MarkKind.WORD, "1", "parries"), (MarkKind.WORD, "2", "spear breaks")]


def test_of_several_words_of_a_beat_the_last_stands(state: State) -> None:
    strip = drawn(
        state,
        ParriesClosed(who="bran", target="cora", parries=(ParryMade("cora", "spear", "1h", 3),), clock=1),
        Broke(item="spear", owner="cora", clock=1),
        Unconscious(who="cora", clock=1),
        Passed(who="dain", clock=1),
        Passed(who="dain", clock=2),
    )
    assert marks(strip, "Cora") == [(MarkKind.DOWN, "1", "unconscious")]
    assert marks(strip, "Dain") == [(MarkKind.WORD, "1", "passes"), (MarkKind.WORD, "2", "passes")]


def test_what_is_done_without_a_blow_at_anybody_is_drawn_too(state: State) -> None:
    strip = drawn(
        state,
        OptionChosen(who="bran", option="maneuver", params={"kind": "close", "other": "cora"}, clock=1),
        OptionChosen(who="cora", option="draw", params={}, clock=1),
        WeaponDrawn(who="cora", weapon="long_sword", mode="1h", clock=1),
        e.Prepared(who="dain", weapon="bow", mode="2h", count=2, clock=1),
        Passed(who="bran", clock=2),
        Grabbed(who="cora", object="key", ok=False, clock=2),
    )
    assert marks(strip, "Bran") == [(MarkKind.MOVE, "1", "closes"), (MarkKind.WORD, "2", "passes")]
    assert marks(strip, "Cora") == [(MarkKind.TASK, "1", "draws sword"), (MarkKind.TASK, "2", "misses key")]
    assert marks(strip, "Dain") == [(MarkKind.PREPARED, "1", "great blow × 2")]


def test_the_noncombat_choice_and_the_movement_are_drawn_where_they_are_revealed(state: State) -> None:
    strip = drawn(
        state,
        NoncombatRevealed(options=(Chosen("bran", "other"), Chosen("cora", "rest"), Chosen("dain", "none")), clock=2),
        Rested(who="cora", amount=2, rate=2, spent_before=1, clock=2),
        MovementEnded(who="dain", time=Fraction(1), position=(0, 0), alert=True, clock=2),
    )
    assert marks(strip, "Bran") == [(MarkKind.TASK, "2", "something else")]
    assert marks(strip, "Cora") == [(MarkKind.TASK, "2", "rests")]
    assert marks(strip, "Dain") == [(MarkKind.MOVE, "2", "moves")]


def test_blows_left_stand_in_the_lanes_of_those_that_the_viewer_may_know(state: State) -> None:
    strip = draw_strip(state, (), known=("bran",))
    left = {lane.name: [(pips.name, pips.left) for pips in lane.left] for lane in strip.lanes}
    assert left == {"Bran": [("active", 3), ("reactive", 1)], "Cora": [], "Dain": []}


def test_a_great_blow_that_follows_in_its_own_beat_leaves_its_preparing_a_small_share(state: State) -> None:
    shot: dict[str, Any] = {"who": "dain", "target": "bran", "weapon": "bow", "routine": 1, "needed": 16, "face": 4}
    strip = drawn(
        state,
        e.Prepared(who="dain", weapon="bow", mode="2h", count=1, clock=2),
        e.Attacked(**shot, mode="missile", hit=False, details=HitNumbers(preparations=1), clock=2),
    )
    assert [(kind, label) for kind, _, label in marks(strip, "Dain")] == [
        (MarkKind.PREPARED, ""),
        (MarkKind.MISSILE, "great blow"),
    ]
