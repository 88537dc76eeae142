"""Two plays of a fight are compared, in order or only by what came of them."""

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


# An outcome between moments: two acts, with what a prepared act does between them or after both.
AROUND = of(act("otis"), between(TRIGGERED), act("elmo"), between(LOST))
AFTER = of(act("elmo"), act("otis"), between(LOST, TRIGGERED))


def test_without_order_an_outcome_between_moments_is_compared_by_its_clock_alone() -> None:
    assert parted(AROUND, AFTER, ordered=False) == ""


def test_with_order_an_outcome_between_moments_keeps_its_place() -> None:
    assert parted(AROUND, AFTER)


def test_without_order_a_missing_outcome_between_moments_is_found() -> None:
    assert parted(AROUND, of(act("elmo"), act("otis"), between(LOST)), ordered=False)
    assert parted(AROUND, of(act("elmo"), act("otis"), between(LOST, LOST)), ordered=False)
    assert parted(AROUND, of(act("elmo"), act("otis"), between(LOST), between(TRIGGERED, clock=2)), ordered=False)


def test_without_order_it_still_counts_who_acts_together() -> None:
    both = Moment(1, 1, (deed("elmo"), deed("otis")), (("Moved", "elmo", (0, 0), ""), ("Moved", "otis", (0, 0), "")))
    assert parted(of(act("elmo"), act("otis")), of(both), ordered=False)


def test_a_moment_in_which_somebody_only_waits_does_not_part_what_comes_before_and_after_it() -> None:
    waits = Moment(1, 1, (("elmo", "wait", "", "", (), 1, False, False),), ())
    assert parted(of(between(LOST), waits, between(TRIGGERED)), of(between(LOST, TRIGGERED), waits)) == ""
    assert parted(of(between(LOST), act("otis"), between(TRIGGERED)), of(between(LOST, TRIGGERED), act("otis")))


def test_only_what_comes_before_the_given_column_is_compared() -> None:
    one, other = of(act("otis"), act("elmo", 2)), of(act("otis"), act("jaroo", 2))
    assert parted(one, other, until=(1, 2)) == ""
    assert parted(one, other, until=(1, 3))


def test_everything_in_the_shorter_play_happens_in_the_longer_one_too() -> None:
    ended, longer = of(act("otis"), between(LOST)), of(act("elmo"), between(LOST), act("otis", 3))
    ended.events = [EncounterEnded(reason="one side is left")]
    assert parted(ended, longer, clocks=False, contained=True) == ""
    assert parted(longer, ended, clocks=False, contained=True) == ""
    assert parted(ended, of(act("elmo"), between(LOST)), clocks=False, contained=True)


def test_a_contest_is_the_same_in_which_order_its_members_are_named() -> None:
    one = {"reason": "contested", "by": "otis", "target": "elmo", "targets": ["otis", "elmo"]}
    other = {"reason": "contested", "by": "elmo", "target": "otis", "targets": ["elmo", "otis"]}
    assert canonical(one) == canonical(other)
    assert canonical({**one, "reason": "parry"}) != canonical({**other, "reason": "parry"})
