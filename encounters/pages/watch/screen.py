"""The parts of the table screen: the strip of what has happened, the telling, the recap, the rounds to go back to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings

from encounters.narration import Column, Told, tell, tell_columns
from encounters.pages.clock import clock_of, column_words, initiative_words, is_apart
from encounters.pages.lanes import strip_of
from encounters.pages.origin import Origin
from encounters.pages.sight import Orders, Sight
from encounters.pages.stops import Place, Stop, Tells, count_until, keys_of, stops_of
from encounters.strip import TABLE, Lane, Strip, segment_columns
from encounters.viewers import Role
from rules.api import State, evolve, fold, get_ruleset
from rules.api import events as e

UNTOLD = (e.RoundBegan, e.RoundEnded, e.EncounterOpened, e.DeclarationsClosed)
"""What the screen's title says by itself."""

AFTER = 1000
"""A clock after every column of a round."""

LOOKED_BACK = 3
"""Rounds in which the column before now is looked for."""

LATEST = 7
"""Sentences that the table screen shows at once."""


@dataclass(frozen=True)
class Moment:
    """What is shown: the state as it was then, the events of its round up to then, and which round is replayed.

    ``origin`` is where everybody stood when the round began.
    """

    state: State
    events: tuple[e.Event, ...]
    origin: Origin
    number: int | None
    stop: Stop | None

    @property
    def orders(self) -> Orders:
        """How far the giving of orders was."""
        return Orders.of(self.events, get_ruleset(self.state.ruleset).orders)

    @property
    def is_live(self) -> bool:
        """Whether it is what happens now."""
        return self.number is None


def moment_of(sight: Sight, number: int | None = None, stop: Stop | None = None) -> Moment:
    """Now; or a round as it stood at a stop of it (its end, where none is given)."""
    if number is None:
        return Moment(sight.state, tuple(sight.events), sight.origin, None, None)
    assert sight.viewing is not None, "no round is replayed before there is one"
    before, shown = sight.before(number), sight.round(number)
    until = shown[: count_until(shown, number, stop, _tells(sight))]
    return Moment(fold(until, before), tuple(until), Origin.of(sight.viewing, before), number, stop)


def _tells(sight: Sight) -> Tells:
    return lambda event: tell(event, sight.state, sight.own) is not None


# The strip.


def lanes_of(sight: Sight, moment: Moment | None) -> Strip:
    """The strip of what has happened: to the right of now there is nothing. While orders are given, wax."""
    if moment is None:
        return Strip("The table is being set", segment_columns(), (), corner="the table is being set", size=TABLE)
    orders = moment.orders
    mine = sight.viewer.role is Role.PLAYER
    drawn = strip_of(moment.state, moment.events, size=TABLE, foretells=mine, known=sight.own)
    if not orders.open:
        return replace(drawn, corner="what has happened")
    able = [each for each in moment.state.combatants.values() if each.able]
    sealed = sum(each.id in orders.sealed for each in able)
    lanes = tuple(
        _waxed(lane, each.able, each.id in orders.sealed)
        for lane, each in zip(drawn.lanes, moment.state.combatants.values(), strict=True)
    )
    return replace(drawn, lanes=lanes, corner=f"{sealed} of {len(able)} orders sealed")


def _waxed(lane: Lane, able: bool, sealed: bool) -> Lane:
    """A lane while orders are given: wax, or the glass of one who is choosing."""
    return replace(lane, what="", code="", marks=(), sealed=sealed if able else None)


# What is told.


def told(sight: Sight, moment: Moment | None) -> list[dict[str, Any]]:
    """What happened, segment by segment, the latest sentence by itself; nothing where a recap is shown instead."""
    if moment is None:
        return []
    if moment.is_live and _is_between(moment):
        number, text = _last_told(sight)
        if text or number is None:
            return []
        moment = moment_of(sight, number)
    lines = list(_lines(columns_of(moment, sight.own)))
    return lines[-LATEST:] if moment.stop is None else lines


def _lines(columns: Sequence[Column]) -> Iterator[dict[str, Any]]:
    """A line for each column, but the last sentence of all has its own."""
    for column in columns:
        ends = column is columns[-1]
        first = column.told[:-1] if ends else column.told
        if first:
            yield _line(column.label, first)
        if ends:
            yield _line(column.label, column.told[-1:])


