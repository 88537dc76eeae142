"""A region whose view model changed was touched by what happened, in random fights."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from encounters import times
from encounters.clocks import Reading, is_timed
from encounters.log import Entry, Log, Stretch
from encounters.models import Encounter
from encounters.screens.dm import regions as dm
from encounters.screens.dm.view import DmView
from encounters.screens.phone import regions as phone
from encounters.screens.phone.ask import Ask
from encounters.screens.phone.view import PlayerView
from encounters.screens.region import Screen
from encounters.screens.spectator import regions as spectator
from encounters.screens.spectator.view import SpectatorView
from encounters.viewers import Role, Viewer
from rules.kernel import events as e
from rules.kernel.game import Record
from rules.kernel.inputs import Input
from rules.kernel.reveal import Viewing, Viewpoint
from rules.procedures import list_rulesets
from tests.rules.random_play import Chatter, SeededDice, any_opening, random_play_of
from tests.soak import runs

NEVER_COMPARED = {
    dm.SCREEN: {"said", "recap", "join", "compose", "announce"},
    spectator.SCREEN: {"announce", "recap", "choosing"},
    phone.SCREEN: {"announce", "missed", "signalling", "saw"},
}
"""Regions that are made of the new events themselves, or show what no event tells, or what the DM enters.

The rounds that a player saw are renewed when a round ends, so that nobody loses the line that they read.
"""

WITHIN_WORK = frozenset({"roster", "summary", "prompts", "board", "field", "log"})
"""Regions of the DM's screen that are replaced with the work area."""

NOW = times.now()


class Watched(Chatter):
    """Random play of which somebody is shown what they perceive."""

    screen: Screen[Any]

    def watch(self, viewpoint: Viewpoint) -> None:
        """Begin to watch; the fight is opened."""
        self.viewing = Viewing(viewpoint)
        self.entries: list[Entry] = []
        self.faults: list[str] = []
        self.changes = 0
        self._see([self.game.opening], 0)
        self.models = self._build_models()

    def say(self, given: Input) -> Record | None:
        record = super().say(given)
        if record is not None:
            self._compare(self._see(record.events, record.position))
        return record

    def _see(self, events: Sequence[e.Event], position: int) -> list[e.Event]:
        before = self.viewing.count
        for event in events:
            self.viewing.see(event, position)
            self.entries.append(Entry(len(self.entries), position, event))
        return list(self.viewing.list_shown_after(before))

    def _list_views(self) -> Iterable[tuple[str, Any]]:
        """Return the views of the screens that are drawn, by what each is about."""
        return ()

    def _build_models(self) -> dict[str, Mapping[str, object]]:
        return {name: self._build(view) for name, view in self._list_views()}

    def _build(self, view: Any) -> Mapping[str, object]:
        compared = (each for each in self.screen.regions.values() if each.name not in NEVER_COMPARED[self.screen])
        return {each.name: each.build(view) for each in compared}

    def _list_touched(self, view: Any, new: Sequence[e.Event]) -> frozenset[str]:
        return frozenset(self.screen.list_touched(view, new))

    def _compare(self, new: Sequence[e.Event]) -> None:
        touched = {name: self._list_touched(view, new) for name, view in self._list_views()}
        before, self.models = self.models, self._build_models()
        for who in before.keys() & self.models.keys():
            for name in before[who].keys() & self.models[who].keys():
                model = self.models[who][name]
                self.changes += model != before[who][name]
                if model != before[who][name] and name not in touched[who]:
                    kinds = " ".join(dict.fromkeys(event.kind for event in new))
                    self.faults.append(f"{name} changed by {kinds or 'nothing shown'}")


class WatchedBySpectator(Watched):
    """Random play of which a spectator is shown every event."""

    screen = spectator.SCREEN

    def _list_views(self) -> Iterable[tuple[str, SpectatorView]]:
        view = SpectatorView(Viewer(1, Role.SPECTATOR), self.viewing.copy(), self.viewing.count, "0.0")
        view.__dict__["encounter"] = Encounter(title="Random", code="ABCDEF")
        yield "", view


