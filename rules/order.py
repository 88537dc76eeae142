"""Order: what a ruleset says of the deeds of a round, and what the agenda makes of it.

No single number sorts a segmented round: who goes first depends on who acts against whom. For each pair of deeds
that interact the ruleset says before, after, together or nothing, with its clauses and a rank; *bands* say the same
group-wide (routine slots). Deeds that nothing holds back are taken by the general order's sort key.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules.events import Because
from rules.state import Deed, State
from rules.terms import ClauseId, CombatantId

Sortable = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Precedence:
    """What a ruleset says of two deeds: the first goes before, after or together with the second."""

    relation: str
    rank: int
    clauses: tuple[ClauseId, ...]
    numbers: str = ""


@dataclass(frozen=True)
class Band:
    """A group-wide order: of two deeds that both have a value in it, the lower value goes first.

    ``across`` bands order only deeds of different sides.
    """

    name: str
    rank: int
    clauses: tuple[ClauseId, ...]
    value: Callable[[Deed], Fraction | int | None]
    across: bool = False


@dataclass(frozen=True)
class Order:
    """What a ruleset gives the agenda: the opinion on a pair, the bands, and the general order's sort key.

    ``shared`` is whether a deed shares a moment with all others of the same key that are shared: it ties. It may depend
    on the dice, but on no other deed. ``brought_forward_by`` names those whose deeds alone, where they must follow a
    deed, bring it to an earlier column; None: anybody's do.
    """

    precede: Callable[[State, Deed, Deed], Precedence | None]
    bands: tuple[Band, ...]
    key: Callable[[State, Deed], Sortable]
    shared: Callable[[State, Deed], bool] = lambda state, deed: False
    brought_forward_by: Callable[[State, Deed], Sequence[CombatantId] | None] = lambda state, deed: None


@dataclass(frozen=True)
class Dropped:
    """An edge given up: ``first`` no longer goes before ``then``; its clauses, and those that outranked it.

    ``together``: the two were to resolve together.
    """

    first: str
    then: str
    clauses: tuple[ClauseId, ...]
    outranked: tuple[ClauseId, ...]
    together: bool = False


@dataclass(frozen=True)
class Moment:
    """Deeds that resolve together, in roster order, the column they are played in, and why they are due."""

    deeds: tuple[Deed, ...]
    clock: int
    because: tuple[Because, ...] = ()
