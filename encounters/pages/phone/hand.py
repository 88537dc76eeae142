"""One character in a player's hand: what is open for it, and how its order stands."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from encounters.clocks import Reading, clock_of, is_timed
from encounters.log import read_log
from encounters.models import Input
from encounters.pages.sight import DECLARE, Sight, sight_of
from encounters.viewers import Viewer
from rules import events as e
from rules.effects import Answer
from rules.forms import BadAnswer, Form
from rules.state import Combatant, Declaration, OpenQuestion, OpenRoll


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

    # What is open.

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
    def roll(self) -> OpenRoll | None:
        """The dice asked of the character on the screen."""
        return self.roll_of(self.shown) if self.shown else None

    def form_of(self, question: OpenQuestion) -> Form | None:
        """The form of a question, in this viewer's ids; None where nothing is left to decide."""
        return self.ruleset.questions[question.question].form(self.state, question)

    def again(self, question: OpenQuestion, form: Form) -> Answer | None:
        """The answer that repeats the last round's, where it may be given."""
        repeat = self.ruleset.questions[question.question].again
        answer = repeat(self.state, question) if repeat is not None else None
        try:
            return answer if answer is not None and form.refusal(answer) is None else None
        except BadAnswer:
            return None

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

    # When.

    @cached_property
    def asked_at(self) -> datetime | None:
        """When what is open was asked of this character."""
        open_ = self.question or self.roll
        if open_ is None or self.viewing is None:
            return None
        real = (self.viewing.real_token(open_.token) or "").partition("~")[0]
        return self._time_of(e.Asked if self.question else e.DiceAsked, "id", real)

    @cached_property
    def clock(self) -> Reading | None:
        """The clock of what is asked, where the ruleset counts how long the answer takes."""
        if self.question is None or self.viewing is None or not is_timed(self.state, self.question):
            return None
        real = self.viewing.real_token(self.question.token)
        return clock_of(self.viewer, real) if real is not None else None

    @property
    def hurried(self) -> "Hand | None":
        """Another of this player's characters, whose clock runs now that this one is not asked any more."""
        if self.question is not None or self.viewing is None:
            return None
        others = (Hand(self.viewer, self.viewing, self.at, self.epoch, who) for who in self.own if who != self.shown)
        return next((each for each in others if each.clock is not None and each.clock.since is not None), None)

    @cached_property
    def received_at(self) -> datetime | None:
        """When this character's order came in."""
        real = self.viewing.real(self.shown) if self.viewing is not None else None
        return self._time_of(e.Declared, "who", real or "")

    def _time_of(self, kind: type[e.Event], name: str, value: str) -> datetime | None:
        for entry in reversed(read_log(self.viewer.encounter_id)):
            if isinstance(entry.event, kind) and getattr(entry.event, name) == value:
                given = Input.objects.filter(encounter_id=self.viewer.encounter_id, position=entry.input)
                return given.values_list("made_at", flat=True).first()
        return None


def hand_of(viewer: Viewer, who: str = "") -> Hand:
    """What this player has in hand now."""
    seen = sight_of(viewer)
    return Hand(viewer, seen.viewing, seen.at, seen.epoch, who)
