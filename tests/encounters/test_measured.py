"""The requests that `make measure` counts files of are served."""

from tests.measure.passing import measure


def test_a_declaration_is_stored_before_it_is_answered_and_the_dm_steps(transactional_db: None) -> None:
    found = measure()
    stored, answered = found["declared"]
    assert 0 < len(stored) < len(answered)
    assert answered[: len(stored)] == stored
    assert len(found["next"]) > 3
