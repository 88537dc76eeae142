"""The reference of events, docs/events.md, made from docstrings and the table of secrecy.

``python -m rules.events_page > docs/events.md`` writes it.
"""

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping
from itertools import pairwise
from textwrap import dedent

from rules.kernel.events import Event
from rules.kernel.options import TABLE_OPTIONS
from rules.kernel.own import OwnDetails
from rules.kernel.reveal.masks import MASKS
from rules.kernel.reveal.rows import Row, lookup_fields, lookup_row
from rules.kernel.reveal.showing import SPECIAL
from rules.kernel.visibility import COMMON, Audience, Mask, Sees
from rules.procedures import get_all_kinds, list_details

AUDIENCES = {
    Audience.ALL: "everybody",
    Audience.PERCEIVERS: "those who perceive it",
    Audience.OWNER: "the player of the combatant (or of the deed) that it is about",
    Audience.DM: "the DM alone",
}
SEEN = {
    Audience.ALL: "all who are told",
    Audience.OWNER: "owner",
    Audience.NEEDED: "as `table.show_needed` has it",
    Audience.OWN_NEEDED: "owner; others as `table.show_needed` has it",
    Audience.DM: "DM",
}
HEAD = """\
# Events

Made by `python -m rules.events_page > docs/events.md` from the kinds in `rules/kernel/events/`, and in the
folders of the procedures that have their own: their docstrings, and who may see each field; a test keeps it so. Change
those, not this page.

The DM sees every event as it is. Everybody else sees what the table says, under ids of their own: foes are named and
numbered as the viewer first perceives them; moments, questions and rolls are counted among those the viewer saw.
*Owner* is the player of the combatant in `who`. An event is perceived openly (`public`) or by the combatants in
`perceived_by`; a hidden combatant's event is not sent to those who do not perceive it. In what a viewer is sent, an
event whose `perceived_by` is empty only brings a combatant up to date: no sentence narrates it.
"""


def render_page() -> str:
    """Return the whole page."""
    parts = [
        HEAD,
        _render_options(),
        _render_common(),
        *(_render_kind(kind) for _, kind in sorted(get_all_kinds().items())),
    ]
    return "\n".join(parts)


def _render_options() -> str:
    rows = [
        f"| `{each.key}` | {each.words.meaning} | {', '.join(each.choices)} | {each.default} |"
        for each in TABLE_OPTIONS.values()
    ]
    return _join_lines(
        "## Options of the table", "", *_render_head("option", "what it says", "choices", "default"), *rows, ""
    )


def _render_common() -> str:
    return _join_lines("## Fields of every event", "", *_render_fields(COMMON, describe_fields(Event)), "")


def _render_kind(kind: type[Event]) -> str:
    row = lookup_row(kind)
    own = {name: sees for name, sees in row.fields.items() if COMMON.get(name) is not sees}
    audience = f"Told to {AUDIENCES[row.to]}." + (
        f" Moreover: {_read_sentence(SPECIAL[kind])}" if kind in SPECIAL else ""
    )
    return _join_lines(
        f"## {kind.__name__}",
        "",
        _read_sentence(kind),
        "",
        audience,
        "",
        *(_render_fields(own, describe_fields(kind)) if own else ()),
        *_render_end(row),
        *(line for each in list_details(kind.kind) for line in _render_details(each)),
    )


def _render_details(kind: type[OwnDetails]) -> Iterator[str]:
    yield from (f"### {kind.__name__} in `details`", "", _read_sentence(kind), "")
    yield from _render_fields(lookup_fields(kind), describe_fields(kind))
    yield ""


def _render_end(row: Row) -> list[str]:
    return [""] if len(row.fields) > len(COMMON) else []


def _render_fields(fields: Mapping[str, Sees], meanings: Mapping[str, str]) -> Iterator[str]:
    yield from _render_head("field", "what it is", "seen by", "as", "others see")
    for name, sees in fields.items():
        mask = "" if sees.mask is Mask.AS_IS or sees.to is Audience.DM else _read_sentence(MASKS[sees.mask]).rstrip(".")
        meaning = meanings.get(name, "").rstrip(".")
        yield f"| `{name}` | {meaning} | {SEEN[sees.to]} | {mask} | {_describe_others(sees)} |"


def describe_fields(kind: type[object]) -> Mapping[str, str]:
    """Return the docstring below each field of a kind, on one line."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__[:-1]):
        (defined,) = ast.parse(dedent(inspect.getsource(each))).body
        assert isinstance(defined, ast.ClassDef)
        for field, following in pairwise(defined.body):
            match field, following:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                    found[name] = " ".join(text.split())
    return found


def _describe_others(sees: Sees) -> str:
    if sees.to == Audience.ALL:
        return ""
    return _read_sentence(sees.instead) if callable(sees.instead) else f"`{sees.instead!r}`"


def _render_head(*names: str) -> list[str]:
    return [f"| {' | '.join(names)} |", f"|{'---|' * len(names)}"]


def _read_sentence(thing: object) -> str:
    """Return the first paragraph of a docstring, on one line."""
    return " ".join((inspect.getdoc(thing) or "").split("\n\n")[0].split())


def _join_lines(*lines: str) -> str:
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(render_page())
