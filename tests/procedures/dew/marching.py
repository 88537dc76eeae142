"""Movement by small paces: another calculation, to prove traces against.

Nothing is solved here. Time goes by in paces; in each pace everybody walks on along points that lie before him, and who
chases is given the points that the chased leaves behind. Lengths are floats, so that results agree to a few hundredths.
"""

import itertools
from collections.abc import Sequence
from math import dist

from rules.procedures.dew.distance_run import Trace

PACES = 400

Spot = tuple[float, float]


class Marcher:
    """One combatant: where it is, where it has been, and the points that lie before it."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.at: Spot = (float(trace.corners[0][0]), float(trace.corners[0][1]))
        self.been: list[Spot] = [self.at]
        self.ahead: list[Spot] = [(float(x), float(y)) for x, y in trace.corners[1:]]
        self.ended = False
        self.taken = 0

    def march(self, far: float) -> None:
        """Walk so far, or as far as points lie ahead."""
        while self.ahead and far > 0:
            gap = dist(self.at, self.ahead[0])
            if gap <= far:
                self.at = self.ahead.pop(0)
                far -= gap
            else:
                part = far / gap
                goal = self.ahead[0]
                self.at = (self.at[0] + (goal[0] - self.at[0]) * part, self.at[1] + (goal[1] - self.at[1]) * part)
                far = 0
            self.been.append(self.at)


class March:
    """Everybody's movement. ``pace`` counts the paces that have gone by."""

    def __init__(self, traces: Sequence[Trace]) -> None:
        self.all = {trace.who: Marcher(trace) for trace in traces}
        self.chased = {
            trace.who: trace.chase
            for trace in traces
            if trace.chase is not None and trace.corners[-1] == self.all[trace.chase].trace.corners[0]
        }
        self.circles = [who for who in self.all if who in self._behind(who)]
        for who in self.circles:
            self.all[who].ahead = self._round_and_round(who)
        self.pace = 0

    def spots(self) -> dict[str, Spot]:
        """Return where everybody is."""
        return {who: each.at for who, each in self.all.items()}

    def go(self) -> None:
        """Walk one pace: those who are chased walk before those who chase them."""
        self.pace += 1
        for who in sorted(self.all, key=lambda who: (len(self._behind(who)), who)):
            marcher = self.all[who]
            if who in self.chased and who not in self.circles:
                quarry = self.all[self.chased[who]]
                marcher.ahead += quarry.been[marcher.taken :]
                marcher.taken = len(quarry.been)
            if not marcher.ended:
                marcher.march(marcher.trace.allowance / PACES)

    def end(self, names: Sequence[str]) -> None:
        """End the march of these; in a circle the others keep only what was walked before them."""
        for who in names:
            self.all[who].ended = True
            self.all[who].ahead = []
        for who in self.circles:
            if who in names:
                self._shorten(who)

    def _shorten(self, who: str) -> None:
        ahead_of_him = [*self.all[who].been]
        chaser = self._chaser_in_circle(who)
        while not self.all[chaser].ended:
            marcher = self.all[chaser]
            whole = [(float(x), float(y)) for x, y in marcher.trace.corners] + ahead_of_him
            marcher.ahead = _rest(whole, walked(marcher.been))
            ahead_of_him = [*marcher.been, *marcher.ahead]
            chaser = self._chaser_in_circle(chaser)

    def _chaser_in_circle(self, who: str) -> str:
        return next(each for each in self.circles if self.chased[each] == who)

    def _behind(self, who: str) -> list[str]:
        """Return the one a combatant follows, the one that one follows, and so on, each once."""
        found: list[str] = []
        while who in self.chased and self.chased[who] not in found:
            who = self.chased[who]
            found.append(who)
        return found

    def _round_and_round(self, who: str) -> list[Spot]:
        """Return the points of the whole circle, as often as it can be walked.

        There are none where it has no length.
        """
        points: list[Spot] = []
        around = [who, *self._behind(who)[:-1]]
        for each in around:
            points += [(float(x), float(y)) for x, y in self.all[each].trace.corners]
        length = walked(points)
        return points * (int(self.all[who].trace.allowance / length) + 2) if length else []


def walked(points: Sequence[Spot]) -> float:
    """Return the length of the way through these points."""
    return sum(dist(one, other) for one, other in itertools.pairwise(points))


def _rest(points: list[Spot], far: float) -> list[Spot]:
    """Return the rest of a way after so much of it: nothing where it is shorter."""
    for at, (one, other) in enumerate(itertools.pairwise(points)):
        gap = dist(one, other)
        if far < gap:
            return points[at + 1 :]
        far -= gap
    return []
