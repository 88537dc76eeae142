"""An audience: connected viewers who are shown the same of an encounter, and their frames."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import cast

from django.conf import settings
from django.utils.module_loading import import_string

from encounters.lines import Frames, Line
from encounters.log import Log
from encounters.pages import render_beside
from encounters.selectors import Seen, presence
from encounters.viewers import Role, Viewer
from encounters.watching import Tenure, Watch, seating_of
from rules.api import events as e

TAIL = 200
"""The most missed events that are sent alone; a viewer who missed more is sent everything."""

Renderer = Callable[[Seen, Sequence[e.Event] | None], str]
"""A function that renders new events for a viewer's screen; with None it renders everything."""


def renderer() -> Renderer:
    """Return the function that renders pages. The setting LIVE_RENDERER names another one."""
    return cast("Renderer", import_string(getattr(settings, "LIVE_RENDERER", "encounters.pages.render_regions")))


class Audience:
    """The viewers connected here who are shown the same.

    They share one viewer log and one rendering; each has a connection.
    """

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.watch = Watch(viewer)
        self.frames = Frames()
        self.lines: list[Line] = []
        self.at = 0
        self.epoch = ""
        self._answers: dict[int | None, str] = {}
        self._present = ""
        self.choosing = ""
        self.seating = ""

    @property
    def _seen(self) -> Seen:
        assert self.watch.viewing is not None, "nothing is to be seen before the encounter is opened"
        return Seen(self.viewer, self.watch.viewing, self.watch.at, self.watch.epoch, self.watch.holds)

    def publish(self, frame: str) -> None:
        """Queue a frame for every connection."""
        self.frames.add(frame)
        for line in self.lines:
            line.wake()

    def read(self, entries: Log, tenure: Tenure | None) -> str | None:
        """Take in the log and return a frame of what is new; None where there is nothing new.

        Runs in a worker thread. ``tenure``: the viewer's seat and its assignments.
        """
        began = self.epoch == ""
        self.watch.catch_up(entries, tenure)
        before, self.at, epoch = self.at, self.watch.at, self.watch.epoch
        whole, self.epoch = epoch != self.epoch, epoch
        if self.watch.viewing is None or began or (not whole and self.at == before):
            return None
        self._answers.clear()
        # Before the opening there was no page of the fight to add to.
        return self._frame(None if whole or before == 0 else before)

    def present(self) -> str | None:
        """Return a frame of the people present if they changed, else None.

        Runs in a worker thread, for the DM.
        """
        found = json.dumps({"presence": presence(self.viewer.encounter_id)}, sort_keys=True)
        changed, self._present = found != self._present, found
        return found if changed else None

    def choose(self) -> str | None:
        """Return a frame that tells spectators that a choice is being made, or no longer.

        Returns None for other viewers and without a change. Runs in a worker thread.
        """
        if self.viewer.role is not Role.SPECTATOR or self.watch.viewing is None:
            return None
        html = render_beside(self._seen, "choosing")
        before, self.choosing = self.choosing, json.dumps({"beside": html})
        if before in ("", self.choosing):
            return None
        self._answers.clear()
        return self.choosing

    def note_seating(self, tenures: Mapping[int, Tenure]) -> str | None:
        """Return a frame of the seats for the DM if they changed, else None.

        Runs in a worker thread.
        """
        if not self.viewer.is_dm:
            return None
        before, self.seating = self.seating, seating_of(tenures)
        if before in ("", self.seating):
            return None
        self._answers.clear()
        return self.render_seating()

    def render_seating(self) -> str:
        """Return a frame of the seats for the DM, with their name and with the people present.

        Runs in a worker thread.
        """
        html = render_beside(self._seen, "seating") if self.watch.viewing is not None else ""
        facts = {"seating": self.seating, "presence": presence(self.viewer.encounter_id)}
        return json.dumps(facts | ({"beside": html} if html else {}))

    def beside(self, what: str) -> str | None:
        """Return a frame with the extra update of this name, or None where the screen has none.

        Runs in a worker thread. Such updates show what is not in the log: clocks, recaps, alerts.
        """
        if self.watch.viewing is None:
            return None
        self._answers.clear()
        html = render_beside(self._seen, what)
        return json.dumps({"beside": html}) if html else None

    def answer(self, at: int, epoch: str) -> str | None:
        """Return a frame of all that a page with ``at`` events lacks; None where it lacks nothing.

        The frame holds the events after them, or everything. Runs in a worker thread.
        """
        if self.watch.viewing is None or (epoch == self.epoch and at == self.at):
            return None
        known = epoch == self.epoch and 0 < at < self.at and self.at - at <= TAIL
        begin = at if known else None
        if begin not in self._answers:
            self._answers[begin] = self._frame(begin)
        return self._answers[begin]

    def _frame(self, begin: int | None) -> str:
        """Return a frame of everything after ``begin`` events; of all where ``begin`` is None."""
        assert self.watch.viewing is not None, "nothing is to be seen before the encounter is opened"
        new = None if begin is None else self.watch.viewing.list_shown_after(begin)
        html = renderer()(self._seen, new)
        facts: dict[str, object] = {"at": self.at, "epoch": self.epoch, "html": html}
        return json.dumps(facts | ({"full": True} if begin is None else {"prev": begin}))
