"""Coverage: the clauses of a catalogue that scenarios show, with the evidence for each.

A clause is covered if a passing scenario lists it and its run shows it in one of these ways:

- named: an ``events`` entry expects an event that cites it;
- shown: an ``order``, ``orders``, ``together`` or ``count`` entry matches an event that cites it for more than its
  time;
- ordered: the clause put one deed before another, or together with it, and the file expects exactly that;
- refused: it is among the refusals expected;
- prevented: it cost a deed, and ``never`` or ``count`` says that the deed did not succeed;
- illustrated: it is an example of a clause that the run shows in one of these ways.

A blow also cites the clauses that ordered it. They are no evidence of the order; so "shown" and "ordered" are
separate.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rules.catalogue import Catalogue, index_clauses
from rules.kernel import events as e
from rules.kernel.deeds import Deed
from rules.kernel.frozen import frozen
from rules.kernel.order import Because
from rules.kernel.terms import ClauseId
from rules.scenarios.differences import find_in_one_moment, find_in_order
from rules.scenarios.play import ScenarioRun
from rules.scenarios.script import ExpectedEvent
from rules.scenarios.short_forms import ShortForm

COVERED_MODES = ("auto", "prompt", "option")
"""The modes of clauses that count. A program has nothing to do for other modes."""

MomentKey = tuple[int, int]
"""A moment: round and number."""


@frozen
class Evidence:
    """The scenario file that shows a clause."""

    clause: ClauseId
    file: str
    how: str
    """The way in which it shows the clause, in words."""


@frozen
class Report:
    """The clauses of one catalogue that count, each with its evidence."""

    catalogue: Catalogue
    shown: Mapping[ClauseId, tuple[Evidence, ...]]
    """Evidence by clause; empty for an uncovered one."""

    @property
    def uncovered(self) -> tuple[ClauseId, ...]:
        """Return the clauses without evidence, in the catalogue's order."""
        return tuple(clause for clause, evidence in self.shown.items() if not evidence)

    def build_summary(self) -> str:
        """Return one line: "<CATALOGUE>: 98 clauses, 97 covered (98%)".

        Percentages are rounded down, so that only full coverage is 100%.
        """
        total = len(self.shown)
        covered = total - len(self.uncovered)
        percent = covered * 100 // total if total else 100
        return f"{self.catalogue.id.upper()}: {total} clauses, {covered} covered ({percent}%)"


def make_report(catalogue: Catalogue, evidence: Sequence[Evidence]) -> Report:
    """Sort the evidence of many runs under the clauses of a catalogue."""
    counted = [clause.id for clause in catalogue.clauses.values() if clause.mode in COVERED_MODES]
    return Report(catalogue, {id: tuple(each for each in evidence if each.clause == id) for id in counted})


def find_evidence(run: ScenarioRun) -> list[Evidence]:
    """Return the evidence of one passing run for the clauses that its file lists.

    The first way found counts for each clause.
    """
    finder = _EvidenceFinder(run)
    found = []
    for clause in dict.fromkeys(run.script.clauses):
        how = next(finder.list_ways(clause), None)
        if how is not None:
            found.append(Evidence(clause, run.script.file, how))
    return found


@dataclass
class _Record:
    """The deeds and moments of a run, from the engine's own events."""

    deeds: dict[tuple[int, str], Deed] = field(default_factory=dict)
    moments: dict[MomentKey, e.MomentBegan] = field(default_factory=dict)

    @classmethod
    def build(cls, events: Sequence[e.Event]) -> "_Record":
        record = cls()
        numbers: dict[int, int] = {}
        for event in events:
            if isinstance(event, e.AgendaChanged):
                record.deeds.update({(event.round, deed.id): deed for deed in event.deeds})
            elif isinstance(event, e.MomentBegan):
                numbers[event.round] = numbers.get(event.round, 0) + 1
                record.moments[(event.round, numbers[event.round])] = event
        return record

    def find_moment(self, at: MomentKey, deed: str, relation: int) -> MomentKey | None:
        """Return the moment of a deed as seen from another moment.

        Of several, it is the same moment, or the nearest one before (-1) or after (1) it.
        """
        if deed in self.moments[at].deeds:
            return at
        found = [each for each, began in self.moments.items() if each[0] == at[0] and deed in began.deeds]
        if relation < 0:
            return max((each for each in found if each < at), default=None)
        return min((each for each in found if each > at), default=None)


