"""Events in the DM's words."""

from encounters.narration import tell
from rules.api import State
from rules.api import events as e


def said(state: State, event: e.Event) -> str:
    """What an event says in a log, every number as it is; nothing for those that tell nothing."""
    told = tell(event, state, knows=True)
    return told.text if told is not None else ""
