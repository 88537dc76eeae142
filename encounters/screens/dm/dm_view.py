"""The data of the DM's screen: the encounter, its state, and the round of its log on screen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from encounters import models
from encounters.addresses import make_address
from encounters.clocks import Reading, read_clocks
from encounters.encounter_view import EncounterView, find_stretch
from encounters.log import Entry
from encounters.screens.actions import Act
from encounters.screens.log_lines import LogGroup, narrate
from encounters.selectors import OpenForm, index_players, list_seats_with_holds, read_view
from encounters.viewers import Viewer
from rules.api import DECLARE, DM, NEXT, OpenQuestion, OpenRoll
from rules.api import events as e

OPTION = "option"
"""The question asked in a combatant's beat, where no orders are given."""

BETWEEN, ORDERS, TURNS, SEGMENTS = "between", "orders", "turns", "segments"
"""The layouts of the work area. In turns somebody chooses an action while the fight goes on around them."""


Data = Mapping[str, Sequence[str]]
"""Posted values, by the names of their fields."""


@dataclass(frozen=True)
class Draft:
    """The values that the DM has entered and not sent, or that were not taken, and a message."""

    composing: str = ""
    """The token of the question that is being answered."""
    chosen: Data | None = None
    """The choices for it."""
    error: str = ""
    """The fault of the choices."""
    recap: str | None = None
    """The typed text of a recap; "" has it drafted again."""
    said: str = ""
    """The message above the work area."""
    texts: Sequence[tuple[str, str]] = ()
    """Texts under the message, each with its title."""
    ways: Sequence[Act] = ()
    """The ways out of what the message tells."""
    since: int | None = None
    """The cursor of a page that lost its connection, and asks what it missed."""
    who: Sequence[str] = ()
    """The combatants whose row of the strip is selected."""


@dataclass(frozen=True)
class DmView(EncounterView):
    """One encounter as the DM's screen shows it.

    In the log, the event of cursor n stands at the position n - 1.
    """

    draft: Draft = Draft()

    @cached_property
    def entries(self) -> list[Entry]:
        """Return the entries not taken back since the round in play, or the last one, began."""
        return self.list_standing_since(0)

    def list_standing_since(self, back: int) -> list[Entry]:
        """Return the entries not taken back since an earlier round began.

        ``back`` is the number of rounds from that one to the round in play, or to the last one.
        """
        rounds = self.viewer_log.rounds[-1 - back :]
        begin = rounds[0].cursor if len(rounds) > back else 1
        return self.find_entries(self.viewer_log.list_cursors(begin))

    def find_entries(self, cursors: Sequence[int]) -> list[Entry]:
        """Return the entries of these cursors, which are in order."""
        return self.log.list_at([cursor - 1 for cursor in cursors])

    def has_sentence(self, event: e.Event) -> bool:
        """Return whether the log has words for an event."""
        return bool(narrate(self.state, event))

    def find_stretch(self, number: int) -> tuple[int, int | None]:
        """Return the cursors at which a round and the round after it begin.

        The second is None for the last round. For a round not begun, the first is 1.
        """
        return find_stretch(self.viewer_log, number)

    @cached_property
    def log_groups(self) -> dict[int, list[LogGroup]]:
        """Return the cache of the log in words, by round."""
        return {}

    @cached_property
    def players(self) -> dict[str, models.Seat]:
        """Return the seat that plays each combatant that somebody plays, by the combatant's id."""
        return index_players(self.seats)

    def find_note(self, who: str) -> str:
        """Return the DM's own note on a combatant, else that on its mob; "" where there is none."""
        notes = self.encounter.combatant_notes
        return str(notes[who] if who in notes else notes.get(self.state.combatants[who].stat_block.mob, ""))

    @cached_property
    def seats(self) -> list[models.Seat]:
        """Return the seats at the table with their assignments, without those that people have left."""
        return list_seats_with_holds(self.viewer.encounter_id)

    @property
    def layout(self) -> str:
        """Return the layout of the work area: between, orders, turns or segments."""
        if self.state.between_rounds or self.state.ended:
            return BETWEEN
        if not any(each.question == DECLARE for each in self.state.open):
            return SEGMENTS
        return ORDERS if self.ruleset.orders else TURNS

    @property
    def composes(self) -> bool:
        """Return whether the page has a place for a form of orders.

        It has one while all declare; in turns, while an order is awaited that the DM gives.
        """
        mine = any(each.question == DECLARE and self.is_mine(each.who) for each in self.awaited)
        return self.layout == ORDERS or (self.layout == TURNS and mine)

    # What is open.

    @property
    def questions(self) -> list[OpenQuestion]:
        """Return the questions that may be answered, without the DM's own step."""
        return [each for each in self.state.open if not each.sealed and each.question != NEXT]

    @property
    def awaited(self) -> list[OpenQuestion]:
        """Return the questions that hold the table up."""
        return [each for each in self.questions if each.awaited]

    @property
    def step(self) -> OpenQuestion | None:
        """Return the question of the DM's own step; None where the step is not open."""
        return next((each for each in self.state.open if each.question == NEXT and not each.sealed), None)

    @property
    def rolls(self) -> tuple[OpenRoll, ...]:
        """Return the rolls of real dice that are awaited."""
        return self.state.open_rolls

    def find_open_form(self, token: str) -> OpenForm | None:
        """Return the open question of this token with its form; None where there is none."""
        question = self.state.question(token)
        form = self.build_form(question) if question is not None and not question.sealed else None
        return OpenForm(question, form) if question is not None and form is not None else None

    def is_mine(self, who: str) -> bool:
        """Return whether the DM gives a combatant's orders, because nobody at the table plays it."""
        return who == DM or who not in self.players

    def is_covered(self, who: str) -> bool:
        """Return whether a combatant's order must stay hidden on a screen that others see."""
        if self.layout == TURNS:
            return any(each.question == DECLARE and each.who == who and each.sealed for each in self.state.open)
        return self.layout == ORDERS

    def find_asked_time(self, question: OpenQuestion) -> datetime | None:
        """Return the time at which an open question was asked, or at which a take-back reopened it."""
        for entry in reversed(self.entries):
            if isinstance(entry.event, e.Asked) and entry.event.id == question.id:
                return entry.made_at if entry.input >= question.epoch else self.log.find_time(question.epoch)
        return None

    @cached_property
    def clocks(self) -> dict[str, Reading]:
        """Return the clock of every timed question that is not yet answered, by its token."""
        return read_clocks(self)

    @property
    def roster(self) -> e.RosterRolled | None:
        """Return the last roll of the round for the order of declaring; None where none was made."""
        return next((event for event in reversed(self.events) if isinstance(event, e.RosterRolled)), None)

    # Addresses.

    def make_url(self, name: str, query: Mapping[str, object] | None = None, **parts: object) -> str:
        """Return the address of this encounter that has this name (encounters/urls.py)."""
        return make_address(name, query, encounter_id=self.viewer.encounter_id, **parts)


def read_dm_view(viewer: Viewer) -> DmView:
    """Return the DM's view as the log has it now.

    Raises Conflict before the encounter is opened.
    """
    return DmView.of(read_view(viewer))
