"""What a table screen and the DM's laptop may tell by a sound: that the next segment is being played."""

from typing import Any

from rules.api import State


def ticks(state: State | None, awake: bool) -> dict[str, Any]:
    """What components/signals.html reads. ``awake``: the screen stays lit while the page is open."""
    playing = state is not None and state.clock is not None and not state.between_rounds and not state.ended
    cues = [("segment", f"{state.round}.{state.clock}")] if state is not None and playing else []
    return {"on": "", "cues": cues, "awake": awake}
