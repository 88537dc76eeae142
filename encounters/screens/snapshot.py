"""A fight as a viewer was shown it: now, or a round as it stood at a stop of it."""

from dataclasses import dataclass

from encounters.encounter_view import EncounterView, Orders
from encounters.screens.battle_map.build import Origin, find_origin
from encounters.screens.stops import ReplayStop, Tells, count_until
from rules.api import State, fold, get_ruleset
from rules.api import events as e


@dataclass(frozen=True)
class Snapshot:
    """The moment that a screen shows: live, or of a round that is replayed."""

    state: State
    """The state as it was then."""
    events: tuple[e.Event, ...]
    """The events of its round up to then."""
    origin: Origin
    """The places of everybody when the round began."""
    number: int | None
    """The round that is replayed; None where it is live."""
    stop: ReplayStop | None
    """The stop of the replay; None for the end of its round."""

    @property
    def orders(self) -> Orders:
        """Return how far the giving of orders was."""
        return Orders.of(self.events, get_ruleset(self.state.ruleset).orders)

    @property
    def is_live(self) -> bool:
        """Return whether it is what happens now."""
        return self.number is None

    @property
    def is_between(self) -> bool:
        """Return whether a round's orders are given, or a round or the fight is over.

        Within an opening, what has happened stays in view while orders are given.
        """
        gives_orders = self.state.round > 0 and self.orders.open
        return self.state.between_rounds or bool(self.state.ended) or gives_orders


def take_snapshot(
    view: EncounterView, tells: Tells, number: int | None = None, stop: ReplayStop | None = None
) -> Snapshot:
    """Return what happens now, or a round at a stop of it; without a stop at its end."""
    if number is None:
        return Snapshot(view.state, tuple(view.events), find_origin(view), None, None)
    before, shown = view.find_state_before(number), view.round(number)
    until = shown[: count_until(shown, number, stop, tells)]
    return Snapshot(fold(until, before), tuple(until), Origin.from_view(view.viewer_log, before), number, stop)
