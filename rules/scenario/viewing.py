"""What one viewer is shown of a run: the same door for secrecy as everywhere else."""

from collections.abc import Iterator

from rules import events as e
from rules.reference import did_you_mean, near
from rules.reveal import Eyes, Viewing
from rules.scenario.play import Run
from rules.terms import DM, PUBLIC


class BadViewer(ValueError):
    """A viewer whom the scenario does not know."""


def seen_by(run: Run, viewer: str = DM) -> Iterator[e.Event]:
    """The events as a viewer is shown them: "dm", "public", a side, a count or a combatant.

    A side sees what its members perceive together. Others than the DM are shown their own ids, and not the events that
    only bring a figure up to date. Raises BadViewer.
    """
    if viewer == DM:
        yield from run.events
        return
    viewing = Viewing(Eyes(characters=_characters(run, viewer)))
    for event in run.events:
        yield from (seen for seen in viewing.see(event) if seen.perceived_by)


def _characters(run: Run, viewer: str) -> tuple[str, ...]:
    roster = run.script.roster
    members = roster.members(viewer)
    if members or viewer == PUBLIC:
        return members
    known = [DM, PUBLIC, *roster.sides, *roster.mobs]
    raise BadViewer(f'{run.script.file}: no viewer "{viewer}"' + did_you_mean(near(viewer, known)))
