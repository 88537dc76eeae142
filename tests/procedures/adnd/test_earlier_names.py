"""Deeds that were stored under an earlier name of their class are read."""

from rules.kernel import events as e
from rules.kernel.codec import decode_event, encode_event, is_as_stored
from rules.procedures import get_all_kinds
from rules.procedures.adnd.deed_types import WeaponSetting


def test_a_weapon_set_is_read_by_the_earlier_name_of_the_deed() -> None:
    event = e.AgendaChanged(deeds=(WeaponSetting(id="otis-1", who="otis"),))
    stored = encode_event(event)
    earlier = {**stored, "deeds": [["WeaponSet", stored["deeds"][0][1]]], "v": 5}
    assert decode_event(earlier, get_all_kinds()) == event
    assert is_as_stored(event, earlier)
