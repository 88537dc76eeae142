"""Rows of a comparison: deeds, and orders of two deeds, as each procedure played them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from rules.compare.deeds import ABSENT, ComparedDeeds, Key, Outcome
from rules.compare.playing import PlayedFight
from rules.kernel.frozen import frozen
from rules.kernel.terms import ClauseId

FIRST, THEN, TOGETHER, NEITHER = "first", "then", "together", ""
"""The order of two deeds; neither if one of them does not happen."""

ORDERED = ("blow", "shot", "spell", "device", "turning")
"""Deeds with an order worth comparing."""

STOPS = ("fall", "death", "flight", "surrender")
"""Deeds after which a combatant does nothing more."""


UNDONE = ("spoiled", "lost", "begun")
"""Outcomes of deeds that did not happen, and have no place in the order."""

UNDECLARED = ("opportunity", "effect", "morale")
"""Deeds that are not declared, so that their absence needs no reason."""


@frozen
class Cell:
    """One procedure's side of a row."""

    outcomes: tuple[Outcome, ...]
    """One outcome, or two in a row of order."""
    relation: str = NEITHER
    """The order of two deeds."""
    clauses: tuple[ClauseId, ...] = ()
    numbers: str = ""
    own_die: bool = False
    """It depends on a die that was drawn for this procedure alone."""

    @property
    def outcome(self) -> Outcome:
        """Return the outcome of the deed, or of the first of two."""
        return self.outcomes[0]

    def make_comparison_key(self) -> object:
        """Return everything that is compared."""
        return self.relation if len(self.outcomes) > 1 else self.outcome.make_comparison_key()


@frozen
class ComparisonRow:
    """A deed, or the order of two, with a cell for each procedure."""

    keys: tuple[Key, ...]
    cells: tuple[Cell, ...]

    @property
    def differs(self) -> bool:
        """Return whether the cells differ."""
        first, *rest = (cell.make_comparison_key() for cell in self.cells)
        return any(each != first for each in rest)


def compare_deeds(played: Sequence[PlayedFight], read: Sequence[ComparedDeeds]) -> list[ComparisonRow]:
    """Return a row for every deed of any procedure, in order of first appearance."""
    keys = dict.fromkeys(key for deeds in read for key in deeds.found)
    in_rounds = sorted(keys, key=lambda key: key.round)
    return [
        ComparisonRow((key,), tuple(_make_cell(run, deeds, key) for run, deeds in zip(played, read, strict=True)))
        for key in in_rounds
    ]


def _make_cell(run: PlayedFight, deeds: ComparedDeeds, key: Key) -> Cell:
    outcome = deeds.found.get(key)
    if outcome is not None:
        return Cell((outcome,), clauses=outcome.clauses, own_die=outcome.own_die)
    absent, clauses = _explain_absence(run, deeds, key)
    return Cell((absent,), clauses=clauses)


def _explain_absence(run: PlayedFight, deeds: ComparedDeeds, key: Key) -> tuple[Outcome, tuple[ClauseId, ...]]:
    """Return an absent outcome with its reason and clauses.

    The deed could not be declared, was forbidden, its doer was down, or the fight was over.
    """
    undeclared = next(
        (note for note in run.notes if (note.round, note.who, note.how) == (key.round, key.who, "not")), None
    )
    if undeclared is not None and undeclared.question == "declare":
        return replace(ABSENT, cause="cannot be declared here"), ()
    if run.so_far:
        return replace(ABSENT, cause="not played yet"), ()
    if max(run.state.round, 0) < key.round:
        return replace(ABSENT, cause="the fight is over"), ()
    mine = [(other, each) for other, each in deeds.found.items() if other.who == key.who and other.round <= key.round]
    refused = next((each for other, each in mine if other.what == "order" and other.round == key.round), None)
    if refused is not None and key.what != "order":
        return replace(ABSENT, cause=f"not allowed: {refused.cause}"), refused.clauses
    stopped = next((each for other, each in mine if other.what in STOPS), None)
    if stopped is not None and key.what not in (*STOPS, *UNDECLARED):
        return replace(ABSENT, cause=stopped.result, clock=stopped.clock), stopped.clauses
    return ABSENT, ()


def compare_order(played: Sequence[PlayedFight], read: Sequence[ComparedDeeds]) -> Iterator[ComparisonRow]:
    """Yield a row for two deeds that procedures order differently.

    One of them is aimed at the doer of the other.
    """
    keys = [key for key in dict.fromkeys(key for deeds in read for key in deeds.found) if key.what in ORDERED]
    for key, other in combinations(keys, 2):
        if key.round == other.round and any(_is_either_aimed_at_other(deeds, key, other) for deeds in read):
            row = ComparisonRow(
                (key, other),
                tuple(_compare_two(run, deeds, key, other) for run, deeds in zip(played, read, strict=True)),
            )
            if len({cell.relation for cell in row.cells} - {NEITHER}) > 1:
                yield row


def _is_either_aimed_at_other(deeds: ComparedDeeds, key: Key, other: Key) -> bool:
    first, second = deeds.found.get(key), deeds.found.get(other)
    return (
        first is not None
        and second is not None
        and (key.who in second.targets or other.who in first.targets)
        and key.who != other.who
    )


def _compare_two(run: PlayedFight, deeds: ComparedDeeds, key: Key, other: Key) -> Cell:
    first, second = deeds.found.get(key, ABSENT), deeds.found.get(other, ABSENT)
    if first.moment is None or second.moment is None or {first.result, second.result} & set(UNDONE):
        return Cell((first, second))
    relation = TOGETHER if first.moment == second.moment else FIRST if first.moment < second.moment else THEN
    clauses, numbers = _find_reason(run, deeds, key.round, first, second)
    cited = clauses or (first if relation != THEN else second).clauses
    return Cell((first, second), relation, cited, numbers, own_die=key.round in deeds.own_order)


def _find_reason(
    run: PlayedFight, deeds: ComparedDeeds, round: int, first: Outcome, second: Outcome
) -> tuple[tuple[ClauseId, ...], str]:
    """Return the clauses and numbers of the precedence between two deeds.

    If another precedence decided for them, return those of their own.
    """
    for pair in ((first.deed, second.deed), (second.deed, first.deed)):
        because = deeds.because.get((round, *pair))
        if because is not None:
            return because.clauses, because.numbers
    moments = [each.moment for each in (first, second) if each.moment is not None]
    state = deeds.before.get((round, min(moments)))
    pending = {deed.id: deed for deed in state.pending} if state is not None else {}
    if state is None or first.deed not in pending or second.deed not in pending:
        return (), ""
    found = run.ruleset.order.precede(state, pending[first.deed], pending[second.deed])
    return (found.clauses, found.numbers) if found is not None else ((), "")
