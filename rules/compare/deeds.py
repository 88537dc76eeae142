"""Deeds of a fight and their outcomes, gathered from events for comparison.

A deed is known by the round, its doer, its kind, and its number among the deeds of that kind. Blows count together,
whether a charge or a faster weapon brings them. Attacks of opportunity, which only some procedures have, count
separately.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules.compare.dice import has_unshared_face
from rules.kernel import events as e
from rules.kernel.apply import apply
from rules.kernel.deeds import Deed, DeedGroup
from rules.kernel.frozen import frozen
from rules.kernel.order import Because
from rules.kernel.state import State
from rules.kernel.terms import ClauseId, CombatantId


@frozen(order=True)
class Key:
    """The identity of a deed."""

    round: int
    who: CombatantId
    what: str
    """The kind of deed."""
    thing: str = ""
    """The spell, device or question it is about."""
    nth: int = 1
    """Its number among those of its kind in the round, from 1."""


@frozen
class Outcome:
    """The outcome of a deed."""

    result: str
    """One word."""
    clauses: tuple[ClauseId, ...] = ()
    targets: tuple[CombatantId, ...] = ()
    clock: int | None = None
    """The column."""
    moment: int | None = None
    """The number of the moment in the round."""
    by: CombatantId = ""
    """The combatant that caused it, if not the doer."""
    cause: str = ""
    harm: tuple[tuple[CombatantId, int], ...] = ()
    """Each combatant that lost hit points by it, with the amount."""
    resisted: tuple[tuple[CombatantId, bool], ...] = ()
    """Each combatant that made a saving throw against it, and whether it succeeded."""
    face: int = 0
    """The die of its roll to hit, or of morale."""
    needed: int = 0
    """The number that the die needed."""
    own_die: bool = False
    """One of its dice was drawn for this procedure alone."""
    deed: str = ""
    """The id among the pending deeds."""

    def make_comparison_key(self) -> object:
        """Return everything that is compared: neither the time nor the die."""
        return self.result, self.targets, self.by, self.harm, self.resisted


ABSENT = Outcome("absent")
"""The outcome of a deed that does not happen."""


LOST_AS: Mapping[DeedGroup, str] = {
    DeedGroup.BLOW: "blow",
    DeedGroup.SHOT: "shot",
    DeedGroup.SPELL: "spell",
    DeedGroup.DEVICE: "device",
    DeedGroup.CHARGE: "blow",
    DeedGroup.CHARGE_BLOW: "blow",
    DeedGroup.MOVE: "close",
    DeedGroup.FLIGHT: "flight",
    DeedGroup.TURNING: "turning",
}
"""The kind of deed of which the loss of a pending deed is told, by the deed's group; else the deed's own."""


HARMFUL = ("blow", "shot", "opportunity", "spell", "device", "turning", "exchange")
"""Deeds that can harm a combatant."""


@dataclass
class ComparedDeeds:
    """The deeds of a fight in order, gathered from its events."""

    state: State
    """The state before the event that is being read."""
    found: dict[Key, Outcome] = field(default_factory=dict)
    """Outcomes by deed, in the order of their first event."""
    before: dict[tuple[int, int], State] = field(default_factory=dict)
    """For each moment of a round, the state as it was chosen, with the deeds then pending."""
    because: dict[tuple[int, str, str], Because] = field(default_factory=dict)
    """The precedence that decided between two deeds of a round."""
    own_order: list[int] = field(default_factory=list)
    """Rounds whose order depends on dice drawn for this procedure alone."""
    known: dict[str, Deed] = field(default_factory=dict)
    """Pending deeds of the round by id."""
    _moment: tuple[str, ...] = ()
    _open: dict[tuple[CombatantId, str], Key] = field(default_factory=dict)
    _last: Key | None = None

    def note_context(self, event: e.Event) -> None:
        """Note what an event says of the moment and of pending deeds."""
        if isinstance(event, e.MomentBegan):
            self._begin_moment(event)
        elif isinstance(event, e.AgendaChanged):
            self.known.update({deed.id: deed for deed in event.deeds})
        elif isinstance(event, e.RoundBegan):
            self.known, self._open, self._last = {}, {}, None
        elif isinstance(event, e.InitiativeRolled) and any(has_unshared_face(rolled) for rolled in event.rolls):
            self.own_order.append(event.round)

    def apply_event(self, event: e.Event) -> None:
        """Apply the event to the state, after it was read."""
        self.state = apply(event, self.state)

    def _begin_moment(self, event: e.MomentBegan) -> None:
        self._moment = event.deeds
        self.before[event.round, event.moment or 0] = self.state
        for each in event.because:
            self.because.setdefault((event.round, each.deed, each.other), each)

    # Methods for readers of events.

    def add(self, event: e.Event, what: str, result: str, thing: str = "", *, who: str = "", **more: Any) -> Key:
        """Add a further deed of its kind."""
        who = who or str(getattr(event, "who", ""))
        nth = 1 + sum(
            (key.round, key.who, key.what, key.thing) == (event.round, who, what, thing) for key in self.found
        )
        key = Key(event.round, who, what, thing, nth)
        self.found[key] = self.make_outcome(event, who, what, result, **more)
        self._last = key
        return key

    def update(self, key: Key, event: e.Event, result: str, **more: Any) -> None:
        """Replace the outcome of a known deed, but keep its harm and saves."""
        before = self.found[key]
        now = self.make_outcome(event, key.who, key.what, result, **more)
        self.found[key] = replace(
            now, harm=before.harm, resisted=before.resisted, own_die=before.own_die or now.own_die, deed=now.deed
        )
        self._last = key

    def make_outcome(self, event: e.Event, who: str, what: str, result: str, **more: Any) -> Outcome:
        deed = more.pop("deed", "") or getattr(event, "deed", "") or self._find_deed(event, who)
        return Outcome(
            result, tuple(dict.fromkeys(event.clauses)), clock=event.clock, moment=event.moment, deed=deed,
            own_die=any(has_unshared_face(rolled) for rolled in event.rolls), **more,
        )  # fmt: skip

    def _find_deed(self, event: e.Event, who: CombatantId) -> str:
        """Return the combatant's deed of the moment that ends by this kind of event, or ""."""
        own = (self.known[id] for id in self._moment if id in self.known and self.known[id].who == who)
        return next((each.id for each in own if type(event) in (*each.succeeds_by, *each.fails_by)), "")

    def get_open(self, who: CombatantId, thing: str) -> Key | None:
        """Return the combatant's unfinished deed with this thing."""
        return self._open.get((who, thing))

    def open_deed(self, who: CombatantId, thing: str, key: Key) -> None:
        """Keep a deed that will be finished later."""
        self._open[who, thing] = key

    def finish(self, event: e.Event, what: str, result: str, thing: str, **more: Any) -> None:
        """Finish a deed, or add it if it was not begun."""
        who = str(getattr(event, "who", ""))
        key = self._open.pop((who, thing), None)
        if key is None:
            self.add(event, what, result, thing, **more)
        else:
            self.update(key, event, result, **more)

    def add_harm(self, event: e.Damaged) -> None:
        """Add damage to the blow, spell or device of its deed in this column.

        Of several blows it is the first that has not harmed this combatant yet, else the last one. An older log does
        not say the deed: then any of its doer's may be it.
        """
        mine = [
            key
            for key, each in self.found.items()
            if key.round == event.round and key.who == event.by and (not event.deed or each.deed == event.deed)
        ]
        now = [
            key for key in mine if self.found[key].clock == event.clock and _can_harm(key, self.found[key], event.who)
        ]
        if not now:
            return
        whole = [key for key in now if not any(who == event.who for who, _ in self.found[key].harm)]
        key = (whole or now)[0 if whole else -1]
        outcome = self.found[key]
        own = outcome.own_die or any(has_unshared_face(rolled) for rolled in event.rolls)
        self.found[key] = replace(outcome, harm=(*outcome.harm, (event.who, event.amount)), own_die=own)

    def add_save(self, event: e.SavedOrNot) -> None:
        """Add a saving throw to the spell or device that it is made against."""
        key = next((key for key in reversed(self.found) if key.thing == event.against), self._last)
        if key is not None:
            outcome = self.found[key]
            own = outcome.own_die or any(has_unshared_face(rolled) for rolled in event.rolls)
            self.found[key] = replace(outcome, resisted=(*outcome.resisted, (event.who, event.saved)), own_die=own)

    def find_last_striker(self, who: CombatantId) -> CombatantId:
        """Return the doer of the last deed that harmed this combatant in the current column."""
        for key, outcome in reversed(self.found.items()):
            if outcome.clock == self.state.clock and any(hurt == who for hurt, _ in outcome.harm):
                return key.who
        hits = (key.who for key, each in reversed(self.found.items()) if each.result == "hits" and who in each.targets)
        return next(hits, "")


