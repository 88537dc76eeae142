"""Events in the DM's words."""

from encounters.narration import tell
from rules.kernel.events import Event
from rules.kernel.state import State


def said(state: State, event: Event) -> str:
    """What an event says in a log, every number as it is; nothing for those that tell nothing."""
    told = tell(event, state, knows=True)
    return told.text if told is not None else ""
