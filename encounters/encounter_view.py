"""One viewer's view of an encounter: the state and the events that this viewer was shown.

Nothing here reads the full state. Screens add to the view what they show besides.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self

from encounters.addresses import make_address
from encounters.log import Log, read_log
from encounters.models import Encounter, Round
from encounters.pictures import MAP, PictureBook
from encounters.viewers import Access, SeatAssignment, Viewer
from rules.api import DECLARE, Form, OpenQuestion, Procedure, State, ViewerLog, get_ruleset, without_order
from rules.api import events as e


@dataclass(frozen=True)
class EncounterView:
    """An encounter as one viewer has been shown it."""

    viewer: Viewer
    log_shown: ViewerLog | None
    """What was shown; None until the encounter is opened."""
    at: int = 0
    """The cursor: the number of events shown."""
    epoch: str = "0.0"
    """The stretch of the viewer's log in which the cursor counts."""
    assignments: tuple[SeatAssignment, ...] = ()
    """The viewer's seat assignments, present and past."""
    access: Access | None = field(default=None, repr=False, compare=False)
    """The access of the request, whose rows are not read again; None where they are to be read."""
    log_read: Log | None = field(default=None, repr=False, compare=False)
    """The log from which the view was read; None where it is to be read."""
    new: Sequence[e.Event] = field(default=(), repr=False, compare=False)
    """The events shown since the last frame, which are announced to screen readers."""
    _forms: dict[str, Form | None] = field(default_factory=dict, repr=False, compare=False)
    """The forms that were built, by the token of the question; views made of this one by ``replace`` share them."""

    @classmethod
    def of(cls, view: "EncounterView", **more: Any) -> Self:
        """Return the same view as one of this class, with ``more`` of its fields."""
        told = (view.log_shown, view.at, view.epoch, view.assignments)
        return cls(view.viewer, *told, view.access, view.log_read, view.new, **more)

    @classmethod
    def list_views(cls, view: "EncounterView") -> Sequence[Self]:
        """Return the views that a page may show: one, or one for each character of a player."""
        return (cls.of(view),)

    @property
    def nth(self) -> str:
        """Return the suffix of the ids of this view's regions: "-2" for a player's second character."""
        return ""

    @property
    def has_begun(self) -> bool:
        """Return whether the encounter was opened, so that something was shown."""
        return self.log_shown is not None

    @property
    def viewer_log(self) -> ViewerLog:
        """Return what was shown. Raises AssertionError before the opening."""
        assert self.log_shown is not None, "nothing is to be seen before the encounter is opened"
        return self.log_shown

    @property
    def all_events(self) -> tuple[e.Event, ...]:
        """Return every event shown, in order, also those taken back."""
        return self.viewer_log.shown

    @cached_property
    def encounter(self) -> Encounter:
        """Return the encounter's row, with its title, code and state."""
        if self.access is not None:
            return self.access.encounter
        return Encounter.objects.select_related("campaign").get(pk=self.viewer.encounter_id)

    def find_picture(self, who: str, *, large: bool = False) -> str:
        """Return the address of a combatant's picture, or the map's; "" without one.

        ``who`` is the id shown, or ``MAP``. Only the DM has large ones.
        """
        if not self.has_begun:
            return ""
        return self.pictures.find_address(who if who == MAP else self.viewer_log.find_real(who) or "", large=large)

    @cached_property
    def pictures(self) -> PictureBook:
        """Return the addresses of the pictures for this viewer's audience."""
        return PictureBook(self.viewer, self.encounter.code)

    @cached_property
    def log(self) -> Log:
        """Return the log of all viewers, with the position and the time of each event's input."""
        return self.log_read if self.log_read is not None else read_log(self.viewer.encounter_id)

    @cached_property
    def state(self) -> State:
        """Return the state as this viewer knows it. Raises AssertionError before the opening."""
        return self.viewer_log.state

    @cached_property
    def ruleset(self) -> Procedure:
        """Return the ruleset in play."""
        return get_ruleset(self.state.ruleset)

    def build_form(self, question: OpenQuestion) -> Form | None:
        """Return the form of a question in this viewer's ids; None where nothing is left to decide."""
        if question.token not in self._forms:
            state = without_order(self.state, question) if question.sealed else self.state
            self._forms[question.token] = self.ruleset.questions[question.question].form(state, question)
        return self._forms[question.token]

    @cached_property
    def own(self) -> tuple[str, ...]:
        """Return the combatants that this viewer plays now, by the viewer's ids, in roster order."""
        if not self.has_begun:
            return ()
        mine = [self.viewer_log.find_alias(who) for who in self.viewer_log.viewpoint.characters]
        return tuple(who for who in self.state.combatants if who in mine)

    @cached_property
    def standing(self) -> list[e.Event]:
        """Return every event shown that was not taken back, in order.

        These are the events of all rounds: read them only for a page that was asked for.
        """
        return self.viewer_log.list_between(1) if self.has_begun else []

    def round(self, number: int) -> list[e.Event]:
        """Return the events of one round that were not taken back."""
        if not self.has_begun:
            return []
        if number not in self._rounds:
            begin, end = find_stretch(self.viewer_log, number)
            events = self.viewer_log.list_between(begin, end)
            self._rounds[number] = [event for event in events if event.round == number]
        return self._rounds[number]

    @cached_property
    def _rounds(self) -> dict[int, list[e.Event]]:
        """Return the cache of ``round``, by number."""
        return {}

    def is_over(self, number: int) -> bool:
        """Return whether a round was played to its end."""
        return any(isinstance(event, e.RoundEnded) for event in reversed(self.round(number)))

    def find_last_recap(self) -> tuple[int | None, str]:
        """Return the last round that is over, and the DM's recap of it; None and "" before that."""
        number = next((each for each in reversed(self.numbers) if self.is_over(each)), None)
        return number, self.read_recap(number) if number is not None else ""

    def read_recap(self, number: int) -> str:
        """Return the DM's recap of a round that is over, or ""."""
        return self.read_recaps([number])[number]

    def read_recaps(self, numbers: Sequence[int]) -> dict[int, str]:
        """Return the DM's recaps of rounds by number; "" for one that is not over or has none."""
        unread = [number for number in numbers if number not in self._recaps]
        if unread:
            self._recaps.update(dict.fromkeys(unread, "") | self._find_recaps(unread))
        return {number: self._recaps[number] for number in numbers}

    @cached_property
    def _recaps(self) -> dict[int, str]:
        """Return the cache of recaps, by number: all regions of a screen show the same."""
        return {}

    def _find_recaps(self, numbers: Sequence[int]) -> dict[int, str]:
        attempts = {number: self.find_attempt(number) for number in numbers if self.is_over(number)}
        if not attempts:
            return {}
        rows = Round.objects.filter(encounter_id=self.viewer.encounter_id, number__in=attempts).exclude(recap="")
        found = rows.values_list("number", "attempt", "recap")
        return {number: text for number, attempt, text in found if attempts[number] == attempt}

    def find_attempt(self, number: int) -> int:
        """Return the attempt at a round that stands; 0 for a round not begun.

        A take-back into a round that was over gives it new dice, which are another attempt.
        """
        begun = [event.attempt for event in self.round(number) if isinstance(event, e.RoundBegan | e.DiceRenewed)]
        return begun[-1] if begun else 0

    def find_state_before(self, number: int) -> State | None:
        """Return the state as this viewer knew it when a round began; None for a round not begun."""
        rounds = self.viewer_log.rounds if self.has_begun else ()
        found = next((each for each in reversed(rounds) if each.number == number), None)
        return self.viewer_log.find_state_before(found) if self.has_begun and found is not None else None

    @cached_property
    def events(self) -> list[e.Event]:
        """Return the events of the round in play, or of the last one."""
        return self.round(max(self.state.round, 0)) if self.has_begun else []

    @cached_property
    def numbers(self) -> list[int]:
        """Return the numbers of the rounds that the viewer saw, in order; 0 is the opening."""
        return list(dict.fromkeys(each.number for each in self.viewer_log.rounds)) if self.has_begun else []

    @cached_property
    def orders(self) -> "Orders":
        """Return the state of the orders in the round in play."""
        return Orders.of(self.events, self.ruleset.orders)

    def make_url(self, name: str, query: Mapping[str, object] | None = None, **parts: object) -> str:
        """Return the address of this table that has this name (encounters/urls.py)."""
        return make_address(name, query, code=self.encounter.code, **parts)


