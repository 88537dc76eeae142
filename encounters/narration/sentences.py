"""The sentence of each kind of event."""

from collections.abc import Callable
from typing import Any

from encounters.narration import calls, fight, magic, table
from rules.api import Voice
from rules.api import events as e

TOLD: dict[type[e.Event], Callable[[Voice, Any], str]] = {
    **table.TOLD, **fight.TOLD, **magic.TOLD, **calls.TOLD
}  # fmt: skip
"""The sentence of each of the kernel's kinds; it may be empty. A procedure's own kinds bring theirs."""


def write_sentence(event: e.Event, voice: Voice) -> str:
    """Return the sentence for an event in the words of a voice; "" where nothing is narrated."""
    said = TOLD.get(type(event))
    return said(voice, event) if said is not None else event.narrate(voice)
