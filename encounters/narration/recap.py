"""The draft of a round's recap: what happened, as prose in the past tense.

It leaves out the bookkeeping of the table and blows that miss, brings a blow and its harm together, and tells in one
sentence what one combatant does in several steps, or two do to each other.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, takewhile

from encounters.narration import fight
from encounters.narration.rulings import drop_repeated_notes
from encounters.narration.runs import Run, Step, add_up, pair_hit, split_runs, write_run
from encounters.narration.sentences import write_sentence
from encounters.narration.voice import ScreenVoice
from rules.api import State
from rules.api import events as e

MOST_JOINED = 3
"""The most deeds of one combatant that one sentence tells."""

Fall = e.HelplessMade | e.Slain
"""Events that tell what a blow has done to its target."""


@dataclass(frozen=True)
class Clause:
    """A sentence without its full stop."""

    text: str
    subject: str = ""
    """The name with which it begins, where another deed of the same combatant may follow in the same sentence."""
    hit: tuple[str, str] = ("", "")
    """The names of two, where it tells that the first hit the other, who may hit back in the same sentence."""

    def is_answered_by(self, other: "Clause") -> bool:
        """Return whether another clause tells that the one who was hit hits back."""
        return any(self.hit) and other.hit == self.hit[::-1]

    def may_take(self, other: "Clause") -> bool:
        """Return whether another clause may follow in the same sentence."""
        return bool(self.subject) and self.subject == other.subject


def write_recap(events: Iterable[e.Event], state: State) -> str:
    """Return what a viewer saw of a round as prose; ``state`` is the viewer's."""
    told = [each for each in drop_repeated_notes(events) if each.is_narrated and each.is_retold and each.perceived_by]
    landed = [each for each in told if not (isinstance(each, e.Attacked) and not each.hit)]
    runs = list(split_runs(_bring_harm_to_blows(_drop_begun(landed)), state, past=True))
    clauses = [each for each, _ in groupby(_write_clauses(runs, ScreenVoice(state, past=True)))]
    sentences = [_finish(_join_deeds(each), state) for each in _group_deeds(list(_join_answers(clauses)))]
    if (missed := len(told) - len(landed)) and not any(isinstance(each, e.Attacked) for each in landed):
        sentences.append("Every attack missed." if missed > 1 else "The only attack missed.")
    return " ".join(sentence for sentence, _ in groupby(sentences))


def split_paragraphs(text: str) -> tuple[str, ...]:
    """Return the paragraphs of a recap."""
    return tuple(each.strip() for each in text.splitlines() if each.strip())


def _finish(text: str, state: State) -> str:
    return "".join(part.text for part in ScreenVoice(state).split_parts(text)) + "."


# The events, in the order in which they are told.


def _drop_begun(events: Sequence[e.Event]) -> Iterator[e.Event]:
    """Yield the events without what the same round tells again."""
    cast = {each.who for each in events if isinstance(each, e.SpellCompleted | e.SpellSpoiled)}
    met = {(each.who, each.target) for each in events if isinstance(each, e.ChargeMet)}
    lost = {each.side for each in events if isinstance(each, e.SideSurprised) and each.segments}
    exchanged = set()
    for at, event in enumerate(events):
        after = events[at + 1] if at + 1 < len(events) else None
        begun = isinstance(event, e.SpellBegan) and event.who in cast
        begun |= isinstance(event, e.ChargeBegan) and (event.who, event.target) in met
        begun |= isinstance(event, e.SurpriseRolled) and (not event.surprised or event.side in lost)
        begun |= isinstance(event, e.Moved) and isinstance(after, e.ChargeMet) and after.who == event.who
        if isinstance(event, e.PsionicExchanged):
            exchange = (event.who, event.target, event.attack_mode)
            begun |= exchange in exchanged
            exchanged.add(exchange)
        if not begun:
            yield event


def _bring_harm_to_blows(events: Iterable[e.Event]) -> Iterator[e.Event]:
    """Yield the events; in a moment, damage and a fall follow the hit that brings them."""
    for _, together in groupby(events, lambda event: (event.clock, event.moment)):
        left = list(together)
        while left:
            event = left.pop(0)
            yield event
            harm = next((each for each in left if pair_hit(event, each) is not None), None)
            if isinstance(harm, e.Damaged):
                left.remove(harm)
                yield harm
                yield from _take_fall(harm, left)


