"""The cast at their table. Dora is the DM, Pip and Quill play, Sam watches, Rex is nobody.

On the field: Otis the ranger (Pip's), Tenser the magic-user (Quill's), Jaroo the cleric (nobody's yet), two orcs.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from encounters import log, log_reader, seats, services
from encounters.live.hub import Hub
from encounters.models import Encounter, Round, Seat
from encounters.selectors import list_open_forms, read_view
from encounters.services import games
from encounters.services.declarations import rebuild_declarations
from encounters.viewers import Viewer, build_dm_viewer
from rules.kernel.apply import fold
from rules.kernel.game import Game
from rules.procedures import register, unregister
from tests.caching import forget_cached
from tests.encounters import drawing
from tests.encounters.seated import At, prepared_fight
from tests.people import find_viewer

__all__ = [
    "_fresh_process",
    "_no_connection_is_left",
    "_seeds_pinned",
    "at",
    "dora",
    "drawn",
    "hers",
    "join",
    "live",
    "prepared",
    "proved",
    "table",
    "toy",
]  # The fixtures: a folder `encounters` of a procedure's tests has them too.

PARTY = (
    {"id": "otis", "name": "Otis", "side": "party", "class": "ranger", "hp": 20, "played": True},
    {"id": "tenser", "name": "Tenser", "side": "party", "class": "magic_user", "hp": 8, "played": True},
    {"id": "jaroo", "name": "Jaroo", "side": "party", "class": "cleric", "hp": 12, "played": True},
)
FOES = ({"id": "orc", "name": "Orc", "side": "foes", "monster": "orc", "hp": 5, "count": 2},)


@dataclass
class Table:
    """A table: the encounter, who sits at it, and shorthands for what they do."""

    encounter: Encounter
    dora: Viewer
    pip: Viewer
    quill: Viewer
    sam: Viewer
    taps: Iterator[int] = field(default_factory=lambda: count(1))

    def tap(self) -> str:
        """Return the id of a fresh tap."""
        return f"tap-{next(self.taps)}"

    def begin(self) -> services.Outcome:
        """Dora opens the next round."""
        return services.begin_round(self.dora, self.tap())

    def token(self, viewer: Viewer, who: str | None = None) -> str:
        """Return the token of the first question open to this viewer, or of the one put to ``who``."""
        seen = read_view(viewer)
        asked = [each.question for each in list_open_forms(seen)]
        return next(each.token for each in asked if who in (None, each.who, seen.viewer_log.find_real(each.who)))

    def name(self, viewer: Viewer, who: str) -> str:
        """Return what this viewer calls the combatant."""
        return read_view(viewer).viewer_log.find_alias(who) or ""

    def strike(self, viewer: Viewer, who: str, target: str, tap: str = "") -> services.Outcome:
        """``who`` is declared to strike ``target``."""
        given = {"action": "G", "target": self.name(viewer, target)}
        return services.answer(viewer, tap or self.tap(), self.token(viewer, who), given)

    def wait(self, viewer: Viewer, who: str) -> services.Outcome:
        """``who`` is declared to wait."""
        return services.answer(viewer, self.tap(), self.token(viewer, who), {"action": "C"})

    def step(self) -> services.Outcome:
        """Dora steps to the next moment."""
        return services.answer(self.dora, self.tap(), self.token(self.dora, "dm"), {})

    def play_round(self) -> None:
        """Play a whole round: Otis strikes an orc, everybody else waits."""
        self.begin()
        self.strike(self.pip, "otis", "orc-1")
        self.finish()

    def finish(self) -> None:
        """Play the rest of a round: everybody who has no order yet waits."""
        services.close(self.dora, self.tap())
        while not read_view(self.dora).state.between_rounds:
            self.step()


@pytest.fixture(scope="session", autouse=True)
def _no_connection_is_left(django_db_setup: None) -> Iterator[None]:
    """Close the pool: a database that somebody is connected to cannot be removed."""
    yield
    close_pool = getattr(connection, "close_pool", None)
    if close_pool is not None:
        connection.close()
        close_pool()


@pytest.fixture(autouse=True)
def _seeds_pinned(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Name the seeds of a test's rounds by the test.

    Dice that let it pass once let it pass always.
    """
    numbers = count(1)
    for name in ("open_seed", "dm_seed"):
        field = Round._meta.get_field(name)
        monkeypatch.setattr(field, "_get_default", lambda: f"{request.node.name}-{next(numbers)}"[-64:])


