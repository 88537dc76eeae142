"""Sounds of the table screen and of the DM's laptop: the next segment is being played."""

from dataclasses import dataclass

from rules.api import State


@dataclass(frozen=True)
class Signals:
    """The signals of a screen; no part of them is seen."""

    cues: tuple[tuple[str, str], ...] = ()
    """Sounds: the name of each, and a key that changes when it is to be played again."""
    awake: bool = False
    """The device's screen stays lit while the page is open."""
    on: str = ""
    """What the viewer is alerted to; "" for nothing."""
    title: str = ""
    """The title of the browser's window during an alert."""


def build_signals(state: State | None, *, awake: bool) -> Signals:
    """Return the signals of a screen without questions of its own: the segment in play."""
    playing = state is not None and state.clock is not None and not state.between_rounds and not state.ended
    cues = (("segment", f"{state.round}.{state.clock}"),) if state is not None and playing else ()
    return Signals(cues, awake)
