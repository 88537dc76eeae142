"""An order in a few words: place, moment, and the combatant that it warns."""

import pytest

from encounters.narration.voice import name_order
from rules.kernel.deeds import Declaration, add_own
from rules.procedures.adnd.orders.device import UseDevice
from rules.procedures.adnd.orders.move import MoveTo
from rules.procedures.adnd.orders.shoot import Shoot
from rules.procedures.lakofka.declaration_types import DeclaredWarning, NamedSegment
from rules.scenarios.library import load_library_script
from rules.scenarios.play import play_scenario

MOVE = add_own(MoveTo("otis", to=(0, 400)), NamedSegment(2))


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (MOVE, "move to 0, 4 ft in segment 2"),
        (
            add_own(Shoot("otis", weapon="bow", targets=("orc-a",), then=(MOVE,)), DeclaredWarning("serten")),
            "bow at orc, then move to 0, 4 ft in segment 2; warn serten on noticing something",
        ),
        (UseDevice("otis", device="helm", to=(9500, 0)), "helm, at 95, 0 ft"),
    ],
)
def test_an_order_says_where_and_when_and_whom_it_warns(order: Declaration, words: str) -> None:
    state = play_scenario(load_library_script("lakofka/10.14.toml")).state
    assert name_order(state, order).lower() == words
