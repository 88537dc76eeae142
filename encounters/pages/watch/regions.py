"""Which parts of the table screen an event touches, and how each part is rendered."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from django.template.loader import render_to_string

from encounters.field_map import FieldMap
from encounters.narration import each_note_once, label_of, tell
from encounters.pages.clock import heading
from encounters.pages.field import field
from encounters.pages.screen_signals import ticks
from encounters.pages.sight import DECLARE, TURNS, Sight, where
from encounters.pages.stops import Stop
from encounters.pages.watch.screen import Moment, footer, lanes_of, moment_of, recap, told, winner_words
from rules.api import Topic, Viewing
from rules.api import events as e

TEMPLATES = {
    "title": "components/tv_top.html",
    "signals": "components/signals.html",
    "strip": "components/strip.html",
    "told": "components/told.html",
    "recap": "components/recap.html",
    "choosing": "components/choosing.html",
    "field": "encounters/table/tv_field.html",
    "replay": "components/replay.html",
    "announce": "encounters/table/announce.html",
}
ALL = tuple(TEMPLATES)


def touched(events: Iterable[e.Event]) -> tuple[str, ...]:
    """The regions that these events touch, in the order of the page."""
    names: set[str] = set()
    for event in events:
        names.update(_touched_by(event))
    return tuple(name for name in ALL if name in names)


def _touched_by(event: e.Event) -> tuple[str, ...]:
    if isinstance(event, TURNS):
        return ALL
    if isinstance(event, e.Sealed):
        return ("title", "strip")
    if isinstance(event, e.SegmentBegan):
        return ("title", "signals", "strip", "told", "field", "replay", "announce")
    if isinstance(event, e.InitiativeRolled):
        return ("title", "strip", "told", "announce")
    return ("strip", "told", "announce", *(("field",) if Topic.MAP in event.topics else ()))


def names_for(events: Sequence[e.Event] | None) -> tuple[str, ...]:
    """The regions to replace after these events; all of them where None is given."""
    return ALL if events is None else touched(events)


def context(
    sight: Sight,
    *,
    number: int | None = None,
    stop: Stop | None = None,
    oob: bool = False,
    new: Sequence[e.Event] | None = None,
) -> dict[str, Any]:
    """What the templates of the table screen read: live, or of round ``number`` up to a stop."""
    moment = moment_of(sight, number, stop) if sight.viewing is not None else None
    made: dict[str, Callable[[], Any]] = {
        "top": lambda: {
            "title": sight.encounter.title,
            "where": _where(sight, moment),
            "won": winner_words(moment),
            "replaying": number is not None,
        },
        "signals": lambda: ticks(moment.state if moment is not None else None, number is None),
        "strip": lambda: lanes_of(sight, moment),
        "told": lambda: told(sight, moment),
        "recap": lambda: recap(sight, moment),
        "map": lambda: _field(sight, moment) if moment is not None else None,
        "choosing": lambda: moment is not None and moment.is_live and choosing(sight.viewing),
        "replay": lambda: footer(sight, moment),
        "announced": lambda: _announced(sight, new or ()),
    }
    # A template asks for a part as often as it names it: it is made at the first time of asking.
    parts = {name: cache(make) for name, make in made.items()}
    return {**parts, "sight": sight, "moment": moment, "at": sight.at, "epoch": sight.epoch, "oob": oob}


def _field(sight: Sight, moment: Moment) -> FieldMap:
    return field(moment.state, moment.events, own=sight.own, origin=moment.origin)


def choosing(viewing: Viewing | None) -> bool:
    """Whether one of the party is making a choice; orders are told by their wax."""
    return viewing is not None and viewing.awaits_party(besides=DECLARE)


def _where(sight: Sight, moment: Any) -> str:
    if moment is None:
        return "Not begun"
    return where(moment.state, moment.orders.open)


def render(sight: Sight, names: Sequence[str], request: Any = None, **more: Any) -> str:
    """These regions as fragments that replace those on the page."""
    if not names:
        return ""
    shown = context(sight, oob=True, **more)
    return "".join(render_to_string(TEMPLATES[name], shown, request) for name in names)


def _announced(sight: Sight, new: Sequence[e.Event]) -> str:
    said: list[str] = []
    for event in each_note_once(new):
        sentence = tell(event, sight.state)
        if isinstance(event, e.SegmentBegan):
            said.append(f"{heading(sight.state, label_of(event, sight.state))}.")
        elif sentence is not None:
            said.append(sentence.text)
    return " ".join(said)
