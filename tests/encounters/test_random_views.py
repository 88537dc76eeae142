"""Views in random fights whose seats change.

A view that a process has read on with, input by input, is like one that is folded from the whole log.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User

from encounters import log, log_reader, seats, times
from encounters.errors import Rejected
from encounters.log_reader import find_view
from encounters.models import Encounter, Input
from encounters.screens.spectator.regions import SCREEN
from encounters.screens.spectator.spectator_view import SpectatorView
from encounters.selectors import read_view
from encounters.services.playing import append_events
from encounters.viewers import Role, Viewer, build_dm_viewer
from rules.kernel import events as e
from rules.kernel.codec import encode_input, encode_text
from rules.kernel.game import Record
from rules.kernel.inputs import Input as Given
from tests.any_procedure import ANY, find_other
from tests.encounters.pushed import render_whole
from tests.people import find_viewer, make_encounter
from tests.rules.random_play import Chatter, SeededDice, random_opening
from tests.rules.test_reveal_games import Sitting
from tests.soak import runs

PLAYERS = ("Pip", "Quill", "Newt")


def forget() -> None:
    """Be a process that has read nothing."""
    log.forget_all()
    log_reader.forget_all()


@dataclass
class Tables:
    """A fight played at random, stored as it goes, and viewers who change their seats."""

    encounter: Encounter
    viewers: list[Viewer]
    rng: Random
    read_on: int = 0

    def store(self, record: Record) -> None:
        """Store an input and what it gave."""
        self.encounter.position = record.position
        row = Input.objects.create(
            encounter=self.encounter,
            position=record.position,
            tap=f"tap-{record.position}",
            payload=encode_input(record.input),
        )
        append_events(self.encounter, [(row, event) for event in record.events], self.encounter.events.count())
        self.encounter.save()

    def change_seats(self) -> None:
        """Somebody plays somebody, or nobody any more, by the DM's word."""
        who = self.rng.choice(seats.list_combatants(self.encounter))
        seat = self.rng.choice([*(each.seat_id for each in self.viewers if each.role is Role.PLAYER), None])
        try:
            seats.give(build_dm_viewer(self.encounter), who, seat)
        except Rejected:
            return


def table_of(opening: e.EncounterOpened, rng: Random) -> Tables:
    """Return a table at which nobody plays anybody yet."""
    dora = User.objects.create_user(f"dora-{User.objects.count()}")
    encounter = make_encounter(dora, title="Random", ruleset=opening.ruleset, state=Encounter.State.PLAYING)
    append_events(encounter, [(None, opening)], 0)
    players = [find_viewer(seats.join(encounter.code, name, "player").seat) for name in PLAYERS]
    sam = find_viewer(seats.join(encounter.code, "Sam", "spectator").seat)
    return Tables(encounter, [build_dm_viewer(encounter), *players, sam], rng)


class Stored(Chatter):
    """A chatter whose every input is stored, and read now and then by fresh processes."""

    table: Tables
    compare: Callable[[], None]

    def say(self, given: Given) -> Record | None:
        record = super().say(given)
        if record is not None:
            self.table.store(record)
            self.compare()
        return record


class StoredSitting(Sitting):
    """A sitting with combatants in hiding, likewise."""

    table: Tables
    compare: Callable[[], None]

    def take(self, given: Given) -> None:
        before = self.game.position
        super().take(given)
        if self.game.position > before:
            self.table.store(self.game.records[-1])
            self.compare()


def told(viewer: Viewer) -> dict[str, Any]:
    """Return what this process shows a viewer: every event, every round, every region."""
    seen = read_view(viewer)
    viewer_log = seen.viewer_log
    sight = seen
    found: dict[str, Any] = {
        "cursor": (seen.at, seen.epoch, seen.assignments, viewer_log.viewpoint),
        "screen": render_whole(seen),
        "state": encode_text(viewer_log.state),
        "rounds": viewer_log.rounds,
        "befores": [viewer_log.find_state_before(each) for each in viewer_log.rounds],
        "stretches": [sight.round(number) for number in sight.numbers],
        "standing": viewer_log.standing,
        "between": viewer_log.list_between(1),
        "tail": viewer_log.list_shown_after(max(0, seen.at - 40)),
        "shown": [encode_text(event) for event in viewer_log.shown],
        "names": [
            viewer_log.find_alias(id) for id in seats.list_combatants(Encounter.objects.get(pk=viewer.encounter_id))
        ],
        "put": viewer_log.put,
        "awaits": (viewer_log.list_choosing(), viewer_log.list_rolling()),
        "said": [viewer_log.find_first_said(who) for who in viewer_log.state.combatants],
    }
    if viewer.role is Role.SPECTATOR:
        found |= {f"round {number}": SCREEN.render(SpectatorView.of(sight, number=number), ("strip", "story", "field"))
                  for number in sight.numbers[-2:]}  # fmt: skip
    return found


def compare(viewers: Sequence[Viewer], monkeypatch: pytest.MonkeyPatch) -> int:
    """Compare what a process shows that has read on with what a fresh one shows.

    Return how many viewers it held a view for.
    """
    read_on = 0
    now = times.now()
    monkeypatch.setattr(times, "now", lambda: now)  # what is left of a time is told in seconds
    held = list(log_reader._held)
    found = [told(viewer) for viewer in viewers]
    for viewer, shown in zip(viewers, found, strict=True):
        forget()
        expected = told(viewer)
        assert shown.keys() == expected.keys()
        for name in expected:
            assert shown[name] == expected[name], (viewer.name, name)
        read_on += (viewer.encounter_id, viewer.audience) in held
    return read_on


def looking(table: Tables, rng: Random, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return what happens after an input: mostly nothing; else seats change, or all is compared."""

    def happens() -> None:
        chance = rng.random()
        if chance < 0.06:
            table.change_seats()
        elif chance < 0.2:
            find_view(rng.choice(table.viewers))
        elif chance < 0.22:
            table.read_on += compare(table.viewers, monkeypatch)

    return happens


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", [ANY, find_other()])
def test_a_random_fight_is_shown_alike(ruleset: str, transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    read_on = 0
    for seed in range(runs(10)):
        rng = Random(seed)
        play = Stored(rng, random_opening(rng, ruleset), SeededDice(seed))
        play.table = table_of(play.game.opening, Random(seed))
        play.compare = looking(play.table, Random(seed + 1), monkeypatch)
        play.play()
        read_on += play.table.read_on + compare(play.table.viewers, monkeypatch)
    assert read_on > 3


@pytest.mark.soak
@pytest.mark.parametrize("start", ["melee", "encounter"])
def test_a_fight_with_some_in_hiding_is_shown_alike(
    start: str, transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_on = 0
    for seed in range(runs(10)):
        sitting = StoredSitting(seed, start)
        sitting.table = table_of(sitting.game.opening, Random(seed))
        sitting.compare = looking(sitting.table, Random(seed + 1), monkeypatch)
        sitting.play(160)
        read_on += sitting.table.read_on + compare(sitting.table.viewers, monkeypatch)
    assert read_on > 3
