"""The order of deeds: the interface between a procedure's rules of order and the agenda.

No single number sorts a segmented round: the order depends on which combatant acts against which. For each pair of
deeds that interact the procedure answers before, after, together or nothing, with its clauses and a rank. *Bands*
answer the same for whole groups (routine slots). Deeds that nothing holds back go by the general order's sort key.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple

from rules.kernel.deeds import Deed
from rules.kernel.frozen import frozen
from rules.kernel.state import State
from rules.kernel.terms import ClauseId, CombatantId

Sortable = tuple[Any, ...]


class Relation(StrEnum):
    """The relation of the first of two deeds to the second."""

    BEFORE = "before"
    AFTER = "after"
    TOGETHER = "together"


REVERSED = {
    Relation.BEFORE: Relation.AFTER,
    Relation.AFTER: Relation.BEFORE,
    Relation.TOGETHER: Relation.TOGETHER,
}
"""The relation of the second of two deeds to the first, by that of the first to the second."""


class Precedence(NamedTuple):
    """A procedure's answer on two deeds: the first goes before, after or with the second."""

    relation: Relation
    rank: int
    clauses: tuple[ClauseId, ...]
    numbers: str = ""

    def reverse(self) -> "Precedence":
        """Return the same answer as seen from the other deed."""
        return Precedence(REVERSED[self.relation], self.rank, self.clauses, self.numbers)


@frozen
class Band:
    """A group-wide order: of two deeds that both have a value in it, the lower value goes first."""

    name: str
    rank: int
    clauses: tuple[ClauseId, ...]
    value: Callable[[Deed], Fraction | int | None]
    """Return a deed's value in the band; None if it has none."""
    across: bool = False
    """The band orders only deeds of different sides."""


@frozen
class Order:
    """A procedure's rules of order for the agenda."""

    precede: Callable[[State, Deed, Deed], Precedence | None]
    """Return the answer on a pair of deeds; None if nothing orders them."""
    bands: tuple[Band, ...]
    """The group-wide orders."""
    key: Callable[[State, Deed], Sortable]
    """Return a deed's sort key in the general order."""
    shared: Callable[[State, Deed], bool] = lambda state, deed: False
    """Return whether a deed ties, sharing its moment with all other shared deeds of the same key.

    It may depend on the dice, and on the numbers of other deeds that are pending or done.
    """
    brought_forward_by: Callable[[State, Deed], Sequence[CombatantId] | None] = lambda state, deed: None
    """Return the combatants whose deeds alone may bring a deed forward; None: those of all.

    Such deeds, where they must follow a deed, bring it to an earlier column.
    """
    idle: Callable[[Deed], bool] = lambda deed: False
    """Return whether a deed is no act: it is over at the latest with the next deed after it, and holds up none."""
    holds_up_others: Callable[[State, Deed], bool] = lambda state, deed: True
    """Return whether the deeds of others wait where a band or the general order alone puts a deed before them.

    Others whose own column is earlier do not wait for a deed that holds none up.
    """
    pairwise: bool = True
    """The answer on a pair depends on no other deed, so it stands as long as those two deeds do."""


@frozen(slots=True)
class Because:
    """A decisive precedence between two deeds."""

    deed: str
    relation: str
    """The relation of ``deed`` to ``other``: before or together."""
    other: str
    clauses: tuple[ClauseId, ...]
    numbers: str = ""
    """The numbers compared."""


@frozen
class DroppedEdge:
    """An edge that was given up: ``first`` no longer goes before ``then``."""

    first: str
    then: str
    clauses: tuple[ClauseId, ...]
    """The clauses of the edge itself."""
    outranked: tuple[ClauseId, ...]
    """The clauses that outranked it."""
    together: bool = False
    """The two deeds were to resolve together."""


@frozen
class Moment:
    """Deeds that resolve together."""

    deeds: tuple[Deed, ...]
    """The deeds, in roster order."""
    clock: int
    """The column in which they are played."""
    because: tuple[Because, ...] = ()
    """The reasons why they are due."""