class _EvidenceFinder:
    """A search of one run for evidence of a clause."""

    def __init__(self, run: ScenarioRun) -> None:
        self.run = run
        self.expect = run.script.expect
        self.record = _Record.build(run.events)
        self.chains = [find_in_order(run, chain) for chain in (self.expect.order, *self.expect.orders)]
        self.groups = [find_in_one_moment(run, forms) for forms in self.expect.together]

    def list_ways(self, clause: ClauseId) -> Iterator[str]:
        """Yield the ways in which a clause is shown, strongest first."""
        yield from self.find_named(clause)
        yield from self.find_refused(clause)
        yield from self.find_ordered(clause)
        yield from self.find_prevented(clause)
        yield from self.find_shown(clause)
        yield from self.find_illustrated(clause)

    def find_illustrated(self, clause: ClauseId) -> Iterator[str]:
        known = index_clauses()[clause]
        if known.kind == "example" and known.example_of:
            yield from (f"an example of {known.example_of}: {how}" for how in self.list_ways(known.example_of))

    def find_named(self, clause: ClauseId) -> Iterator[str]:
        for wanted in self.expect.events:
            if clause in wanted.clauses:
                yield f"{wanted.kind} cites it"

    def find_refused(self, clause: ClauseId) -> Iterator[str]:
        if clause in (self.expect.refused or ()):
            yield "a refusal by it"

    def find_shown(self, clause: ClauseId) -> Iterator[str]:
        for form, event in self.list_matches():
            if clause in event.clauses and not self.is_only_order(clause, event):
                yield f'"{form.text}" cites it'

    def list_matches(self) -> Iterator[tuple[ShortForm, e.Event]]:
        """Yield every expected short form with an event that matches it."""
        for forms, events in zip((self.expect.order, *self.expect.orders), self.chains, strict=True):
            yield from zip(forms, events, strict=False)
        for forms, events in zip(self.expect.together, self.groups, strict=True):
            yield from zip(forms, events, strict=False)
        for form, _ in self.expect.count:
            yield from ((form, event) for event in self.run.events if form.is_matching(event, self.run.script.roster))

    def is_only_order(self, clause: ClauseId, event: e.Event) -> bool:
        """Return whether the event cites this clause for its time only."""
        began = self.record.moments.get((event.round, event.moment or 0))
        return began is not None and any(clause in because.clauses for because in began.because)

    # Order.

    def find_ordered(self, clause: ClauseId) -> Iterator[str]:
        for at, began in self.record.moments.items():
            for because in began.because:
                if clause in because.clauses:
                    yield from self.find_expected_order(at, because)

    def find_expected_order(self, at: MomentKey, because: Because) -> Iterator[str]:
        """Yield the expectations of the file that this precedence explains."""
        first = self.list_outcomes(at, because.deed, -1)
        then = self.list_outcomes(at, because.other, 1)
        expected = self.groups if because.relation == "together" else self.chains
        for events in expected:
            firsts = [place for place, event in enumerate(events) if any(event is each for each in first)]
            seconds = [place for place, event in enumerate(events) if any(event is each for each in then)]
            pairs = [(place, other) for place in firsts for other in seconds if place != other]
            if any(place < other or because.relation == "together" for place, other in pairs):
                yield f"{because.deed} {because.relation} {because.other} by it"

    def list_outcomes(self, at: MomentKey, deed: str, relation: int) -> list[e.Event]:
        """Return the events of a deed's success in its moment, or of its failure."""
        known = self.record.deeds.get((at[0], deed))
        if known is None:
            return []
        when = self.record.find_moment(at, deed, relation)
        return [
            event
            for event in self.run.events
            if type(event) in (*known.succeeds_by, *known.fails_by)
            and getattr(event, "who", "") == known.who
            and (type(event) in known.fails_by or (event.round, event.moment) == when)
            and _is_about_same_thing(event, known)
        ]

    # Prevention.

    def find_prevented(self, clause: ClauseId) -> Iterator[str]:
        for deed in self.list_lost_deeds(clause):
            if any(_is_possible_event_of(wanted, deed) for wanted in self.expect.never):
                yield f"{deed.id} is lost by it, and never comes off"
            for form, _ in self.expect.count:
                if self.may_count(form, deed):
                    yield f'{deed.id} is lost by it, and is not counted in "{form.text}"'

    def may_count(self, form: ShortForm, deed: Deed) -> bool:
        """Return whether the short form would have counted this deed."""
        is_named_by = self.run.script.roster.is_named_by
        verbs = deed.verbs or [verb.word for kind in deed.succeeds_by for verb in kind.verbs]
        things = (*deed.targets, deed.words.spell, deed.words.device)
        to_it = not form.thing or any(is_named_by(form.thing, thing) for thing in things)
        return form.what in verbs and is_named_by(form.subject, deed.who) and to_it

    def list_lost_deeds(self, clause: ClauseId) -> Iterator[Deed]:
        for event in self.run.events:
            if clause not in event.clauses:
                continue
            if isinstance(event, e.DeedLost | e.SpellSpoiled):
                deed = self.record.deeds.get((event.round, event.deed))
                if deed is not None:
                    yield deed


def _is_about_same_thing(event: e.Event, deed: Deed) -> bool:
    """Return whether the event has the deed's spell, device or target, if the deed has one."""
    own = {"spell": deed.words.spell, "device": deed.words.device}
    if any(hasattr(event, name) and getattr(event, name) != thing for name, thing in own.items()):
        return False
    target = getattr(event, "target", "")
    return not (target and deed.targets) or target in deed.targets


def _is_possible_event_of(wanted: ExpectedEvent, deed: Deed) -> bool:
    """Return whether the event that must never come would have been this deed's."""
    kinds = [kind.kind for kind in deed.succeeds_by]
    words = deed.words
    known = {"who": (deed.who,), "target": deed.targets, "spell": (words.spell,), "device": (words.device,)}
    return wanted.kind in kinds and all(wanted.fields.get(name) in (None, *own) for name, own in known.items())
