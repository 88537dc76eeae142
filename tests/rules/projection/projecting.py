"""Projection of a log: a line of JSON for each event shown and each combatant it changed."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from tests.rules.projection import door
from tests.rules.projection.fields import KINDS
from tests.rules.projection.listing import COMMON, ROLLED, Listed

NOTHING: tuple[object, ...] = (None, "", False, 0, [], {})
"""Values of a further field that are left out, as those of a field that the event does not have."""


class UnlistedKind(LookupError):
    """An event kind that the list of contract fields does not have."""


def project(log: Sequence[tuple[door.Event, int]], viewers: Mapping[str, door.Viewpoint]) -> Iterator[str]:
    """Yield the lines of every viewer, one viewer after another.

    ``log`` is the events in order, each with the position of its input (the opening has 0).
    """
    for name, viewpoint in viewers.items():
        for line in project_view(log, viewpoint):
            yield f"{name}: {line}"


def project_view(log: Iterable[tuple[door.Event, int]], viewpoint: door.Viewpoint) -> Iterator[str]:
    """Yield, for each event of the log, the events a viewer sees and the changed combatants.

    After a question that the viewer is asked come the lines of its form.
    """
    viewer_log, before = door.ViewerLog(viewpoint), _Standings()
    for event, position in log:
        for seen in viewer_log.see(event, position):
            # An event that nobody perceives only brings the viewer's state up to date.
            if seen.perceived_by:
                yield to_line(project_event(seen))
                if (form := door.asked_form(viewer_log, seen)) is not None:
                    yield from map(to_line, project_fields(form.fields, ()))
        yield from before.changes(viewer_log)


class _Standings:
    """The standing of everybody as the viewer last knew it."""

    def __init__(self) -> None:
        self.combatants: dict[str, object] = {}
        self.lines: dict[str, str] = {}

    def changes(self, viewer_log: door.ViewerLog) -> Iterator[str]:
        """Yield a line for everyone who is new, stands otherwise than before, or is gone."""
        # A viewer who was shown nothing has no state yet.
        now = viewer_log.state.combatants if viewer_log.count else {}
        for who, combatant in now.items():
            if self.combatants.get(who) is not combatant:
                self.combatants[who] = combatant
                line = to_line({"combatant": who, "standing": plain(door.standing(combatant))})
                if self.lines.get(who) != line:
                    self.lines[who] = line
                    yield line
        if len(self.lines) > len(now):
            for who in [each for each in self.lines if each not in now]:
                del self.lines[who], self.combatants[who]
                yield to_line({"combatant": who, "gone": True})


def project_fields(fields_asked: Iterable[door.Field], chosen: tuple[str, ...]) -> Iterator[dict[str, object]]:
    """Yield each field of a form, each of its choices, and the fields that choices open."""
    for each in fields_asked:
        choices: Sequence[door.Choice] = getattr(each, "choices", ())
        yield {"field": [*chosen, each.name], **_named_values(each, "name", "choices")}
        for choice in choices:
            path = (*chosen, f"{each.name}={choice.value}")
            yield {"option": path, **_named_values(choice, "value")}
            yield from project_fields(door.opened_fields(choice), path)


def _named_values(thing: object, *without: str) -> dict[str, object]:
    """Return the fields of a dataclass that hold something, without functions."""
    found = {each.name: getattr(thing, each.name) for each in fields(thing) if each.name not in without}  # type: ignore[arg-type]
    named = {door.form_word(name): plain(value) for name, value in found.items() if not callable(value)}
    return {name: value for name, value in named.items() if value not in NOTHING}


def project_event(event: door.Event) -> dict[str, object]:
    """Return the contract fields of an event, and further ones that hold something.

    Raises UnlistedKind.
    """
    listed = KINDS.get(event.kind)
    if listed is None:
        raise UnlistedKind(event.kind)
    return {"kind": event.kind, **_common(event), **_own(event, listed)}


def _common(event: door.Event) -> dict[str, object]:
    known = {name: plain(getattr(event, name)) for name in COMMON if name != "rolls"}
    rolls = [{name: plain(getattr(rolled, name)) for name in ROLLED} for rolled in event.rolls]
    return {**known, **({"rolls": rolls} if rolls else {})}


def _own(event: door.Event, listed: Listed) -> dict[str, object]:
    own = {name: plain(getattr(event, name)) for name in listed.contract}
    for name in listed.further:
        value = plain(door.read_field(event, name))
        if value not in NOTHING:
            own[name] = value
    if "because" in own:
        own["because"] = [_reason(each) for each in getattr(event, "because", ())]
    for name in listed.deeds:
        own[name] = _owners(getattr(event, name))
    return own


def _reason(because: Any) -> dict[str, object]:
    """Return a decisive precedence, with combatants for the deeds."""
    known = {name: plain(getattr(because, name)) for name in ("relation", "clauses", "numbers")}
    return {"deed": door.deed_owner(because.deed), "other": door.deed_owner(because.other), **known}


def _owners(value: str | Sequence[str]) -> object:
    """Return the id of a deed, or several, as those of the combatants."""
    return door.deed_owner(value) if isinstance(value, str) else [door.deed_owner(each) for each in value]


def plain(value: object) -> object:
    """Return a value as JSON: enums by value, fractions as text, dataclasses as their fields.

    Fields of a dataclass that hold nothing are left out. Raises TypeError for a value of any other class.
    """
    if isinstance(value, Enum):
        return plain(value.value)
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Fraction | float):
        return str(value)
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if is_dataclass(value):
        return _named_values(value)
    raise TypeError(f"{value!r} has no plain form")


def to_line(value: Mapping[str, object]) -> str:
    """Return the JSON text of one line, with sorted keys."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def digest(lines: Iterable[str]) -> str:
    """Return the first 16 hexadecimal digits of the SHA-256 of the lines."""
    summed = hashlib.sha256()
    for line in lines:
        summed.update(line.encode())
        summed.update(b"\n")
    return summed.hexdigest()[:16]
