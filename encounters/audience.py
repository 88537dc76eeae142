"""An audience: viewers who are shown the same of an encounter, connected to this process, and their frames."""

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
"""Events a viewer may have missed and still be told them; after more he is sent everything."""

Renderer = Callable[[Seen, Sequence[e.Event] | None], str]
"""What a viewer's screen shows of the new events; of everything where None is given."""


def renderer() -> Renderer:
    """The renderer of pages. LIVE_RENDERER names another."""
    return cast("Renderer", import_string(getattr(settings, "LIVE_RENDERER", "encounters.pages.render_regions")))


class Audience:
    """Those who are shown the same, connected here: one watch, one rendering, many lines."""

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
        """Put a frame on every line."""
        self.frames.add(frame)
        for line in self.lines:
            line.wake()

    def read(self, entries: Log, tenure: Tenure | None) -> str | None:
        """In a worker thread: take in the log, and render what is new. None when nothing of it is shown here."""
        began = self.epoch == ""
        self.watch.catch_up(entries, tenure)
        before, self.at, epoch = self.at, self.watch.at, self.watch.epoch
        whole, self.epoch = epoch != self.epoch, epoch
        if self.watch.viewing is None or began or (not whole and self.at == before):
            return None
        self._answers.clear()
        # What was before the opening was no page of the fight.
        return self._frame(None if whole or before == 0 else before)

    def present(self) -> str | None:
        """In a worker thread, for the DM: who is here, where that changed."""
        found = json.dumps({"presence": presence(self.viewer.encounter_id)}, sort_keys=True)
        changed, self._present = found != self._present, found
        return found if changed else None

    def choose(self) -> str | None:
        """In a worker thread, for spectators: that a choice is being made, or no longer, where that changed."""
        if self.viewer.role is not Role.SPECTATOR or self.watch.viewing is None:
            return None
        html = render_beside(self._seen, "choosing")
        before, self.choosing = self.choosing, json.dumps({"beside": html})
        if before in ("", self.choosing):
            return None
        self._answers.clear()
        return self.choosing

    def note_seating(self, tenures: Mapping[int, Tenure]) -> str | None:
        """In a worker thread, for the DM: who sits at the table now, where that changed."""
        if not self.viewer.is_dm:
            return None
        before, self.seating = self.seating, seating_of(tenures)
        if before in ("", self.seating):
            return None
        self._answers.clear()
        return self.render_seating()

    def render_seating(self) -> str:
        """In a worker thread, for the DM: who sits at the table, the parts of the screen that tell it, and its name."""
        html = render_beside(self._seen, "seating") if self.watch.viewing is not None else ""
        facts = {"seating": self.seating, "presence": presence(self.viewer.encounter_id)}
        return json.dumps(facts | ({"beside": html} if html else {}))

    def beside(self, what: str) -> str | None:
        """In a worker thread: the parts of this screen that show clocks, or a recap; None where it has none."""
        if self.watch.viewing is None:
            return None
        self._answers.clear()
        html = render_beside(self._seen, what)
        return json.dumps({"beside": html}) if html else None

    def answer(self, at: int, epoch: str) -> str | None:
        """In a worker thread: what is missing to whoever was shown ``at`` events: nothing, the tail, or everything."""
        if self.watch.viewing is None or (epoch == self.epoch and at == self.at):
            return None
        known = epoch == self.epoch and 0 < at < self.at and self.at - at <= TAIL
        begin = at if known else None
        if begin not in self._answers:
            self._answers[begin] = self._frame(begin)
        return self._answers[begin]

    def _frame(self, begin: int | None) -> str:
        """What came after ``begin`` events, or everything."""
        assert self.watch.viewing is not None, "nothing is to be seen before the encounter is opened"
        new = None if begin is None else self.watch.viewing.shown_after(begin)
        html = renderer()(self._seen, new)
        facts: dict[str, object] = {"at": self.at, "epoch": self.epoch, "html": html}
        return json.dumps(facts | ({"full": True} if begin is None else {"prev": begin}))
