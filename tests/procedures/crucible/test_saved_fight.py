"""A fight of three sides saved without what people typed: a field names each side."""

from rules.scenarios.saving import save_without_secrets
from tests.scenarios.test_saved_fights import play_at_random


def test_a_field_for_each_side_has_the_neutral_name_of_the_side() -> None:
    game = play_at_random("crucible", 15)
    text = save_without_secrets(game.opening, game.records).text
    assert "range_m-side-2 = " in text
    assert "others" not in text
