"""`manage.py compare` of ADDICT and Crucible."""

from pathlib import Path

from tests.rules.test_commands import called, good

__all__ = ["good"]


def test_it_prints_the_rounds_of_each_procedure_and_what_differs(good: Path) -> None:
    out, err, failure = called("compare", good, "--rulesets", "addict,crucible")
    lines = out.splitlines()
    assert lines[0] == f"# {good}: At the ford"
    assert lines[1].startswith("addict    round 1  4: otis strikes orc-1")
    assert next(line for line in lines if line.strip().startswith("own dice:")).count("initiative") == 2
    assert any(line.startswith("1. round 1, ") for line in lines)
    assert any(line.startswith("   crucible  ") and " CRUCIBLE." in line for line in lines)
    assert (err, failure) == ("", "")
