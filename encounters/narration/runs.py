"""Events that one sentence covers.

These are a hit with its damage, several who do the same, or the blows of a crowd.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from encounters.narration import fight
from encounters.narration.names import name_of
from encounters.narration.sentences import write_sentence
from encounters.narration.voice import ScreenVoice
from rules.api import CROWD, SEVERAL, State, find_stem
from rules.api import events as e

Step = tuple[e.Event, ...]
"""An event, or a hit with its damage."""

Run = Sequence[Step]
"""The steps that one sentence covers."""

LEAST_BLOWS = 3
"""The least blows of a crowd that one sentence covers although some hit and some miss."""


OUTCOMES = (e.SavedOrNot, e.Damaged, e.HelplessMade, e.Slain)
"""What befalls a combatant in the moment of a blow or of magic."""

LEAST_OUTCOMES = 4
"""The least of them in one moment that are told together, by kind."""


@dataclass(frozen=True)
class Predicate:
    """A sentence without its doer, in the words for several."""

    rest: str
    of_crowd: str = ""
    """The kind of the doer where the sentence speaks of what is theirs: only a crowd of one kind shares it."""


def split_runs(
    events: Iterable[e.Event], state: State, own: Sequence[str] = (), *, past: bool = False
) -> Iterator[Run]:
    """Yield the events in runs, each of which one sentence covers."""
    voice = ScreenVoice(state, tuple(own), several=True, past=past)
    for volley, steps in groupby(_pair_hits(_gather_outcomes(events, voice)), lambda step: _find_volley(step, state)):
        blows = list(steps)
        if volley and len({_get_doer(step) for step in blows}) == len(blows) >= LEAST_BLOWS:
            yield blows
        else:
            yield from _split_alike(blows, voice)


def _gather_outcomes(events: Iterable[e.Event], voice: ScreenVoice) -> Iterator[e.Event]:
    """Yield the events; what befalls many in one moment is sorted by kind, and by what is told."""
    for moment, together in groupby(events, _find_moment_of_outcome):
        outcomes = list(together)
        if moment is None or len(outcomes) < LEAST_OUTCOMES:
            yield from outcomes
            continue
        said = [(type(each), _cut_doer((each,), voice)) for each in outcomes]
        kinds, first = list(dict.fromkeys(kind for kind, _ in said)), list(dict.fromkeys(said))
        order = sorted(range(len(outcomes)), key=lambda n: (kinds.index(said[n][0]), first.index(said[n])))
        yield from (outcomes[n] for n in order)


def _find_moment_of_outcome(event: e.Event) -> Hashable:
    """Return the moment of what befalls a combatant; None for other events."""
    return (event.clock, event.moment) if isinstance(event, OUTCOMES) else None


def _pair_hits(events: Iterable[e.Event]) -> Iterator[Step]:
    waiting: e.Event | None = None
    for event in events:
        if waiting is not None and pair_hit(waiting, event):
            yield (waiting, event)
            waiting = None
            continue
        if waiting is not None:
            yield (waiting,)
        waiting = event
    if waiting is not None:
        yield (waiting,)


def pair_hit(before: e.Event, event: e.Event) -> tuple[e.Attacked, e.Damaged] | None:
    """Return a hit with its damage, which one sentence tells; None for other events."""
    if not (isinstance(before, e.Attacked) and isinstance(event, e.Damaged)):
        return None
    is_same = before.hit and (before.who, before.target) == (event.by, event.who)
    is_shown = bool(event.amount and before.perceived_by and event.perceived_by)
    return (before, event) if is_same and is_shown else None


def _get_doer(step: Step) -> str:
    return str(getattr(step[0], "who", ""))


def _find_volley(step: Step, state: State) -> Hashable:
    """Return the crowd, target and weapon of a blow; None for other events."""
    blow = step[0]
    if not isinstance(blow, e.Attacked) or not blow.perceived_by or blow.opportunity:
        return None
    crowd = find_stem(name_of(state, blow.who))
    return (crowd, blow.target, blow.weapon, blow.blow) if crowd else None


def _split_alike(steps: Iterable[Step], voice: ScreenVoice) -> Iterator[Run]:
    """Yield the steps in runs of several who do the same, one after the other."""
    run: list[Step] = []
    said: Predicate | None = None
    for step in steps:
        says = _cut_doer(step, voice)
        if run and (says is None or says != said or _get_doer(step) in map(_get_doer, run)):
            yield from _end_run(run, said)
            run = []
        run.append(step)
        said = says
    yield from _end_run(run, said)


def _end_run(run: Run, said: Predicate | None) -> Iterator[Run]:
    """Yield the run; of what belongs to too few for a crowd, each step by itself."""
    if said is not None and said.of_crowd and len(run) < CROWD:
        yield from ([step] for step in run)
    elif run:
        yield run


def _cut_doer(step: Step, voice: ScreenVoice) -> Predicate | None:
    """Return the sentence about an event without its doer.

    It is None where the sentence does not begin with the doer.
    """
    event, who = step[0], _get_doer(step)
    if len(step) > 1 or not who or not event.perceived_by:
        return None
    text, crowd = write_sentence(event, voice), find_stem(name_of(voice.state, who))
    if text.startswith(f"{voice.name(who)} "):
        return Predicate(text.removeprefix(voice.name(who)))
    if crowd and text.startswith(f"{voice.whose(who)} "):
        return Predicate(text.removeprefix(voice.whose(who)), crowd)
    return None


def write_run(run: Run, voice: ScreenVoice) -> str:
    """Return the sentence about the events of a run."""
    who = [_get_doer(step) for step in run]
    blows = [step[0] for step in run if isinstance(step[0], e.Attacked)]
    if len(run) == 1:
        return _write_hit(run[0], voice)
    if len(blows) == len(run):
        return fight.narrate_volley(voice, who, blows, add_up(run))
    said = _cut_doer(run[0], voice)
    assert said is not None
    return (voice.whose(SEVERAL.join(who)) if said.of_crowd else voice.names(who)) + said.rest


def _write_hit(step: Step, voice: ScreenVoice) -> str:
    """Return the sentence for a hit and its damage: "Otis hits Orc 2 for 7 damage."."""
    hit, damage = step
    assert isinstance(damage, e.Damaged)
    return f"{write_sentence(hit, voice).removesuffix('.')} for {fight.describe_damage(voice, damage)}."


def add_up(run: Run) -> e.Damaged | None:
    """Return the damage of all blows as one.

    It is None where that of a hit is not known, or goes to another pool.
    """
    harm = [step[1] for step in run if len(step) > 1 and isinstance(step[1], e.Damaged)]
    hits = sum(isinstance(step[0], e.Attacked) and step[0].hit for step in run)
    if not harm or len(harm) < hits or len({each.pool for each in harm}) > 1:
        return None
    return replace(harm[-1], amount=sum(each.amount for each in harm))
