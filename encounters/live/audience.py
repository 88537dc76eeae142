"""An audience: connected viewers who are shown the same of an encounter, and their frames."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import cast

from django.conf import settings
from django.utils.module_loading import import_string

from encounters.clocks import has_clocks, read_clocks
from encounters.live.connections import Connection, Frames
from encounters.log import Log
from encounters.screens.rendering import render_extra
from encounters.selectors import read_presence
from encounters.view import View
from encounters.viewer_log import SeatState, ViewerLog, name_seating, start_viewer_log
from encounters.viewers import Role, Viewer
from rules.api import events as e

RENDERER = "encounters.screens.rendering.render_regions"
"""The function that renders pages, where the setting LIVE_RENDERER names no other."""

TAIL = 200
"""The most missed events that are sent alone; a viewer who missed more is sent everything."""

Renderer = Callable[[View, Sequence[e.Event] | None], str]
"""A function that renders new events for a viewer's screen; with None it renders everything."""


def get_renderer() -> Renderer:
    """Return the function that renders pages. The setting LIVE_RENDERER names another one."""
    return cast("Renderer", import_string(getattr(settings, "LIVE_RENDERER", RENDERER)))


class Audience:
    """The viewers connected here who are shown the same.

    They share one viewer log and one rendering; each has a connection.
    """

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.viewer_log = ViewerLog(viewer)
        self.frames = Frames()
        self.connections: list[Connection] = []
        self.at = 0
        self.epoch = ""
        self._answers: dict[int | None, str] = {}
        self._present = ""
        self.unlogged = ""
        self._unlogged_words = ""
        self.seating = ""
        self._clock_states: dict[str, str] = {}

    @property
    def _view(self) -> View:
        log = self.viewer_log
        return View(self.viewer, log.viewing, log.at, log.epoch, log.assignments)

    def publish(self, frame: str) -> None:
        """Queue a frame for every connection."""
        self.frames.add(frame)
        for connection in self.connections:
            connection.wake()

    def read(self, entries: Log, seat_state: SeatState | None) -> str | None:
        """Take in the log and return a frame of what is new; None where there is nothing new.

        Runs in a worker thread. ``seat_state``: the viewer's seat and its assignments.
        """
        began = self.epoch == ""
        if began:
            self.viewer_log = start_viewer_log(self.viewer, entries, seat_state)
        else:
            self.viewer_log.catch_up(entries, seat_state)
        before, self.at, epoch = self.at, self.viewer_log.at, self.viewer_log.epoch
        whole, self.epoch = epoch != self.epoch, epoch
        if self.viewer_log.viewing is None or began or (not whole and self.at == before):
            return None
        self._answers.clear()
        # Before the opening there was no page of the fight to add to.
        return self._build_frame(None if whole or before == 0 else before)

    def render_presence(self) -> str | None:
        """Return a frame of the people present if they changed, else None.

        Runs in a worker thread, for the DM.
        """
        found = json.dumps({"presence": read_presence(self.viewer.encounter_id)}, sort_keys=True)
        changed, self._present = found != self._present, found
        return found if changed else None

    def render_unlogged(self) -> str | None:
        """Return a frame of what spectators see change without an event: a recap, a choice.

        Returns None for other viewers and without a change. Runs in a worker thread.
        """
        if self.viewer.role is not Role.SPECTATOR or self.viewer_log.viewing is None:
            return None
        # A fragment has its position, which every event changes: without it only the words are compared.
        words = render_extra(replace(self._view, at=0), "unlogged")
        before, self._unlogged_words = self._unlogged_words, words
        if words == before:
            return None
        self.unlogged = json.dumps({"beside": render_extra(self._view, "unlogged")})
        if not before:
            return None
        self._answers.clear()
        return self.unlogged

    def note_seating(self, seat_states: Mapping[int, SeatState]) -> str | None:
        """Return a frame of the seats for the DM if they changed, else None.

        Runs in a worker thread.
        """
        if not self.viewer.is_dm:
            return None
        before, self.seating = self.seating, name_seating(seat_states)
        if before in ("", self.seating):
            return None
        self._answers.clear()
        return self.render_seating()

    def render_seating(self) -> str:
        """Return a frame of the seats for the DM, with their name and with the people present.

        Runs in a worker thread.
        """
        html = render_extra(self._view, "seating") if self.viewer_log.viewing is not None else ""
        facts = {"seating": self.seating, "presence": read_presence(self.viewer.encounter_id)}
        return json.dumps(facts | ({"beside": html} if html else {}))

    def render_extra_update(self, what: str) -> str | None:
        """Return a frame with the extra update of this name, or None where the screen has none.

        Runs in a worker thread. Such updates show what is not in the log: clocks, alerts.
        """
        if self.viewer_log.viewing is None:
            return None
        self._answers.clear()
        html = render_extra(self._view, what)
        return json.dumps({"beside": html}) if html else None

    def render_clock(self) -> str | None:
        """Return a frame of a player's clocks as they are now; None for other viewers.

        Runs in a worker thread. A page that was without signal has drawn them otherwise.
        """
        is_timed = self.viewer.role is Role.PLAYER and self._keeps_clocks
        return self.render_extra_update("clocks") if is_timed else None

    def render_changed_clocks(self) -> str | None:
        """Return a frame of the clocks if one has stopped or goes on again, else None.

        Runs in a worker thread, for the DM. Nothing tells when a phone falls silent.
        """
        if not self._keeps_clocks:
            return None
        found = {token: reading.state for token, reading in read_clocks(self._view).items()}
        before, self._clock_states = self._clock_states, found
        return self.render_extra_update("clocks") if found != before else None

    @property
    def _keeps_clocks(self) -> bool:
        viewing = self.viewer_log.viewing
        return viewing is not None and has_clocks(viewing.state.ruleset)

    def answer(self, at: int, epoch: str) -> str | None:
        """Return a frame of all that a page with ``at`` events lacks; None where it lacks nothing.

        The frame holds the events after them, or everything. Runs in a worker thread.
        """
        if self.viewer_log.viewing is None or (epoch == self.epoch and at == self.at):
            return None
        known = epoch == self.epoch and 0 < at < self.at and self.at - at <= TAIL
        begin = at if known else None
        if begin not in self._answers:
            self._answers[begin] = self._build_frame(begin)
        return self._answers[begin]

    def _build_frame(self, begin: int | None) -> str:
        """Return a frame of everything after ``begin`` events; of all where ``begin`` is None."""
        assert self.viewer_log.viewing is not None, "nothing is to be seen before the encounter is opened"
        new = None if begin is None else self.viewer_log.viewing.list_shown_after(begin)
        html = get_renderer()(self._view, new)
        facts: dict[str, object] = {"at": self.at, "epoch": self.epoch, "html": html}
        return json.dumps(facts | ({"full": True} if begin is None else {"prev": begin}))
