"""Whole fights under a real ruleset: both logs hold, and secrets keep.

Everybody answers the forms of their own page.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from random import Random

import pytest

from encounters import models, seats, services
from encounters.models import Encounter
from encounters.selectors import list_open_forms, list_open_rolls, read_view
from encounters.services import games
from encounters.viewers import Viewer, build_dm_viewer
from rules.kernel.codec import encode_text
from rules.kernel.events import Appeared, Event, Revealed
from tests.any_procedure import ANY
from tests.encounters.conftest import Table
from tests.soak import runs

pytestmark = pytest.mark.storage
Proved = Callable[[Encounter], AbstractContextManager[None]]

PARTY = (
    {"id": "otis", "name": "Otis", "side": "party", "class": "ranger", "level": 4, "hp": 30, "weapons": ["sword_long"]},
    {
        "id": "tenser", "name": "Tenser", "side": "party", "class": "magic_user", "level": 5, "hp": 12,
        "weapons": ["dagger"], "spells": ["magic_user_magic_missile", "magic_user_sleep"],
    },
    {"id": "jaroo", "name": "Jaroo", "side": "party", "class": "cleric", "level": 4, "hp": 20, "turns_undead": 4},
)  # fmt: skip
FOES = (
    {"id": "orc", "name": "Orc", "side": "foes", "monster": "orc", "hp": 5, "count": 3, "position": [20, 0]},
    {"id": "ghoul", "name": "Ghoul", "side": "foes", "monster": "ghoul", "hp": 9, "position": [30, 5]},
    {"id": "lurker", "name": "Lurker", "side": "foes", "hd": "2", "hp": 9, "position": [25, 5], "hidden": True},
)


@pytest.fixture
def seeds(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """`seeds(3)`: the rounds of the third fight have the same dice in every run."""

    def use(fight: int) -> None:
        numbers: Iterator[int] = iter(range(fight * 1000, fight * 1000 + 1000))
        monkeypatch.setattr(models.secrets, "token_hex", lambda size: f"seed {next(numbers)}")

    return use


@pytest.fixture
def fight(prepared: Encounter, table: Table) -> Callable[[int], Table]:
    """`fight(3)`: the third fight, opened, with the cast at its table."""

    def begin(number: int) -> Table:
        start = ("melee", "surprise", "encounter")[number % 3]
        notes = {"start": start, "distance_ft": 30}
        encounter = services.create_encounter(prepared.campaign.find_owner(), f"Fight {number}", ANY, {}, notes)
        director = build_dm_viewer(encounter)
        for definition in (*PARTY, *FOES):
            services.put_combatant(director, {"played": definition["side"] == "party", **definition})
        people = [seats.join(encounter.code, name, "player").seat for name in ("Pip", "Quill")]
        for seat, who in zip(people, ("otis", "tenser"), strict=True):
            seats.give(director, who, seat.pk)
        services.open_encounter(director)
        pip, quill = (Viewer(encounter.pk, table.pip.role, seat.pk, seat.name) for seat in people)
        return Table(encounter, director, pip, quill, table.sam)

    return begin


@pytest.mark.soak
@pytest.mark.parametrize("number", range(runs(30)))
def test_a_fight_at_random_keeps_both_logs(
    number: int, fight: Callable[[int], Table], seeds: Callable[[int], None], proved: Proved
) -> None:
    seeds(number)
    table, rng = fight(number), Random(number)
    with proved(table.encounter):
        for _ in range(3):
            play_round(table, rng)
    for viewer in (table.pip, table.quill):
        assert_hidden_until_revealed(table.dora, viewer, "lurker", "Lurker")


def play_round(table: Table, rng: Random) -> None:
    """Play a round in which everybody answers at random.

    Now and then something is taken back, or a held game is forgotten.
    """
    if read_view(table.dora).state.ended:
        return
    table.begin()
    for _ in range(400):
        if rng.random() < 0.02:
            games.forget_all()
        if rng.random() < 0.02:
            table.encounter.refresh_from_db()
            services.take_back(table.dora, table.tap(), table.encounter.position - rng.randint(1, 2))
        if not any(answered(table, viewer, rng) for viewer in (table.pip, table.quill, table.dora)):
            state = read_view(table.dora).state
            if state.between_rounds or state.ended:
                return
            services.close(table.dora, table.tap())
    raise AssertionError("the round does not end")


def answered(table: Table, viewer: Viewer, rng: Random) -> bool:
    """Return True if this viewer had something to answer, and did."""
    seen = read_view(viewer)
    if rolls := list_open_rolls(seen):
        services.give_faces(viewer, table.tap(), rolls[0].token, None)
        return True
    if forms := list_open_forms(seen):
        asked = rng.choice(forms)
        services.answer(viewer, table.tap(), asked.question.token, asked.form.draw_random(rng))
        return True
    return False


def assert_hidden_until_revealed(director: Viewer, viewer: Viewer, who: str, name: str) -> None:
    """Assert that a viewer was told of a hidden combatant only once it had shown itself."""
    revealed = [each for each in read_view(director).all_events if isinstance(each, Revealed) and each.who == who]
    first = next((each for each in read_view(viewer).all_events if is_about(each, who, name)), None)
    if first is not None:
        assert isinstance(first, Appeared)
        assert (first.round, first.clock) == (revealed[0].round, revealed[0].clock)


def is_about(event: Event, *words: str) -> bool:
    """Return whether an event, as text, holds one of the words."""
    return any(word in encode_text(event) for word in words)
