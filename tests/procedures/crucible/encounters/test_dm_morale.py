"""A morale check is refused with Crucible's own clause."""

from tests.encounters.test_dm_morale import begun, post


def test_a_player_character_is_refused_with_the_clause(transactional_db: None) -> None:
    at = begun("crucible")
    status, page = post(at, who="otis")
    assert status == 200
    assert "are player characters (CRUCIBLE.WD.MOR.3)" in page
