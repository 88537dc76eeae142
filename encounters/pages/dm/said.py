"""Events in the DM's words."""

from encounters.narration import tell
from rules.api import State
from rules.api import events as e


def said(state: State, event: e.Event) -> str:
    """Return an event in words for a log, every number as it is; "" for one without words."""
    told = tell(event, state, knows=True)
    return told.text if told is not None else ""
