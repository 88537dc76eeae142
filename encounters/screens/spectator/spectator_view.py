"""The table screen's view of a fight: now, or a round as it stood at a stop of it."""

from dataclasses import dataclass
from functools import cached_property

from encounters.encounter_view import EncounterView
from encounters.narration import tell
from encounters.screens.snapshot import Snapshot, take_snapshot
from encounters.screens.stops import ReplayStop
from rules.api import events as e


@dataclass(frozen=True)
class SpectatorView(EncounterView):
    """The table screen of one viewer; a player's earlier rounds are those of the characters."""

    number: int | None = None
    """The round that is replayed; None: live."""
    stop: ReplayStop | None = None

    @cached_property
    def snapshot(self) -> Snapshot | None:
        """Return the fight as the screen shows it; None before it is opened."""
        return self.take_snapshot(self.number, self.stop) if self.has_begun else None

    def take_snapshot(self, number: int | None = None, stop: ReplayStop | None = None) -> Snapshot:
        """Return the fight now, or a round at a stop of it."""
        return take_snapshot(self, self.has_sentence, number, stop)

    def has_sentence(self, event: e.Event) -> bool:
        """Return whether an event is narrated to this viewer."""
        return tell(event, self.state, self.own) is not None
