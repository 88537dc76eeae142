"""What differs between the procedures by which a fight was played, and by which clauses on each side."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from rules.compare.deeds import ABSENT, Deeds, Key, Outcome
from rules.compare.playing import Played
from rules.terms import ClauseId

FIRST, THEN, TOGETHER, NEITHER = "first", "then", "together", ""
"""How one deed stands to another; neither, where one of them is not done."""

ORDERED = ("blow", "shot", "spell", "device", "turning")
"""Deeds whose order against each other is worth telling."""

STOPS = ("fall", "death", "flight", "surrender")
"""After these a figure does nothing more."""


UNDONE = ("spoiled", "lost", "begun")
"""What comes to these is not done: it goes before nothing."""

UNCALLED = ("opportunity", "effect", "morale")
"""Deeds that nobody declares: that they are not done needs no reason."""


@dataclass(frozen=True)
class Cell:
    """One procedure's side of a row: what came of each deed, and how the first of two stands to the second.

    ``own_die``: it hangs on a die that was drawn for this procedure alone.
    """

    outcomes: tuple[Outcome, ...]
    relation: str = NEITHER
    clauses: tuple[ClauseId, ...] = ()
    numbers: str = ""
    own_die: bool = False

    @property
    def outcome(self) -> Outcome:
        """What came of the deed, or of the first of two."""
        return self.outcomes[0]

    def comes_to(self) -> object:
        """What is compared."""
        return self.relation if len(self.outcomes) > 1 else self.outcome.comes_to()


@dataclass(frozen=True)
class Row:
    """A deed (or the order of two) beside one another: a cell for each procedure, in their order."""

    keys: tuple[Key, ...]
    cells: tuple[Cell, ...]

    @property
    def differs(self) -> bool:
        """Whether it does not come to the same everywhere."""
        first, *rest = (cell.comes_to() for cell in self.cells)
        return any(each != first for each in rest)


def rows_of_deeds(played: Sequence[Played], read: Sequence[Deeds]) -> list[Row]:
    """Every deed of any procedure, in the order in which they first come."""
    keys = dict.fromkeys(key for deeds in read for key in deeds.found)
    in_rounds = sorted(keys, key=lambda key: key.round)
    return [
        Row((key,), tuple(_cell(run, deeds, key) for run, deeds in zip(played, read, strict=True))) for key in in_rounds
    ]


def _cell(run: Played, deeds: Deeds, key: Key) -> Cell:
    outcome = deeds.found.get(key)
    if outcome is not None:
        return Cell((outcome,), clauses=outcome.clauses, own_die=outcome.own_die)
    absent, clauses = _absent(run, deeds, key)
    return Cell((absent,), clauses=clauses)


def _absent(run: Played, deeds: Deeds, key: Key) -> tuple[Outcome, tuple[ClauseId, ...]]:
    """Why a deed is not done: it cannot be said, it is forbidden, its doer is down, or the fight is over."""
    unsaid = next((note for note in run.notes if (note.round, note.who, note.how) == (key.round, key.who, "not")), None)
    if unsaid is not None and unsaid.question == "declare":
        return replace(ABSENT, cause="cannot be declared here"), ()
    if max(run.state.round, 0) < key.round:
        return replace(ABSENT, cause="the fight is over"), ()
    mine = [(other, each) for other, each in deeds.found.items() if other.who == key.who and other.round <= key.round]
    refused = next((each for other, each in mine if other.what == "order" and other.round == key.round), None)
    if refused is not None and key.what != "order":
        return replace(ABSENT, cause=f"not allowed: {refused.cause}"), refused.clauses
    stopped = next((each for other, each in mine if other.what in STOPS), None)
    if stopped is not None and key.what not in (*STOPS, *UNCALLED):
        return replace(ABSENT, cause=stopped.result, clock=stopped.clock), stopped.clauses
    return ABSENT, ()


def rows_of_order(played: Sequence[Played], read: Sequence[Deeds]) -> Iterator[Row]:
    """The order of every two deeds that one side does to the other and that more than one procedure has."""
    keys = [key for key in dict.fromkeys(key for deeds in read for key in deeds.found) if key.what in ORDERED]
    for one, other in combinations(keys, 2):
        if one.round == other.round and any(_concern(deeds, one, other) for deeds in read):
            row = Row(
                (one, other), tuple(_order(run, deeds, one, other) for run, deeds in zip(played, read, strict=True))
            )
            if len({cell.relation for cell in row.cells} - {NEITHER}) > 1:
                yield row


def _concern(deeds: Deeds, one: Key, other: Key) -> bool:
    a, b = deeds.found.get(one), deeds.found.get(other)
    return a is not None and b is not None and (one.who in b.targets or other.who in a.targets) and one.who != other.who


def _order(run: Played, deeds: Deeds, one: Key, other: Key) -> Cell:
    a, b = deeds.found.get(one, ABSENT), deeds.found.get(other, ABSENT)
    if a.moment is None or b.moment is None or {a.result, b.result} & set(UNDONE):
        return Cell((a, b))
    relation = TOGETHER if a.moment == b.moment else FIRST if a.moment < b.moment else THEN
    clauses, numbers = _reason(run, deeds, one.round, a, b)
    cited = clauses or (a if relation != THEN else b).clauses
    return Cell((a, b), relation, cited, numbers, own_die=one.round in deeds.own_order)


def _reason(run: Played, deeds: Deeds, round: int, a: Outcome, b: Outcome) -> tuple[tuple[ClauseId, ...], str]:
    """The precedence that decided between two deeds; where another did it for them, what their own would be."""
    for pair in ((a.deed, b.deed), (b.deed, a.deed)):
        because = deeds.because.get((round, *pair))
        if because is not None:
            return because.clauses, because.numbers
    moments = [each.moment for each in (a, b) if each.moment is not None]
    state = deeds.before.get((round, min(moments)))
    pending = {deed.id: deed for deed in state.pending} if state is not None else {}
    if state is None or a.deed not in pending or b.deed not in pending:
        return (), ""
    found = run.ruleset.order.precede(state, pending[a.deed], pending[b.deed])
    return (found.clauses, found.numbers) if found is not None else ((), "")
