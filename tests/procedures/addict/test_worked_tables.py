"""The catalogue's worked tables: speed factors, percentile surprise, slots, charges."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from rules.catalogue import load_catalogue
from rules.kernel.battlefield import BIPED, QUADRUPED, compute_contact_segment
from rules.kernel.terms import HUNDREDTHS
from rules.procedures.adnd.deed_types import compute_slot
from rules.procedures.adnd.numbers import count_bonus_blows
from rules.procedures.adnd.surprise import compute_segments_lost

WORKED = load_catalogue("addict").worked
FEET_IN_A_YARD = 3

Row = Mapping[str, Any]


def rows(name: str) -> pytest.MarkDecorator:
    """Return a mark with a case for each row of a table."""
    table = WORKED[name]
    return pytest.mark.parametrize("row", table, ids=[" ".join(str(value) for value in row.values()) for row in table])


def test_no_table_is_left_out() -> None:
    assert {name: len(table) for name, table in WORKED.items()} == {
        "speed_factor": 18,
        "surprise_percent": 14,
        "routine_slots": 5,
        "charge": 5,
    }


@rows("speed_factor")
def test_how_often_the_faster_weapon_strikes(row: Row) -> None:
    assert count_bonus_blows(row["lower"], row["higher"]) == (row["before"], row["simultaneous_extra"])


@rows("surprise_percent")
def test_percentile_surprise_in_segments(row: Row) -> None:
    assert compute_segments_lost(row["d100"], sixths=False) == row["segments"]


@rows("routine_slots")
def test_routines_in_their_slots(row: Row) -> None:
    count = row["routines"]
    assert [compute_slot(routine, count) for routine in range(1, count + 1)] == [
        Fraction(each) for each in row["slots"]
    ]


@rows("charge")
def test_the_segment_in_which_a_charge_arrives(row: Row) -> None:
    """Compare with the table, which counts in yards outdoors and has 1 yard for 4/3."""
    outdoors = row["where"].startswith("outdoors")
    unit = FEET_IN_A_YARD * HUNDREDTHS if outdoors else HUNDREDTHS
    bonus = (QUADRUPED if row["legs"] >= 4 else BIPED) if outdoors else 2
    pace = Fraction(row["mv"]) * bonus
    assert pace == row["per_segment"]
    assert (
        compute_contact_segment(row["distance_ft"] * unit, row["weapon_length_ft"] * unit, pace * unit)
        == row["arrival_segment"]
    )
