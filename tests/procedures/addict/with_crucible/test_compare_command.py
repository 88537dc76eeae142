"""`manage.py compare` of ADDICT and Crucible."""

from pathlib import Path

from tests.procedures.addict.test_scenario_commands import tied
from tests.rules.test_commands import called

__all__ = ["tied"]


def test_it_prints_the_rounds_of_each_procedure_and_what_differs(tied: Path) -> None:
    out, err, failure = called("compare", tied, "--rulesets", "addict,crucible")
    lines = out.splitlines()
    assert lines[0] == f"# {tied}: At the ford"
    assert lines[1].startswith("addict    round 1  4: otis strikes orc-1")
    assert next(line for line in lines if line.strip().startswith("own dice:")).count("initiative") == 2
    assert any(line.startswith("1. round 1, ") for line in lines)
    assert any(line.startswith("   crucible  ") and " CRUCIBLE." in line for line in lines)
    assert (err, failure) == ("", "")
