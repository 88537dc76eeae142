"""One who is hidden changes nothing that is shown of the others: the order of the sides."""

from rules.kernel.apply import fold
from tests.rules.hidden import ORC, OTIS, SNEAK
from tests.rules.players import opening


def test_the_sides_come_in_the_order_of_those_who_are_seen() -> None:
    assert fold([opening([SNEAK, OTIS, ORC])]).sides == ("party", "foes")
    assert fold([opening([ORC, OTIS, SNEAK])]).sides == ("foes", "party")
    assert fold([opening([SNEAK, OTIS])]).sides == ("party", "foes")
