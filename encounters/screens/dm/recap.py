"""The recap of a round: drafted from the events that the table saw, edited by the DM."""

from dataclasses import dataclass

from encounters.models import Round
from encounters.narration import write_recap
from encounters.screens.dm.dm_view import DmView
from encounters.selectors import read_view
from encounters.viewers import Role, Viewer

NOTHING = "Nobody made a move."


@dataclass(frozen=True)
class RecapEditor:
    """The editor of a round's recap."""

    number: int
    action: str
    text: str
    token: str
    seen: str
    """The version of the stored recap that the page shows, or whose draft it shows."""
    hidden: tuple[str, ...]
    """The names of those who are left out as hidden."""
    submit: str
    again: str
    """The address that has it drafted again; empty where nothing is stored."""


def build_recap(view: DmView) -> RecapEditor | None:
    """Return the editor for the recap of the current round; None before the first.

    Typed text goes before the stored one.
    """
    number, typed = view.state.round, view.draft.recap
    if number < 0:
        return None
    rounds = Round.objects.filter(encounter_id=view.viewer.encounter_id, number=number, attempt=view.state.attempt)
    told = rounds.first()
    stored, seen = (told.recap, told.recap_version) if told is not None else ("", "")
    kept = stored if typed is None else typed
    return RecapEditor(
        number,
        view.make_url("recap", number=number),
        kept or write_draft(view, number),
        str(number),
        seen,
        tuple(each.name for each in view.state.combatants.values() if each.hidden),
        "Post recap" if view.state.ended else f"Post recap and start round {number + 1}",
        view.make_url("run", {"draft": "again"}) if stored else "",
    )


def write_draft(view: DmView, number: int) -> str:
    """Return a first draft of the recap: what spectators perceived, as prose.

    Nothing hidden can be in it.
    """
    seen = read_view(Viewer(view.viewer.encounter_id, Role.SPECTATOR))
    told = write_recap(seen.round(number), seen.state)
    return told or (NOTHING if number and seen.is_over(number) else "")
