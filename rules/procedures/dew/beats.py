"""One beat: options take effect at once, or together after all of them have been worked out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rules.kernel.effects import Rolled
from rules.kernel.frozen import frozen
from rules.kernel.procedure import Play
from rules.kernel.terms import CombatantId

Pending = Callable[[], Play]
"""An effect that is worked out, but whose events have not been yielded yet."""


@frozen
class Shift:
    """A change of the range of a pair."""

    one: CombatantId
    other: CombatantId
    by: int
    """Points to add to the range."""
    why: str
    clauses: tuple[str, ...]
    to: int | None = None
    """The range to start from, or None to start from the present range."""


@frozen
class GrabMade:
    """A grab at an object."""

    who: CombatantId
    object: str
    object_key: str
    """The object without case and extra spaces, to compare it with those of others."""
    ok: bool
    """True if the check succeeds."""
    needed: int | None
    """The number that the die must not exceed; None if none was rolled."""
    rolls: tuple[Rolled, ...]


@dataclass
class Held:
    """Effects of options chosen together, held back until all are worked out (DEW.1.1.3e)."""

    shifts: list[Shift] = field(default_factory=list)
    grabs: list[GrabMade] = field(default_factory=list)
    """Grabs at objects that several combatants grab at."""
    later: list[Pending] = field(default_factory=list)
    parried: list[CombatantId] = field(default_factory=list)
    """Combatants who have expended a blow on a parry meanwhile."""


@frozen
class Beat:
    """The circumstances under which options are carried out."""

    borrowed: bool = False
    """True if the blows are those of the next round."""
    held: Held | None = None
    """The store for effects if several combatants choose together; None if effects happen at once."""
    uses: Mapping[CombatantId, str] = field(default_factory=dict)
    """The weapon that each combatant uses in an option of its own, where several choose together."""
    strikes: tuple[CombatantId, ...] = ()
    """The combatants who attack with that weapon."""
    grabs: Mapping[CombatantId, str] = field(default_factory=dict)
    """The object that each combatant grabs at."""
    passes_count: bool = True
    """True if a combatant that passes counts as having passed: nobody does anything else."""
    cites_others: bool = True
    """True if those who choose together are seen to do so."""

    @property
    def together(self) -> tuple[str, ...]:
        """Return the clauses that an effect cites as well if it waits for others."""
        return ("DEW.1.1.3e",) if self.held is not None and self.cites_others else ()

    def happen(self, what: Pending) -> Play:
        """Make an effect happen: at once, or after all options that were chosen together."""
        if self.held is None:
            yield from what()
        else:
            self.held.later.append(what)
