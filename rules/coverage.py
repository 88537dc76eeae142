"""Coverage: which clauses of a catalogue are shown by scenarios, and what shows each.

A clause is covered when a passing scenario lists it and the run bears it out in one of these ways:

- named: an ``events`` entry wants an event that cites it;
- shown: an ``order``, ``orders``, ``together`` or ``count`` entry is met by an event that cites it for what happened,
  and not merely for when;
- ordered: the clause put one deed before another, or together with it, and the file expects exactly that of the two;
- refused: it is among the refusals expected;
- prevented: a deed was lost by it, and ``never`` or ``count`` says that it did not come off.

A blow also cites what ordered it: that it came at all shows nothing of the order. Hence the second and the third way.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rules import events as e
from rules.clauses import Catalogue
from rules.scenario.expect import in_one_moment, in_order
from rules.scenario.play import Run
from rules.scenario.script import Wanted
from rules.scenario.short import ShortForm
from rules.state import Deed
from rules.terms import ClauseId

MODES = ("auto", "prompt", "option")
"""The modes of clauses that count; a clause of another mode asks nothing of a program."""

_COMES_OFF = {
    "melee": (("Attacked",), ("strikes",)),
    "missile": (("Attacked",), ("shoots", "throws")),
    "charge": (("ChargeMet", "Attacked"), ("charges", "strikes")),
    "set": (("WeaponSet", "Attacked"), ("sets", "strikes")),
    "spell": (("SpellCompleted",), ("casts",)),
    "casting": (("SpellCompleted",), ("casts",)),
    "device": (("DeviceUsed",), ("uses",)),
    "move": (("Moved",), ("moves", "closes")),
    "flee": (("Fled", "Surrendered"), ("flees",)),
    "parley": (("Parleyed",), ("parleys",)),
    "wait": (("Waited",), ("waits",)),
    "turning": (("UndeadTurned",), ("turns",)),
    "task": (("TaskDone",), ()),
    "psionic": (("PsionicExchanged",), ("exchanges",)),
}
"""The events in which a deed of each kind comes off, and the verbs of their short forms."""

_FALLING_SHORT = ("SpellSpoiled", "DeviceFailed")
"""The events in which a deed visibly does not."""

At = tuple[int, int]
"""A moment: round and number."""


@dataclass(frozen=True)
class Evidence:
    """What shows a clause: the scenario file, and how."""

    clause: ClauseId
    file: str
    how: str


@dataclass(frozen=True)
class Report:
    """The clauses of one catalogue that count, each with what shows it; nothing where it is uncovered."""

    catalogue: Catalogue
    shown: Mapping[ClauseId, tuple[Evidence, ...]]

    @property
    def uncovered(self) -> tuple[ClauseId, ...]:
        """The clauses that nothing shows, in the catalogue's order."""
        return tuple(clause for clause, evidence in self.shown.items() if not evidence)

    def summary(self) -> str:
        """One line: "ADDICT: 98 clauses, 97 covered (98%)". Only a full hundred is called 100%."""
        total = len(self.shown)
        covered = total - len(self.uncovered)
        percent = covered * 100 // total if total else 100
        return f"{self.catalogue.id.upper()}: {total} clauses, {covered} covered ({percent}%)"


def report(catalogue: Catalogue, evidence: Sequence[Evidence]) -> Report:
    """Sort the evidence of many runs under the clauses of a catalogue."""
    counted = [clause.id for clause in catalogue.clauses.values() if clause.mode in MODES]
    return Report(catalogue, {id: tuple(each for each in evidence if each.clause == id) for id in counted})


def evidence(run: Run) -> list[Evidence]:
    """What one passing run shows of the clauses its file lists: the first way found for each."""
    witness = _Witness(run)
    found = []
    for clause in dict.fromkeys(run.script.clauses):
        how = next(witness.ways(clause), None)
        if how is not None:
            found.append(Evidence(clause, run.script.file, how))
    return found


@dataclass
class _Record:
    """What a run's engine events say of its deeds."""

    deeds: dict[tuple[int, str], Deed] = field(default_factory=dict)
    moments: dict[At, e.MomentBegan] = field(default_factory=dict)

    @classmethod
    def of(cls, events: Sequence[e.Event]) -> "_Record":
        record = cls()
        numbers: dict[int, int] = {}
        for event in events:
            if isinstance(event, e.AgendaChanged):
                record.deeds.update({(event.round, deed.id): deed for deed in event.deeds})
            elif isinstance(event, e.MomentBegan):
                numbers[event.round] = numbers.get(event.round, 0) + 1
                record.moments[(event.round, numbers[event.round])] = event
        return record

    def when(self, at: At, deed: str, relation: int) -> At | None:
        """The moment of a deed as seen from another moment: that one, or the nearest before (-1) or after (1) it."""
        if deed in self.moments[at].deeds:
            return at
        found = [each for each, began in self.moments.items() if each[0] == at[0] and deed in began.deeds]
        if relation < 0:
            return max((each for each in found if each < at), default=None)
        return min((each for each in found if each > at), default=None)


