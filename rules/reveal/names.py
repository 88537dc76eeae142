"""What one viewer calls the figures: like ones are numbered as he first perceives them, so that none leaves a gap."""

import re
from dataclasses import dataclass, field

from rules.figure import Figure
from rules.terms import DM, PUBLIC

NUMBERED = re.compile(r"(?P<stem>.*\D)(?<![\s_-])[\s_-]*\d+")
RESERVED = (DM, PUBLIC, "together", "party", "foes")


@dataclass(frozen=True)
class Called:
    """A figure as one viewer knows it: the id and name he is given; the stem of the numbered, else the empty text."""

    id: str
    name: str
    stem: str = ""


def stem_of(name: str) -> str:
    """A name without its number: "Orc 3" is an Orc."""
    found = NUMBERED.fullmatch(name)
    return found["stem"] if found else name


def slug(name: str) -> str:
    """A name as an id: "Orc Shaman" is orc-shaman."""
    return re.sub(r"[\W_]+", "-", name.lower()).strip("-") or "figure"


@dataclass
class Names:
    """Names given to figures, kept through every take-back: what was called Orc 2 at the table stays Orc 2."""

    given: dict[str, Called] = field(default_factory=dict)
    reals: dict[str, str] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    def copy(self) -> "Names":
        """A copy that can be added to by itself."""
        return Names(dict(self.given), dict(self.reals), dict(self.counts))

    def give(self, figure: Figure, keep: bool) -> Called:
        """The figure's name for this viewer, given now if it has none. ``keep``: its own, if that is still free."""
        called = self.given.get(figure.id)
        if called is None:
            called = self._new(figure, keep)
            self.given[figure.id] = called
            self.reals[called.id] = figure.id
        return called

    def _new(self, figure: Figure, keep: bool) -> Called:
        if keep and self._free(figure.id):
            return Called(figure.id, figure.name)
        stem = stem_of(figure.name)
        id = slug(stem)
        if not keep and (figure.mob or stem != figure.name):
            number = self._next(id, 1)
            return Called(f"{id}-{number}", f"{stem} {number}", id)
        if self._free(id):
            return Called(id, figure.name)
        number = self._next(id, 2)
        return Called(f"{id}-{number}", f"{stem} {number}")

    def _next(self, id: str, least: int) -> int:
        number = max(self.counts.get(id, 0) + 1, least)
        while not self._free(f"{id}-{number}"):
            number += 1
        self.counts[id] = number
        return number

    def _free(self, id: str) -> bool:
        return id not in self.reals and id not in RESERVED