def _take_fall(harm: e.Damaged, left: list[e.Event]) -> Sequence[e.Event]:
    """Take the fall of the damaged target out of what is left; of several, the last."""
    if any(isinstance(each, e.Damaged) and each.who == harm.who for each in left):
        return []
    falls = [each for each in left if isinstance(each, Fall) and each.who == harm.who]
    for each in falls:
        left.remove(each)
    return falls[-1:]


# Clauses.


def _write_clauses(runs: Sequence[Run], voice: ScreenVoice) -> Iterator[Clause]:
    left = list(runs)
    while left:
        series = _take_series(left)
        text = _write_run([step for run in series for step in run], voice, is_series=len(series) > 1).rstrip(".")
        first = series[0][0][0]
        fall = left[0][0][0] if left and len(left[0]) == 1 else None
        if isinstance(first, e.Attacked) and isinstance(fall, Fall) and fall.who == first.target:
            del left[0]
            yield Clause(f"{text}, and {write_sentence(fall, voice).rstrip('.')}")
        elif text:
            name = voice.name(str(getattr(first, "who", "")))
            plain = len(series[0]) == 1 and text.startswith(f"{name} ") and not {":", ";"} & set(text)
            aim = voice.name(first.target) if isinstance(first, e.Attacked) else ""
            is_hit = plain and text.startswith(f"{name} hit {aim} ") and text.count(aim) == 1
            yield Clause(text, name if plain and " and " not in text else "", (name, aim) if is_hit else ("", ""))


def _take_series(left: list[Run]) -> list[Run]:
    """Take the first run out of what is left, and the same blow until anything else happens."""
    first = left.pop(0)
    exchange = list(takewhile(_is_blow, left)) if _is_blow(first) else []
    after = left[len(exchange)][0][0] if len(exchange) < len(left) else None
    if exchange and isinstance(after, Fall) and any(not _is_same_blow(first, run) for run in exchange):
        exchange.pop()  # what it has done to its target follows it
    series = [run for run in exchange if _is_same_blow(first, run)]
    for run in series:
        left.remove(run)
    return [first, *series]


def _is_blow(run: Run) -> bool:
    return isinstance(run[0][0], e.Attacked) and not run[0][0].opportunity


def _is_same_blow(one: Run, other: Run) -> bool:
    """Return whether both are blows of one combatant at the same target with the same weapon."""
    first, second = one[0][0], other[0][0]
    if len(one) > 1 or len(other) > 1 or not isinstance(first, e.Attacked) or not isinstance(second, e.Attacked):
        return False
    return all(getattr(first, name) == getattr(second, name) for name in ("who", "target", "weapon", "blow"))


def _write_run(steps: Sequence[Step], voice: ScreenVoice, *, is_series: bool) -> str:
    blows = [step[0] for step in steps if isinstance(step[0], e.Attacked)]
    if is_series:
        return fight.narrate_series(voice, blows, add_up(steps))
    if len(steps) == 1 and len(steps[0]) == 1:
        return write_sentence(steps[0][0], voice)
    return write_run(steps, replace(voice, several=len(steps) > 1))


# Sentences.


def _join_answers(clauses: Sequence[Clause]) -> Iterator[Clause]:
    """Yield the clauses; two that hit each other as one: "... , and the orc hit back"."""
    left = list(clauses)
    while left:
        first = left.pop(0)
        if left and first.is_answered_by(left[0]):
            who, at = left[0].hit
            back = left.pop(0).text.removeprefix(f"{who} hit {at} ")
            yield Clause(f"{first.text}, and {who} hit back {back}")
        else:
            yield first


def _group_deeds(clauses: Sequence[Clause]) -> Iterator[list[Clause]]:
    group: list[Clause] = []
    for each in clauses:
        if group and not (group[-1].may_take(each) and each not in group and len(group) < MOST_JOINED):
            yield group
            group = []
        group.append(each)
    if group:
        yield group


def _join_deeds(group: Sequence[Clause]) -> str:
    """Return the clauses as one: "Otis drew the long sword and moved 12 feet"."""
    first, *more = [group[0].text, *(each.text.removeprefix(each.subject).strip() for each in group[1:])]
    if len(more) == 1:
        same, _, _ = first.removeprefix(group[0].subject).strip().partition(" with ")
        more = [more[0].removeprefix(f"{same} ") if f"{same} with " in more[0] else more[0]]
    return " and ".join([", ".join([first, *more[:-1]]), *more[-1:]])
