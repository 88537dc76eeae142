"""State that the ten rules keep of combatants and the encounter, and its changes by events."""

from collections.abc import Mapping
from dataclasses import field
from typing import TypeVar

from rules.kernel import events as e
from rules.kernel.frozen import evolve, frozen
from rules.kernel.own import Own
from rules.kernel.procedure import OwnChanges
from rules.kernel.rulings import OwnRuling, RulingForm, TypedPart
from rules.kernel.state import Combatant, State, drop_own, keep, with_own
from rules.kernel.terms import DM, CombatantId

T = TypeVar("T")

LONGEST_EVENT = 120
"""Characters of the DM's words for an event."""


Pair = tuple[CombatantId, CombatantId]
"""A combatant, and another it has noticed or means to parry."""


@frozen
class Spent(Own):
    """A combatant's count for this round."""

    actions: int = 0
    """Actions of every sort."""
    spells: int = 0
    devices: int = 0
    attacks: int = 0
    """Blows, shots and magic that may harm."""
    blows: int = 0
    shots: int = 0
    magic: int = 0
    """Attacks by magic, among ``attacks``."""
    legs: int = 0
    """Legs of movement."""
    distance: int = 0
    """Hundredths of a foot that the legs cover."""
    early: bool = False
    """The first leg came before any shot."""
    disturbed: bool = False
    """It was damaged, or the target of magic, since the first leg (6.8)."""
    relocated: bool = False
    """It was carried off by magic."""
    staff: bool = False
    """A blow was struck with a staff that is a device."""


@frozen
class Tally(Own):
    """Notes on the count of this round, apart from that of each combatant.

    Like all classes below it is kept of the encounter: so it changes no combatant, and makes nobody's deeds lapse.
    """

    counted: tuple[str, ...] = ()
    """Ids of deeds that were counted."""
    failed: tuple[tuple[CombatantId, str], ...] = ()
    """Devices that did not work, each with the combatant who has it."""


@frozen
class Attention(Own):
    """Events that combatants have noticed this round (10.9)."""

    noticed: Mapping[Pair, int] = field(default_factory=dict)
    """Segments of noticed events that were not acted upon.

    Keys are the observer and the combatant that the event is about; "" stands for none.
    """
    at_back: tuple[Pair, ...] = ()
    """Observers, each with a combatant who was at their back when they might notice it (10.19)."""


@frozen
class Parries(Own):
    """The parries of this round (9.5)."""

    meant: tuple[Pair, ...] = ()
    """Combatants who will parry the next blow, each with the attacker."""
    made: tuple[Pair, ...] = ()
    """Combatants who have parried a blow, each with the attacker."""


@frozen
class GearFacts(Own):
    """Facts about things of combatants that came out in play."""

    balanced: Mapping[tuple[CombatantId, str], bool] = field(default_factory=dict)
    """Whether a dagger can be thrown, once a throw was tried (8.4)."""
    late: Mapping[tuple[CombatantId, str], int] = field(default_factory=dict)
    """Rounds in which devices were put on too late: they work from the next round on (5.3)."""


@frozen
class Comparisons(Own):
    """The DM's decisions on weapons."""

    opposes: Mapping[tuple[str, str], bool] = field(default_factory=dict)
    """Whether the first weapon can parry the second (9.5)."""


@frozen
class Appearance:
    """A combatant as others see it."""

    is_present: bool = False
    is_able: bool = False
    is_hidden: bool = False
    at_back_of: CombatantId = ""
    """The combatant at whose back it stands; "" for nobody's."""


@frozen
class Happenings(Own):
    """Events about each combatant ("": about none).

    All but ``known`` is of this round.
    """

    known: Mapping[CombatantId, Appearance] = field(default_factory=dict)
    """Appearances when last observed."""
    segments: Mapping[CombatantId, int] = field(default_factory=dict)
    """Segments in which an event was last observed."""
    words: Mapping[CombatantId, str] = field(default_factory=dict)
    """The DM's words for events."""
    unobserved: tuple[CombatantId, ...] = ()
    """Those for which the DM has declared an event since they were last observed."""
    carried_off: tuple[CombatantId, ...] = ()
    """Those that magic has put somewhere else in sight since they were last observed."""


def get_spent(each: Combatant) -> Spent:
    """Return what a combatant has spent of its actions this round."""
    return each.own(Spent)


