"""Morale checks that the DM calls for in Crucible, and those refused."""

from rules.kernel import events as e
from rules.kernel.inputs import CallMorale
from tests.rules.test_morale import begun


def test_a_player_character_is_refused_the_check() -> None:
    game = begun("crucible")
    record = game.submit(CallMorale("otis", "superior_force"))
    assert [type(event) for event in record.events] == [e.Refused]
    assert record.events[0].clauses == ("CRUCIBLE.WD.MOR.3",)
