"""Every row of the Demon Idol procedure's matrix, with Lakofka's ten rules over it."""

from dataclasses import replace

from tests.procedures.adnd.matrix import Case, deed_of, fight, play_each, who_was_first
from tests.procedures.demon_idol.test_matrix import ORDERED
from tests.procedures.demon_idol.test_matrix import SETUP as DEMON


@play_each(ORDERED)
def test_the_order_is_that_of_demon_idols_matrix(case: Case) -> None:
    events = fight(replace(DEMON, ruleset="lakofka/demon_idol"), case.a, case.b).play_round()
    assert who_was_first(events, deed_of(case.a, "a"), deed_of(case.b, "b")) == case.first
