"""A small renderer, real enough to find secrets in.

It draws every event as it was shown, and who stands on the field.
"""

from collections.abc import Collection

from encounters.encounter_view import EncounterView
from encounters.screens.region import RegionKey, ViewModels
from rules.kernel.codec import encode_text

calls: list[tuple[str, int]] = []
"""The audiences that were drawn for, in order."""

broken: list[tuple[str, int]] = []
"""Audiences whose screen cannot be drawn."""

unmoved: list[tuple[str, int]] = []
"""Audiences on whose screen nothing changes."""


class Drawing:
    """All that a viewer was shown, as one region: sent once, and then what is new of it."""

    def __init__(self, view: EncounterView) -> None:
        self._view = view
        self._is_first = False
        self.models = {(0, "log"): view.at if view.viewer.audience not in unmoved else None}

    def list_changed(self, before: ViewModels) -> list[RegionKey]:
        """Return the region if anything was shown since."""
        self._is_first = not before
        return [key for key, at in self.models.items() if not before or at not in (None, before[key])]

    def list_unlogged(self) -> list[RegionKey]:
        """Return nothing: events tell of everything."""
        return []

    def render(self, keys: Collection[RegionKey]) -> str:
        """Return as text all that this viewer was shown, or what is new of it."""
        if not keys:
            return ""
        calls.append(self._view.viewer.audience)
        if self._view.viewer.audience in broken:
            raise RuntimeError("no ink")
        events = self._view.viewer_log.shown if self._is_first else self._view.new
        drawn = "".join(f"<li>{encode_text(event)}</li>" for event in events)
        return f"<ul id='log'>{drawn}</ul><p id='field'>{', '.join(self._view.viewer_log.state.combatants)}</p>"


def draw(view: EncounterView) -> Drawing:
    """Return what a viewer was shown, ready to be compared and rendered."""
    return Drawing(view)
