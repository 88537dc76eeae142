"""Crucible's own events on the screens: sentences, marks on the strip, lines of the log."""

import pytest

from encounters.narration import tell
from encounters.screens.log_lines import build_line
from encounters.screens.rulebook.playing import narrate_untold
from encounters.screens.strip import MarkKind
from encounters.screens.strip.lanes import draw_strip
from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.kernel.frozen import evolve
from rules.kernel.stat_block import Weapon
from rules.kernel.state import State
from rules.procedures.crucible.events import Engaged, HeldToCourse, MissileHeld, TurnBegan
from tests.rules.stat_block_fields import make_stat_block

STAT_BLOCKS = (
    make_stat_block("otis", "Otis", "party", weapons=(Weapon("bow", "Bow, long", (), 0),), hit_points=20),
    make_stat_block("tenser", "Tenser", "party", hit_points=8),
    make_stat_block("orc-4", "Orc 4", "foes", hit_points=5),
)


@pytest.fixture
def state() -> State:
    opened = e.EncounterOpened(ruleset="crucible", version="1", title="The weir", stat_blocks=STAT_BLOCKS)
    return evolve(fold([opened]), round=1, clock=3, stage="counts")


def marks(state: State, who: str, *events: e.Event) -> list[tuple[MarkKind, str | None, str]]:
    lane = next(each for each in draw_strip(state, events).lanes if each.name == who)
    return [(mark.kind, mark.begin, mark.label) for mark in lane.marks]


@pytest.mark.parametrize(
    ("event", "sentence", "mark"),
    [
        (TurnBegan(who="otis", count=3), "Otis acts on 3.", (MarkKind.TURN, "")),
        (TurnBegan(who="otis", count=3, anew=True), "Otis acts on 3, anew.", (MarkKind.TURN, "")),
        (MissileHeld(who="otis", weapon="bow"), "Otis holds the long bow ready.", (MarkKind.WORD, "holds")),
        (
            MissileHeld(who="otis", weapon="bow", lost=True),
            "Otis has waited too long to shoot.",
            (MarkKind.WORD, "too late to shoot"),
        ),
        (HeldToCourse(who="otis", held=True), "Otis cannot turn back.", (MarkKind.WORD, "held to it")),
        (HeldToCourse(who="otis", held=False), "Otis rallies.", (MarkKind.WORD, "rallies")),
    ],
)
def test_what_happens_is_narrated_and_marked(
    state: State, event: e.Event, sentence: str, mark: tuple[MarkKind, str]
) -> None:
    event.clock, event.round = 3, 1
    narrated = tell(event, state)
    assert narrated is not None
    assert narrated.text == sentence
    assert marks(state, "Otis", event) == [(mark[0], "3", mark[1])]


def test_the_log_has_a_line_for_a_second_turn_only(state: State) -> None:
    first, second = (TurnBegan(who="otis", count=3, clock=3, anew=anew) for anew in (False, True))
    assert [build_line(state, event) is not None for event in (first, second)] == [False, True]


def test_who_breaks_away_from_a_fight_is_marked_where_it_happens(state: State) -> None:
    apart = Engaged(who="otis", target="orc-4", apart=True, clock=3, round=1)
    before = Engaged(who="tenser", target="orc-4", round=1)
    assert marks(state, "Otis", before, apart) == [(MarkKind.WORD, "3", "breaks away")]
    assert marks(state, "Tenser", before, apart) == []


@pytest.mark.parametrize(("apart", "verb"), [(False, "stands in melee with"), (True, "leaves")])
def test_the_rule_book_tells_who_stands_in_melee_with_whom(state: State, apart: bool, verb: str) -> None:
    event = Engaged(who="otis", target="orc-4", apart=apart)
    assert tell(event, state) is None
    assert narrate_untold(state, event, {}) == f"Otis {verb} Orc 4."