class WatchedByPlayer(Watched):
    """Random play of which the player of some characters is shown what these perceive."""

    screen = phone.SCREEN

    def _list_views(self) -> Iterable[tuple[str, PlayerView]]:
        first = PlayerView(Viewer(1, Role.PLAYER), self.viewing.copy(), self.viewing.count, "0.0")
        return [(who, self._add_rows(replace(first, who=who))) for who in first.own]

    def _add_rows(self, view: PlayerView) -> PlayerView:
        """Return the view with what would be read from the database, which does not change."""
        encounter = Encounter(title="Random", code="ABCDEF", ruleset=view.state.ruleset)
        given: dict[str, object] = {"encounter": encounter, "seat": None}
        given |= dict.fromkeys(("asked_at", "answered_at", "received_at"))
        view.__dict__.update(given)
        question = view.question
        is_clocked = question is not None and is_timed(view.state, question)
        view.__dict__["clock"] = Reading(view.who, "", None, NOW, NOW, NOW) if is_clocked else None
        return view

    def _build(self, view: Any) -> Mapping[str, object]:
        models = super()._build(view)
        asked = models["ask"]
        assert isinstance(asked, Ask)
        # A form is not replaced while it is filled in: another question is another region, other options are not.
        return {**models, "ask": asked.question.id if asked.question is not None else None}


class WatchedByDm(Watched):
    """Random play of which the DM is shown every event."""

    screen = dm.SCREEN

    def _list_views(self) -> Iterable[tuple[str, DmView]]:
        view = DmView(Viewer(1, Role.DM), self.viewing.copy(), self.viewing.count, "0.0")
        given: dict[str, object] = {"encounter": Encounter(title="Random", code="ABCDEF")}
        given |= {"log": Log(1, Stretch(0, tuple(self.entries))), "players": {}, "seats": [], "clocks": {}, "times": {}}
        view.__dict__.update(given)
        yield "", view

    def _build(self, view: Any) -> Mapping[str, object]:
        # The fields of a form hold functions, made at each call. What is compared is what the DM reads: all but the
        # first tag, which holds the position in the log.
        _, _, prompts = dm.render(view, ["prompts"]).partition(">")
        models = {**super()._build(view), "prompts": prompts}
        # Of another layout the style sheet shows no board.
        shows_board = view.layout in (dm.ORDERS, dm.TURNS)
        return {name: model for name, model in models.items() if name != "board" or shows_board}

    def _list_touched(self, view: Any, new: Sequence[e.Event]) -> frozenset[str]:
        touched = super()._list_touched(view, new)
        return touched | WITHIN_WORK if "work" in touched else touched


def watch(watched: type[Watched], ruleset: str, seed: int) -> Any:
    """Return a fight by a procedure that is about to be watched."""
    table = type("Table", (watched, random_play_of(ruleset).table), {})
    return table(Random(seed), any_opening(Random(seed), ruleset), SeededDice(seed))


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", list_rulesets())
def test_a_region_of_the_dms_screen_that_changed_was_touched(ruleset: str, db: None) -> None:
    changes = 0
    for seed in range(runs(20)):
        play = watch(WatchedByDm, ruleset, seed)
        play.watch(Viewpoint(dm=True))
        play.play()
        assert sorted(set(play.faults)) == []
        changes += play.changes
    assert changes > 100


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", list_rulesets())
def test_a_region_of_the_table_screen_that_changed_was_touched(ruleset: str, db: None) -> None:
    changes = 0
    for seed in range(runs(60)):
        play = watch(WatchedBySpectator, ruleset, seed)
        play.watch(Viewpoint())
        play.play()
        assert sorted(set(play.faults)) == []
        changes += play.changes
    assert changes > 100


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", list_rulesets())
def test_a_region_of_a_phone_that_changed_was_touched(ruleset: str, db: None) -> None:
    changes = 0
    for seed in range(runs(30)):
        play = watch(WatchedByPlayer, ruleset, seed)
        play.watch(Viewpoint(characters=_list_characters(play)))
        play.play()
        assert sorted(set(play.faults)) == []
        changes += play.changes
    assert changes > 100


def _list_characters(play: Chatter) -> tuple[str, ...]:
    """Return the first two combatants of the first side."""
    combatants = play.game.state.combatants.values()
    side = next(iter(combatants)).side
    return tuple(each.id for each in combatants if each.side == side)[:2]