def _can_harm(key: Key, outcome: Outcome, who: CombatantId) -> bool:
    lands = key.what in HARMFUL and outcome.result not in ("misses", "spoiled", "lost", "begun")
    return lands and (not outcome.targets or who in outcome.targets)


Reader = Callable[[ComparedDeeds, Any], object]


def read_deeds(start: State, events: Sequence[e.Event]) -> ComparedDeeds:
    """Return the deeds of a fight, from the state it began with."""
    deeds = ComparedDeeds(start)
    for event in events:
        deeds.note_context(event)
        reader = READERS.get(type(event))
        if reader is not None:
            reader(deeds, event)
        elif (said := event.get_result()) is not None:
            more: dict[str, Any] = {"targets": said.targets, "cause": said.cause}
            deeds.add(event, said.what, said.result, said.thing, face=said.face, needed=said.needed, **more)
        deeds.apply_event(event)
    return deeds


# Readers of one kind of event.


def _read_spell_began(deeds: ComparedDeeds, event: e.SpellBegan) -> None:
    key = deeds.add(event, "spell", "begun", event.spell, targets=event.targets)
    deeds.open_deed(event.who, event.spell, key)


def _read_spell_completed(deeds: ComparedDeeds, event: e.SpellCompleted) -> None:
    deeds.finish(event, "spell", "completed", event.spell, targets=event.targets)


