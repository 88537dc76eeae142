"""The reference of events, docs/events.md, as text: made of the docstrings of the kinds and of the table of secrecy.

``python -m rules.reveal.page > docs/events.md`` writes it anew.
"""

import inspect
import sys
from collections.abc import Iterator, Mapping

from rules.events import KINDS, Event
from rules.reveal import masks
from rules.reveal.eyes import TABLE_OPTIONS
from rules.reveal.rows import COMMON, Row, Sees
from rules.reveal.table import row_of

TOLD = {
    "all": "everybody",
    "perceivers": "those who perceive it",
    "owner": "the player whose figure (or deed) it is about",
    "dm": "the DM alone",
}
SEEN = {
    "all": "all who are told",
    "owner": "owner",
    "needed": "as `table.show_needed` has it",
    "own needed": "owner; others as `table.show_needed` has it",
    "dm": "DM",
}
HEAD = """\
# Events

Made by `python -m rules.reveal.page > docs/events.md` from the docstrings of the kinds (`rules/events/`) and the table
of secrecy (`rules/reveal/table.py`); a test keeps it so. Change those, not this page.

The DM is told every event as it is. Everybody else is told what the table says, in ids of his own: foes are named and
numbered as he first perceives them, moments, questions and rolls are counted among those he saw. *Owner* is the player
of the figure in `who`. An event is perceived openly (`public`) or by the figures in `perceived_by`; what a hidden
figure does is not told to those who do not perceive it. In what a viewer is sent, an event whose `perceived_by` is
empty only brings a figure up to date: it is folded, and nothing is told of it.
"""


def page() -> str:
    """The whole page."""
    parts = [HEAD, _options(), _common(), *(_kind(kind) for kind in KINDS.values())]
    return "\n".join(parts)


def _options() -> str:
    rows = [
        f"| `{each.key}` | {each.meaning} | {', '.join(each.choices)} | {each.default} |"
        for each in TABLE_OPTIONS.values()
    ]
    return _lines("## Options of the table", "", *_head("option", "what it says", "choices", "default"), *rows, "")


def _common() -> str:
    return _lines("## Fields of every event", "", *_fields(COMMON), "")


def _kind(kind: type[Event]) -> str:
    row = row_of(kind)
    own = {name: sees for name, sees in row.fields.items() if COMMON.get(name) is not sees}
    told = f"Told to {TOLD[row.to]}."
    return _lines(f"## {kind.__name__}", "", _sentence(kind), "", told, "", *(_fields(own) if own else ()), *_end(row))


def _end(row: Row) -> list[str]:
    return [""] if len(row.fields) > len(COMMON) else []


def _fields(fields: Mapping[str, Sees]) -> Iterator[str]:
    yield from _head("field", "seen by", "as", "others see")
    for name, sees in fields.items():
        shown = "" if sees.mask is masks.as_is or sees.to == "dm" else _sentence(sees.mask).rstrip(".")
        yield f"| `{name}` | {SEEN[sees.to]} | {shown} | {_others(sees)} |"


def _others(sees: Sees) -> str:
    if sees.to == "all":
        return ""
    return _sentence(sees.instead) if callable(sees.instead) else f"`{sees.instead!r}`"


def _head(*names: str) -> list[str]:
    return [f"| {' | '.join(names)} |", f"|{'---|' * len(names)}"]


def _sentence(thing: object) -> str:
    """The first paragraph of a docstring, on one line."""
    return " ".join((inspect.getdoc(thing) or "").split("\n\n")[0].split())


def _lines(*lines: str) -> str:
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(page())
