"""The new events as screen readers say them."""

from encounters.encounter_view import EncounterView
from encounters.narration import drop_repeated_notes, find_label, tell
from encounters.narration.columns import write_heading
from rules.api import events as e


def announce_news(view: EncounterView, left_out: tuple[type[e.Event], ...] = ()) -> str:
    """Return the segment and the new events in words, without events of some kinds."""
    said: list[str] = []
    for event in drop_repeated_notes(view.new):
        sentence = tell(event, view.state, view.own)
        if isinstance(event, e.SegmentBegan):
            said.append(f"{write_heading(view.state, find_label(event, view.state))}.")
        elif sentence is not None and not isinstance(event, left_out):
            said.append(sentence.text)
    return " ".join(said)
