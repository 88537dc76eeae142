"""A page holds by pushes what a fresh load of it draws, after every input of random fights.

A region is pushed where its view model differs. So what is drawn must follow from what is compared, and every part of
what is compared must be a value.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from datetime import datetime
from enum import Enum
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from django.utils.safestring import SafeString

from encounters import times
from encounters.clocks import Reading, is_timed
from encounters.log import Entry, Log, Stretch
from encounters.models import Campaign, Encounter
from encounters.screens.dm.dm_view import DmView
from encounters.screens.dm.regions import SCREEN as DM_SCREEN
from encounters.screens.phone.player_view import PlayerView
from encounters.screens.phone.regions import SCREEN as PHONE
from encounters.screens.region import Drawing, RegionKey, Screen, ViewModels
from encounters.screens.spectator.regions import SCREEN as TABLE_SCREEN
from encounters.screens.spectator.spectator_view import SpectatorView
from encounters.viewers import Role, Viewer
from rules.kernel import events as e
from rules.kernel.game import Record
from rules.kernel.inputs import Input
from rules.kernel.reveal.knowledge import Viewpoint
from rules.kernel.reveal.viewer_log import ViewerLog
from rules.procedures import list_rulesets
from tests.rules.random_play import Chatter, SeededDice, any_opening, random_play_of
from tests.soak import runs

PLAIN = (str, int, float, bool, type(None), Fraction, datetime, Enum, SafeString)
"""The types of values without parts."""

NOW = times.now()


def list_others(model: object, where: str = "") -> Iterator[str]:
    """Yield the parts of what is compared that are no values."""
    if isinstance(model, tuple):
        for each in model:
            yield from list_others(each, f"{where}[]")
    elif is_dataclass(model) and not isinstance(model, type):
        name = type(model).__name__
        if type(model).__hash__ is None:
            yield f"{name} is not frozen"
        for part in fields(model):
            if part.compare:
                yield from list_others(getattr(model, part.name), f"{name}.{part.name}")
    elif not isinstance(model, PLAIN):
        yield f"{where} is a {type(model).__name__}"


class Watched(Chatter):
    """Random play before the page of somebody who is shown what they perceive."""

    screen: Screen[Any]

    def watch(self) -> None:
        """Load the page; the fight is opened."""
        self.viewer_log = ViewerLog(self._find_viewpoint())
        self.entries: list[Entry] = []
        self.faults: list[str] = []
        self.pushes = 0
        self._see([self.game.opening], 0)
        drawing = self._draw([])
        self.sent: ViewModels = drawing.models
        self.page = self._load(drawing)

    def say(self, given: Input) -> Record | None:
        record = super().say(given)
        if record is not None:
            self._push(self._see(record.events, record.position))
        return record

    def _see(self, events: Sequence[e.Event], position: int) -> list[e.Event]:
        before = self.viewer_log.count
        for event in events:
            self.viewer_log.see(event, position)
            self.entries.append(Entry(len(self.entries), position, event))
        return list(self.viewer_log.list_shown_after(before))

    def _find_viewpoint(self) -> Viewpoint:
        return Viewpoint()

    def _list_views(self) -> Sequence[Any]:
        """Return the views that the page may show."""
        return ()

    def _draw(self, new: Sequence[e.Event]) -> Drawing[Any]:
        views = self._list_views()
        for view in views:
            object.__setattr__(view, "new", new)
        return Drawing(self.screen, views)

    def _load(self, drawing: Drawing[Any]) -> dict[RegionKey, str]:
        """Return all regions as a fresh load draws them, without their cursors.

        Of a region that holds others only its own element is compared. A form that waits for another question is not.
        """
        found = {}
        for key in drawing.models:
            region = self.screen.regions[key[1]]
            if not region.is_spoken and (region.key is None or key[1] == "work"):
                html = re.sub(r' data-at="\d+"', "", drawing.render([key]))
                found[key] = html.partition(">")[0] if key[1] == "work" else html
        return found

    def _push(self, new: Sequence[e.Event]) -> None:
        drawing = self._draw(new)
        changed = drawing.list_changed(self.sent if self.sent.keys() == drawing.models.keys() else {})
        self.sent = drawing.models
        fresh = self._load(drawing)
        outer = {(n, self.screen.regions[name].place) for n, name in fresh} & set(changed)
        within = [key for key in fresh if (key[0], self.screen.regions[key[1]].place) in outer]
        self.page = {key: fresh[key] if key in changed or key in within else self.page[key] for key in fresh}
        self.pushes += len(changed)
        self.faults += [f"{key[1]} is drawn otherwise" for key in fresh if self.page[key] != fresh[key]]
        for (_, name), model in drawing.models.items():
            self.faults += [f"{name}: {other}" for other in list_others(model, name)]


class WatchedBySpectator(Watched):
    """Random play of which a spectator is shown every event."""

    screen = TABLE_SCREEN

    def _list_views(self) -> Sequence[SpectatorView]:
        view = SpectatorView(Viewer(1, Role.SPECTATOR), self.viewer_log.copy(), self.viewer_log.count, "0.0")
        view.__dict__["encounter"] = Encounter(pk=1, title="Random", campaign=Campaign(pk=1, code="ABCDEF"))
        return [view]


class WatchedByPlayer(Watched):
    """Random play of which the player of some characters is shown what these perceive."""

    screen = PHONE

    def _find_viewpoint(self) -> Viewpoint:
        """Return that of the first two combatants of the first side."""
        combatants = self.game.state.combatants.values()
        side = next(iter(combatants)).side
        return Viewpoint(characters=tuple(each.id for each in combatants if each.side == side)[:2])

    def _list_views(self) -> Sequence[PlayerView]:
        first = PlayerView(Viewer(1, Role.PLAYER), self.viewer_log.copy(), self.viewer_log.count, "0.0")
        return [self._add_rows(replace(first, who=who)) for who in first.own]

    def _add_rows(self, view: PlayerView) -> PlayerView:
        """Return the view with what would be read from the database, which does not change."""
        encounter = Encounter(pk=1, title="Random", campaign=Campaign(pk=1, code="ABCDEF"), ruleset=view.state.ruleset)
        given: dict[str, object] = {"encounter": encounter, "seat": None}
        given |= dict.fromkeys(("asked_at", "answered_at", "received_at"))
        view.__dict__.update(given)
        question = view.question
        is_clocked = question is not None and is_timed(view.state, question)
        view.__dict__["clock"] = Reading(view.who, "", None, NOW, NOW, NOW) if is_clocked else None
        view.__dict__["timed"] = None
        return view


class WatchedByDm(Watched):
    """Random play of which the DM is shown every event."""

    screen = DM_SCREEN

    def _find_viewpoint(self) -> Viewpoint:
        return Viewpoint(dm=True)

    def _list_views(self) -> Sequence[DmView]:
        view = DmView(Viewer(1, Role.DM), self.viewer_log.copy(), self.viewer_log.count, "0.0")
        given: dict[str, object] = {
            "encounter": Encounter(pk=1, title="Random", campaign=Campaign(pk=1, code="ABCDEF"))
        }
        given |= {"log": Log(1, Stretch(0, tuple(self.entries))), "players": {}, "seats": [], "clocks": {}, "times": {}}
        view.__dict__.update(given)
        return [view]


def watch(watched: type[Watched], ruleset: str, seed: int) -> Any:
    """Return a fight by a procedure that is about to be watched."""
    table = type("Table", (watched, random_play_of(ruleset).table), {})
    return table(Random(seed), any_opening(Random(seed), ruleset), SeededDice(seed))


WATCHED = {"the DM": (WatchedByDm, 20), "a spectator": (WatchedBySpectator, 60), "a player": (WatchedByPlayer, 30)}
"""Whose page is watched, and in how many fights."""


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", list_rulesets())
@pytest.mark.parametrize(("watched", "fights"), WATCHED.values(), ids=WATCHED)
def test_a_page_holds_by_pushes_what_a_fresh_load_draws(
    watched: type[Watched], fights: int, ruleset: str, db: None
) -> None:
    pushes = 0
    for seed in range(runs(fights)):
        play = watch(watched, ruleset, seed)
        play.watch()
        play.play()
        assert sorted(set(play.faults)) == []
        pushes += play.pushes
    assert pushes > 100


@dataclass(frozen=True)
class Sample:
    """A view model with parts of several kinds."""

    parts: object
    aside: object = field(default=None, compare=False)


def test_what_is_no_value_is_found() -> None:
    others = ([1], {"a": 1}, {1}, Encounter(), lambda: 1, iter(()))
    assert [len(list(list_others(Sample((1, Sample(each)))))) for each in others] == [1] * len(others)
    assert list(list_others(Sample((1, "a", None, Sample(NOW)), aside=[1]))) == []


def test_a_region_whose_view_model_leaves_out_what_it_draws_is_found(monkeypatch: pytest.MonkeyPatch, db: None) -> None:
    title = TABLE_SCREEN.regions["title"]
    regions = {**TABLE_SCREEN.regions, "title": replace(title, build=lambda view: Sample("", title.build(view)))}
    monkeypatch.setattr(TABLE_SCREEN, "regions", regions)
    monkeypatch.setattr("encounters.screens.region.render_to_string", lambda name, context: repr(context["title"]()))
    play = watch(WatchedBySpectator, list_rulesets()[0], 0)
    play.watch()
    play.play()
    assert "title is drawn otherwise" in play.faults
