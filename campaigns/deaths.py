"""The deaths of characters, as a fight knows them."""

from collections.abc import Sequence
from dataclasses import dataclass

from encounters.screens.summary import read_deeds
from rules.api import Combatant, State, find_stem
from rules.api import events as e

DEATH = "sheet.death"
"""The path at which a sheet keeps when its character died, and who it fell to."""


@dataclass(frozen=True, slots=True)
class Death:
    """The fall of a character in a fight."""

    round: int
    """The round of it; 0 before the first."""
    by: str
    """The one it fell to, in words: "a ghoul"; "" where nobody is known."""


def find_death(state: State, events: Sequence[e.Event], who: str) -> Death:
    """Return how somebody fell who is dead, or down, at the end of a fight.

    ``events`` are those that stand, as the DM is shown them.
    """
    own = [each for each in events if getattr(each, "who", "") == who]
    for kinds in (e.Slain, e.HelplessMade, e.Damaged | e.Ruled):
        falls = [each.round for each in own if isinstance(each, kinds)]
        if falls:
            return Death(max(falls[-1], 0), _name_killer(state, read_deeds(events).fell_to.get(who, "")))
    return Death(max(state.round, 0), "")


def _name_killer(state: State, who: str) -> str:
    """Return who felled somebody: "a ghoul" for one of its kind, "Vexgrin" for one with a name."""
    killer = state.combatants.get(who)
    if killer is None:
        return ""
    kind = _find_kind(killer)
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}" if kind else killer.name


def _find_kind(each: Combatant) -> str:
    """Return the kind by which one of several is called; "" for one with a name of its own."""
    kind = each.stat_block.creature.kind.replace("_", " ")
    return (find_stem(each.name) or (each.name if each.name.lower() == kind.lower() else "")).lower()
