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
from encounters.pages.lanes import round_events
from encounters.selectors import Seen, game_view
from encounters.viewers import Viewer
from rules import events as e
from rules.reveal import Viewing
from rules.ruleset import Ruleset, get_ruleset
from rules.state import State

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
    def ruleset(self) -> Ruleset:
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
        """Every event shown that was not taken back, in order."""
        if self.viewing is None:
            return []
        return [self.viewing.shown[cursor - 1] for cursor in self.viewing.standing]

    def round(self, number: int) -> list[e.Event]:
        """Those of one round."""
        return round_events(self.standing, number)

    @cached_property
    def events(self) -> list[e.Event]:
        """Those of the round in play, or of the last one."""
        return self.round(max(self.state.round, 0)) if self.viewing is not None else []

    @cached_property
    def numbers(self) -> list[int]:
        """The rounds of which something was seen, in order; 0 is the opening."""
        return list(dict.fromkeys(event.round for event in self.standing if isinstance(event, e.RoundBegan)))

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
