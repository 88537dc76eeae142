"""`manage.py resolve` and `rules coverage` on a round that ADDICT orders by weapon speed."""

from pathlib import Path

import pytest

from tests.rules.fights import declare, expect, field_of, roll
from tests.rules.test_commands import called, written

CLAUSE = "ADDICT.VII.D.1"
TIED = (
    field_of("addict").replace('title = "At the ford"', f'title = "At the ford"\nclauses = ["{CLAUSE}"]'),
    declare("otis", "G", "orc-1", 'weapon = "dagger"'),
    declare("orc-1", "G", "otis"),
    roll("initiative", "party", 4),
    roll("initiative", "foes", 4),
)


@pytest.fixture
def tied(tmp_path: Path) -> Path:
    holds = expect('order = ["otis strikes orc-1", "orc-1 strikes otis"]', 'count = { "otis strikes" = 2 }')
    return written(tmp_path / "tied.toml", *TIED, holds)


def test_resolve_cites_the_clause_of_a_blow(tied: Path) -> None:
    lines = called("resolve", tied)[0].splitlines()
    assert next(line for line in lines if " strikes " in line).startswith("1.4 otis strikes orc-1 ADDICT.")


def test_check_says_what_came_before_what(tmp_path: Path) -> None:
    turned = expect('order = ["orc-1 strikes otis", "otis strikes orc-1"]')
    lines = called("resolve", written(tmp_path / "turned.toml", *TIED, turned), "--check")[0].splitlines()
    differs = 'order: "otis strikes orc-1" does not come after "orc-1 strikes otis", only before'
    assert lines == [f"{tmp_path / 'turned.toml'}: {differs}"]


def test_coverage_prints_every_clause_with_what_shows_it(tied: Path) -> None:
    out, _, failure = called("rules", "coverage", "addict", "--path", tied.parent)
    lines = out.splitlines()
    assert len(lines) == 104
    assert "ADDICT.VII.D.1             auto    tied.toml: otis:1 before orc-1:1 by it" in lines
    assert "ADDICT.VII.D.2             auto    UNCOVERED" in lines
    assert lines[-1] == "ADDICT: 103 clauses, 1 covered (0%)"
    assert failure == "addict: 102 uncovered"
