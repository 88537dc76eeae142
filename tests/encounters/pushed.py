"""Pushes of a viewer's screens, rendered without a hub."""

from collections.abc import Sequence
from dataclasses import replace

from encounters.encounter_view import EncounterView
from encounters.screens.rendering import draw
from rules.kernel.events import Event


def render_whole(view: EncounterView) -> str:
    """Return all regions of a viewer's screens, as they are sent after a gap."""
    drawing = draw(view)
    return drawing.render(drawing.list_changed({}))


def render_after(before: EncounterView, view: EncounterView, new: Sequence[Event] = ()) -> str:
    """Return the regions that differ from those of the view before; ``new`` are announced."""
    drawing = draw(replace(view, new=new))
    return drawing.render(drawing.list_changed(draw(before).models))
