"""Events of a run as text: one line an event, for people or for programs."""

import json

from rules.kernel import events as e
from rules.kernel.codec import encode_event
from rules.scenarios.short_forms import describe_event

_COMMON = ("round", "segment", "clock", "moment", "clauses", "rolls", "perceived_by", "v", "kind")
_OMITTED = (
    "stat_blocks",
    "stat_block",
    "deeds",
    "notes",
    "options",
    "facts",
    "declaration",
    "open_promise",
    "dm_promise",
)
_EMPTY: tuple[object, ...] = ("", None, [], {})


def format_text_line(event: e.Event) -> str:
    """Return "1.3 a strikes b TEXT.VII.A weapon=dagger hit=true".

    The parts are round.clock, short form, clauses, other fields. An event without a short form has its kind and
    subject. An event outside the clock has "-" for it.
    """
    clock = "-" if event.clock is None else event.clock
    return " ".join([f"{event.round}.{clock}", describe_event(event), *event.clauses, *_format_details(event)])


def format_json_line(event: e.Event) -> str:
    """Return the event as one line of JSON, with sorted keys."""
    return json.dumps(encode_event(event), sort_keys=True, ensure_ascii=False)


def _format_details(event: e.Event) -> list[str]:
    words = describe_event(event).split()
    details = {
        name: value
        for name, value in encode_event(event).items()
        if name not in (*_COMMON, *_OMITTED, "because") and value not in _EMPTY and value not in words
    }
    if isinstance(event, e.MomentBegan):
        details["deeds"] = ",".join(event.deeds)
        details["because"] = [
            f"{each.deed} {each.relation} {each.other} {each.numbers}".strip() for each in event.because
        ]
    return [f"{name}={_format_value(value)}" for name, value in details.items() if value not in _EMPTY]


def _format_value(value: object) -> str:
    if isinstance(value, str) and value.split() == [value]:
        return value
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
