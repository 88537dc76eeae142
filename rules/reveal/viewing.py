"""Viewing: the log as one audience is shown it, folded as it goes."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from copy import copy

from rules import events as e
from rules.effects import Answer
from rules.fold import apply, fold
from rules.forms import Form
from rules.reveal.answers import real_answer, shown_form
from rules.reveal.eyes import Eyes
from rules.reveal.knowledge import Knowledge, Memory, RoundShown
from rules.reveal.showing import masked, shown
from rules.reveal.sight import turn
from rules.reveal.table import row_of
from rules.ruleset import get_ruleset
from rules.state import State


class Viewing:
    """One audience's view of one encounter: give it the whole log in order, what was taken back included.

    The DM is shown every event as it is. Everybody else gets events of his own: in his ids, his numbers, and without
    what he does not perceive; what he was not shown cannot be found in them. Events with an empty ``perceived_by`` are
    folded and not told: they bring a figure up to date.
    """

    def __init__(self, eyes: Eyes) -> None:
        self._knowledge = Knowledge(eyes)
        self._shown: list[e.Event] = []
        self._after: list[int] = []
        self._marks: list[int] = []
        self._memories: list[Memory] = []
        self._backs = 0

    def copy(self) -> "Viewing":
        """As it is now, to be read, and read on, by itself: events and states are shared, for nobody changes them."""
        made = copy(self)
        made._knowledge = self._knowledge.copy()
        made._shown, made._after = self._shown.copy(), self._after.copy()
        made._marks, made._memories = self._marks.copy(), self._memories.copy()
        return made

    # What the viewer sees.

    @property
    def eyes(self) -> Eyes:
        """Who is looking now."""
        return self._knowledge.now.eyes

    @property
    def state(self) -> State:
        """The encounter as this viewer knows it: the fold of the events shown that stand."""
        state = self._knowledge.now.state
        assert state is not None, "the log begins with EncounterOpened"
        return state

    @property
    def count(self) -> int:
        """The cursor: how many events this viewer was shown. It never goes back."""
        return len(self._shown)

    @property
    def shown(self) -> tuple[e.Event, ...]:
        """Every event shown, in order, those taken back included: the n-th has the cursor n."""
        return tuple(self._shown)

    @property
    def standing(self) -> tuple[int, ...]:
        """The cursors of the shown events that were not taken back, in order."""
        numbers: list[int] = []
        number = self._knowledge.now.last
        while number:
            numbers.append(number)
            number = self._after[number - 1]
        return tuple(reversed(numbers))

    @property
    def rounds(self) -> tuple[RoundShown, ...]:
        """The rounds whose beginning was shown and stands, in order."""
        return self._knowledge.now.rounds

    @property
    def put(self) -> tuple[str, ...]:
        """Whom a ruling that stands has put somewhere, in the viewer's ids."""
        return self._knowledge.now.put

    def between(self, begin: int, end: int | None = None) -> list[e.Event]:
        """Return the standing events from the cursor ``begin`` on, up to that of ``end``, itself not counted in.

        It costs as much as there are events between the two. ``end`` stands itself; None: to the last.
        """
        found, number = [], self._knowledge.now.last if end is None else self._after[end - 1]
        while number >= max(begin, 1):
            found.append(self._shown[number - 1])
            number = self._after[number - 1]
        found.reverse()
        return found

    def awaits_party(self, besides: str = "") -> bool:
        """Whether one of the party whom this viewer perceives is being asked something: neither who nor what.

        Questions of the name ``besides`` are told otherwise. Whether foes are asked is the DM's.
        """
        k = self._knowledge
        party = "party" if "party" in k.truth.sides else k.truth.sides[0]
        return any(
            each.awaited and not each.sealed and each.question != besides and k.truth.combatants[each.who].side == party
            for each in k.truth.open
            if each.who in k.truth.combatants and k.perceives(each.who)
        )

    # Reading the log.

    def see(self, event: e.Event, position: int = 0) -> tuple[e.Event, ...]:
        """The next event of the log, given by the input at ``position`` (0: the opening). What the viewer is shown.

        Raises Unlisted for an event that the table of secrecy does not have.
        """
        self._mark(position)
        if isinstance(event, e.TakenBack):
            return self._take_back(event)
        k = self._knowledge
        row_of(type(event))
        truth = k.now.truth
        k.after = apply(event, truth) if truth is not None else fold([event])
        made = self._show(iter([event]) if k.now.eyes.dm else shown(k, event))
        k.now.truth, k.after = k.after, None
        return made

    def change_characters(self, eyes: Eyes) -> tuple[e.Event, ...]:
        """From here on somebody plays other characters: what he is shown of those he gains, and no longer of others.

        Raises ValueError where the DM would become somebody else, or somebody else the DM.
        """
        k = self._knowledge
        before = k.now.eyes
        if before.dm != eyes.dm:
            raise ValueError("the DM is always the DM")
        k.now.eyes = eyes
        if eyes.dm or k.now.state is None or before == eyes:
            return ()
        return self._show(turn(k, before.characters))

    def _show(self, events: Iterator[e.Event]) -> tuple[e.Event, ...]:
        """Fold and count each event before the next is made."""
        now, made = self._knowledge.now, []
        for event in events:
            self._note(event)
            now.state = fold([event]) if now.state is None else apply(event, now.state)
            self._after.append(now.last)
            self._shown.append(event)
            now.last = len(self._shown)
            made.append(event)
        return tuple(made)

    def _note(self, event: e.Event) -> None:
        """Remember where a round begins, and whom a ruling puts somewhere."""
        now = self._knowledge.now
        if isinstance(event, e.RoundBegan):
            now.rounds = (*now.rounds, RoundShown(event.round, len(self._shown) + 1, now.state))
        elif isinstance(event, e.Ruled) and event.put_at is not None and event.who not in now.put:
            now.put = (*now.put, event.who)

    def _mark(self, position: int) -> None:
        """Remember what was known before the first event of an input, for those who take it back."""
        if not self._marks or position > self._marks[-1]:
            self._marks.append(position)
            self._memories.append(self._knowledge.now.copy())

    def _take_back(self, event: e.TakenBack) -> tuple[e.Event, ...]:
        """Knowledge is again what it was after the input taken back to; told only to those whom it takes something."""
        k = self._knowledge
        was, eyes = k.now.last, k.now.eyes
        at = bisect_right(self._marks, event.to)
        if at < len(self._memories):
            k.now = self._memories[at].copy()
        taken = k.now.last != was
        k.now.truth = apply(event, k.truth)
        then, k.now.eyes = k.now.eyes, eyes
        if eyes.dm:
            return self._show(iter([event]))
        made = self._show(self._told_of(event)) if taken else ()
        if then != eyes:
            made += self._show(turn(k, then.characters))
        return made

    def _told_of(self, event: e.TakenBack) -> Iterator[e.Event]:
        """To which cursor the viewer is back; the epoch counts the take-backs that he was shown."""
        k = self._knowledge
        self._backs += 1
        return masked(k, event, row_of(e.TakenBack), to=k.now.last, epoch=self._backs)

    # Ids, there and back.

    def alias(self, real_id: str) -> str | None:
        """The viewer's id for a figure; None for one that he has not met."""
        if self.eyes.dm:
            return real_id if real_id in self._knowledge.truth.combatants else None
        return self._knowledge.names.given[real_id].id if self._knowledge.knows(real_id) else None

    def real(self, alias: str) -> str | None:
        """The figure of this id, as the log has it; None alike for one that is not there and one he has not met."""
        if self.eyes.dm:
            return alias if alias in self._knowledge.truth.combatants else None
        found = self._knowledge.names.reals.get(alias)
        return found if found is not None and self._knowledge.knows(found) else None

    def real_token(self, alias_token: str) -> str | None:
        """What the log calls the token of a question or roll that the viewer was asked; None if it is not open."""
        k = self._knowledge
        state = self.state
        given = {each.token: each.id for each in state.open if not each.sealed} | {
            each.token: each.id for each in state.open_rolls
        }
        id = given.get(alias_token)
        real = id if self.eyes.dm or id is None else k.now.questions.get(id)
        tokens = {each.id: each.token for each in k.truth.open} | {each.id: each.token for each in k.truth.open_rolls}
        return None if real is None else tokens.get(real)

    def real_answer(self, answer: Answer, token: str = "") -> dict[str, object]:
        """An answer in the viewer's ids, as the log has it.

        With the ``token`` that he was given it is first held against the question's form as he is shown it: raises
        BadAnswer, in the same words for whom he has not met, for who is not there, and for the log's own ids.
        """
        if self.eyes.dm:
            return dict(answer)
        form = self.question_form(token)
        if form is not None:
            form.refusal(answer)
        return real_answer(self._knowledge, answer)

    def question_form(self, token: str) -> Form | None:
        """The form of the open question with this token, as the viewer is shown it; None if there is none."""
        truth = self._knowledge.truth
        real = self.real_token(token)
        question = truth.question(real) if real is not None else None
        if question is None:
            return None
        form = get_ruleset(truth.ruleset).questions[question.question].form(truth, question)
        return self.form(form) if form is not None else None

    def form(self, form: Form) -> Form:
        """The form of a question as this viewer is shown it: in his ids and names, without whom he has not met."""
        return form if self.eyes.dm else shown_form(self._knowledge, form)


def view(entries: Iterable[tuple[e.Event, Eyes, int]]) -> Viewing:
    """The view of a seat whose characters changed: each event of the log, whose eyes saw it, and its input's position.

    A seat sees what its characters perceived while they were its own.
    """
    viewing: Viewing | None = None
    for event, eyes, position in entries:
        if viewing is None:
            viewing = Viewing(eyes)
        elif eyes != viewing.eyes:
            viewing.change_characters(eyes)
        viewing.see(event, position)
    return viewing if viewing is not None else Viewing(Eyes())
