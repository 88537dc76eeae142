"""The sounds of a table screen and the DM's laptop: one when a segment begins."""

from typing import Any

from rules.api import State


def ticks(state: State | None, awake: bool) -> dict[str, Any]:
    """Return the context of the template components/signals.html.

    With ``awake`` the screen stays lit while the page is open.
    """
    playing = state is not None and state.clock is not None and not state.between_rounds and not state.ended
    cues = [("segment", f"{state.round}.{state.clock}")] if state is not None and playing else []
    return {"on": "", "cues": cues, "awake": awake}