def find_stretch(viewer_log: ViewerLog, number: int) -> tuple[int, int | None]:
    """Return the cursors at which a round and the round after it begin.

    The second is None for the last round. For a round not begun, the first is 1.
    """
    rounds = viewer_log.rounds
    at = next((n for n in reversed(range(len(rounds))) if rounds[n].number == number), -1)
    end = rounds[at + 1].cursor if at + 1 < len(rounds) else None
    return (rounds[at].cursor if at >= 0 else 1), end


@dataclass(frozen=True)
class Orders:
    """The orders of a round, as far as a viewer knows them."""

    open: bool
    """Orders are being given."""
    sealed: tuple[str, ...]
    """The combatants whose orders are sealed."""
    declared: tuple[str, ...]
    """The combatants whose declarations this viewer was shown."""

    def list_unsealed(self, state: State) -> tuple[list[str], int]:
        """Return the able members of the party without a sealed order, and the number of all.

        Foes are not counted: their number would tell how many there are.
        """
        able = [who for who, each in state.combatants.items() if each.able and each.side == state.party]
        return [who for who in able if who not in self.sealed], len(able)

    @classmethod
    def of(cls, events: Sequence[e.Event], stage: str) -> "Orders":
        """Return the orders after these events of a round; each closing of declarations clears them.

        ``stage`` is the ruleset's stage for orders. Where it is "", combatants choose on their own turns, and there are
        no orders.
        """
        if not stage:
            return cls(False, (), ())
        open_, sealed, declared = False, list[str](), list[str]()
        for event in events:
            if isinstance(event, e.DeclarationsClosed | e.RoundEnded):
                open_, sealed, declared = False, [], []
            elif isinstance(event, e.RoundBegan):
                open_, sealed, declared = event.round > 0, [], []
            elif isinstance(event, e.Sealed):
                open_ = open_ or bool(event.perceived_by)
                sealed.append(event.who)
            elif isinstance(event, e.Declared):
                declared.append(event.who)
            elif isinstance(event, e.Asked) and event.question == DECLARE:
                open_ = True
        return cls(open_, tuple(sealed), tuple(declared))
