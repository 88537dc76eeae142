"""How options are carried out in one beat: at once, or with their effects held back until all are worked out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rules.effects import Rolled
from rules.ruleset import Play
from rules.terms import CombatantId

Pending = Callable[[], Play]
"""Something that is going to happen, worked out but not told."""


@dataclass(frozen=True)
class Shift:
    """A change of a pair's range by so many points, or ``to`` a range."""

    one: CombatantId
    other: CombatantId
    by: int
    why: str
    clauses: tuple[str, ...]
    to: int | None = None


@dataclass(frozen=True)
class Grab:
    """A grab at an object: whether the check succeeds, what the die must not exceed, and the die.

    ``thing`` is the object as it is compared with what others grab at.
    """

    who: CombatantId
    object: str
    thing: str
    ok: bool
    needed: int | None
    rolls: tuple[Rolled, ...]


@dataclass
class Held:
    """Effects of options that were chosen together: they happen together, after all of them (DEW.1.1.3e).

    ``grabs`` are those at an object that several grab at. ``parried`` are those who have expended a blow on a parry
    meanwhile.
    """

    shifts: list[Shift] = field(default_factory=list)
    grabs: list[Grab] = field(default_factory=list)
    later: list[Pending] = field(default_factory=list)
    parried: list[CombatantId] = field(default_factory=list)


@dataclass(frozen=True)
class Beat:
    """What an option is part of.

    ``borrowed``: its blows are the next round's. ``held`` takes its effects, where several choose together. ``uses`` is
    the weapon of each one's own option among those, ``strikes`` who attacks with it, ``grabs`` what each grabs at.
    ``passes_count``: who passes has
    passed, since nobody does more.
    """

    borrowed: bool = False
    held: Held | None = None
    uses: Mapping[CombatantId, str] = field(default_factory=dict)
    strikes: tuple[CombatantId, ...] = ()
    grabs: Mapping[CombatantId, str] = field(default_factory=dict)
    passes_count: bool = True

    @property
    def together(self) -> tuple[str, ...]:
        """What an effect cites besides, where it waits for others."""
        return () if self.held is None else ("DEW.1.1.3e",)

    def happen(self, what: Pending) -> Play:
        """Make something happen: now, or with the others."""
        if self.held is None:
            yield from what()
        else:
            self.held.later.append(what)
