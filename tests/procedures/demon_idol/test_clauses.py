"""The catalogue of the Demon Idol procedure holds the text."""

from rules.catalogue import load_catalogue

DEMON = load_catalogue("demon_idol")


def test_it_has_its_121_clauses_273_matrix_rows_ten_scenarios_and_22_differences() -> None:
    sizes = (len(DEMON.clauses), len(DEMON.matrix), len(DEMON.scenarios), len(DEMON.differences))
    assert sizes == (121, 273, 10, 22)
