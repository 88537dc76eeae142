"""A table under Demon Idol whose time only the test moves.

Pip has Otis and Jaroo, Quill Tenser; Dora runs it.
"""

from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User

from encounters import services, times
from encounters.models import Seat
from encounters.selectors import read_view
from encounters.viewers import Role, Viewer, build_dm_viewer
from rules.kernel.state import OpenQuestion
from rules.procedures.demon_idol.events import Delayed
from tests.encounters.hours import Hours
from tests.encounters.seated import FOES, PARTY, At
from tests.people import find_viewer


@dataclass
class DemonTable:
    """The table, its people, and the time."""

    at: At
    pip: Viewer
    quill: Viewer
    hours: Hours

    @property
    def dora(self) -> Viewer:
        """Return the DM."""
        return self.at.dora

    def question(self, who: str) -> OpenQuestion:
        """Return the question that a combatant is asked and has not yet answered."""
        return next(each for each in self.at.state.open if each.who == who and not each.sealed)

    def token(self, who: str) -> str:
        """Return its token, as its player was given it."""
        viewer = self.viewer(who)
        seen = read_view(viewer)
        return next(
            each.token for each in seen.state.open if each.who == seen.viewer_log.find_alias(who) and not each.sealed
        )

    def viewer(self, who: str) -> Viewer:
        """Return the player of a combatant."""
        return self.quill if who == "tenser" else self.pip

    def declare(self, who: str, **given: Any) -> services.Outcome:
        """Declare for a combatant: it awaits, unless otherwise said."""
        return services.answer(self.viewer(who), self.at.tap(), self.token(who), {"action": "C", **given})

    def delays(self) -> dict[str, int]:
        """Return the segments that each combatant has lost so far in this round."""
        events = read_view(self.dora).all_events
        return {event.who: event.segments for event in events if isinstance(event, Delayed)}


def demon_table(monkeypatch: pytest.MonkeyPatch, ruleset: str = "demon_idol", **options: object) -> DemonTable:
    """Open the fight and seal the foes' orders: the players are asked just now."""
    hours = Hours()
    monkeypatch.setattr(times, "now", lambda: hours.now)
    user = User.objects.create_user("dora", password="ten segments")
    chosen = {f"demon.{name}": value for name, value in options.items()}
    notes: dict[str, object] = {"start": "melee", "distance_ft": 10, "reaction": "hostile"}
    encounter = services.create_encounter(user, "Hall of the Broken Pillar", ruleset, chosen, notes)
    services.add_combatants(build_dm_viewer(encounter), (*PARTY, *FOES))
    at = At(encounter, build_dm_viewer(encounter))
    at.sit()
    people = {seat.name: find_viewer(seat) for seat in Seat.objects.filter(campaign=encounter.campaign)}
    hours.here = list(people.values())
    for viewer in hours.here:
        if viewer.role is Role.PLAYER:
            services.note_ready(viewer)
    at.begin()
    for viewer in hours.here:
        services.note_heard(viewer)
    return DemonTable(at, people["Pip"], people["Quill"], hours)