def columns_of(moment: Moment, own: Sequence[str] = ()) -> list[Column]:
    """What happened in the round, column by column."""
    return tell_columns([each for each in moment.events if not isinstance(each, UNTOLD)], moment.state, own)


def _line(label: str, told: Sequence[Told]) -> dict[str, Any]:
    parts: list[dict[str, str]] = []
    for each in told:
        parts += [{"text": " ", "side": ""}] if parts else []
        parts += [{"text": part.text, "side": part.side} for part in each.parts]
    clauses = tuple(dict.fromkeys(clause for each in told for clause in each.clauses))
    return {"label": label, "parts": parts, "clauses": clauses}


def _is_between(moment: Moment) -> bool:
    return moment.state.between_rounds or bool(moment.state.ended) or moment.orders.open


def recap(sight: Sight, moment: Moment | None) -> dict[str, Any] | None:
    """What the DM told of the last round that is over, large, and how everybody stands; only between rounds."""
    if moment is None:
        return {"title": sight.encounter.title, "paragraphs": ["The table is being set."]}
    if not moment.is_live:
        text = sight.recap(moment.number or 0)
        return {"title": "Told by the DM", "paragraphs": _paragraphs(text)} if text else None
    if not _is_between(moment):
        return None
    number, text = _last_told(sight)
    if moment.state.ended and (text or number is None):
        return {"title": _end_words(moment), "paragraphs": _paragraphs(text), "aftermath": aftermath(moment.state)}
    if number is None:
        return _before_any(moment)
    if not text:
        return None
    title = f"Round {number}" if number else "The opening"
    return {"title": f"{title}, told by the DM", "paragraphs": _paragraphs(text), "aftermath": aftermath(moment.state)}


def _before_any(moment: Moment) -> dict[str, Any]:
    """What is told before anything has happened: whose turn it is, and what comes next."""
    if moment.orders.open:
        return {"title": f"Round {moment.state.round}", "paragraphs": ["Orders are being given."]}
    return {"title": "Before the first round", "paragraphs": ["The fight begins when everybody is seated."]}


def winner_words(moment: Moment | None) -> str:
    """Return who won the initiative of the round that is shown, from the dice until its end."""
    if moment is None or moment.state.between_rounds or moment.state.ended or moment.orders.open:
        return ""
    return initiative_words(moment.state)


def _end_words(moment: Moment) -> str:
    """Return why the fight is over."""
    ended = next((event for event in reversed(moment.events) if isinstance(event, e.EncounterEnded)), None)
    told = tell(ended, moment.state) if ended is not None else None
    return told.text if told is not None else ""


def _last_told(sight: Sight) -> tuple[int | None, str]:
    """The last round that is over, and what the DM told of it."""
    number = next((each for each in reversed(sight.numbers) if sight.is_over(each)), None)
    return number, sight.recap(number) if number is not None else ""


def _paragraphs(text: str) -> list[str]:
    return [each.strip() for each in text.splitlines() if each.strip()]


def aftermath(state: State) -> str:
    """Who is out of the fight, as everybody can see."""
    words = {"dead": "dead", "fled": "gone", "surrendered": "a prisoner", "vanished": "gone", "helpless": "down"}
    fallen = [f"{each.name} is {words[name]}" for each in state.combatants.values() for name in words if each.has(name)]
    once = list(dict.fromkeys(fallen))
    return ". ".join(once) + "." if once else "Nobody has fallen."


# Going back.


def footer(sight: Sight, moment: Moment | None) -> dict[str, Any]:
    """The rounds about the one shown as rows of ticks, ways to now and to all of them, the dice, and how to watch."""
    code = sight.encounter.code
    live = sight.url("me/saw/" if sight.viewer.role is Role.PLAYER else "watch/")
    near = _near(sight, moment)
    rounds = [_ticks(sight, moment, number) for number in near]
    return {
        "at": sight.where(),
        "rounds": rounds,
        "all": sight.url("rounds/") if len(near) < len(sight.numbers) else "",
        "earlier": _earlier(sight, moment),
        "keys": _keys(sight, moment),
        "live": live if moment is not None and not moment.is_live else "",
        "dice": sight.url("dice/") if rounds else "",
        "code": f"{code[:3]}-{code[3:]}",
        "url": f"{settings.ADDRESSES.urls[0]}/t/{code}/",
    }


