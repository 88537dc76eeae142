"""What the DM's screen is drawn from: the encounter, its state, and its whole log, read once for all regions."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from encounters import models
from encounters.clocks import Reading, read_clocks
from encounters.log import Entry, live_entries, read_log
from encounters.pages.lanes import round_events
from encounters.selectors import OpenForm, Seen, players_of
from encounters.viewers import Viewer
from rules import events as e
from rules.forms import Form
from rules.ruleset import Ruleset, get_ruleset
from rules.state import OpenQuestion, OpenRoll, State
from rules.terms import DM

DECLARE, NEXT = "declare", "next"
"""The two questions that have places of their own: the board, and the console."""
OPTION = "option"
"""What each is asked in his beat, where no orders are given."""

BETWEEN, ORDERS, TURNS, SEGMENTS = "between", "orders", "turns", "segments"
"""How the work area is laid out. In turns somebody chooses what he does while the fight goes on around him."""


@dataclass(frozen=True)
class Desk:
    """One encounter on the DM's desk. ``at`` and ``epoch`` are the cursor that the page is rendered at."""

    viewer: Viewer
    state: State
    at: int | None = None
    epoch: str = ""

    @classmethod
    def of(cls, seen: Seen) -> "Desk":
        """The desk as a page shows it."""
        return cls(seen.viewer, seen.state, seen.at, seen.epoch)

    @cached_property
    def encounter(self) -> models.Encounter:
        """The encounter's row."""
        return models.Encounter.objects.get(pk=self.viewer.encounter_id)

    @cached_property
    def ruleset(self) -> Ruleset:
        """The ruleset it is played by."""
        return get_ruleset(self.state.ruleset)

    @cached_property
    def log(self) -> tuple[Entry, ...]:
        """Every event with its input's position, those taken back included."""
        return read_log(self.viewer.encounter_id)

    @cached_property
    def standing(self) -> list[Entry]:
        """The entries that no take-back covers."""
        return live_entries(self.log)

    @cached_property
    def events(self) -> list[e.Event]:
        """The events of the round in play, or of the last one, that stand."""
        return round_events([entry.event for entry in self.standing], max(self.state.round, 0))

    @cached_property
    def round_begin(self) -> int:
        """Position of the input with which the round in play, or the last one, began; 0 before the first."""
        began = [entry.input for entry in self.standing if isinstance(entry.event, e.RoundBegan)]
        return began[-1] if began else 0

    @cached_property
    def times(self) -> dict[int, Any]:
        """When each input was made, by its position."""
        return dict(
            models.Input.objects.filter(encounter_id=self.viewer.encounter_id).values_list("position", "made_at")
        )

    @cached_property
    def players(self) -> dict[str, models.Seat]:
        """Who plays each figure that somebody plays."""
        return players_of(self.viewer.encounter_id)

    @cached_property
    def seats(self) -> list[models.Seat]:
        """Who sits at the table."""
        return list(models.Seat.objects.filter(encounter_id=self.viewer.encounter_id, left=None))

    @property
    def layout(self) -> str:
        """between, orders, turns or segments."""
        if self.state.between_rounds or self.state.ended:
            return BETWEEN
        if not any(each.question == DECLARE for each in self.state.open):
            return SEGMENTS
        return ORDERS if self.ruleset.orders else TURNS

    @property
    def composes(self) -> bool:
        """Whether a form of orders has a place on the page: always while all declare, else where one is the DM's."""
        mine = any(each.question == DECLARE and self.is_mine(each.who) for each in self.awaited)
        return self.layout == ORDERS or (self.layout == TURNS and mine)

    # What is open.

    @property
    def questions(self) -> list[OpenQuestion]:
        """Questions that may be answered, but for the DM's own step."""
        return [each for each in self.state.open if not each.sealed and each.question != NEXT]

    @property
    def awaited(self) -> list[OpenQuestion]:
        """Those of them that hold the table up."""
        return [each for each in self.questions if each.awaited]

    @property
    def step(self) -> OpenQuestion | None:
        """The DM's own step, if it is his to take."""
        return next((each for each in self.state.open if each.question == NEXT and not each.sealed), None)

    @property
    def rolls(self) -> tuple[OpenRoll, ...]:
        """Real dice that are awaited."""
        return self.state.open_rolls

    def form(self, question: OpenQuestion) -> Form | None:
        """The form of an open question, None where nothing is left to decide."""
        return self.ruleset.questions[question.question].form(self.state, question)

    def open_form(self, token: str) -> OpenForm | None:
        """The open question of this token with its form."""
        question = self.state.question(token)
        form = self.form(question) if question is not None and not question.sealed else None
        return OpenForm(question, form) if question is not None and form is not None else None

    def is_mine(self, who: str) -> bool:
        """Whether the DM gives this one's orders: nobody at the table plays it."""
        return who == DM or who not in self.players

    def covers(self, who: str) -> bool:
        """Whether this one's order is not yet to be read on a screen that others see."""
        if self.layout == TURNS:
            return any(each.question == DECLARE and each.who == who and each.sealed for each in self.state.open)
        return self.layout == ORDERS

    def asked_at(self, question: OpenQuestion) -> Any:
        """When an open question was asked; anew, where a take-back opened it again."""
        for entry in reversed(self.standing):
            if isinstance(entry.event, e.Asked) and entry.event.id == question.id:
                return self.times.get(max(entry.input, question.epoch))
        return None

    @cached_property
    def clocks(self) -> dict[str, Reading]:
        """How long each has hesitated over a question for which the ruleset counts that, by its token."""
        return read_clocks(self.viewer.encounter_id, self.state)

    @property
    def roster(self) -> e.RosterRolled | None:
        """In which order they declare, where a die has said so in this giving of orders."""
        return next((event for event in reversed(self.events) if isinstance(event, e.RosterRolled)), None)

    # Addresses.

    def url(self, rest: str = "") -> str:
        """An address of this encounter."""
        return f"/e/{self.viewer.encounter_id}/{rest}"
