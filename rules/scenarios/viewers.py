"""The events of a run that one viewer may see, by the same secrecy as everywhere else."""

from collections.abc import Iterator

from rules.kernel import events as e
from rules.kernel.reveal import Viewing, Viewpoint
from rules.kernel.terms import DM, PUBLIC
from rules.reference import find_similar, suggest_ids
from rules.scenarios.play import Run


class UnknownViewer(ValueError):
    """A viewer that the scenario does not know."""


def reveal_run(run: Run, viewer: str = DM) -> Iterator[e.Event]:
    """Yield the events as a viewer sees them. Raises UnknownViewer.

    A viewer is "dm", "public", a side, a mob or a combatant. A side sees everything that its members perceive.
    Viewers other than the DM see their own ids, and no events that only update a combatant.
    """
    if viewer == DM:
        yield from run.events
        return
    viewing = Viewing(Viewpoint(characters=_find_characters(run, viewer)))
    for event in run.events:
        yield from (seen for seen in viewing.see(event) if seen.perceived_by)


def _find_characters(run: Run, viewer: str) -> tuple[str, ...]:
    roster = run.script.roster
    members = roster.list_members(viewer)
    if members or viewer == PUBLIC:
        return members
    known = [DM, PUBLIC, *roster.sides, *roster.mobs]
    raise UnknownViewer(f'{run.script.file}: no viewer "{viewer}"' + suggest_ids(find_similar(viewer, known)))