@pytest.fixture(autouse=True)
def _fresh_process() -> None:
    """Forget what a process holds: encounters of different tests may have the same numbers."""
    games.forget_all()
    log.forget_all()
    log_reader.forget_all()
    forget_cached()


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    """Offer the toy like any other ruleset."""
    register("toy", "tests.encounters.toy:Toy")
    yield
    unregister("toy")


@pytest.fixture
def dora(transactional_db: None) -> User:
    return User.objects.create_user("dora", password="ten segments")


@pytest.fixture
def hers(dora: User) -> Client:
    """Return Dora's browser, signed in."""
    client = Client()
    client.force_login(dora)
    return client


@pytest.fixture
def prepared(dora: User) -> Encounter:
    """Return a fight in preparation."""
    encounter = services.create_encounter(dora, "The bridge", "toy", {}, {"distance_ft": 10})
    services.add_combatants(build_dm_viewer(encounter), (*PARTY, *FOES))
    return encounter


@pytest.fixture
def join(prepared: Encounter) -> Callable[..., Viewer]:
    """`join("Pip")`: somebody takes a seat by the code."""

    def join(name: str, kind: str = "player") -> Viewer:
        return find_viewer(seats.join(prepared.code, name, kind).seat)

    return join


@pytest.fixture
def table(prepared: Encounter, join: Callable[..., Viewer]) -> Table:
    """Return a fight that has been opened: Pip plays Otis, Quill Tenser, Sam watches."""
    pip, quill, sam = join("Pip"), join("Quill"), join("Sam", "spectator")
    seats.pick(pip, "otis")
    seats.pick(quill, "tenser")
    services.open_encounter(build_dm_viewer(prepared))
    prepared.refresh_from_db()
    return Table(prepared, build_dm_viewer(prepared), pip, quill, sam)


@pytest.fixture
def proved() -> Callable[[Encounter], AbstractContextManager[None]]:
    """Return `prove`: `with proved(encounter):` shows that both logs agree with the state."""
    return prove


@pytest.fixture
def drawn(settings: Any) -> None:
    """Draw screens by a small renderer that hides nothing it is given."""
    settings.LIVE_RENDERER = "tests.encounters.drawing.draw"
    drawing.calls.clear()
    drawing.broken.clear()
    drawing.unmoved.clear()


@pytest.fixture
async def live(table: Table) -> AsyncIterator[Hub]:
    """Yield a hub, and check that nobody is left in it at the end."""
    hub = Hub()
    yield hub
    for room in list(hub.rooms.values()):
        for audience in list(room.audiences.values()):
            for each in list(audience.connections):
                await hub.leave(each)
    assert hub.rooms == {}


@contextmanager
def prove(encounter: Encounter) -> Iterator[None]:
    """Check at the end that both logs agree with the state.

    Folding the events that stand gives the state, and playing the inputs again gives every event. The index of
    declarations is the one that the log gives.
    """
    yield
    opening, stored = games.read_opening(encounter.pk), games.read_records(encounter.pk)
    again = Game(opening, games.make_dice(encounter.pk))
    for record in stored:
        assert again.submit(record.input).events == record.events, f"input {record.position} plays another way"
    encounter.refresh_from_db()
    loaded = games.load(Game, encounter.pk)
    assert fold(loaded.list_live_events()) == loaded.state == again.state
    assert encounter.position == len(stored) == again.position
    assert read_view(build_dm_viewer(encounter)).state == again.state
    indexed = list(encounter.declarations.order_by("pk").values())
    assert rebuild_declarations(encounter) == len(indexed)
    assert list(encounter.declarations.order_by("pk").values()) == indexed


def seat_of(viewer: Viewer) -> Seat:
    """Return the seat of a viewer who has one."""
    return Seat.objects.get(pk=viewer.seat_id or 0)


def stored(encounter: Encounter) -> dict[str, Any]:
    """Return what is recorded of an encounter, to show that something left no trace."""
    encounter.refresh_from_db()
    return {
        "position": encounter.position,
        "inputs": encounter.inputs.count(),
        "events": encounter.events.count(),
        "rounds": encounter.rounds.count(),
        "state": encounter.state,
    }


@pytest.fixture
def at(transactional_db: None) -> At:
    """Return a fight of the family in round 1: the foes' orders are sealed, the players asked."""
    at = prepared_fight()
    at.sit()
    at.begin()
    return at
