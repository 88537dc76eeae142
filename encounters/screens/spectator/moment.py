"""The moment of the table screen: the greatest thing that has just happened, shown large.

It is harm to the party, a fall, a spell that takes effect or is lost, or dice that the DM called for. The tale has it
as a sentence, too.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from encounters.narration import tell
from encounters.narration.names import name_of
from encounters.screens.battle_map.ways import MapLine
from encounters.screens.graded_health import GradedHealth, describe_health
from encounters.screens.result import Result, find_result, list_dice, list_of_column
from encounters.screens.tokens import make_token
from rules.api import State
from rules.api import events as e

FALL, HARM, SPELL, FOE_FALL, LOST = 5, 4, 3, 2, 1
"""The ranks of what may be shown: of several in one column, the greatest is."""

Fall = e.HelplessMade | e.Slain
Shown = e.Damaged | Fall | e.SpellCompleted | e.SpellSpoiled


@dataclass(frozen=True, slots=True)
class Moment:
    """A thing that is shown large for a few seconds."""

    key: str
    """Its name, by which a page shows it only once."""
    kind: str
    """"harm" for harm to the party, else "blow", "spell" or "called"."""
    side: str
    """The side of the combatant that did it, as tokens show it."""
    title: str
    """The sentence: "Ogre 1 hits Tenser"."""
    dice: tuple[int, ...] = ()
    """The faces of its roll; none where the viewer may not see them."""
    amount: int = 0
    """The points lost; 0 for none."""
    about: str = ""
    health: GradedHealth | None = None
    """The health of the combatant that was struck, by the table's grade."""
    struck: str = ""
    """The name of that combatant."""
    by: str = ""
    """The combatant that struck, on the map; "" for none."""
    who: str = ""
    """The combatant that was struck, on the map."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    rank: tuple[int, int]
    """The rank, and among equals the points lost."""
    at: int
    """The number of its event in the column."""
    event: Shown


def find_moment(state: State, events: Sequence[e.Event], own: Collection[str] = ()) -> Moment | None:
    """Return the greatest thing in the column in play, or after the round; or None.

    ``events`` are those of the round that the viewer was shown; ``own`` are the combatants whose points the viewer is
    shown in numbers. Dice that the DM called for come in their turn: what happened before them has been shown.
    """
    if state.ended:
        return None
    column = list_of_column(state, events)
    called = max((n for n, each in enumerate(column) if isinstance(each, e.DiceRolled)), default=None)
    found = max(_list_candidates(state, column, called or 0), key=lambda each: each.rank, default=None)
    when = f"{state.round}.{'after' if state.between_rounds else state.clock}"
    if found is not None:
        return _build_moment(state, column, found, own, f"{when}.{found.at}")
    rolled = find_result(state, events) if called is not None else None
    return _build_called(rolled, f"{when}.{called}") if rolled is not None else None


def _list_candidates(state: State, column: Sequence[e.Event], since: int) -> Iterator[_Candidate]:
    for n, each in enumerate(column[since:], since):
        if isinstance(each, e.Damaged) and each.amount:
            falls = _is_felled_by(column, n)
            if _is_of_party(state, each.who):
                yield _Candidate((FALL if falls else HARM, each.amount), n, each)
            elif falls:
                yield _Candidate((FOE_FALL, each.amount), n, each)
        elif isinstance(each, Fall):
            yield _Candidate((FALL if _is_of_party(state, each.who) else FOE_FALL, 0), n, each)
        elif isinstance(each, e.SpellCompleted):
            yield _Candidate((SPELL, 0), n, each)
        elif isinstance(each, e.SpellSpoiled):
            yield _Candidate((LOST, 0), n, each)


def _is_felled_by(column: Sequence[e.Event], n: int) -> bool:
    """Return whether the combatant that the harm of this number hit fell or died by it."""
    harmed = column[n]
    assert isinstance(harmed, e.Damaged)
    for each in column[n + 1 :]:
        if isinstance(each, e.Damaged) and each.who == harmed.who:
            return False
        if isinstance(each, Fall) and each.who == harmed.who:
            return True
    return False


def _is_of_party(state: State, who: str) -> bool:
    return state.combatants[who].side == state.party


def _build_moment(
    state: State, column: Sequence[e.Event], found: _Candidate, own: Collection[str], key: str
) -> Moment | None:
    event = found.event
    if isinstance(event, e.Damaged):
        return _build_blow(state, column, found.at, own, key)
    told = tell(event, state)
    if told is None:
        return None
    kind = "blow" if isinstance(event, Fall) else "spell"
    is_harm = kind == "blow" and _is_of_party(state, event.who)
    side = make_token(state.combatants[event.who]).side
    return Moment(key, "harm" if is_harm else kind, side, told.text.removesuffix("."), who=event.who)


def _build_blow(state: State, column: Sequence[e.Event], at: int, own: Collection[str], key: str) -> Moment:
    event = column[at]
    assert isinstance(event, e.Damaged)
    struck = state.combatants[event.who]
    attack = next((each for each in reversed(column[:at]) if _is_attack_of(each, event)), None)
    by = event.by if event.by != event.who else ""
    doer = state.combatants.get(by)
    return Moment(
        key,
        "harm" if _is_of_party(state, event.who) else "blow",
        make_token(doer).side if doer is not None else "",
        _write_title(state, event, _is_felled_by(column, at)),
        list_dice(attack, attack.face) if isinstance(attack, e.Attacked) else (),
        event.amount,
        health=describe_health(state, struck, is_own=event.who in own),
        struck=struck.name,
        by=by,
        who=event.who,
    )


def _is_attack_of(event: e.Event, harm: e.Damaged) -> bool:
    return isinstance(event, e.Attacked) and (event.who, event.target) == (harm.by, harm.who)


def _write_title(state: State, event: e.Damaged, falls: bool) -> str:
    struck = name_of(state, event.who)
    if not event.by or event.by == event.who:
        return f"{struck} {'falls' if falls else 'is hurt'}"
    return f"{name_of(state, event.by)} {'fells' if falls else 'hits'} {struck}"


def _build_called(rolled: Result, key: str) -> Moment:
    title = f"{rolled.who}: {rolled.title[:1].lower()}{rolled.title[1:]}"
    about = ", ".join(words for words in (rolled.about, rolled.arithmetic, rolled.follows) if words)
    return Moment(key, "called", rolled.token.side, title, rolled.dice, about=about)


def draw_blow(state: State, moment: Moment) -> MapLine | None:
    """Return the blow as the map shows it; None where who was struck is not in view."""
    doer, struck = (state.combatants.get(who) for who in (moment.by, moment.who))
    if struck is None or struck.hidden or not struck.present:
        return None
    begin = doer.place if doer is not None and doer.present and not doer.hidden else struck.place
    return MapLine("blow", moment.side, begin, struck.place, moment.title)
