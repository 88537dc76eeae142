"""Relations and the exceptions to them, each with the clause that makes it."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from rules.kernel import events as e
from rules.procedures import list_rulesets
from tests.rules.relations import changes
from tests.rules.relations.comparing import parted
from tests.rules.relations.fights import Fight
from tests.rules.relations.playing import Column, Played, column, played


def earliest(*columns: Column | None) -> Column | None:
    """Return the first of these columns; None where there is none."""
    return min((each for each in columns if each is not None), default=None)


@dataclass(frozen=True)
class Case:
    """A fight and the same fight changed, both played."""

    one: Played
    other: Played

    def first(self, *kinds: type[e.Event]) -> Column | None:
        """Return the column in which an event of these kinds first happened in either, or None."""
        return self.find_first(lambda event: isinstance(event, kinds))

    def citing(self, clause: str) -> Column | None:
        """Return the column in which an event of either first cites this clause, or None."""
        return self.find_first(lambda event: clause in event.clauses)

    def first_named(self, *kinds: str) -> Column | None:
        """Return the column in which an event of kinds so named first happened in either."""
        return self.find_first(lambda event: event.kind in kinds)

    def find_first(self, found: Callable[[e.Event], bool]) -> Column | None:
        """Return the column in which such an event of either first happened, or None."""
        return earliest(*(column(event) for each in (self.one, self.other) for event in each.events if found(event)))


@dataclass(frozen=True)
class Exemption:
    """A clause by which a change counts: its procedures, reason, first column, and what holds.

    ``since`` is None where it does not apply; before that column nothing may differ. ``still`` are the words for
    ``parted``: what is compared all the same after it (None: nothing).
    """

    clause: str
    rulesets: tuple[str, ...]
    why: str
    since: Callable[[Case], Column | None]
    still: Mapping[str, object] | None = None


@dataclass(frozen=True)
class Relation:
    """A change and what it leaves as it was, in which procedures.

    ``how`` are the arguments for ``parted``. ``within`` narrows a fight to what the relation is about; None where
    nothing of it is left.
    """

    name: str
    change: Callable[[Fight, Random], Fight]
    rulesets: tuple[str, ...] = list_rulesets()
    how: Mapping[str, object] = field(default_factory=dict)
    exemptions: tuple[Exemption, ...] = ()
    within: Callable[[Fight], Fight | None] | None = None
    trusted: bool = True

    def holds(self, base: Played) -> "Verdict":
        """Play the fight changed and compare."""
        if self.within is not None:
            narrowed = self.within(base.fight)
            if narrowed is None:
                return Verdict(self.name, speaks=False)
            base = played(replace(narrowed, trusted=self.trusted))
        changed = self.change(replace(base.fight, trusted=self.trusted), Random(base.fight.seed))
        return self.judge(Case(base, played(changed)))

    def judge(self, case: Case) -> "Verdict":
        """Compare a fight and the same fight changed."""
        problem = self.compare(case, **self.how)
        if not problem:
            return Verdict(self.name)
        why = []
        for each in self.exemptions:
            since = each.since(case) if case.one.fight.ruleset in each.rulesets else None
            if since is not None:
                left = self.compare(case, **{**self.how, "until": since})
                if not left and each.still is not None:
                    left = self.compare(case, **{**self.how, **each.still})
                why.append(f"{each.clause}: {left}")
                if not left:
                    return Verdict(self.name, excepted=each)
        return Verdict(self.name, problem="\n".join([problem, *why]))

    def compare(self, case: Case, **how: Any) -> str:
        """Return in words where the two differ; "" where they are alike."""
        return parted(case.one, case.other, **how)


@dataclass(frozen=True)
class Verdict:
    """The result of a relation in a fight: it held, is exempt, says nothing, or fails."""

    name: str
    problem: str = ""
    excepted: Exemption | None = None
    speaks: bool = True


# From which column the exemptions apply.


def comes_later(case: Case) -> Column | None:
    """Return where a stranger first acts, or makes a deed wait, leave its column or be lost."""
    one, other = case.one.done, case.other.done
    never = ((math.inf, math.inf), False)
    moved = [(one.get(key, never), other.get(key, never)) for key in {**one, **other}]
    apart = [min(mine, theirs)[0] for mine, theirs in moved if mine != theirs and (mine[1] or theirs[1])]
    gone = [(case.one.lost[key], case.other.lost[key]) for key in case.one.lost.keys() & case.other.lost.keys()]
    apart += [min(mine, theirs) for mine, theirs in gone if mine != theirs]
    acts = [
        column(moment) for moment in case.other.moments if any(deed[0] in changes.STRANGERS for deed in moment.deeds)
    ]
    return earliest(*acts, *apart) if acts else None


def stranger_strikes(case: Case) -> Column | None:
    """Return the same column, where a stranger has blows or shots."""
    strikes = any(isinstance(event, e.Attacked) and event.who in changes.STRANGERS for event in case.other.events)
    return comes_later(case) if strikes else None


def lost_by_a_slot(case: Case) -> Column | None:
    """Return where a deed is lost in one of the two alone, where a stranger has blows or shots."""
    if stranger_strikes(case) is None:
        return None
    lost = [
        {(event.round, event.deed): column(event) for event in each.events if isinstance(event, e.DeedLost)}
        for each in (case.one, case.other)
    ]
    alone = {key for key in lost[0].keys() ^ lost[1].keys() if key[1].partition(":")[0] not in changes.STRANGERS}
    return earliest(*(found[key] for found in lost for key in alone if key in found))


LEAVING = (e.Slain, e.HelplessMade, e.Fled, e.Surrendered)
"""Events after which somebody fights no more."""

TIMED = ("PsionicExchanged", "Triggered", "Prepared", "ChargeBegan", "Noticed", "SpellBegan", "EffectBegan")
"""Kinds of events that go by the columns."""


def goes_by_the_clock(case: Case) -> Column | None:
    """Return the same column, where psionics, prepared acts, charges or noticing go by columns."""
    timed = case.first_named(*TIMED)
    return comes_later(case) if timed else None


def task_goes_on(case: Case) -> Column | None:
    """Return the same column, where a task goes on after the round."""
    return comes_later(case) if case.first(e.TaskContinues) else None


def ends_apart(case: Case) -> Column | None:
    """Return where a side first has nobody left, if that is not the same side in both."""
    ends = [_find_end(each) for each in (case.one, case.other)]
    if ends[0][1] == ends[1][1]:
        return None
    return earliest(*(end for end, _ in ends))


def _find_end(play: Played) -> tuple[Column | None, str | None]:
    """Return where a side first has nobody left, with that side, else where the fight ends."""
    left = {event.who: column(event) for event in reversed(play.events) if isinstance(event, LEAVING)}
    members = {side: [each.id for each in play.fight.of_side(side)] for side in play.fight.sides()}
    gone = [(max(left[id] for id in ids), side) for side, ids in members.items() if all(id in left for id in ids)]
    end = next((column(event) for event in play.events if isinstance(event, e.EncounterEnded)), None)
    return min(gone, default=(end, "" if end is not None else None))


def by_roster(case: Case) -> Column | None:
    """Return where only the roster first puts one of a side before another."""
    return earliest(case.one.by_roster, case.other.by_roster)


# What several procedures exempt, each by a clause of its own.

CIRCLES = "the last tie-break of a circle of precedences is the roster"
HEADS = "morale is the other side's, and counts heads"
ROSTER = "of one side, equal in everything else, the roster's first acts first"
TIMES = "what goes by the clock sees the later column to which a stranger brings it"
OVER = "a fight is over when one side has nobody left"
OVER_LATER = "what a stranger puts off is put off in a fight that goes on with that stranger"

AFTER_THE_END = ("Bled", "Slain", "Noticed", "Warned", "Moved", "Fled")
"""Kinds of events that do not count where a fight is over in one alone."""

NEAR_A_LIMIT = "a distance is near a limit"
"""A fight that is moved goes otherwise where all its distances are a little longer or shorter, too."""

WAY_TURNED_ASIDE = "straight away from a foe who stands near: hundredths of a foot turn a long way aside"

FOLLOWS_FROM_THERE = "what follows from a way that was turned aside"

RENAMED, REORDERED, SWAPPED, STRANGERS, AWAITED = (
    "names and mixing of the sides", "order of the roster", "sides swapped", "strangers", "one who awaits",
)  # fmt: skip
"""The relations from which procedures exempt something, by name."""


def circle(clause: str, rulesets: tuple[str, ...]) -> Exemption:
    """Return the exemption of fights in which precedences went in a circle."""
    return Exemption(clause, rulesets, CIRCLES, lambda case: case.first(e.PrecedenceDropped))


def heads(clause: str, rulesets: tuple[str, ...]) -> Exemption:
    """Return the exemption of fights in which morale was checked."""
    return Exemption(clause, rulesets, HEADS, lambda case: case.first(e.MoraleChecked))


def over(clause: str, rulesets: tuple[str, ...]) -> Exemption:
    """Return the exemption of fights that are over in one of the two alone."""
    return Exemption(clause, rulesets, OVER, ends_apart, {"clocks": False, "contained": True, "but": AFTER_THE_END})


def over_later(clause: str, rulesets: tuple[str, ...]) -> Exemption:
    """Return the exemption of fights, over in one alone, in which a stranger puts something off.

    All that happens in the one that is over has to happen in the other, at another clock or in another order.
    """
    still = {"clocks": False, "ordered": False, "contained": True, "but": AFTER_THE_END}
    return Exemption(clause, rulesets, OVER_LATER, lambda case: ends_apart(case) and comes_later(case), still)
