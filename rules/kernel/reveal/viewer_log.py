"""The viewer log: the log as it is shown from one viewpoint, folded event by event."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from copy import copy

from rules.kernel import events as e
from rules.kernel.apply import apply, fold
from rules.kernel.closing import is_answerable
from rules.kernel.effects import Answer
from rules.kernel.forms import Form
from rules.kernel.registry import get_ruleset
from rules.kernel.reveal.knowledge import Knowledge, Memory, RoundShown, Viewpoint, restore_answer, show_form
from rules.kernel.reveal.rows import lookup_row
from rules.kernel.reveal.showing import show_event, show_masked, show_other_characters
from rules.kernel.state import State
from rules.kernel.terms import Place


class ViewerLog:
    """The log as it is shown from one viewpoint, read in order, with take-backs.

    The DM is shown every event as it is. Every other viewer gets events of their own: in their ids and numbers, and
    without anything that they do not perceive. Nothing hidden can be found in them. Events with an empty
    ``perceived_by`` are folded and not narrated: they bring a combatant up to date.
    """

    def __init__(self, viewpoint: Viewpoint) -> None:
        self._knowledge = Knowledge(viewpoint)
        self._shown: list[e.Event] = []
        self._after: list[int] = []
        self._marks: list[int] = []
        self._memories: list[Memory] = []
        self._befores: dict[int, State | None] = {}
        self._backs = 0
        self._epochs = 0

    def copy(self) -> "ViewerLog":
        """Return a copy that can be read and continued independently.

        Events and states are shared, because nobody changes them.
        """
        made = copy(self)
        made._knowledge = self._knowledge.copy()
        made._shown, made._after = self._shown.copy(), self._after.copy()
        made._marks, made._memories = self._marks.copy(), self._memories.copy()
        made._befores = self._befores.copy()
        return made

    # The state and events shown.

    @property
    def viewpoint(self) -> Viewpoint:
        """Return the viewpoint as it is now."""
        return self._knowledge.now.viewpoint

    @property
    def state(self) -> State:
        """Return the encounter as this viewer knows it: the fold of the shown events that stand."""
        state = self._knowledge.now.state
        assert state is not None, "the log begins with EncounterOpened"
        return state

    @property
    def count(self) -> int:
        """Return the cursor: the number of events that this viewer was shown. It never goes back."""
        return len(self._shown)

    @property
    def epochs(self) -> int:
        """Return the number of take-backs that the viewer was shown."""
        return self._epochs

    @property
    def shown(self) -> tuple[e.Event, ...]:
        """Return every event shown, in order, taken back or not: the n-th has the cursor n."""
        return self.list_shown_after(0)

    def list_shown_after(self, cursor: int) -> tuple[e.Event, ...]:
        """Return every event shown after this cursor, in order, taken back or not."""
        return tuple(self._shown[max(cursor, 0) :])

    @property
    def standing(self) -> tuple[int, ...]:
        """Return the cursors of the shown events that were not taken back, in order."""
        return tuple(self.list_cursors(1))

    @property
    def rounds(self) -> tuple[RoundShown, ...]:
        """Return the rounds whose beginning was shown and stands, in order."""
        return self._knowledge.now.rounds

    @property
    def put(self) -> tuple[str, ...]:
        """Return the combatants that a ruling that stands has moved, in the viewer's ids."""
        return self._knowledge.now.put

    def find_state_before(self, round: RoundShown) -> State | None:
        """Return the state as the viewer knew it when a round began."""
        return self._befores[round.cursor]

    def find_first_said(self, who: str) -> int | None:
        """Return the round in which a combatant's first declaration or answer was shown, or None."""
        return self._knowledge.now.said.get(who)

    def list_between(self, begin: int, end: int | None = None) -> list[e.Event]:
        """Return the standing events from the cursor ``begin`` up to ``end``, without ``end``.

        The cost grows with the number of events between the two. ``end`` must stand itself; None: up to the last.
        """
        found = [event for _, event in self._walk_back(begin, end)]
        found.reverse()
        return found

    def list_cursors(self, begin: int, end: int | None = None) -> list[int]:
        """Return the cursors of the events that ``list_between`` returns."""
        found = [number for number, _ in self._walk_back(begin, end)]
        found.reverse()
        return found

    def _walk_back(self, begin: int, end: int | None) -> Iterator[tuple[int, e.Event]]:
        """Yield the standing events between two cursors, the last one first."""
        number = self._knowledge.now.last if end is None else self._after[end - 1]
        while number >= max(begin, 1):
            yield number, self._shown[number - 1]
            number = self._after[number - 1]

    @property
    def at_first(self) -> Mapping[str, Place]:
        """Return the places, when the first round began, of all combatants that the viewer knew."""
        return self._knowledge.now.at_first

    def is_awaiting_party(self, besides: str = "") -> bool:
        """Return whether an answer is awaited from a party member that this viewer perceives.

        It reveals neither the member nor the question. Questions of the name ``besides`` are shown otherwise. Only the
        DM may know whether foes are asked.
        """
        return bool(self.list_choosing(besides))

    def list_choosing(self, besides: str = "") -> tuple[str, ...]:
        """Return the shown ids of the party members in sight that are to answer.

        It reveals no question. Questions of the name ``besides`` are shown otherwise.
        """
        asked = self._knowledge.truth.open
        return self._show_party(
            each.who for each in asked if each.awaited and not each.sealed and each.question != besides
        )

    def list_rolling(self) -> tuple[str, ...]:
        """Return the shown ids of the party members in sight that are to roll real dice."""
        return self._show_party(each.by for each in self._knowledge.truth.open_rolls)

    def _show_party(self, ids: Iterable[str]) -> tuple[str, ...]:
        """Return the shown ids of the party members in sight among these combatants."""
        known, truth = self._knowledge, self._knowledge.truth
        seen = {
            known.find_id(each)
            for each in ids
            if each in truth.combatants and truth.combatants[each].side == truth.party and known.can_perceive(each)
        }
        return tuple(each for each in self.state.combatants if each in seen)

    # Reading the log.

    def see(self, event: e.Event, position: int = 0) -> tuple[e.Event, ...]:
        """Read the next event of the log and return the events that the viewer is shown.

        ``position`` is that of its input (0: the opening). Raises Unlisted for an event that the table of secrecy does
        not have.
        """
        self._mark(position)
        if isinstance(event, e.TakenBack):
            return self._take_back(event)
        known = self._knowledge
        lookup_row(type(event))
        if isinstance(event, e.Answered):
            known.note_answer(event.who, event.by)
        truth = known.now.truth
        known.after = after = apply(event, truth) if truth is not None else fold([event])
        if truth is None:
            known.procedure = get_ruleset(after.ruleset)
        made = self._add(event, after) if known.now.viewpoint.dm else self._show(show_event(known, event))
        known.now.truth, known.after = after, None
        return made

    def change_characters(self, viewpoint: Viewpoint) -> tuple[e.Event, ...]:
        """Change the viewer's characters from here on.

        Return the events that show the characters gained; others are no longer shown as own. Raises ValueError where
        the DM would become another viewer, or another viewer the DM.
        """
        known = self._knowledge
        before = known.now.viewpoint
        if before.dm != viewpoint.dm:
            raise ValueError("the DM is always the DM")
        known.now.viewpoint = viewpoint
        if viewpoint.dm or known.now.state is None or before == viewpoint:
            return ()
        return self._show(show_other_characters(known, before.characters))

    def _show(self, events: Iterator[e.Event]) -> tuple[e.Event, ...]:
        """Fold and count each event before the next is made; return all."""
        now, made = self._knowledge.now, tuple[e.Event, ...]()
        for event in events:
            made += self._add(event, fold([event]) if now.state is None else apply(event, now.state))
        return made

    def _add(self, event: e.Event, after: State) -> tuple[e.Event]:
        """Count an event that is shown, and return it; the viewer knows the state ``after`` it.

        To the DM that is the encounter as it is, which is not folded twice.
        """
        now = self._knowledge.now
        self._note(event)
        now.state = after
        self._after.append(now.last)
        self._shown.append(event)
        self._epochs += isinstance(event, e.TakenBack)
        now.last = self.count
        return (event,)

    def _note(self, event: e.Event) -> None:
        """Remember each round's beginning, ruled moves, and each combatant's first declaration."""
        now = self._knowledge.now
        if isinstance(event, e.RoundBegan):
            if not now.rounds and now.state is not None:
                now.at_first = {who: each.place for who, each in now.state.combatants.items()}
            self._befores[self.count + 1] = now.state
            now.rounds = (*now.rounds, RoundShown(event.round, self.count + 1, self._marks[-1]))
        elif isinstance(event, e.Declared | e.Answered):
            now.said.setdefault(event.who, event.round)
        elif isinstance(event, e.Ruled) and event.put_at is not None and event.who not in now.put:
            now.put = (*now.put, event.who)

    def _mark(self, position: int) -> None:
        """Remember the memory before the first event of an input, for a take-back to there."""
        if not self._marks or position > self._marks[-1]:
            self._marks.append(position)
            self._memories.append(self._knowledge.now.copy())

    def _take_back(self, event: e.TakenBack) -> tuple[e.Event, ...]:
        """Restore the memory as it was after the input taken back to; return the events shown.

        The take-back is shown only to viewers who lose something by it.
        """
        known = self._knowledge
        was, viewpoint = known.now.last, known.now.viewpoint
        at = bisect_right(self._marks, event.to)
        if at < len(self._memories):
            known.now = self._memories[at].copy()
        taken = known.now.last != was
        known.now.truth = after = apply(event, known.truth)
        then, known.now.viewpoint = known.now.viewpoint, viewpoint
        if viewpoint.dm:
            return self._add(event, after)
        made = self._show(self._show_take_back(event)) if taken else ()
        if then != viewpoint:
            made += self._show(show_other_characters(known, then.characters))
        return made

    def _show_take_back(self, event: e.TakenBack) -> Iterator[e.Event]:
        """Yield the take-back with the viewer's cursor; the epoch counts the take-backs shown."""
        known = self._knowledge
        self._backs += 1
        return show_masked(known, event, lookup_row(e.TakenBack), to=known.now.last, epoch=self._backs)

    # Ids, in both directions.

    def find_alias(self, real_id: str) -> str | None:
        """Return the viewer's id for a combatant; None if they have not met it."""
        if self.viewpoint.dm:
            return real_id if real_id in self._knowledge.truth.combatants else None
        return self._knowledge.names.given[real_id].id if self._knowledge.has_met(real_id) else None

    def find_real(self, alias: str) -> str | None:
        """Return the log's id of a combatant; None alike if it is not there or not met."""
        if self.viewpoint.dm:
            return alias if alias in self._knowledge.truth.combatants else None
        found = self._knowledge.names.reals.get(alias)
        return found if found is not None and self._knowledge.has_met(found) else None

    def find_real_token(self, alias_token: str) -> str | None:
        """Return the log's token of a question or roll that the viewer was asked, or None.

        None: it is not open.
        """
        known = self._knowledge
        state = self.state
        given = {each.token: each.id for each in state.open if is_answerable(state, each)} | {
            each.token: each.id for each in state.open_rolls
        }
        id = given.get(alias_token)
        real = id if self.viewpoint.dm or id is None else known.now.questions.get(id)
        tokens = {each.id: each.token for each in known.truth.open} | {
            each.id: each.token for each in known.truth.open_rolls
        }
        return None if real is None else tokens.get(real)

    def restore_real_answer(self, answer: Answer, token: str = "") -> dict[str, object]:
        """Return an answer in the viewer's ids as the log has it.

        With the viewer's ``token`` it is first checked against the question's form as the viewer is shown it. Raises
        BadAnswer, with the same message for combatants not met, combatants that are not there, and the log's own ids.
        """
        if self.viewpoint.dm:
            return dict(answer)
        form = self._build_real_form(token)
        if form is not None:
            self.show_form(form).find_refusal(answer)
        return restore_answer(self._knowledge, form, answer)

    def build_question_form(self, token: str) -> Form | None:
        """Return the form of the open question with this token as the viewer is shown it, or None."""
        form = self._build_real_form(token)
        return self.show_form(form) if form is not None else None

    def _build_real_form(self, token: str) -> Form | None:
        """Return the form in the log's ids of the open question with the viewer's token, or None."""
        truth = self._knowledge.truth
        real = self.find_real_token(token)
        question = truth.question(real) if real is not None else None
        if question is None:
            return None
        return self._knowledge.procedure.questions[question.question].form(truth, question)

    def show_form(self, form: Form) -> Form:
        """Return a question's form as this viewer is shown it.

        It is in their ids and names, without combatants that they have not met.
        """
        return form if self.viewpoint.dm else show_form(self._knowledge, form)


def build_viewer_log(entries: Iterable[tuple[e.Event, Viewpoint, int]]) -> ViewerLog:
    """Return the viewer log of a seat whose characters changed.

    Each entry holds an event of the log, the viewpoint at that time, and the position of the event's input. A seat sees
    the events that its characters perceived while they were its own.
    """
    viewer_log: ViewerLog | None = None
    for event, viewpoint, position in entries:
        if viewer_log is None:
            viewer_log = ViewerLog(viewpoint)
        elif viewpoint != viewer_log.viewpoint:
            viewer_log.change_characters(viewpoint)
        viewer_log.see(event, position)
    return viewer_log if viewer_log is not None else ViewerLog(Viewpoint())
