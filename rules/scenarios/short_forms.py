"""Events as text: in three words, such as "a strikes b", or as a line with every field."""

import json
from collections.abc import Callable, Mapping

from rules.kernel import events as e
from rules.kernel.codec import encode, encode_event
from rules.kernel.events.base import ShortWords
from rules.kernel.frozen import frozen
from rules.kernel.own import get_details

VERBS = {
    "strikes": "combatant",
    "shoots": "combatant",
    "throws": "combatant",
    "casts": "spell",
    "loses": "spell",
    "uses": "device",
    "fails": "device",
    "charges": "combatant",
    "closes": "combatant",
    "moves": "",
    "sets": "",
    "turns": "combatant",
    "flees": "",
    "parleys": "combatant",
    "waits": "combatant",
    "parries": "combatant",
    "warns": "combatant",
    "exchanges": "combatant",
    "falls": "",
    "dies": "",
}
"""Every verb, with the kind of its object: a combatant, a spell, a device, or nothing.

The object may be left out.
"""

_VERB_OF_KIND = {
    "ChargeMet": ("charges", "target"),
    "DeviceFailed": ("fails", "device"),
    "DeviceUsed": ("uses", "device"),
    "Fled": ("flees", ""),
    "HelplessMade": ("falls", ""),
    "Parleyed": ("parleys", "target"),
    "Parried": ("parries", "against"),
    "PsionicExchanged": ("exchanges", "target"),
    "Slain": ("dies", ""),
    "SpellCompleted": ("casts", "spell"),
    "SpellSpoiled": ("loses", "spell"),
    "UndeadTurned": ("turns", "target"),
    "Waited": ("waits", "target"),
    "Warned": ("warns", "target"),
    "WeaponSet": ("sets", ""),
}
"""The shared event kinds that show one verb, and the field that holds its object."""


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
        return self.what not in VERBS

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
            for who, verb, thing in list_short_forms(event)
        )


def list_short_forms(event: e.Event) -> tuple[ShortWords, ...]:
    """Return every short form of an event; none for most of the engine's own events."""
    special = _SPECIAL_FORMS.get(event.kind)
    if special is not None:
        return special(event)
    if event.kind not in _VERB_OF_KIND:
        return event.list_short_forms()
    verb, thing = _VERB_OF_KIND[event.kind]
    return ((_get_field(event, "who"), verb, _get_field(event, thing) if thing else ""),)


def describe_event(event: e.Event) -> str:
    """Return one short form of the event, or its kind and subject."""
    forms = list_short_forms(event)
    if forms:
        return " ".join(word for word in forms[0] if word)
    return " ".join(word for word in (event.kind, _get_field(event, "who") or _get_field(event, "side")) if word)


def _get_field(event: e.Event, name: str) -> str:
    return str(getattr(event, name, ""))


def _list_attack_forms(event: e.Event) -> tuple[ShortWords, ...]:
    verb = {"missile": "shoots", "thrown": "throws"}.get(_get_field(event, "mode"), "strikes")
    return ((_get_field(event, "who"), verb, _get_field(event, "target")),)


def _list_move_forms(event: e.Event) -> tuple[ShortWords, ...]:
    who, closes = _get_field(event, "who"), _get_field(event, "closes")
    moves = (who, "moves", "")
    return ((who, "closes", closes), moves) if closes else (moves,)


def _list_ruling_forms(event: e.Event) -> tuple[ShortWords, ...]:
    verb = {"falls": "falls", "dead": "dies"}.get(_get_field(event, "what"))
    is_lifted = getattr(event, "new", None) in (False, "no")
    return ((_get_field(event, "who"), verb, ""),) if verb and not is_lifted else ()


def _list_effect_forms(event: e.Event) -> tuple[ShortWords, ...]:
    return ((_get_field(event, "who"), "dies", ""),) if _get_field(event, "effect") == "dead" else ()


_SPECIAL_FORMS: dict[str, Callable[[e.Event], tuple[ShortWords, ...]]] = {
    "Attacked": _list_attack_forms,
    "EffectBegan": _list_effect_forms,
    "Moved": _list_move_forms,
    "Ruled": _list_ruling_forms,
}


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