def _read_spell_spoiled(deeds: ComparedDeeds, event: e.SpellSpoiled) -> None:
    by = deeds.find_last_striker(event.who) if event.cause not in ("cancelled",) else ""
    by = by if by != event.who else ""
    more: dict[str, Any] = {"targets": event.targets, "cause": event.cause, "by": by, "deed": event.deed}
    deeds.finish(event, "spell", "spoiled", event.spell, **more)


def _read_charge_began(deeds: ComparedDeeds, event: e.ChargeBegan) -> None:
    key = deeds.add(event, "charge", "begun", targets=(event.target,) if event.target else ())
    deeds.open_deed(event.who, "charge", key)


def _read_charge_met(deeds: ComparedDeeds, event: e.ChargeMet) -> None:
    key = deeds.get_open(event.who, "charge")
    if key is None:
        deeds.add(event, "charge", "arrives", targets=(event.target,))
    else:
        deeds.update(key, event, "arrives", targets=(event.target,))


def _read_move(deeds: ComparedDeeds, event: e.Moved) -> None:
    key = deeds.get_open(event.who, "charge")
    if key is not None and not deeds.found[key].targets and not event.relocated:
        deeds.update(key, event, f"{event.feet} ft")
        return
    charging = (key, deeds.state.combatants[event.who].charging)
    if event.closes and not any(charging):
        deeds.add(event, "close", "closes", targets=(event.closes,))
    elif event.feet and (event.relocated or not any(charging)):
        deeds.add(event, "move", f"{event.feet} ft by magic" if event.relocated else f"{event.feet} ft")


def _read_loss(deeds: ComparedDeeds, event: e.DeedLost) -> None:
    deed = deeds.known.get(event.deed)
    if deed is None or deed.group in (DeedGroup.PASSIVE, DeedGroup.CONTACT):
        return
    what = LOST_AS.get(deed.group, deed.kind)
    more: dict[str, Any] = {"targets": deed.targets, "cause": event.cause, "deed": event.deed}
    if deed.group is DeedGroup.CHARGE and (key := deeds.get_open(event.who, "charge")) is not None:
        deeds.update(key, event, "lost", **more)
    elif deed.group is DeedGroup.SPELL:
        deeds.finish(event, "spell", "lost", deed.words.spell, **more)
    else:
        deeds.add(event, what, "lost", deed.words.device, **more)


def _make_fall_reader(what: str, result: str) -> Reader:
    def read(deeds: ComparedDeeds, event: Any) -> None:
        cause = getattr(event, "cause", "")
        deeds.add(
            event, what, result, by=deeds.find_last_striker(event.who), cause=cause if cause != "hit points" else ""
        )

    return read


READERS: Mapping[type[e.Event], Reader] = {
    e.SpellBegan: _read_spell_began,
    e.SpellCompleted: _read_spell_completed,
    e.SpellSpoiled: _read_spell_spoiled,
    e.ChargeBegan: _read_charge_began,
    e.ChargeMet: _read_charge_met,
    e.Moved: _read_move,
    e.DeedLost: _read_loss,
    e.Damaged: ComparedDeeds.add_harm,
    e.SavedOrNot: ComparedDeeds.add_save,
    e.HelplessMade: _make_fall_reader("fall", "falls"),
    e.Slain: _make_fall_reader("death", "dies"),
}
"""Readers of what an event says of deeds that were begun before, and of harm; others say a result (``get_result``)."""
