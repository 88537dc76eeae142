"""The ten rules' own events are narrated in their own words."""

import pytest

from encounters.narration import tell
from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.kernel.stat_block import Weapon
from rules.procedures.lakofka.events import ActionCounted, BalanceTried, DefenceChosen, Noticed, Thwarted
from rules.procedures.lakofka.state import Spent
from tests.registered import layered_by
from tests.rules.stat_block_fields import make_stat_block

STAT_BLOCKS = (
    make_stat_block("otis", "Otis", "party", weapons=(Weapon("dagger", "Dagger", (), 0),), hit_points=20),
    make_stat_block("orc", "Orc", "foes", hit_points=5),
)
STATE = fold(
    [e.EncounterOpened(ruleset=layered_by("lakofka")[0], version="1", title="The weir", stat_blocks=STAT_BLOCKS)]
)


def make_count(cost: int) -> ActionCounted:
    return ActionCounted(
        who="otis",
        deed="",
        what="blow",
        sort="physical",
        cost=cost,
        limit=3,
        attack=True,
        spent=Spent(actions=2),
    )


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (make_count(1), "Otis’s blow: action 2 of 3."),
        (make_count(0), "Otis’s blow counts as no action: 2 of 3."),
        (Noticed(who="otis", target="orc", automatic=True, notices=True), "Otis notices what becomes of Orc."),
        (
            Noticed(who="otis", target="", automatic=False, notices=False, told="orc", what="a horn"),
            "Otis does not notice, warned by Orc: a horn.",
        ),
        (Thwarted(who="otis", against="orc", needed=5, face=4, works=False), "Otis does not keep Orc off."),
        (Thwarted(who="otis", against="", needed=5, face=6, works=True), "Otis keeps the attacker off."),
        (BalanceTried(who="otis", weapon="dagger", face=1, balanced=True), "Otis’s dagger can be thrown."),
        (DefenceChosen(who="otis", against="orc"), "Otis means to parry Orc."),
    ],
)
def test_what_only_the_ten_rules_yield_is_narrated(event: e.Event, sentence: str) -> None:
    narrated = tell(event, STATE)
    assert narrated is not None
    assert narrated.text == sentence
