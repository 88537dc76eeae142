"""A table under Demon Idol whose time only the test moves: Pip has Otis and Jaroo, Quill Tenser; Dora runs it."""

from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User

from encounters import seats, services, times
from encounters.models import Seat
from encounters.selectors import game_view
from encounters.viewers import Viewer, dm, seated
from rules.kernel.state import OpenQuestion
from rules.procedures.demon_idol.events import Delayed
from tests.encounters.hours import Hours
from tests.encounters.seated import FOES, PARTY, At


@dataclass
class DemonTable:
    """The table, its people, and the time."""

    at: At
    pip: Viewer
    quill: Viewer
    hours: Hours

    @property
    def dora(self) -> Viewer:
        """The DM."""
        return self.at.dora

    def question(self, who: str) -> OpenQuestion:
        """What is asked of a figure and not yet answered."""
        return next(each for each in self.at.state.open if each.who == who and not each.sealed)

    def token(self, who: str) -> str:
        """The token of it, as its player was given it."""
        viewer = self.viewer(who)
        seen = game_view(viewer)
        return next(
            each.token for each in seen.state.open if each.who == seen.viewing.find_alias(who) and not each.sealed
        )

    def viewer(self, who: str) -> Viewer:
        """Who plays a figure."""
        return self.quill if who == "tenser" else self.pip

    def declare(self, who: str, **given: Any) -> services.Outcome:
        """A player gives a figure's order: it awaits, unless otherwise said."""
        return services.answer(self.viewer(who), self.at.tap(), self.token(who), {"action": "C", **given})

    def delays(self) -> dict[str, int]:
        """Segments that were lost so far in this round, by figure."""
        events = game_view(self.dora).events
        return {event.who: event.segments for event in events if isinstance(event, Delayed)}


def demon_table(monkeypatch: pytest.MonkeyPatch, ruleset: str = "demon_idol", **options: object) -> DemonTable:
    """The fight is open and the foes' orders are sealed: the players are asked just now."""
    hours = Hours()
    monkeypatch.setattr(times, "now", lambda: hours.now)
    user = User.objects.create_user("dora", password="ten segments")
    chosen = {f"demon.{name}": value for name, value in options.items()}
    notes: dict[str, object] = {"start": "melee", "distance_ft": 10, "reaction": "hostile"}
    encounter = services.create_encounter(user, "Hall of the Broken Pillar", ruleset, chosen, notes)
    for definition in (*PARTY, *FOES):
        services.put_combatant(dm(encounter), definition)
    at = At(encounter, dm(encounter))
    at.sit()
    people = {seat.name: seated(seat) for seat in Seat.objects.filter(encounter=encounter)}
    hours.here = [viewer.seat_id or 0 for viewer in people.values()]
    seats.seen(hours.here)
    at.begin()
    return DemonTable(at, people["Pip"], people["Quill"], hours)
