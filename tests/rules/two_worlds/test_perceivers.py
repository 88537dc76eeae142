"""The audience of an event: no wider than its doer's, and written by ``seen_by`` alone."""

import ast
from collections.abc import Iterator

import pytest

from rules.kernel import events as e
from rules.kernel.apply import apply
from rules.kernel.event import Event
from rules.kernel.state import State
from rules.kernel.terms import DM, PUBLIC
from rules.kernel.visibility import Audience
from rules.procedures import list_rulesets
from tests.conventions.sources import ROOT, shown, sources
from tests.rules.two_worlds.playing import Sitting
from tests.rules.two_worlds.secrecy import random_world
from tests.soak import runs

LEAST = 8
"""The fights of each procedure: in so many somebody hidden does something by every one."""

SHOWN_SPECIALLY = (e.Ruled, e.Revealed)
"""What these show of a hidden combatant is decided for each viewer, or they are what shows it."""

# In the source.


def find_writes(source: str) -> list[int]:
    """Return the lines that write the audience of an event without ``seen_by``."""
    return [each.lineno for each in ast.walk(ast.parse(source)) if isinstance(each, ast.expr) and is_write(each)]


def is_write(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        return any(each.arg == "perceived_by" for each in node.keywords)
    return isinstance(node, ast.Attribute) and node.attr == "perceived_by" and isinstance(node.ctx, ast.Store)


def test_no_procedure_writes_an_audience_but_by_seen_by() -> None:
    modules = [path for path in sources(".py") if path.is_relative_to(ROOT / "rules" / "procedures")]
    found = {shown(path): lines for path in modules if (lines := find_writes(path.read_text(encoding="utf-8")))}
    assert modules
    assert found == {}


@pytest.mark.parametrize(
    "written",
    ['e.Moved(who=who, perceived_by=("public",))', "sealed.perceived_by = (who,)", "x = replace(y, perceived_by=z)"],
)
def test_an_audience_that_is_written_is_found(written: str) -> None:
    assert find_writes(f"def play() -> None:\n    {written}\n") == [2]


def test_an_audience_that_is_read_or_said_is_none() -> None:
    assert find_writes("e.Moved(who=who, seen_by=(who,))\nis_open = PUBLIC in event.perceived_by\n") == []


# In random fights.


def list_most(event: Event, state: State) -> tuple[str, ...]:
    """Return all that may perceive an event, by the state before it; () for everybody."""
    who = getattr(event, "who", "")
    if event.audience is Audience.DM:
        return (DM,)
    if event.audience is Audience.OWNER:
        return (who, DM)
    hidden = who in state.combatants and state.combatants[who].hidden
    return (who, DM) if hidden and not isinstance(event, SHOWN_SPECIALLY) else ()


def list_wider(log: list[Event], tally: list[Event]) -> Iterator[str]:
    """Yield the events that more perceive than may; ``tally`` gathers those that not all may."""
    opening, *later = log
    assert isinstance(opening, e.EncounterOpened)
    state = opening.open()
    for event in later:
        most = list_most(event, state)
        if most:
            tally.append(event)
            if not set(event.perceived_by) <= set(most):
                yield f"{event.kind} of {getattr(event, 'who', 'nobody')}: {event.perceived_by}, not within {most}"
        state = apply(event, state)


def play_log(seed: int, ruleset: str) -> list[Event]:
    return Sitting(random_world(seed, ruleset)).play().log


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", list_rulesets())
def test_no_event_is_perceived_by_more_than_its_doer_is(ruleset: str) -> None:
    tally: list[Event] = []
    for seed in range(max(LEAST, runs(500))):
        assert list(list_wider(play_log(seed, ruleset), tally)) == [], f"seed {seed}"
    assert {each.audience for each in tally} >= {Audience.OWNER, Audience.PERCEIVERS}


@pytest.mark.parametrize("ruleset", list_rulesets())
def test_an_audience_that_is_too_wide_is_found(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tally: list[Event] = []
    assert not list(list_wider(play_log(1, ruleset), tally))
    for kind in {type(each) for each in tally}:
        monkeypatch.setattr(kind, "list_perceivers", lambda event, state: (PUBLIC,))
    assert list(list_wider(play_log(1, ruleset), []))
