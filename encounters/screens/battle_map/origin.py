"""The places before a round, so that its battle map needs no earlier events."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from encounters.view import View
from rules.api import Place, State, Viewing


@dataclass(frozen=True)
class Origin:
    """The combatants' places before the first event that a battle map is drawn from."""

    places: Mapping[str, Place] = field(default_factory=dict)
    """Places by combatant, only of those whose place was known by then."""
    put: tuple[str, ...] = ()
    """The combatants that a ruling has placed."""

    @classmethod
    def from_view(cls, viewing: Viewing, before: State | None) -> Self:
        """Return the origin of a round that began with the state ``before``; None: of the whole log."""
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


def find_origin(view: View) -> Origin:
    """Return the places before the round in play, for its battle map."""
    if not view.has_begun:
        return Origin()
    return Origin.from_view(view.viewing, view.before(max(view.state.round, 0)))
