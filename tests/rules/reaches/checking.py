"""The check of a log: everything is within reach, by the places in the state then."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rules.kernel import events as e
from rules.kernel.apply import apply
from rules.kernel.battlefield import measure_between
from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.procedures import split_layer
from tests.registered import find_module


@dataclass(frozen=True)
class Claim:
    """The word of an event that somebody reaches somebody, at most so far off."""

    who: CombatantId
    target: CombatantId
    far: int
    """In hundredths of the unit."""
    apart: int | None = None
    """How far off they are, where that is not measured by their places."""


@dataclass(frozen=True)
class Point:
    """An event, with the states by which its claims are judged."""

    event: e.Event
    state: State
    """The state just before the event."""
    began: State
    """The state as the moment of the event began."""
    column: State
    """The state as the column of the event began."""
    later: Sequence[e.Event]
    """The events that follow it."""


@dataclass(frozen=True)
class Exemption:
    """A clause by which somebody is reached from farther off, and when it applies."""

    clause: str
    why: str
    applies: Callable[[Point, Claim], bool]

    @property
    def name(self) -> str:
        """Return the name under which it is counted."""
        return f"{self.clause} {self.why}".strip()


Find = Callable[[Point], Iterable[Claim]]


@dataclass
class Tally:
    """Claims of one procedure: held, exempted by clause, failed."""

    held: int = 0
    exempted: Counter[str] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)


RULED = Exemption("", "a ruled range", lambda point, claim: is_ruled(point.state, claim))


def is_ruled(state: State, claim: Claim) -> bool:
    """Return whether the DM has ruled how far two are from each other, and that is near enough."""
    pairs = ((claim.who, claim.target), (claim.target, claim.who))
    ruled = [state.combatants[one].ranges[other] for one, other in pairs if other in state.combatants[one].ranges]
    return bool(ruled) and ruled[0] <= claim.far


def is_within(state: State, claim: Claim) -> bool:
    """Return whether two are near enough by their places."""
    if claim.apart is not None:
        return claim.apart <= claim.far
    if claim.who not in state.combatants or claim.target not in state.combatants:
        return False
    one, other = state.combatants[claim.who], state.combatants[claim.target]
    return measure_between(one.place, other.place) <= claim.far


def check_log(events: Sequence[e.Event], tally: Tally, name: str) -> None:
    """Check the claims of all events of a fight."""
    opening = events[0]
    assert isinstance(opening, e.EncounterOpened)
    finds, exemptions = find_parts(opening.ruleset)
    for point in list_points(events):
        for find in finds:
            for claim in find(point):
                judge(point, claim, exemptions, tally, name)


def list_unreached(events: Sequence[e.Event], name: str = "") -> list[str]:
    """Return in words where somebody is reached from too far off in a fight."""
    tally = Tally()
    check_log(events, tally, name)
    return tally.failed


def judge(point: Point, claim: Claim, exemptions: Sequence[Exemption], tally: Tally, name: str) -> None:
    """Count a claim as held, exempted or failed."""
    if is_within(point.state, claim):
        tally.held += 1
        return
    exemption = next((each for each in (RULED, *exemptions) if each.applies(point, claim)), None)
    if exemption is not None:
        tally.exempted[exemption.name] += 1
        return
    tally.failed.append(describe(point, claim, name))


def describe(point: Point, claim: Claim, name: str) -> str:
    """Return in words what is out of reach."""
    places = [point.state.combatants[each].place for each in (claim.who, claim.target)]
    event = point.event
    apart = measure_between(*places) / 100
    return (
        f"{name} {event.round}.{event.clock} {event.kind} {claim.who} {claim.target}: {apart} of {claim.far / 100},"
        f" {','.join(event.clauses)}"
    )


def list_points(events: Sequence[e.Event]) -> Iterator[Point]:
    """Yield every event of a log with the states before it."""
    opening = events[0]
    assert isinstance(opening, e.EncounterOpened)
    state = opening.open()
    began = column = state
    now: tuple[int, int | None] = (0, None)
    for at, event in enumerate(events[1:], 2):
        if isinstance(event, e.MomentBegan):
            began = state
        if (event.round, event.clock) != now:
            column, began = state, state
            now = (event.round, event.clock)
        yield Point(event, state, began, column, events[at:])
        state = apply(event, state)


def list_folders(ruleset: str) -> list[str]:
    """Return the folders of a procedure: of a layer its own and its base's."""
    return [each for each in split_layer(ruleset) if each]


def find_parts(ruleset: str) -> tuple[list[Find], list[Exemption]]:
    """Return what finds the claims of a procedure's events, and the exemptions."""
    finds, exemptions = [], []
    for folder in list_folders(ruleset):
        module = find_module(folder, "reaches")
        assert module is not None, f"{folder} has no tests/procedures/{folder}/reaches.py"
        finds.append(module.find_claims)
        exemptions += module.EXEMPTIONS
    return finds, exemptions
