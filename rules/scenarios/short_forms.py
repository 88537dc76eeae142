"""Events as text: in three words, such as "a strikes b", or as a line with every field."""

import json
from collections.abc import Mapping
from functools import cache

from rules.kernel import events as e
from rules.kernel.codec import encode, encode_event
from rules.kernel.event import Verb
from rules.kernel.frozen import frozen
from rules.kernel.kinds import get_all_kinds
from rules.kernel.own import get_details


@cache
def list_verbs() -> Mapping[str, Verb]:
    """Return every verb of the kinds of all procedures; the object of each may be left out."""
    return {verb.word: verb for kind in get_all_kinds().values() for verb in kind.verbs}


@frozen
class Roster:
    """The combatants of a scenario."""

    mobs: Mapping[str, str]
    """Each combatant's mob, or ""."""
    sides: tuple[str, ...]
    side_of: Mapping[str, str]

    def is_combatant(self, id: str) -> bool:
        """Return whether this is the id of a combatant or of a mob."""
        return id in self.mobs or (bool(id) and id in self.mobs.values())

    def list_members(self, id: str) -> tuple[str, ...]:
        """Return the combatants that an id means: one, a whole mob, a whole side, or none."""
        if id in self.mobs:
            return (id,)
        return tuple(who for who in self.mobs if id and id in (self.mobs[who], self.side_of[who]))

    def list_names(self, subject: str) -> tuple[tuple[str, ...], ...]:
        """Return the ids by which an entry may name this subject, the closest first.

        A combatant is named by its own id, its mob's or its side's. A mob or side is also named by a member's id, or
        by that of a mob within it.
        """
        if subject in self.mobs:
            return ((subject,), (self.mobs[subject],), (self.side_of[subject],))
        members = self.list_members(subject)
        return ((subject,), members, tuple(dict.fromkeys(self.mobs[who] for who in members)))

    def is_named_by(self, id: str, who: str) -> bool:
        """Return whether an id is this combatant's own, or its mob's."""
        return bool(id) and (id == who or id == self.mobs.get(who, ""))


@frozen
class ShortForm:
    """A short form as written."""

    text: str
    subject: str
    what: str
    """A verb, or a kind of event."""
    thing: str = ""
    """The object; empty for any."""

    @property
    def names_kind(self) -> bool:
        """Return whether it names an event kind ("InitiativeRolled party") instead of a verb."""
        return self.what not in list_verbs()

    def is_matching(self, event: e.Event, roster: Roster) -> bool:
        """Return whether this form names the event."""
        if self.names_kind:
            own = [str(getattr(event, name, "")) for name in ("who", "side", "owner")]
            return event.kind == self.what and (
                not self.subject or any(roster.is_named_by(self.subject, each) for each in own)
            )
        return any(
            verb == self.what
            and roster.is_named_by(self.subject, who)
            and (not self.thing or roster.is_named_by(self.thing, thing))
            for who, verb, thing in event.list_short_forms()
        )


def describe_event(event: e.Event) -> str:
    """Return one short form of the event, or its kind and subject."""
    forms = event.list_short_forms()
    if forms:
        return " ".join(word for word in forms[0] if word)
    return " ".join(word for word in (event.kind, _get_field(event, "who") or _get_field(event, "side")) if word)


def _get_field(event: e.Event, name: str) -> str:
    return str(getattr(event, name, ""))


# Events of a run as lines of text, for people or for programs.


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
    return json.dumps(_encode_fields(event), sort_keys=True, ensure_ascii=False)


def _encode_fields(event: e.Event) -> Mapping[str, object]:
    """Return the fields of an event as plain data, those of its details among them."""
    details = get_details(event)
    inner = encode(details) if details is not None else {}
    return {**{name: value for name, value in encode_event(event).items() if name != "details"}, **inner}


def _format_details(event: e.Event) -> list[str]:
    words = describe_event(event).split()
    details = {
        name: value
        for name, value in _encode_fields(event).items()
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
