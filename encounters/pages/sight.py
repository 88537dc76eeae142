"""What a player's or a spectator's screen is drawn from: only what that viewer was shown, folded.

Nothing here reads the full state. Of the log's own rows only the time is read at which something was said to or by this
viewer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from encounters.errors import Late
from encounters.models import Encounter
from encounters.pages.clock import column_words, is_apart
from encounters.pages.origin import Origin
from encounters.selectors import Seen, game_view, recap_of
from encounters.viewers import Viewer
from rules.api import Procedure, State, Viewing, get_ruleset
from rules.api import events as e

DECLARE = "declare"

TURNS = (
    e.EncounterOpened, e.EncounterEnded, e.RoundBegan, e.RoundEnded, e.DeclarationsClosed, e.TakenBack, e.Ruled,
    e.Appeared, e.Revealed,
)  # fmt: skip
"""Events after which every part of a screen may be another."""


@dataclass(frozen=True)
class Sight:
    """One viewer's sight of one encounter. ``viewing`` is None until the encounter is opened."""

    viewer: Viewer
    viewing: Viewing | None
    at: int | None = None
    epoch: str = ""

    @classmethod
    def of(cls, seen: Seen) -> Self:
        """The sight of an encounter as it was shown to somebody."""
        return cls(seen.viewer, seen.viewing, seen.at, seen.epoch)

    @cached_property
    def encounter(self) -> Encounter:
        """The encounter's row: its title, code and state."""
        return Encounter.objects.get(pk=self.viewer.encounter_id)

    @property
    def state(self) -> State:
        """The state as this viewer knows it."""
        assert self.viewing is not None, "nothing is to be seen before the encounter is opened"
        return self.viewing.state

    @cached_property
    def ruleset(self) -> Procedure:
        """The ruleset that is played."""
        return get_ruleset(self.state.ruleset)

    @cached_property
    def own(self) -> tuple[str, ...]:
        """The figures that this viewer plays now, as he calls them, in roster order."""
        if self.viewing is None:
            return ()
        mine = [self.viewing.alias(who) for who in self.viewing.eyes.characters]
        return tuple(who for who in self.state.combatants if who in mine)

    @cached_property
    def standing(self) -> list[e.Event]:
        """Every event shown that was not taken back, in order: of all rounds, so only for what is asked for."""
        return self.viewing.between(1) if self.viewing is not None else []

    def round(self, number: int) -> list[e.Event]:
        """Return those of one round."""
        if self.viewing is None:
            return []
        if number not in self._rounds:
            begin, end = stretch_of(self.viewing, number)
            self._rounds[number] = [event for event in self.viewing.between(begin, end) if event.round == number]
        return self._rounds[number]

    @cached_property
    def _rounds(self) -> dict[int, list[e.Event]]:
        """The events of the rounds that were asked for, by their numbers."""
        return {}

    def is_over(self, number: int) -> bool:
        """Whether a round was played to its end."""
        return any(isinstance(event, e.RoundEnded) for event in reversed(self.round(number)))

    def recap(self, number: int) -> str:
        """Return what the DM told of a round that is over; the empty text where nothing was told."""
        began = next((event for event in self.round(number) if isinstance(event, e.RoundBegan)), None)
        if began is None or not self.is_over(number):
            return ""
        return recap_of(self.viewer.encounter_id, number, began.attempt)

    def before(self, number: int) -> State | None:
        """Return the state as this viewer knew it when a round began; None where none did."""
        rounds = self.viewing.rounds if self.viewing is not None else ()
        found = next((each for each in reversed(rounds) if each.number == number), None)
        return self.viewing.state_before(found) if self.viewing is not None and found is not None else None

    @property
    def origin(self) -> Origin:
        """What the field of the round in play has to know of the rounds before."""
        if self.viewing is None:
            return Origin()
        return Origin.of(self.viewing, self.before(max(self.state.round, 0)))

    @cached_property
    def events(self) -> list[e.Event]:
        """Those of the round in play, or of the last one."""
        return self.round(max(self.state.round, 0)) if self.viewing is not None else []

    @cached_property
    def numbers(self) -> list[int]:
        """The rounds of which something was seen, in order; 0 is the opening."""
        return list(dict.fromkeys(each.number for each in self.viewing.rounds)) if self.viewing is not None else []

    @cached_property
    def orders(self) -> "Orders":
        """How far the giving of orders is."""
        return Orders.of(self.events, self.ruleset.orders)

    @property
    def orders_in(self) -> tuple[int, int]:
        """How many of those whom this viewer knows have sealed an order, and of how many."""
        able = [who for who, each in self.state.combatants.items() if each.able]
        return sum(who in self.orders.sealed for who in able), len(able)

    def url(self, rest: str = "") -> str:
        """An address of this table."""
        return f"/t/{self.encounter.code}/{rest}"

    def where(self) -> str:
        """How far the fight is: "Round 2, segment 3"."""
        if self.viewing is None:
            return "Not begun"
        return where(self.state, self.orders.open)


def stretch_of(viewing: Viewing, number: int) -> tuple[int, int | None]:
    """Return the cursor at which a round begins, and that at which the next does; before the first: the opening."""
    rounds = viewing.rounds
    at = next((n for n in reversed(range(len(rounds))) if rounds[n].number == number), -1)
    end = rounds[at + 1].cursor if at + 1 < len(rounds) else None
    return (rounds[at].cursor if at >= 0 else 1), end


def where(state: State, orders_open: bool = False) -> str:
    """How far a fight is, in words."""
    if state.ended:
        return "The fight is over"
    if state.round < 0:
        return "Before the first round"
    name = "The opening" if state.round == 0 else f"Round {state.round}"
    if state.between_rounds:
        return f"{name}, over"
    phase = get_ruleset(state.ruleset).phases.get(state.stage)
    if phase is not None and not (phase.by_column and state.clock is not None and not orders_open):
        return f"{name}, phase {phase.number}: {phase.name.lower()}"
    if orders_open:
        return f"{name}, orders"
    if state.clock is None:
        return name
    at = column_words(state, state.clock)
    return at.capitalize() if is_apart(state) else f"{name}, {at}"


@dataclass(frozen=True)
class Orders:
    """Whether orders are being given, who has sealed one, and which of one's own were declared."""

    open: bool
    sealed: tuple[str, ...]
    declared: tuple[str, ...]

    @classmethod
    def of(cls, events: Sequence[e.Event], stage: str) -> "Orders":
        """As the events of a round tell it: every closing ends one giving of orders.

        ``stage`` is the ruleset's for orders. Without one each chooses on his own turn, and nobody's order is kept.
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


def sight_of(viewer: Viewer) -> Sight:
    """What this viewer sees now, also before the encounter is opened."""
    try:
        return Sight.of(game_view(viewer))
    except Late:
        return Sight(viewer, None, 0, "0.0")
