"""Additions for the deeds beside the act of an order: tasks before it, a move with it."""

from collections.abc import Mapping

from rules.kernel.deeds import Declaration, Wording
from rules.kernel.frozen import frozen
from rules.kernel.own import Own
from rules.kernel.terms import Place
from rules.kernel.visibility import Open, Typed
from rules.procedures.adnd.orders.base import Addition, describe_place


@frozen
class Beforehand(Addition, Own):
    """Tasks that are done before the act: to drop a bow, to draw a sword."""

    tasks: Typed = ""
    """The tasks, one a line."""
    lengths: Open[tuple[int, ...]] = ()
    """The segments that each takes."""
    drawn: Open[tuple[str, ...]] = ()
    """The weapon that is drawn by each; "" for none."""

    def write_answer(self) -> Mapping[str, object]:
        """Return no keys: what was drawn is in hand in the next round."""
        return {}

    def describe(self, wording: Wording) -> str:
        return f", after: {', '.join(wording.quote(each) for each in self.tasks.splitlines())}"


@frozen
class AlsoMoves(Addition, Own):
    """A move before the act, or after it."""

    moves_to: Open[Place | None] = None
    moves_first: Open[bool] = False

    def write_answer(self) -> Mapping[str, object]:
        """Return no keys: the place was reached, or is asked for again."""
        return {}

    def describe(self, wording: Wording) -> str:
        place = describe_place(self.moves_to) if self.moves_to is not None else "a place"
        return f", after a move to {place}" if self.moves_first else f", then move to {place}"


def halve_shots(declared: Declaration, shots: int) -> int:
    """Return the shots of an order: half of them beside a move, at least one."""
    return max(1, shots // 2) if declared.has(AlsoMoves) else shots
