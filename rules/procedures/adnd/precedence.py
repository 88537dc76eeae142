"""A precedence table: a text's rules on two deeds, each with its clause and its strength.

Rules stand in the text's order. The strongest rule that decides stands; of equally strong ones the last in the table.
A rule is written for one deed and another, and the table tries it in both directions. A rule on two deeds of one type
is the same in both, and tried once.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum, auto
from typing import Any, NamedTuple

from rules.kernel.deeds import Deed, DeedStatus
from rules.kernel.frozen import frozen
from rules.kernel.order import REVERSED, Precedence, Relation
from rules.kernel.state import State
from rules.kernel.terms import ClauseId


class Pair(IntEnum):
    """A relation between the doers of two deeds. No rule orders deeds of allies."""

    OWN = auto()
    """Both are of one combatant."""
    WAITING = auto()
    """The first waits for the doer of the second."""
    FOES = auto()
    """They are of opposing sides."""


class Decision(NamedTuple):
    """The decision of a rule on one deed and another."""

    relation: Relation | None
    """The relation of the first deed to the second. None where a rule leaves them without an order; no weaker rule is
    asked then."""
    also: tuple[str, ...] = ()
    """Clauses that are cited after those of the rule."""
    numbers: str = ""
    """The numbers that were compared."""


@frozen(slots=True)
class Rule:
    """One rule of a text on two deeds."""

    clause: str
    rank: int
    """Of two rules that disagree, that of the higher rank decides."""
    one: Callable[[Deed], bool]
    """A test of the first deed, by its class, its status and whether it is timed."""
    other: Callable[[Deed], bool]
    """The same for the second deed."""
    decide: Callable[[State, Any, Any], Decision | None]
    """The decision on two such deeds; None where the rule does not cover them."""
    between: Pair = Pair.FOES
    """The relation between the doers that the rule is about."""
    also: tuple[str, ...] = ()
    """Clauses that it always cites with its own."""


class _Row(NamedTuple):
    """A rule that covers two types of deeds."""

    rule: Rule
    turned: bool
    """True where the first deed is the rule's second."""


_Status = type[DeedStatus] | None
_Rows = dict[tuple[type[Deed], _Status, bool, type[Deed], _Status, bool], tuple[_Row, ...]]
"""The rules on two deeds by class, status and whether it is timed, of the first and then of the second."""


class PrecedenceTable:
    """The rules of a text on two deeds.

    Between foes only deeds of types that are ``ordered`` go before or after others.
    """

    def __init__(
        self,
        rules: Sequence[Rule],
        ids: Callable[..., tuple[ClauseId, ...]],
        ordered: Callable[[Deed], bool] = lambda deed: True,
    ) -> None:
        self.rules = tuple(rules)
        self.ids = ids
        self._ordered = ordered
        ranked = sorted(enumerate(self.rules), key=lambda each: (each[1].rank, each[0]), reverse=True)
        self._strongest_first = [rule for _, rule in ranked]
        self._rows: dict[Pair, _Rows] = {pair: {} for pair in Pair}

    def precede(self, state: State, a: Deed, b: Deed) -> Precedence | None:
        """Return the decision of the strongest rule on two deeds; None where no rule orders them."""
        if b.held_for == a.who:
            answer = self.precede(state, b, a) if a.held_for != b.who else None
            return answer.reverse() if answer is not None else None
        pair = find_pair(state, a, b)
        return self.ask(pair, state, a, b) if pair is not None else None

    def ask(self, pair: Pair, state: State, a: Deed, b: Deed) -> Precedence | None:
        """Return the decision of the rules on one kind of pair; None where none orders the deeds."""
        known, key = self._rows[pair], (type(a), a.status, a.timed, type(b), b.status, b.timed)
        rows = known.get(key)
        if rows is None:
            rows = known[key] = tuple(self._find(pair, a, b))
        for rule, turned in rows:
            found = rule.decide(state, b, a) if turned else rule.decide(state, a, b)
            if found is not None:
                return self._build_precedence(rule, found, turned=turned)
        return None

    def _find(self, pair: Pair, a: Deed, b: Deed) -> Iterator[_Row]:
        """Yield the rules on deeds of the types of these two, the strongest first."""
        if pair is Pair.FOES and not (self._ordered(a) and self._ordered(b)):
            return
        for rule in self._strongest_first:
            if rule.between is not pair:
                continue
            if rule.one(a) and rule.other(b):
                yield _Row(rule, turned=False)
            if pair is not Pair.WAITING and rule.one is not rule.other and rule.one(b) and rule.other(a):
                yield _Row(rule, turned=True)

    def _build_precedence(self, rule: Rule, found: Decision, *, turned: bool) -> Precedence | None:
        if found.relation is None:
            return None
        relation = REVERSED[found.relation] if turned else found.relation
        return Precedence(relation, rule.rank, self.ids(rule.clause, *rule.also, *found.also), found.numbers)


def find_pair(state: State, a: Deed, b: Deed) -> Pair | None:
    """Return the relation of the first deed to the second; None for deeds of allies."""
    if a.who == b.who:
        return Pair.OWN
    if a.held_for == b.who:
        return Pair.WAITING
    return None if state.combatants[a.who].side == state.combatants[b.who].side else Pair.FOES


SIDE = 20
"""The strength of side order in every text: the dice decide where no special case orders two deeds."""


# Decisions.

UNORDERED = Decision(None)
"""The decision that two deeds have no order."""


def before(*also: str, numbers: str = "") -> Decision:
    """Decide that the first deed goes before the second."""
    return Decision(Relation.BEFORE, also, numbers)


def after(*also: str, numbers: str = "") -> Decision:
    """Decide that the first deed goes after the second."""
    return Decision(Relation.AFTER, also, numbers)


def together(*also: str, numbers: str = "") -> Decision:
    """Decide that both deeds are done at once."""
    return Decision(Relation.TOGETHER, also, numbers)


def lower_first(a: int, b: int, *also: str) -> Decision:
    """Decide that the lower number goes first, and equal ones together."""
    if a == b:
        return Decision(Relation.TOGETHER, also, f"{a} = {b}")
    return Decision(Relation.BEFORE if a < b else Relation.AFTER, also, f"{min(a, b)} < {max(a, b)}")


def greater_first(a: int, b: int, *also: str) -> Decision:
    """Decide that the greater number goes first, and equal ones together."""
    if a == b:
        return Decision(Relation.TOGETHER, also, f"{a} = {b}")
    return Decision(Relation.BEFORE if a > b else Relation.AFTER, also, f"{max(a, b)} > {min(a, b)}")
