"""What the field of a round has to know of the rounds before it, without reading them again."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from rules.api import Place, State, Viewing


@dataclass(frozen=True)
class Origin:
    """Where figures were when the events that the field is drawn from begin."""

    places: Mapping[str, Place] = field(default_factory=dict)
    """Places by figure, of those whose place has been told by then."""
    put: tuple[str, ...] = ()
    """Whom a ruling has put somewhere."""

    @classmethod
    def of(cls, viewing: Viewing, before: State | None) -> Self:
        """Return the origin of a round that began with the state ``before``; None: of the first events of all."""
        if before is None:
            return cls()
        told = {
            who: each.place
            for who, each in before.combatants.items()
            if each.stat_block.start.position is not None
            or who in viewing.put
            or each.place != viewing.at_first.get(who)
        }
        return cls(told, viewing.put)