class _Witness:
    """Looks in one run for what shows a clause."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.expect = run.script.expect
        self.record = _Record.of(run.events)
        self.chains = [in_order(run, chain) for chain in (self.expect.order, *self.expect.orders)]
        self.groups = [in_one_moment(run, forms) for forms in self.expect.together]

    def ways(self, clause: ClauseId) -> Iterator[str]:
        """How the clause is shown, strongest first."""
        yield from self.named(clause)
        yield from self.refused(clause)
        yield from self.ordered(clause)
        yield from self.prevented(clause)
        yield from self.shown(clause)

    def named(self, clause: ClauseId) -> Iterator[str]:
        for wanted in self.expect.events:
            if clause in wanted.clauses:
                yield f"{wanted.kind} cites it"

    def refused(self, clause: ClauseId) -> Iterator[str]:
        if clause in (self.expect.refused or ()):
            yield "a refusal by it"

    def shown(self, clause: ClauseId) -> Iterator[str]:
        for form, event in self.met():
            if clause in event.clauses and not self.only_orders(clause, event):
                yield f'"{form.text}" cites it'

    def met(self) -> Iterator[tuple[ShortForm, e.Event]]:
        """Every short form expected with the event that meets it."""
        for forms, events in zip((self.expect.order, *self.expect.orders), self.chains, strict=True):
            yield from zip(forms, events, strict=False)
        for forms, events in zip(self.expect.together, self.groups, strict=True):
            yield from zip(forms, events, strict=False)
        for form, _ in self.expect.count:
            yield from ((form, event) for event in self.run.events if form.shows(event, self.run.script.roster))

    def only_orders(self, clause: ClauseId, event: e.Event) -> bool:
        """Whether the event's moment came when it did by this clause: then the event cites it for its time."""
        began = self.record.moments.get((event.round, event.moment or 0))
        return began is not None and any(clause in because.clauses for because in began.because)

    # What orders.

    def ordered(self, clause: ClauseId) -> Iterator[str]:
        for at, began in self.record.moments.items():
            for because in began.because:
                if clause in because.clauses:
                    yield from self.borne_out(at, because)

    def borne_out(self, at: At, because: e.Because) -> Iterator[str]:
        """Whether the file expects what this precedence did."""
        first = self.products(at, because.deed, -1)
        then = self.products(at, because.other, 1)
        expected = self.groups if because.relation == "together" else self.chains
        for events in expected:
            ones = [place for place, event in enumerate(events) if any(event is each for each in first)]
            others = [place for place, event in enumerate(events) if any(event is each for each in then)]
            pairs = [(one, other) for one in ones for other in others if one != other]
            if any(one < other or because.relation == "together" for one, other in pairs):
                yield f"{because.deed} {because.relation} {because.other} by it"

    def products(self, at: At, deed: str, relation: int) -> list[e.Event]:
        """The events in which a deed came off in its moment, or in which it was lost."""
        known = self.record.deeds.get((at[0], deed))
        if known is None:
            return []
        when = self.record.when(at, deed, relation)
        kinds = (*_COMES_OFF.get(known.kind, ((), ()))[0], *_FALLING_SHORT)
        return [
            event
            for event in self.run.events
            if event.kind in kinds
            and getattr(event, "who", "") == known.who
            and (event.kind in _FALLING_SHORT or (event.round, event.moment) == when)
            and _same_thing(event, known)
        ]

    # What forbids.

    def prevented(self, clause: ClauseId) -> Iterator[str]:
        for deed in self.lost_by(clause):
            if any(_would_be(wanted, deed) for wanted in self.expect.never):
                yield f"{deed.id} is lost by it, and never comes off"
            for form, _ in self.expect.count:
                if self.would_count(form, deed):
                    yield f'{deed.id} is lost by it, and is not counted in "{form.text}"'

    def would_count(self, form: ShortForm, deed: Deed) -> bool:
        """Whether the form would have counted this deed."""
        means = self.run.script.roster.means
        _, verbs = _COMES_OFF.get(deed.kind, ((), ()))
        things = (*deed.targets, deed.spell, deed.device)
        to_it = not form.thing or any(means(form.thing, thing) for thing in things)
        return form.what in verbs and means(form.subject, deed.who) and to_it

    def lost_by(self, clause: ClauseId) -> Iterator[Deed]:
        for event in self.run.events:
            if clause not in event.clauses:
                continue
            if isinstance(event, e.DeedLost | e.SpellSpoiled):
                deed = self.record.deeds.get((event.round, event.deed))
                if deed is not None:
                    yield deed


def _same_thing(event: e.Event, deed: Deed) -> bool:
    """Whether the event is about the deed's own spell, device or target, where it has one."""
    own = {"spell": deed.spell, "device": deed.device}
    if any(hasattr(event, name) and getattr(event, name) != thing for name, thing in own.items()):
        return False
    target = getattr(event, "target", "")
    return not (target and deed.targets) or target in deed.targets


def _would_be(wanted: Wanted, deed: Deed) -> bool:
    """Whether the event that is never to be would have been this deed's: whose, at whom, with what."""
    kinds, _ = _COMES_OFF.get(deed.kind, ((), ()))
    told = {"who": (deed.who,), "target": deed.targets, "spell": (deed.spell,), "device": (deed.device,)}
    return wanted.kind in kinds and all(wanted.fields.get(name) in (None, *own) for name, own in told.items())
