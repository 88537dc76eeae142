"""Short forms: "a strikes b", what an event shows in three words, and the events that a form names."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules import events as e

VERBS = {
    "strikes": "figure",
    "shoots": "figure",
    "throws": "figure",
    "casts": "spell",
    "loses": "spell",
    "uses": "device",
    "fails": "device",
    "charges": "figure",
    "closes": "figure",
    "moves": "",
    "sets": "",
    "turns": "figure",
    "flees": "",
    "parleys": "figure",
    "waits": "figure",
    "parries": "figure",
    "warns": "figure",
    "exchanges": "figure",
    "falls": "",
    "dies": "",
}
"""Every verb, with what its object is: a figure, a spell, a device, or nothing. The object may be left out."""

_SHOWN = {
    "Cast": ("casts", "spell"),
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
    "Unconscious": ("falls", ""),
    "UndeadTurned": ("turns", "target"),
    "Waited": ("waits", "target"),
    "Warned": ("warns", "target"),
    "WeaponSet": ("sets", ""),
}
"""The kinds that show one verb, and the field that holds its object."""

Shown = tuple[str, str, str]
"""Who, verb, object (or nothing)."""


@dataclass(frozen=True)
class Roster:
    """Who is in a scenario: every figure's id with the mob it belongs to ("" for none), and the sides."""

    mobs: Mapping[str, str]
    sides: tuple[str, ...]
    side_of: Mapping[str, str]

    def is_figure(self, id: str) -> bool:
        """Whether this is a figure, or a count of them."""
        return id in self.mobs or (bool(id) and id in self.mobs.values())

    def members(self, id: str) -> tuple[str, ...]:
        """The figures that an id means: one, a whole count, a whole side, or none."""
        if id in self.mobs:
            return (id,)
        return tuple(who for who in self.mobs if id and id in (self.mobs[who], self.side_of[who]))

    def names_for(self, subject: str) -> tuple[tuple[str, ...], ...]:
        """Return the ids by which an entry may name whom a question or roll is about, the closest first.

        A figure is named by its own id, that of its count or that of its side; a count or a side also by a member's, or
        by that of a count that belongs to it.
        """
        if subject in self.mobs:
            return ((subject,), (self.mobs[subject],), (self.side_of[subject],))
        members = self.members(subject)
        return ((subject,), members, tuple(dict.fromkeys(self.mobs[who] for who in members)))

    def means(self, id: str, who: str) -> bool:
        """Whether an id is this one's own, or that of the count he belongs to."""
        return bool(id) and (id == who or id == self.mobs.get(who, ""))


@dataclass(frozen=True)
class ShortForm:
    """A short form as written: subject, verb or event kind, object. ``what`` is a verb, or a kind of event."""

    text: str
    subject: str
    what: str
    thing: str = ""

    @property
    def names_kind(self) -> bool:
        """Whether this names an event kind ("InitiativeRolled party") instead of using a verb."""
        return self.what not in VERBS

    def shows(self, event: e.Event, roster: Roster) -> bool:
        """Whether the event is one that this form names."""
        if self.names_kind:
            own = [str(getattr(event, name, "")) for name in ("who", "side", "owner")]
            return event.kind == self.what and (
                not self.subject or any(roster.means(self.subject, each) for each in own)
            )
        return any(
            verb == self.what
            and roster.means(self.subject, who)
            and (not self.thing or roster.means(self.thing, thing))
            for who, verb, thing in shown(event)
        )


def shown(event: e.Event) -> tuple[Shown, ...]:
    """Every short form that an event can show; none for most of the engine's own events."""
    special = _SPECIAL.get(event.kind)
    if special is not None:
        return special(event)
    if event.kind not in _SHOWN:
        return ()
    verb, thing = _SHOWN[event.kind]
    return ((_word(event, "who"), verb, _word(event, thing) if thing else ""),)


def words(event: e.Event) -> str:
    """One short form of the event, or its kind and whom it is about: how a line of text begins."""
    forms = shown(event)
    if forms:
        return " ".join(word for word in forms[0] if word)
    return " ".join(word for word in (event.kind, _word(event, "who") or _word(event, "side")) if word)


def _word(event: e.Event, name: str) -> str:
    return str(getattr(event, name, ""))


def _attacked(event: e.Event) -> tuple[Shown, ...]:
    verb = {"missile": "shoots", "thrown": "throws"}.get(_word(event, "mode"), "strikes")
    return ((_word(event, "who"), verb, _word(event, "target")),)


def _moved(event: e.Event) -> tuple[Shown, ...]:
    who, closes = _word(event, "who"), _word(event, "closes")
    moves = (who, "moves", "")
    return ((who, "closes", closes), moves) if closes else (moves,)


def _ruled(event: e.Event) -> tuple[Shown, ...]:
    verb = {"falls": "falls", "dead": "dies"}.get(_word(event, "what"))
    return ((_word(event, "who"), verb, ""),) if verb else ()


def _parried(event: e.Event) -> tuple[Shown, ...]:
    return tuple((each.who, "parries", _word(event, "who")) for each in getattr(event, "parries", ()))


def _out(event: e.Event) -> tuple[Shown, ...]:
    return ((_word(event, "who"), "dies", ""),) if _word(event, "fate") == "dead" else ()


_SPECIAL: dict[str, Callable[[e.Event], tuple[Shown, ...]]] = {
    "Attacked": _attacked,
    "Moved": _moved,
    "Out": _out,
    "ParriesClosed": _parried,
    "Ruled": _ruled,
}
