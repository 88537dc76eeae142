"""A small renderer, real enough to find secrets in.

It draws every event as it was shown, and who stands on the field.
"""

from collections.abc import Sequence

from encounters.view import View
from rules.kernel.codec import encode_text
from rules.kernel.events import Event

calls: list[tuple[str, int]] = []
"""The audiences that were drawn for, in order."""

broken: list[tuple[str, int]] = []
"""Audiences whose screen cannot be drawn."""


def render_regions(seen: View, new_events: Sequence[Event] | None) -> str:
    """Return as text all that this viewer was shown, or what is new of it."""
    calls.append(seen.viewer.audience)
    if seen.viewer.audience in broken:
        raise RuntimeError("no ink")
    events = seen.viewing.shown if new_events is None else new_events
    drawn = "".join(f"<li>{encode_text(event)}</li>" for event in events)
    return f"<ul id='log'>{drawn}</ul><p id='field'>{', '.join(seen.viewing.state.combatants)}</p>"