def _keys(sight: Sight, moment: Moment | None) -> dict[str, str]:
    """The address that each key leads to: a moment back or on, and with Shift a column."""
    if moment is None or moment.is_live:
        earlier = _earlier(sight, moment)
        return {"ArrowLeft": earlier} if earlier else {}
    numbers = dict.fromkeys([sight.numbers[0], *_near(sight, moment), sight.numbers[-1]])
    places = [Place(n, stop) for n in numbers for stop in stops_of(sight.round(n), _tells(sight))]
    ends = [each for each in places if each.number == moment.number]
    here = Place(moment.number or 0, moment.stop) if moment.stop is not None else (ends[-1] if ends else None)
    return keys_of(places, here, lambda place: sight.url(f"round/{place.number}/?at={place.stop}"))


def _near(sight: Sight, moment: Moment | None) -> list[int]:
    """Return the round that is shown, the one before and the one after."""
    if moment is None or not sight.numbers:
        return []
    at = sight.numbers.index(moment.number) if moment.number is not None else len(sight.numbers) - 1
    return sight.numbers[max(0, at - 1) : at + 2]


def all_rounds(sight: Sight) -> list[dict[str, Any]]:
    """Return all rounds of which something was seen as rows of ticks, the latest first."""
    now = moment_of(sight) if sight.viewing is not None else None
    return [_ticks(sight, now, number) for number in reversed(sight.numbers)]


def _ticks(sight: Sight, moment: Moment | None, number: int) -> dict[str, Any]:
    clocks = _played(sight, number)
    first, last = (1, max(clocks, default=1)) if is_apart(sight.state, number) else _span(sight, number)
    ticks = [_tick(sight, moment, number, clock, clock in clocks) for clock in range(first, last + 1)]
    return {"label": f"Round {number}" if number else "Opening", "ticks": ticks}


def _span(sight: Sight, number: int) -> tuple[int, int]:
    """The columns of a round: those that there always are, and those that were played or are in play."""
    state = sight.state if number == sight.state.round else evolve(sight.state, initiative={}, pending=(), clock=None)
    first, last = clock_of(state).span(state)
    clocks = _played(sight, number)
    return min([first, *clocks]), max([last, *clocks])


def _played(sight: Sight, number: int) -> list[int]:
    """The columns of a round of which anything was seen."""
    return sorted({event.clock for event in sight.round(number) if event.clock is not None})


def _tick(sight: Sight, moment: Moment | None, number: int, clock: int, gone: bool) -> dict[str, Any]:
    if not gone:
        return {"state": ""}
    here = moment is not None and _is_here(sight, moment, number, clock)
    href = sight.url(f"round/{number}/?at={clock}")
    return {"state": "n" if here else "d", "href": href, "label": column_words(sight.state, clock, number)}


def _is_here(sight: Sight, moment: Moment, number: int, clock: int) -> bool:
    if moment.is_live:
        return number == sight.state.round and clock == sight.state.clock and not sight.state.between_rounds
    last = max(_played(sight, number), default=None)
    return number == moment.number and clock == (last if moment.stop is None else moment.stop.clock)


def _earlier(sight: Sight, moment: Moment | None) -> str:
    """The column before the one that is shown."""
    if moment is None:
        return ""
    if moment.is_live:
        playing = not sight.state.between_rounds and sight.state.clock is not None
        shown = (sight.state.round, sight.state.clock if playing and sight.state.clock is not None else AFTER)
    else:
        shown = (moment.number or 0, moment.stop.clock if moment.stop is not None else AFTER)
    for number in reversed(sight.numbers[-LOOKED_BACK:] if moment.is_live else sight.numbers):
        before = [clock for clock in _played(sight, number) if (number, clock) < shown] if number <= shown[0] else []
        if before:
            return sight.url(f"round/{number}/?at={before[-1]}")
    return ""
