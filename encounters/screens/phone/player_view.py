"""A player's view of one character: its open question or dice, and the state of its order."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property

from encounters.addresses import add_query
from encounters.clocks import Reading, find_clock, is_timed
from encounters.countdown import Countdown, compute_countdown
from encounters.encounter_view import EncounterView
from encounters.log_reader import find_view
from encounters.models import Seat
from encounters.screens.answering.answer import Data
from encounters.viewers import Access, Viewer
from rules.api import DECLARE, Combatant, Declaration, OpenQuestion, OpenRoll, QuestionInfo, is_answerable
from rules.api import events as e

OUT = {
    "dead": "is dead",
    "fled": "has fled",
    "vanished": "is gone",
    "surrendered": "has surrendered",
    "turned": "has turned away",
    "helpless": "has fallen",
    "asleep": "is asleep",
    "held": "is held, and cannot act",
    "paralysed": "is paralysed",
    "stunned": "is stunned",
}
"""The conditions in which a combatant cannot act, in words, the most lasting first."""


DRAFT = "draft"
"""The id of the question that a draft answers."""


@dataclass(frozen=True)
class Page:
    """The things drawn besides the fight: the tab, the choices made so far and their outcome."""

    tab: str = "now"
    """now, sheet, saw, missed or signals."""
    given: Data = field(default_factory=dict)
    """The choices made so far in the answer."""
    error: str = ""
    """What is wrong with them."""
    error_clauses: Sequence[str] = ()
    """The clauses that forbid them."""
    is_changing: bool = False
    """The player changes an order that is sealed."""
    is_drafting: bool = False
    """The player drafts an order that is not asked yet."""
    is_fresh: bool = False
    """The order was sealed just now."""
    said: str = ""
    """What came of a choice of signals."""
    since: int | None = None
    """The cursor after which events count as missed."""
    before: int | None = None
    """The round before which the rounds seen are listed; None for the latest."""


@dataclass(frozen=True)
class PlayerView(EncounterView):
    """A player's view with one character on the screen."""

    who: str = ""
    """The character chosen by the player; "" for the first one asked, or else the first."""
    page: Page = Page()

    def show(self, page: Page) -> "PlayerView":
        """Return the same view with this drawn besides the fight; what was read is not read again."""
        shown = replace(self, page=page)
        shown.__dict__.update((name, found) for name, found in self.__dict__.items() if name not in shown.__dict__)
        return shown

    @cached_property
    def shown(self) -> str:
        """Return the character on the screen: ``who``, else the first one asked, else the first.

        Returns "" where this player has none.
        """
        if self.who in self.own:
            return self.who
        asked = (
            [*(each.who for each in self.state.open), *(each.by for each in self.state.open_rolls)] if self.own else ()
        )
        awaited = [who for who in asked if who in self.own and self.is_asked(who)]
        return next(iter([*awaited, *self.own]), "")

    @classmethod
    def list_views(cls, view: EncounterView) -> Sequence["PlayerView"]:
        """Return a view of each of the player's characters, or one view without a character.

        A phone shows one character at a time: fragments of the others find no place on it.
        """
        first = cls.of(view)
        return [replace(first, who=who) for who in first.own] or [first]

    @property
    def nth(self) -> str:
        """Return the suffix of this character's region ids: "" for the first, "-2" for the second."""
        at = self.own.index(self.shown) if self.shown else 0
        return f"-{at + 1}" if at else ""

    @property
    def me(self) -> Combatant | None:
        """Return the combatant on the screen, or None."""
        return self.state.combatants[self.shown] if self.shown else None

    def make_own_url(self, name: str = "me") -> str:
        """Return the address of this name among this character's screens."""
        return self.make_url(name, {"who": self.shown} if len(self.own) > 1 else None)

    def make_step_url(self, token: str, query: str) -> str:
        """Return the address of a step of an answer.

        ``token`` is the question's; ``query`` holds the choices made so far.
        """
        if self.page.is_changing:
            return add_query(self.make_change_url(token), query)
        if self.page.is_drafting:
            return add_query(self.make_own_url(), f"draft=1&{query}" if query else "draft=1")
        return add_query(self.make_own_url(), f"for={token}&{query}") if query else self.make_own_url()

    def make_change_url(self, token: str) -> str:
        """Return the address at which a sealed order is changed."""
        return add_query(self.make_own_url(), f"change=1&for={token}")

    @cached_property
    def seat(self) -> Seat | None:
        """Return the row of this player's seat, or None."""
        return self.access.seat if self.access else Seat.objects.filter(pk=self.viewer.seat_id or 0).first()

    # Open questions and dice.

    @property
    def waits_for(self) -> tuple[OpenQuestion | OpenRoll, ...]:
        """Return the questions and dice of this player's characters that the table waits for."""
        asked = (each for each in self.state.open if each.who in self.own and each.awaited and not each.sealed)
        rolls = (each for each in self.state.open_rolls if each.by in self.own)
        return (*(each for each in asked if self.build_form(each) is not None), *rolls)

    def is_asked(self, who: str) -> bool:
        """Return whether the table waits for this character."""
        question = self.find_question(who)
        return (question is not None and question.awaited) or self.find_roll(who) is not None

    def find_question(self, who: str) -> OpenQuestion | None:
        """Return the first question awaited of this character, else one it may answer, or None."""
        asked = sorted(self.state.open, key=lambda each: not each.awaited)
        mine = (each for each in asked if each.who == who and not each.sealed)
        return next((each for each in mine if self.build_form(each) is not None), None)

    @property
    def is_held_up(self) -> bool:
        """Return whether the table waits for the character on the screen."""
        return bool(self.shown) and self.is_asked(self.shown)

    def find_roll(self, who: str) -> OpenRoll | None:
        """Return the first dice to be typed for this character, or None."""
        return next((each for each in self.state.open_rolls if each.by == who), None)

    @cached_property
    def question(self) -> OpenQuestion | None:
        """Return the question to the character on the screen, or None.

        Dice go first: the DM may call for some while orders are given.
        """
        if self.page.is_changing and self.order_to_change is not None:
            return self.order_to_change
        if self.page.is_drafting and self.draft_question is not None:
            return self.draft_question
        return self.find_question(self.shown) if self.shown and self.roll is None else None

    @cached_property
    def question_info(self) -> QuestionInfo | None:
        """Return the information that the character may have on its question, or None."""
        told = self.ruleset.questions[self.question.question].question_info if self.question is not None else None
        return told(self.state, self.question) if told is not None and self.question is not None else None

    @cached_property
    def sealed(self) -> e.Answered | None:
        """Return the character's own answer while it is sealed from the other players, or None."""
        last = next((each for each in reversed(self.events) if not self._is_others_asking(each)), None)
        if not isinstance(last, e.Answered) or last.who != self.shown or self.question is not None:
            return None
        asked = self.ruleset.questions.get(last.question)
        return last if asked is not None and asked.secret is not None and asked.secret(self.state) else None

    def _is_others_asking(self, event: e.Event) -> bool:
        """Return whether an event is about a question to another combatant."""
        return isinstance(event, e.Asked | e.Answered | e.Withdrawn) and event.who != self.shown

    @cached_property
    def roll(self) -> OpenRoll | None:
        """Return the dice to be typed for the character on the screen, or None."""
        return self.find_roll(self.shown) if self.shown else None

    # The order.

    @property
    def is_sealed(self) -> bool:
        """Return whether this character's order is in while orders are still open."""
        return self.orders.open and self.shown in self.orders.declared and not self.is_declaring

    @property
    def is_declaring(self) -> bool:
        """Return whether this character is asked for its order."""
        return self.question is not None and self.question.question == DECLARE

    @cached_property
    def order_to_change(self) -> OpenQuestion | None:
        """Return the question of the sealed order that may still be changed, or None.

        It may until the DM closes orders, unless a clause makes it final.
        """
        asked = (each for each in self.state.open if each.who == self.shown and each.sealed)
        found = next((each for each in asked if is_answerable(self.state, each)), None)
        if found is None or self.ruleset.declaring_rules.forbid_new_order(self.state, found) is not None:
            return None
        return found if self.build_form(found) is not None else None

    @cached_property
    def draft_question(self) -> OpenQuestion | None:
        """Return the question that a draft of an order answers, or None where none can be drafted.

        It can between rounds and while the DM orders the foes. Nobody was asked it: it stands in no log.
        """
        if not self.has_begun or self.me is None or not self.me.able or not self.ruleset.orders or self.state.ended:
            return None
        waits = self.orders.open and self.shown not in self.orders.declared
        is_asked = self.find_question(self.shown) is not None or self.roll is not None
        if is_asked or not (self.state.between_rounds or self.state.round <= 0 or waits):
            return None
        question = OpenQuestion(DRAFT, 0, DECLARE, self.shown, {})
        return question if self.build_form(question) is not None else None

    @property
    def order(self) -> Declaration | None:
        """Return this character's declaration of the round, as far as it is given, or None."""
        return self.state.declared.get(self.shown)

    @property
    def awaits_orders(self) -> bool:
        """Return whether orders are open and this character is yet to be asked for its own."""
        return self.orders.open and not self.is_sealed and not self.is_declaring

    # Standing.

    @cached_property
    def under(self) -> tuple[str, ...]:
        """Return the effects on the character besides conditions, in words."""
        return self.ruleset.describe_standing(self.state, self.shown).under if self.shown else ()

    @property
    def out(self) -> str:
        """Return a sentence on why the character cannot act, or "" where it can."""
        if self.me is None or self.me.able:
            return ""
        name = next((each for each in OUT if self.me.has(each)), "")
        return f"{self.me.name} {OUT[name]}." if name else f"{self.me.name} cannot act."

    # Times.

    @cached_property
    def asked_at(self) -> datetime | None:
        """Return the time at which the open question or dice were asked, or None.

        A take-back that opened them again counts as the asking.
        """
        open_ = self.question or self.roll
        if open_ is None or not self.has_begun:
            return None
        real, _, epoch = (self.viewer_log.find_real_token(open_.token) or "").partition("~")
        return self._find_time(e.Asked if self.question else e.DiceAsked, "id", real, int(epoch or 0))

    @cached_property
    def countdown(self) -> Countdown | None:
        """Return the countdown over the question, or None where the table counts no seconds for it."""
        return compute_countdown(self.state, self.question, self.asked_at) if self.question is not None else None

    @cached_property
    def clock(self) -> Reading | None:
        """Return the clock of the question, or None where hesitation over it is not counted."""
        if (
            self.question is None
            or not self.has_begun
            or self.page.is_drafting
            or not is_timed(self.state, self.question)
        ):
            return None
        real = self.viewer_log.find_real_token(self.question.token)
        return find_clock(self.viewer, real) if real is not None else None

    @property
    def hurried(self) -> "PlayerView | None":
        """Return another of this player's characters whose clock has started, or None.

        Returns None while the character on the screen has a question.
        """
        return self.timed if self.question is None and self.has_begun else None

    @cached_property
    def timed(self) -> "PlayerView | None":
        """Return another of this player's characters whose clock has started, or None."""
        others = (replace(self, who=who) for who in self.own if who != self.shown)
        return next((each for each in others if each.clock is not None and each.clock.since is not None), None)

    @cached_property
    def answered_at(self) -> datetime | None:
        """Return the time of the sealed answer, or None."""
        real = self.viewer_log.find_real(self.shown) if self.has_begun and self.sealed is not None else None
        return self._find_time(e.Answered, "who", real or "")

    @cached_property
    def received_at(self) -> datetime | None:
        """Return the time of this character's order in the round in play, or None."""
        real = self.viewer_log.find_real(self.shown) if self.has_begun else None
        return self._find_time(e.Declared, "who", real or "")

    def _find_time(self, kind: type[e.Event], name: str, value: str, least: int = 0) -> datetime | None:
        """Return the time of the last such event in the round in play, or None.

        The event is of this ``kind``, and its field ``name`` has this ``value``. ``least`` is the position of an input:
        if that came later than the event, its time is returned.
        """
        rounds = self.viewer_log.rounds if self.has_begun else ()
        for entry in reversed(self.log.list_since_input(rounds[-1].input) if rounds else self.log):
            if isinstance(entry.event, kind) and getattr(entry.event, name) == value:
                return entry.made_at if entry.input >= least else self.log.find_time(least)
        return None


def find_player_view(viewer: Viewer, who: str = "", access: Access | None = None) -> PlayerView:
    """Return the present view of a player, with the character ``who`` if it is theirs.

    With ``access`` it has the rows that the request has read.
    """
    return PlayerView.of(find_view(viewer, access), who=who)
