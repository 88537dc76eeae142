"""One character in a player's hand: what is open for it, and how its order stands."""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from encounters.clocks import Reading, clock_of, is_timed
from encounters.countdown import Countdown, countdown_of
from encounters.log import read_log
from encounters.models import Input, Seat
from encounters.pages.sight import DECLARE, Sight, sight_of
from encounters.viewers import Viewer
from rules.api import Answer, Combatant, Declaration, Form, OpenQuestion, OpenRoll, QuestionInfo, repeat_answer
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
"""Why somebody does nothing, what ends it least likely first."""


@dataclass(frozen=True)
class Hand(Sight):
    """A player's sight, with the character he is looking at: ``who``, or the one that was asked first, or the first."""

    who: str = ""

    @cached_property
    def shown(self) -> str:
        """The character on the screen; the empty text where this player has none."""
        if self.who in self.own:
            return self.who
        asked = (
            [*(each.who for each in self.state.open), *(each.by for each in self.state.open_rolls)] if self.own else ()
        )
        awaited = [who for who in asked if who in self.own and self.is_asked(who)]
        return next(iter([*awaited, *self.own]), "")

    @property
    def nth(self) -> str:
        """What the ids of this character's regions end in: nothing for the first, "-2" for the second."""
        at = self.own.index(self.shown) if self.shown else 0
        return f"-{at + 1}" if at else ""

    @property
    def me(self) -> Combatant | None:
        """The character."""
        return self.state.combatants[self.shown] if self.shown else None

    def screen(self, rest: str = "") -> str:
        """An address of this character's screens."""
        which = f"?who={self.shown}" if len(self.own) > 1 else ""
        return self.url(f"me/{rest}{which}")

    def step_url(self, token: str, query: str) -> str:
        """The address of a step of an answer: the question's token, and ``query``, what was chosen so far."""
        first = self.screen()
        return f"{first}{'&' if '?' in first else '?'}for={token}&{query}" if query else first

    @cached_property
    def seat(self) -> Seat | None:
        """The row of this player's seat."""
        return Seat.objects.filter(pk=self.viewer.seat_id or 0).first()

    # What is open.

    @property
    def waits_for(self) -> tuple[OpenQuestion | OpenRoll, ...]:
        """What the table waits for from any of this player's characters: questions, and dice to be typed."""
        asked = (each for each in self.state.open if each.who in self.own and each.awaited and not each.sealed)
        rolls = (each for each in self.state.open_rolls if each.by in self.own)
        return (*(each for each in asked if self.form_of(each) is not None), *rolls)

    def is_asked(self, who: str) -> bool:
        """Whether this character is awaited."""
        question = self.question_of(who)
        return (question is not None and question.awaited) or self.roll_of(who) is not None

    def question_of(self, who: str) -> OpenQuestion | None:
        """The first question that waits for this character, else one that it may answer."""
        asked = sorted(self.state.open, key=lambda each: not each.awaited)
        mine = (each for each in asked if each.who == who and not each.sealed)
        return next((each for each in mine if self.form_of(each) is not None), None)

    @property
    def is_held_up(self) -> bool:
        """Whether the table waits for this character."""
        return bool(self.shown) and self.is_asked(self.shown)

    def roll_of(self, who: str) -> OpenRoll | None:
        """The first dice that wait to be typed for this character."""
        return next((each for each in self.state.open_rolls if each.by == who), None)

    @cached_property
    def question(self) -> OpenQuestion | None:
        """What is asked of the character on the screen; dice that are awaited go before what is not."""
        found = self.question_of(self.shown) if self.shown else None
        return None if found is not None and not found.awaited and self.roll is not None else found

    @cached_property
    def question_info(self) -> QuestionInfo | None:
        """What the character can know of what is asked of it."""
        told = self.ruleset.questions[self.question.question].question_info if self.question is not None else None
        return told(self.state, self.question) if told is not None and self.question is not None else None

    @property
    def keeps_secrets(self) -> bool:
        """Whether answers are kept from the others until all are in, so that whatever happens reveals them."""
        return any(each.secret is not None for each in self.ruleset.questions.values())

    @cached_property
    def sealed(self) -> e.Answered | None:
        """The character's own answer that is kept from everybody else, while the others' are awaited."""
        last = next((each for each in reversed(self.events) if not self._is_others_asking(each)), None)
        if not isinstance(last, e.Answered) or last.who != self.shown or self.question is not None:
            return None
        asked = self.ruleset.questions.get(last.question)
        return last if asked is not None and asked.secret is not None and asked.secret(self.state) else None

    def _is_others_asking(self, event: e.Event) -> bool:
        """Whether this is about what another of this player's characters is asked, or about dice."""
        return isinstance(event, e.Asked | e.Answered | e.Withdrawn) and event.who != self.shown

    @cached_property
    def roll(self) -> OpenRoll | None:
        """The dice asked of the character on the screen."""
        return self.roll_of(self.shown) if self.shown else None

    def form_of(self, question: OpenQuestion) -> Form | None:
        """The form of a question, in this viewer's ids; None where nothing is left to decide."""
        return self.ruleset.questions[question.question].form(self.state, question)

    def again(self, question: OpenQuestion, form: Form) -> Answer | None:
        """The answer that repeats the last round's, where it may be given."""
        return repeat_answer(self.state, question, form)

    # The order.

    @property
    def is_sealed(self) -> bool:
        """Whether this character's order is in and orders are still being given."""
        return self.orders.open and self.shown in self.orders.declared and not self.is_declaring

    @property
    def is_declaring(self) -> bool:
        """Whether an order is being asked of this character."""
        return self.question is not None and self.question.question == DECLARE

    @property
    def order(self) -> Declaration | None:
        """This character's order of the round, as far as it is in."""
        return self.state.declared.get(self.shown)

    @property
    def awaits_orders(self) -> bool:
        """Whether orders are being given, and this character's is yet to be asked."""
        return self.orders.open and not self.is_sealed and not self.is_declaring

    # How it stands.

    @cached_property
    def under(self) -> tuple[str, ...]:
        """What the character is under besides conditions, in words."""
        return self.ruleset.describe_standing(self.state, self.shown).under if self.shown else ()

    @property
    def out(self) -> str:
        """Why the character does nothing now, in a sentence; nothing where it can act."""
        if self.me is None or self.me.able:
            return ""
        name = next((each for each in OUT if self.me.has(each)), "")
        return f"{self.me.name} {OUT[name]}." if name else f"{self.me.name} cannot act."

    # When.

    @cached_property
    def asked_at(self) -> datetime | None:
        """When what is open was asked of this character; anew, where a take-back opened it again."""
        open_ = self.question or self.roll
        if open_ is None or self.viewing is None:
            return None
        real, _, epoch = (self.viewing.find_real_token(open_.token) or "").partition("~")
        return self._time_of(e.Asked if self.question else e.DiceAsked, "id", real, int(epoch or 0))

    @cached_property
    def countdown(self) -> Countdown | None:
        """The seconds that the table counts down over what is asked, if it does."""
        return countdown_of(self.state, self.question, self.asked_at) if self.question is not None else None

    @cached_property
    def clock(self) -> Reading | None:
        """The clock of what is asked, where the ruleset counts how long the answer takes."""
        if self.question is None or self.viewing is None or not is_timed(self.state, self.question):
            return None
        real = self.viewing.find_real_token(self.question.token)
        return clock_of(self.viewer, real) if real is not None else None

    @property
    def hurried(self) -> "Hand | None":
        """Another of this player's characters, whose clock runs now that this one is not asked any more."""
        if self.question is not None or self.viewing is None:
            return None
        others = (replace(self, who=who) for who in self.own if who != self.shown)
        return next((each for each in others if each.clock is not None and each.clock.since is not None), None)

    @cached_property
    def answered_at(self) -> datetime | None:
        """When the answer that is kept from the others came in."""
        real = self.viewing.find_real(self.shown) if self.viewing is not None and self.sealed is not None else None
        return self._time_of(e.Answered, "who", real or "")

    @cached_property
    def received_at(self) -> datetime | None:
        """When this character's order came in."""
        real = self.viewing.find_real(self.shown) if self.viewing is not None else None
        return self._time_of(e.Declared, "who", real or "")

    def _time_of(self, kind: type[e.Event], name: str, value: str, least: int = 0) -> datetime | None:
        """When the last event of a kind was in the round in play, or the input at ``least``, if that came later."""
        rounds = self.viewing.rounds if self.viewing is not None else ()
        log = read_log(self.viewer.encounter_id)
        for entry in reversed(log.since_input(rounds[-1].input) if rounds else log.since(0)):
            if isinstance(entry.event, kind) and getattr(entry.event, name) == value:
                at = max(entry.input, least)
                given = Input.objects.filter(encounter_id=self.viewer.encounter_id, position=at)
                return given.values_list("made_at", flat=True).first()
        return None


def hand_of(viewer: Viewer, who: str = "") -> Hand:
    """What this player has in hand now."""
    sight = sight_of(viewer)
    return Hand(viewer, sight.viewing, sight.at, sight.epoch, who)
