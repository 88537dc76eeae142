"""A run as text: one line an event, for people or for programs."""

import json

from rules import events as e
from rules.codec import encode_event
from rules.scenario.short import words

_COMMON = ("round", "segment", "clock", "moment", "clauses", "rolls", "perceived_by", "v", "kind")
_TOO_LONG = ("figures", "figure", "deeds", "notes", "options", "facts", "declaration", "open_promise", "dm_promise")
_NOTHING: tuple[object, ...] = ("", None, [], {})


def text_line(event: e.Event) -> str:
    """ "1.3 a strikes b ADDICT.VII.A weapon=dagger hit=true": round.clock, short form, clauses, then what else it has.

    An event without a short form has its kind and whom it is about; one outside the clock has "-" for it.
    """
    clock = "-" if event.clock is None else event.clock
    return " ".join([f"{event.round}.{clock}", words(event), *event.clauses, *_details(event)])


def json_line(event: e.Event) -> str:
    """The event as one line of JSON, with sorted keys."""
    return json.dumps(encode_event(event), sort_keys=True, ensure_ascii=False)


def _details(event: e.Event) -> list[str]:
    said = words(event).split()
    told = {
        name: value
        for name, value in encode_event(event).items()
        if name not in (*_COMMON, *_TOO_LONG, "because") and value not in _NOTHING and value not in said
    }
    if isinstance(event, e.MomentBegan):
        told["deeds"] = ",".join(event.deeds)
        told["because"] = [f"{each.deed} {each.relation} {each.other} {each.numbers}".strip() for each in event.because]
    return [f"{name}={_plain(value)}" for name, value in told.items() if value not in _NOTHING]


def _plain(value: object) -> str:
    if isinstance(value, str) and value.split() == [value]:
        return value
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
