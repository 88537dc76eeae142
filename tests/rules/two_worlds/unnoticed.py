"""Somebody hidden is absent, waits, or acts: the others are shown the same, and when.

``python -m tests.rules.two_worlds.unnoticed [FIGHTS] [RULESET]`` prints the counts of every procedure. Everything shown
is compared, with segments, clauses and questions: up to the column in which the hidden one shows itself, and in that
column as a set. Other tests of two worlds stop at the first outcome that differs; here an outcome may not differ.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass, replace
from itertools import chain
from random import Random

from rules.kernel import events as e
from rules.kernel.codec import encode_text
from rules.kernel.effects import Answer
from rules.kernel.state import OpenQuestion
from rules.procedures import list_rulesets
from tests.registered import gather
from tests.rules.two_worlds.comparing import brief, parted
from tests.rules.two_worlds.playing import Key, Played, Sitting, say
from tests.rules.two_worlds.secrecy import random_world, secrecy_of
from tests.rules.two_worlds.worlds import LURKER, World

WAITS, ACTS = "waits", "acts"


class Watched(Sitting):
    """A table at which the hidden one does what it likes.

    Everybody else does what they do without it.
    """

    def __init__(self, world: World, absent: Played | None = None, behaviour: str = WAITS) -> None:
        self.behaviour = behaviour
        super().__init__(world, absent)

    def _chance(self, *about: object) -> float:
        """Return chances without those of a take-back.

        What that covers depends on who is asked in between.
        """
        return max(super()._chance(*about), 0.01)

    def _of_dm(self, question: OpenQuestion, key: Key) -> Answer | None:
        about = question.who == "dm" and LURKER in question.facts.values()
        if question.who != LURKER and not about:
            return super()._of_dm(question, key)
        form = self.game.ruleset.questions[question.question].form(self.game.state, question)
        if form is None or (self.behaviour == WAITS and not about):
            return None
        for n in range(4):
            said = say(self.game.state, question, form, Random(f"{self.world.seed}|{key}|{n}"))
            if said is not None and not self._concerns_others(LURKER, said):
                return said
        return None  # closes the question, and with one of the DM's all that the DM is asked


@dataclass
class Tally:
    """Comparisons of fights: alike to the end or until it shows itself, exempted, failed."""

    to_the_end: Counter[str] = field(default_factory=Counter)
    until_shown: Counter[str] = field(default_factory=Counter)
    exempted: Counter[str] = field(default_factory=Counter)
    things: int = 0
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class End:
    """The part of a fight that is compared, by places in its log."""

    column: int
    """The first event of the column in which the hidden one shows itself; the end of the log where it never does."""
    shows: int
    """The event by which it shows itself, or the end of the log."""


GOES_ON = "the fight goes on"
"""The one exemption for every procedure: no seen foe is left, and the fight does not end."""


def compare_fight(seed: int, ruleset: str, tally: Tally) -> None:
    """Compare one fight without the hidden one, with it waiting, and with it acting."""
    world = build_world(seed, ruleset)
    forget = secrecy_of(world).forget
    others = (forget(each, LURKER) for each in world.opening.stat_blocks if each.id != LURKER)
    absent = Watched(world.with_stat_blocks(*others)).play()
    for behaviour in (WAITS, ACTS):
        present = Watched(world, absent, behaviour).play()
        end = find_end(present)
        problem, exemption = "", ""
        for name in world.seats:
            same, found = compare_shown(name, absent, present, end)
            tally.things += same
            if found is not None:
                exemption = find_exemption(found, absent, present)
                problem = "" if exemption else f"{name} {describe(found)}"
                break
        if problem:
            tally.problems.append(f"{ruleset}, seed {seed}, the hidden one {behaviour}: {problem}")
        elif exemption:
            tally.exempted[exemption] += 1
        elif end.shows < len(present.log):
            tally.until_shown[behaviour] += 1
        else:
            tally.to_the_end[behaviour] += 1


def build_world(seed: int, ruleset: str) -> World:
    """Return a random fight in which the hidden one has a side of its own now and then."""
    world = random_world(seed, ruleset)
    rng = Random(f"{seed}|unnoticed")
    world = replace(world, quiet=rng.random() < 0.5)
    return world.changed(LURKER, side="strangers") if rng.random() < 0.3 else world


# What is compared.

CONCERNS = ("who", "target", "targets", "by", "to")


def find_end(played: Played) -> End:
    """Return where the hidden one shows itself, and where that column begins."""
    log = played.log
    shows = next((at for at, event in enumerate(log) if at and shows_itself(event)), len(log))
    if shows == len(log):
        return End(shows, shows)
    time = (log[shows].round, log[shows].clock)
    column = shows
    while column > 1 and (log[column - 1].round, log[column - 1].clock) == time:
        column -= 1
    return End(column, shows)


def shows_itself(event: e.Event) -> bool:
    """Return whether somebody perceives the hidden one by this event, or it acts on others."""
    if isinstance(event, e.Attacked | e.SpellCompleted | e.DeviceUsed | e.ChargeMet | e.UndeadTurned):
        targets = [event.target, *getattr(event, "targets", ())]
        if event.who == LURKER and any(each and each != LURKER for each in targets):
            return True
    named = [getattr(event, name, "") for name in CONCERNS]
    about = any(each == LURKER or (isinstance(each, tuple) and LURKER in each) for each in named)
    perceived = [each for each in event.perceived_by if each not in ("dm", LURKER)]
    return about and bool(perceived) and not isinstance(event, e.Ruled)


Found = tuple[Sequence[object], Sequence[object]]
"""What was shown without the hidden one and with it, from the first thing that differs."""


def compare_shown(name: str, absent: Played, present: Played, end: End) -> tuple[int, Found | None]:
    """Return how many things were shown alike, and where two lists differ."""
    column, shows = _shown_before(present, name, end.column), _shown_before(present, name, end.shows)
    mine, theirs = absent.shown[name], present.shown[name]
    if end.shows < len(present.log):
        theirs = theirs[:column]
    for at, (one, other) in enumerate(zip(mine, theirs, strict=False)):
        if not is_alike(one, other):
            return at, (mine[at:], theirs[at:])
    if end.shows == len(present.log):
        at = min(len(mine), len(theirs))
        return at, None if len(mine) == len(theirs) else (mine[at:], theirs[at:])
    if len(mine) < column:
        return len(mine), ((), theirs[len(mine) :])
    # Within the column only the order may differ, and what comes later in it may not have come yet.
    left = Counter(_read_in_column(each) for each in _list_same_column(mine, column, present.log[end.shows]))
    for at in range(column, shows):
        thing = _read_in_column(present.shown[name][at])
        if not left[thing]:
            return at, (mine[column:], present.shown[name][at:])
        left[thing] -= 1
    return shows, None


def _shown_before(played: Played, name: str, at: int) -> int:
    """Return how many things a viewer was shown before an event of the log."""
    marks = played.marks[name]
    return marks[at] if at < len(marks) else len(played.shown[name])


def is_alike(one: object, other: object) -> bool:
    """Return whether two things are the same bytes on the wire."""
    return repr(one) == repr(other) or _write(one) == _write(other)


def _write(thing: object) -> str:
    return thing if isinstance(thing, str) else encode_text(thing)


def _list_same_column(mine: Sequence[object], start: int, shown: e.Event) -> Sequence[object]:
    """Return what was shown of the column that begins here, and of no later one."""
    for at in range(start, len(mine)):
        thing = mine[at]
        if isinstance(thing, e.Event) and (thing.round, thing.clock) != (shown.round, shown.clock):
            return mine[start:at]
    return mine[start:]


def _read_in_column(thing: object) -> str:
    """Return a thing as compared within one column, where moments may be numbered otherwise."""
    return _write(replace(thing, moment=0)) if isinstance(thing, e.Event) else _write(thing)


# Exemptions.


def find_exemption(found: Found, absent: Played, present: Played) -> str:
    """Return the name of the exemption that a difference falls under; "" for none."""
    mine, _ = found
    ends = [at for at, event in enumerate(absent.log) if isinstance(event, e.EncounterEnded)]
    if ends and not _is_over_as_early(absent.log[ends[0]], present) and _is_at_the_end(mine):
        return GOES_ON
    exemptions: Mapping[str, Callable[[Found, Played, Played], bool]] = secrecy_of(absent.world).exemptions
    return next((name for name, applies in exemptions.items() if applies(found, absent, present)), "")


def _is_over_as_early(ending: e.Event, present: Played) -> bool:
    return any(
        isinstance(event, e.EncounterEnded) and (event.round, event.clock) == (ending.round, ending.clock)
        for event in present.log
    )


def _is_at_the_end(mine: Sequence[object]) -> bool:
    """Return whether nothing is left to show but that the round, and the fight, are over."""
    left = [each for each in mine if isinstance(each, e.Event)]
    return any(isinstance(each, e.EncounterEnded) for each in left) and all(
        each.kind in OVER or isinstance(each, e.EncounterEnded) for each in left
    )


OVER = (
    *(
        "DeedLost",
        "SegmentBegan",
        "StageBegan",
        "RoundEnded",
        "Asked",
        "Withdrawn",
        "Answered",
        "SeedRevealed",
        "Ruled",
    ),
    *chain.from_iterable(gather("two_worlds", "OVER")),
)
"""What is shown when a fight is over; procedures add their own kinds in tests/procedures/<name>/two_worlds.py."""


def describe(found: Found) -> str:
    """Return the first things that differ, in short."""
    mine, theirs = ([brief(each) for each in things[:1]] or ["nothing"] for things in found)
    both = (
        parted(mine[0], theirs[0]) if not any(is_dataclass(each[0]) for each in found if each) else (mine[0], theirs[0])
    )
    return f"is shown\n   without it: {both[0]}\n   with it:    {both[1]}"


def tally_fights(ruleset: str, seeds: Iterable[int]) -> Tally:
    """Compare the fights of these seeds."""
    tally = Tally()
    for seed in seeds:
        compare_fight(seed, ruleset, tally)
    return tally


def main() -> None:
    """Print the counts: held, exempted by name, failed."""
    fights = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    for ruleset in sys.argv[2:] or list_rulesets():
        tally = tally_fights(ruleset, range(fights))
        held = sum(tally.to_the_end.values()) + sum(tally.until_shown.values())
        counts = [
            f"{ruleset}: {fights} fights, {tally.things} things alike",
            f"{held} held ({dict(tally.to_the_end)} to the end, {dict(tally.until_shown)} until it showed itself)",
            f"{dict(tally.exempted)} exempted",
            f"{len(tally.problems)} failed",
        ]
        sys.stdout.write(", ".join(counts) + "\n")
        sys.stdout.write("".join(f"{each}\n" for each in tally.problems))


if __name__ == "__main__":
    main()
