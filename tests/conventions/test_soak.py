"""Tests whose number of random runs depends on `make soak` are chosen by it."""

from pathlib import Path

TESTS = Path(__file__).parents[1]


def test_who_asks_for_the_number_of_runs_is_marked() -> None:
    asking = [file for file in TESTS.rglob("test_*.py") if "from tests.soak import runs" in file.read_text()]
    assert asking
    unmarked = [str(file.relative_to(TESTS)) for file in asking if "pytest.mark.soak" not in file.read_text()]
    assert unmarked == [], "`make soak` runs only what is marked with pytest.mark.soak"
