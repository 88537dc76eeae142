"""Statuses of deeds that were stored under an earlier name of their class are read."""

from rules.kernel import events as e
from rules.kernel.codec import decode_event, encode_event, is_as_stored
from rules.procedures import get_all_kinds
from rules.procedures.adnd.deed_types import Move
from rules.procedures.crucible.deed_types import SpentTurn


def test_a_deed_that_came_to_nothing_is_read_by_the_earlier_name_of_its_status() -> None:
    event = e.AgendaChanged(deeds=(Move(id="otis-1", who="otis", status=SpentTurn),))
    stored = encode_event(event)
    kind, fields = stored["deeds"][0]
    assert fields["status"] == "SpentTurn"
    earlier = {**stored, "deeds": [[kind, {**fields, "status": "Spent"}]], "v": 5}
    assert decode_event(earlier, get_all_kinds()) == event
    assert is_as_stored(event, earlier)
