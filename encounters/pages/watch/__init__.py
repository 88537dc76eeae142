"""The table screen and a spectator's phone: what has happened, as everybody perceives it."""

from collections.abc import Sequence

from encounters.pages.sight import Sight
from encounters.pages.watch.regions import context, names_for, render
from encounters.selectors import Seen
from rules.api import events as e

__all__ = ["context", "names_for", "render", "render_beside", "render_regions"]

BESIDE = {"recap": ("recap", "replay"), "choosing": ("choosing",)}
"""The regions that show what no event tells."""


def render_regions(seen: Seen, new_events: Sequence[e.Event] | None) -> str:
    """The fragments of the table screen that the new events touch; all of them where None is given."""
    sight = Sight.of(seen)
    return render(sight, names_for(new_events), new=new_events)


def render_beside(seen: Seen, what: str) -> str:
    """A recap as soon as it is told, and that a choice is being made. Who hesitates is between him and the DM."""
    return render(Sight.of(seen), BESIDE.get(what, ()))
