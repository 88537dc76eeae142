"""How two plays of a fight are compared."""

from rules.kernel.events import EncounterEnded
from rules.kernel.terms import Setting
from tests.any_procedure import ANY
from tests.rules.relations.comparing import parted
from tests.rules.relations.fights import Fight
from tests.rules.relations.playing import Moment, Outcome, Played, canonical

FIGHT = Fight(ANY, 0, (), {}, {}, Setting.INDOORS)
LOST: Outcome = ("DeedLost", "jaroo", "nothing set it off")
TRIGGERED: Outcome = ("Triggered", "jaroo")


def deed(who: str) -> Outcome:
    return (who, "move", "", "", (), 1, False, False)


def of(*moments: Moment) -> Played:
    return Played(FIGHT, list(moments))


def act(who: str, clock: int = 1) -> Moment:
    return Moment(1, clock, (deed(who),), (("Moved", who, (0, 0), ""),))


def between(*outcomes: Outcome, clock: int = 1) -> Moment:
    return Moment(1, clock, (), outcomes)


AROUND = of(act("otis"), between(TRIGGERED), act("elmo"), between(LOST))
AFTER = of(act("elmo"), act("otis"), between(LOST, TRIGGERED))


def test_what_comes_about_between_moments_belongs_to_its_clock_alone_where_no_order_counts() -> None:
    assert parted(AROUND, AFTER, ordered=False) == ""


def test_what_comes_about_between_moments_has_its_place_where_the_order_counts() -> None:
    assert parted(AROUND, AFTER)


def test_what_comes_about_between_moments_is_not_left_out_where_no_order_counts() -> None:
    assert parted(AROUND, of(act("elmo"), act("otis"), between(LOST)), ordered=False)
    assert parted(AROUND, of(act("elmo"), act("otis"), between(LOST, LOST)), ordered=False)
    assert parted(AROUND, of(act("elmo"), act("otis"), between(LOST), between(TRIGGERED, clock=2)), ordered=False)


def test_who_acts_together_counts_where_no_order_does() -> None:
    both = Moment(1, 1, (deed("elmo"), deed("otis")), (("Moved", "elmo", (0, 0), ""), ("Moved", "otis", (0, 0), "")))
    assert parted(of(act("elmo"), act("otis")), of(both), ordered=False)


def test_until_a_column_only_what_comes_before_it_is_compared() -> None:
    one, other = of(act("otis"), act("elmo", 2)), of(act("otis"), act("jaroo", 2))
    assert parted(one, other, until=(1, 2)) == ""
    assert parted(one, other, until=(1, 3))


def test_what_happens_where_the_fight_is_over_happens_where_it_goes_on() -> None:
    ended, longer = of(act("otis"), between(LOST)), of(act("elmo"), between(LOST), act("otis", 3))
    ended.events = [EncounterEnded(reason="one side is left")]
    assert parted(ended, longer, clocks=False, contained=True) == ""
    assert parted(longer, ended, clocks=False, contained=True) == ""
    assert parted(ended, of(act("elmo"), between(LOST)), clocks=False, contained=True)


def test_a_contest_is_about_all_who_contest_whoever_is_named_first() -> None:
    one = {"reason": "contested", "by": "otis", "target": "elmo", "targets": ["otis", "elmo"]}
    other = {"reason": "contested", "by": "elmo", "target": "otis", "targets": ["elmo", "otis"]}
    assert canonical(one) == canonical(other)
    assert canonical({**one, "reason": "parry"}) != canonical({**other, "reason": "parry"})
