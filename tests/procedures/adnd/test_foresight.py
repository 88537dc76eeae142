"""The outcome of an order is said before it is given."""

import pytest

from rules.kernel.apply import fold
from rules.kernel.battlefield import compute_charging_stride
from rules.kernel.deeds import Declaration, add_own
from rules.kernel.foresight import Foresight
from rules.kernel.terms import HUNDREDTHS
from rules.procedures.adnd.orders.base import ClosesInstead, as_order
from rules.procedures.adnd.orders.charge import ChargeAt, ChargeTo
from rules.procedures.adnd.orders.move import CloseWith, MoveTo
from rules.procedures.adnd.orders.shoot import Shoot
from rules.procedures.adnd.orders.strike import Strike
from tests.rules.players import bow, opening, prepare_combatant, sword

ORC = ("orc",)
BLOW = Strike("otis", targets=ORC, weapon="sword")


def foresee(order: Declaration, feet: int) -> Foresight:
    """Return the outcome of an order of Otis, with an orc so many feet away."""
    otis = prepare_combatant("otis", "party", weapons=(sword(), bow()), movement=12)
    orc = prepare_combatant("orc", "foes", position=(feet * HUNDREDTHS, 0))
    return as_order(order).foresee(fold([opening([otis, orc])]), compute_charging_stride, "segment")


@pytest.mark.parametrize(
    ("order", "feet", "words"),
    [
        (BLOW, 8, "8 ft away: within reach"),
        (BLOW, 30, "30 ft away: out of reach"),
        (
            add_own(BLOW, ClosesInstead()),
            30,
            "30 ft away: out of reach, so you close in this round, and do not strike this round",
        ),
        (ChargeAt("otis", targets=ORC, weapon="sword"), 60, "60 ft away: you arrive and strike in segment 3"),
        (ChargeAt("otis", targets=ORC, weapon="sword"), 400, "400 ft away: too far to arrive this round"),
        (ChargeTo("otis", to=(60 * HUNDREDTHS, 0)), 62, "60 ft away: you arrive in segment 3"),
        (ChargeTo("otis", to=(0, 300 * HUNDREDTHS)), 62, "300 ft away: you come within 60 ft of it this round"),
        (MoveTo("otis", to=(60 * HUNDREDTHS, 0)), 62, "60 ft away: you arrive this round"),
        (MoveTo("otis", to=(0, 150 * HUNDREDTHS)), 62, "150 ft away: you come within 30 ft of it this round"),
        (CloseWith("otis", targets=ORC), 30, "30 ft away: you close in this round"),
        (CloseWith("otis", targets=ORC), 150, "150 ft away: you come within 30 ft this round"),
        (Shoot("otis", targets=ORC, weapon="bow"), 50, "50 ft away: short range"),
    ],
)
def test_an_order_says_how_far_it_is_and_what_comes_of_it(order: Declaration, feet: int, words: str) -> None:
    assert foresee(order, feet).words == words


@pytest.mark.parametrize(
    ("order", "feet", "warning", "act"),
    [
        (BLOW, 8, "", ""),
        (BLOW, 30, "is out of reach. Your blow is lost unless it comes closer.", "strike anyway"),
        (
            add_own(BLOW, ClosesInstead()),
            30,
            "is out of reach. You would close in this round, and not strike.",
            "close in",
        ),
        (
            add_own(BLOW, ClosesInstead()),
            150,
            "is out of reach. You would come within 30 ft this round, and not strike.",
            "move closer",
        ),
        (ChargeAt("otis", targets=ORC, weapon="sword"), 60, "", ""),
        (
            ChargeAt("otis", targets=ORC, weapon="sword"),
            400,
            "is too far to arrive this round.",
            "charge anyway",
        ),
        (CloseWith("otis", targets=ORC), 30, "", ""),
        (
            CloseWith("otis", targets=ORC),
            150,
            "is too far to reach this round. You would come within 30 ft this round.",
            "move closer",
        ),
        (Shoot("otis", targets=ORC, weapon="bow"), 50, "", ""),
        (Shoot("otis", targets=ORC, weapon="bow"), 30_100, "is out of range.", "shoot anyway"),
    ],
)
def test_what_is_out_of_reach_is_warned_of_with_what_happens_instead(
    order: Declaration, feet: int, warning: str, act: str
) -> None:
    found = foresee(order, feet)
    assert (found.warning, found.act) == (warning, act)
