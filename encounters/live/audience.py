"""An audience: connected viewers who are shown the same of an encounter, and their frames."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from django.conf import settings
from django.utils.module_loading import import_string

from encounters.encounter_view import EncounterView
from encounters.live.connections import Connection, Frames
from encounters.log import Log
from encounters.log_reader import LogReader, SeatState, name_seating, start_log_reader
from encounters.screens.region import Drawing, ViewModels
from encounters.selectors import read_presence
from encounters.viewers import Viewer
from rules.api import events as e

RENDERER = "encounters.screens.rendering.draw"
"""The function that draws screens, where the setting LIVE_RENDERER names no other."""


def get_renderer() -> Callable[[EncounterView], Drawing[Any]]:
    """Return the function that draws screens. The setting LIVE_RENDERER names another one."""
    return cast("Callable[[EncounterView], Drawing[Any]]", import_string(getattr(settings, "LIVE_RENDERER", RENDERER)))


class ConnectedAudience:
    """The viewers connected here who are shown the same.

    They share one log reader and one rendering; each has a connection. What was last sent is kept, and only what
    differs from it is sent, whatever has happened.
    """

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.log_reader = LogReader(viewer)
        self.frames = Frames()
        self.connections: list[Connection[Viewer]] = []
        self.at = 0
        self.epoch = ""
        self._sent: ViewModels = {}
        """What was last sent of each region; of a first reading, what the pages show that were loaded before."""
        self._sent_at = 0
        """The cursor of the last frame. The events shown since have changed nothing on the page."""
        self._whole_frame: str | None = None
        """The frame of the whole screen as it is now, once a page has needed it."""
        self._present = ""
        self.seating = ""

    def _draw(self, new: Sequence[e.Event] = ()) -> Drawing[Any]:
        log = self.log_reader
        return get_renderer()(EncounterView(self.viewer, log.viewer_log, log.at, log.epoch, log.assignments, new=new))

    def publish(self, frame: str, rung: float | None = None) -> None:
        """Queue a frame for every connection; ``rung`` is the time of the commit that it tells."""
        self.frames.add(frame, rung)
        for connection in self.connections:
            connection.wake()

    def read(self, entries: Log, seat_state: SeatState | None) -> str | None:
        """Take in the log; return a frame of the regions that differ from what was sent, or None.

        Runs in a worker thread. ``seat_state``: the viewer's seat and its assignments.
        """
        was_at, was_in = self.at, self.epoch
        if was_in == "":
            self.log_reader = start_log_reader(self.viewer, entries, seat_state)
        else:
            self.log_reader.catch_up(entries, seat_state)
        self.at, self.epoch = self.log_reader.at, self.log_reader.epoch
        viewer_log = self.log_reader.viewer_log
        if viewer_log is None:
            return None
        # Before the opening there was no page of the fight to add to.
        is_whole = was_at == 0 or self.epoch != was_in
        drawing = self._draw(() if is_whole else viewer_log.list_shown_after(was_at))
        changed = drawing.list_changed({} if is_whole else self._sent)
        self._sent = drawing.models
        if was_in == "":
            self._sent_at = self.at
            return None
        if not changed:
            return None
        self._whole_frame = None
        html = drawing.render(changed)
        if not is_whole and self.at == was_at:
            return json.dumps({"beside": html})
        before, self._sent_at = self._sent_at, self.at
        facts = {"at": self.at, "epoch": self.epoch, "html": html}
        return json.dumps(facts | ({"full": True} if is_whole else {"prev": before}))

    def render_presence(self) -> str | None:
        """Return a frame of the people present if they changed, else None.

        Runs in a worker thread, for the DM.
        """
        found = json.dumps({"presence": read_presence(self.viewer.encounter_id)}, sort_keys=True)
        changed, self._present = found != self._present, found
        return found if changed else None

    def note_seating(self, seat_states: Mapping[int, SeatState]) -> str | None:
        """Return a frame of the seats for the DM if they changed, else None.

        Runs in a worker thread.
        """
        if not self.viewer.is_dm:
            return None
        before, self.seating = self.seating, name_seating(seat_states)
        return None if before in ("", self.seating) else self.render_seating()

    def render_seating(self) -> str:
        """Return a frame of the name of the seats for the DM, with the people present.

        Runs in a worker thread.
        """
        return json.dumps({"seating": self.seating, "presence": read_presence(self.viewer.encounter_id)})

    def render_unlogged(self) -> str | None:
        """Return a frame of the regions of which no event tells; None without any.

        Runs in a worker thread. A page that joins may have been drawn before the last change of them.
        """
        if self.log_reader.viewer_log is None:
            return None
        drawing = self._draw()
        html = drawing.render(drawing.list_unlogged())
        return json.dumps({"beside": html}) if html else None

    def answer(self, at: int, epoch: str) -> str | None:
        """Return the whole screen for a page with ``at`` events; None where it lacks nothing.

        Runs in a worker thread.
        """
        if self.log_reader.viewer_log is None or (epoch == self.epoch and self._sent_at <= at <= self.at):
            return None
        if self._whole_frame is None:
            drawing = self._draw()
            html = drawing.render(drawing.list_changed({}))
            self._whole_frame = json.dumps({"at": self.at, "epoch": self.epoch, "html": html, "full": True})
        return self._whole_frame
