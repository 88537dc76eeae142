"""The names of combatants for one viewer.

Combatants alike are numbered in the order in which the viewer first perceives them, so that unseen ones leave no gap.
"""

import re
from dataclasses import dataclass, field

from rules.kernel.frozen import frozen
from rules.kernel.stat_block import StatBlock
from rules.kernel.terms import DM, PUBLIC

NUMBERED = re.compile(r"(?P<stem>.*\D)(?<![\s_-])[\s_-]*\d+")
RESERVED = (DM, PUBLIC, "together", "party", "foes")


@frozen
class GivenName:
    """A combatant's id and name as one viewer knows them."""

    id: str
    name: str
    stem: str = ""
    """The id without its number, for a numbered combatant; "" for any other."""


def strip_number(name: str) -> str:
    """Return a name without its number: "Orc 3" is an Orc."""
    found = NUMBERED.fullmatch(name)
    return found["stem"] if found else name


def make_id(name: str) -> str:
    """Return a name as an id: "Orc Shaman" is orc-shaman."""
    return re.sub(r"[\W_]+", "-", name.lower()).strip("-") or "combatant"


@dataclass
class Names:
    """Names given to combatants, kept through every take-back.

    A combatant that was called Orc 2 at the table stays Orc 2.
    """

    given: dict[str, GivenName] = field(default_factory=dict)
    """The name given to each combatant, by its id in the log."""
    reals: dict[str, str] = field(default_factory=dict)
    """Ids in the log, by the id given."""
    counts: dict[str, int] = field(default_factory=dict)
    """The last number given, by stem."""

    def copy(self) -> "Names":
        """Return a copy that can be changed independently."""
        return Names(dict(self.given), dict(self.reals), dict(self.counts))

    def give(self, stat_block: StatBlock, keep: bool) -> GivenName:
        """Return the combatant's name for this viewer, which is given now if there is none.

        ``keep``: its own name and id, if the id is still free.
        """
        called = self.given.get(stat_block.id)
        if called is None:
            called = self._build_called(stat_block, keep)
            self.given[stat_block.id] = called
            self.reals[called.id] = stat_block.id
        return called

    def _build_called(self, stat_block: StatBlock, keep: bool) -> GivenName:
        if keep and self._is_free(stat_block.id):
            return GivenName(stat_block.id, stat_block.name)
        stem = strip_number(stat_block.name)
        id = make_id(stem)
        if not keep and (stat_block.mob or stem != stat_block.name):
            number = self._take_number(id, 1)
            return GivenName(f"{id}-{number}", f"{stem} {number}", id)
        if self._is_free(id):
            return GivenName(id, stat_block.name)
        number = self._take_number(id, 2)
        return GivenName(f"{id}-{number}", f"{stem} {number}")

    def _take_number(self, id: str, least: int) -> int:
        number = max(self.counts.get(id, 0) + 1, least)
        while not self._is_free(f"{id}-{number}"):
            number += 1
        self.counts[id] = number
        return number

    def _is_free(self, id: str) -> bool:
        return id not in self.reals and id not in RESERVED