def with_spent(each: Combatant, spent: Spent) -> Combatant:
    """Return a combatant that has spent this of its actions."""
    return evolve(each, owned={**each.owned, Spent: spent})


def _apply_round_began(event: e.RoundBegan, before: State, after: State) -> State:
    after = drop_own(after, Spent, Tally, Attention, Parries)
    happenings = after.own(Happenings)
    return keep(after, Happenings(known=happenings.known))


# Counts.


def _apply_damaged(event: e.Damaged, before: State, after: State) -> State:
    return _disturb(after, event.who) if event.amount else after


def _apply_magic(event: e.SpellCompleted | e.DeviceUsed, before: State, after: State) -> State:
    for who in event.targets:
        if who != event.who:
            after = _disturb(after, who)
    return after


def _disturb(state: State, who: CombatantId) -> State:
    """Return the state with a combatant disturbed in its movement, if it has moved (6.8)."""
    spent = get_spent(state.combatants[who])
    return with_own(state, who, evolve(spent, disturbed=True)) if spent.legs and not spent.disturbed else state


def _apply_device_failed(event: e.DeviceFailed, before: State, after: State) -> State:
    tally, gear, device = after.own(Tally), after.own(GearFacts), (event.who, event.device)
    after = keep(after, Tally(tally.counted, (*tally.failed, device)))
    return keep(after, GearFacts(gear.balanced, {**gear.late, device: after.round})) if event.worn else after


# Events and their observers.


HAPPENING = "event"
"""The ruling that describes in words an event, of a combatant or the encounter, that others may notice."""


def _apply_moved(event: e.Moved, before: State, after: State) -> State:
    """Return the state with a note that magic has put a combatant somewhere else in sight."""
    if not event.relocated or after.combatants[event.who].hidden:
        return after
    happenings = after.own(Happenings)
    return keep(after, evolve(happenings, carried_off=with_one(happenings.carried_off, event.who)))


def _apply_ruled(event: e.Ruled, before: State, after: State) -> State:
    return _set_happening(after, event.who, event.new) if event.what == HAPPENING else after


def _set_happening(state: State, who: str, words: object) -> State:
    """Return the state with an event in the DM's words.

    Raises ValueError if the words are no text of 1 to 120 characters.
    """
    if not isinstance(words, str) or not 0 < len(words) <= LONGEST_EVENT:
        raise ValueError(f"what happens is said in up to {LONGEST_EVENT} characters")
    about, happenings = "" if who == DM else who, state.own(Happenings)
    unobserved = with_one(happenings.unobserved, about)
    return keep(state, evolve(happenings, words={**happenings.words, about: words}, unobserved=unobserved))


def _apply_mind_changed(event: e.MindChanged, before: State, after: State) -> State:
    """Return the state in which a combatant has acted upon all that it has noticed."""
    attention = after.own(Attention)
    noticed = {(who, about): segment for (who, about), segment in attention.noticed.items() if who != event.who}
    return keep(after, Attention(noticed, attention.at_back))


# Parries.


def _apply_parried(event: e.Parried, before: State, after: State) -> State:
    if not event.once:
        return after
    parries, pair = after.own(Parries), (event.who, event.against)
    return keep(after, Parries(without_one(parries.meant, pair), with_one(parries.made, pair)))


def with_one(several: tuple[T, ...], one: T) -> tuple[T, ...]:
    """Return the items with one more, unless it is among them."""
    return several if one in several else (*several, one)


def without_one(several: tuple[T, ...], one: T) -> tuple[T, ...]:
    """Return the items without one of them."""
    return tuple(each for each in several if each != one)


CHANGES: OwnChanges = {
    e.RoundBegan: _apply_round_began,
    e.Damaged: _apply_damaged,
    e.SpellCompleted: _apply_magic,
    e.DeviceUsed: _apply_magic,
    e.DeviceFailed: _apply_device_failed,
    e.Moved: _apply_moved,
    e.Ruled: _apply_ruled,
    e.MindChanged: _apply_mind_changed,
    e.Parried: _apply_parried,
}
"""The changes that events make to this state."""

RULINGS = {
    HAPPENING: OwnRuling(
        _set_happening,
        lambda state, who, value: None,
        is_happening=True,
        form=RulingForm("event that may be noticed", (TypedPart.WORDS,), "what happens, in a few words"),
    )
}
"""Rulings of the DM on this state."""
