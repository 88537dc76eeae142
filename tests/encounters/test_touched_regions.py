"""A region whose view model changed was touched by what happened, in random fights."""

from collections.abc import Sequence
from random import Random

import pytest

from encounters.models import Encounter
from encounters.pages.sight import Sight
from encounters.screens.spectator.regions import EXTRA, SCREEN
from encounters.screens.spectator.view import SpectatorView
from encounters.viewers import Role, Viewer
from rules.kernel import events as e
from rules.kernel.game import Record
from rules.kernel.inputs import Input
from rules.kernel.reveal import Eyes, Viewing
from tests.any_procedure import FAMILY
from tests.rules.random_play import Chatter, SeededDice, random_opening
from tests.soak import runs

BY_NO_EVENT = {"announce", *(name for names in EXTRA.values() for name in names)} - {"replay"}
"""Regions that are made of the new events themselves, or show what no event tells."""

PUBLIC = Eyes()


class Watched(Chatter):
    """Random play of which a spectator is shown every event."""

    def watch(self) -> None:
        """Begin to watch; the fight is opened."""
        self.viewing = Viewing(PUBLIC)
        self.faults: list[str] = []
        self.changes = 0
        self._see([self.game.opening], 0)
        self.models = self._build()

    def say(self, given: Input) -> Record | None:
        record = super().say(given)
        if record is not None:
            self._compare(self._see(record.events, record.position))
        return record

    def _see(self, events: Sequence[e.Event], position: int) -> list[e.Event]:
        before = self.viewing.count
        for event in events:
            self.viewing.see(event, position)
        return list(self.viewing.list_shown_after(before))

    def _build(self) -> dict[str, object]:
        sight = Sight(Viewer(1, Role.SPECTATOR), self.viewing.copy(), self.viewing.count, "0.0")
        sight.__dict__["encounter"] = Encounter(title="Random", code="ABCDEF")
        view = SpectatorView(sight)
        return {name: each.build(view) for name, each in SCREEN.regions.items() if name not in BY_NO_EVENT}

    def _compare(self, new: Sequence[e.Event]) -> None:
        touched, before, self.models = SCREEN.list_touched(new), self.models, self._build()
        for name, model in self.models.items():
            self.changes += model != before[name]
            if model != before[name] and name not in touched:
                kinds = " ".join(dict.fromkeys(event.kind for event in new))
                self.faults.append(f"{name} changed by {kinds or 'nothing shown'}")


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", FAMILY)
def test_a_region_that_changed_was_touched(ruleset: str, db: None) -> None:
    changes = 0
    for seed in range(runs(60)):
        play = Watched(Random(seed), random_opening(Random(seed), ruleset), SeededDice(seed))
        play.watch()
        play.play()
        assert sorted(set(play.faults)) == []
        changes += play.changes
    assert changes > 100
