"""Rulings: the changes that the DM may make, one small function for each.

``rule`` makes the change. A ruling on the encounter itself names "dm". A ruling that only one procedure knows is an
OwnRuling.
"""

from collections.abc import Callable, Iterable
from enum import Enum, auto

from rules.kernel.frozen import evolve, frozen
from rules.kernel.state import GONE, Combatant, State, add_condition, remove_conditions, set_hidden, set_hit_points
from rules.kernel.terms import DM, HUNDREDTHS, CombatantId, Setting

CONDITIONS = (
    "helpless",
    "asleep",
    "held",
    "stunned",
    "paralysed",
    "dead",
    "vanished",
    "fled",
    "surrendered",
    "turned",
    "webbed",
    "prone",
    "blinded",
    "charmed",
    "silenced",
    "slowed",
)
"""Conditions that a ruling may set (value yes or nothing) or lift (value no)."""

HIT_POINTS = "hp"
"""The ruling that sets hit points."""

COMBATANT_RULINGS = (
    "vanishes",
    "falls",
    "held",
    "moved",
    HIT_POINTS,
    "dead",
    "appears",
    "drops",
    "range",
    "behind",
    "ac",
    "hidden",
    "spells",
    "charges",
    "types_dice",
    "actions",
    *CONDITIONS,
)
"""The rulings on a combatant, in the procedures that use hit points."""

ENCOUNTER_RULINGS = ("option", "setting", "note")
"""The rulings on the encounter; ``option`` takes [key, value]."""


MAP_RULING = "map"
"""The ruling that changes the battle map; it takes the value of ``rules.kernel.map_plan.change_plan``."""

EFFECT_RULING = "effect"
"""The ruling on the encounter that changes what magic does from now on.

It takes an [[effect]] table, or the id of magic that is to do again what the tables say.
"""


MEASURED = ("moved", "range")
"""The rulings on a place or a length: the DM gives units of the plane, the event holds whole hundredths of them."""


def read_pair(value: object) -> tuple[object, object]:
    """Return both parts of a ruling's value. Raises TypeError for a value that is no pair."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise TypeError("the value has two parts")
    return value[0], value[1]


def read_named_value(value: object) -> tuple[str, object]:
    """Return the name and the value of an option or a range. Raises TypeError for another value."""
    name, rest = read_pair(value)
    if not isinstance(name, str):
        raise TypeError("the value begins with a name")
    return name, rest


def _read_number(value: object) -> int:
    if not isinstance(value, int | float | str):
        raise TypeError("the value is a number")
    return int(value)


def convert_measured(what: str, value: object) -> object:
    """Return the value of a ruling as its event holds it.

    Places and lengths are in hundredths there, where the DM gives units of the plane.
    Raises an error for a length that is no number.
    """
    if what == "moved":
        return [_convert_length(each) for each in read_pair(value)]
    if what == "range":
        other, length = read_named_value(value)
        return [other, _convert_length(length)]
    return value


def _convert_length(length: object) -> int:
    if not isinstance(length, int | float):
        raise TypeError("a length is a number")
    return round(length * HUNDREDTHS)


def _read_hundredths(length: object) -> int:
    if not isinstance(length, int):
        raise TypeError("a length is in whole hundredths")
    return length


def _set_condition(combatant: Combatant, name: str, on: bool, until: tuple[int, int] | None) -> Combatant:
    conditions = add_condition(combatant, name, until) if on else remove_conditions(combatant, name)
    return evolve(combatant, conditions=conditions)


def _is_on(value: object) -> bool:
    return value in (None, True, "yes", "", 1)


def _vanish(each: Combatant, value: object, until: tuple[int, int] | None) -> Combatant:
    return _set_condition(each, "vanished", True, until)


def _fall(each: Combatant, value: object, until: tuple[int, int] | None) -> Combatant:
    return _set_condition(each, "helpless", True, until)


def _appear(each: Combatant, value: object, until: tuple[int, int] | None) -> Combatant:
    return evolve(set_hidden(each, False), conditions=remove_conditions(each, *GONE))


def _move(each: Combatant, value: object, until: tuple[int, int] | None) -> Combatant:
    x, y = read_pair(value)
    return evolve(each, place=(_read_hundredths(x), _read_hundredths(y)))


def _set_hit_points(each: Combatant, value: object, until: tuple[int, int] | None) -> Combatant:
    return set_hit_points(each, _read_number(value))


def _drop(each: Combatant, value: object, until: tuple[int, int] | None) -> Combatant:
    return evolve(each, in_hand="" if value in (None, each.in_hand, "") else each.in_hand)


def _set_range(each: Combatant, value: object, until: tuple[int, int] | None) -> Combatant:
    other, length = read_named_value(value)
    return evolve(each, ranges={**each.ranges, other: _read_hundredths(length)})


def _set_behind(each: Combatant, value: object, until: tuple[int, int] | None) -> Combatant:
    return evolve(each, behind=str(value or ""))


def _set_armor_class(each: Combatant, value: object, until: tuple[int, int] | None) -> Combatant:
    return evolve(each, armor_class=None if value is None else _read_number(value))


def _set_hidden(each: Combatant, value: object, until: tuple[int, int] | None) -> Combatant:
    return set_hidden(each, _is_on(value))


def _set_spells(each: Combatant, value: object, until: tuple[int, int] | None) -> Combatant:
    spells = value or ()
    if not isinstance(spells, Iterable):
        raise TypeError("spells are a list")
    return evolve(each, spells=tuple(spells))


MOST_CHARGES = 1000
"""The most charges or missiles of one item."""


def read_charges(value: object) -> tuple[str, int]:
    """Return the item and the number of a ruling on charges.

    Raises TypeError or ValueError for another value.
    """
    item, number = read_named_value(value)
    left = _read_number(number)
    if not 0 <= left <= MOST_CHARGES:
        raise ValueError(f"charges are from 0 to {MOST_CHARGES}")
    return item, left


def _set_charges(each: Combatant, value: object, until: tuple[int, int] | None) -> Combatant:
    """Return the combatant with so many charges or missiles of one item.

    None is a value that is not shown: then nothing changes.
    """
    if value is None:
        return each
    item, left = read_charges(value)
    return evolve(each, charges={**each.charges, item: left})


def _set_types_dice(each: Combatant, value: object, until: tuple[int, int] | None) -> Combatant:
    return evolve(each, types_dice=_is_on(value))


class TypedPart(Enum):
    """One part of a ruling's value, as the DM types it."""

    WHOLE = auto()
    """A whole number; alone, it is the new value of a number that a difference may change."""
    AMOUNT = auto()
    """A whole number that is added or expended, and is no new value."""
    WORDS = auto()
    THING = auto()
    """The name of something held or worn."""
    OTHER = auto()
    """The name of another combatant."""


@frozen
class RulingForm:
    """The way a ruling is shown to the DM, and typed."""

    words: str = ""
    """Its name on screens; "" where its id, read as words, is enough."""
    parts: tuple[TypedPart, ...] = ()
    """The parts of its value, which are typed with commas between them; none for yes or no."""
    hint: str = ""
    """An example of the value; "" where its only part says enough."""
    facts: tuple[str, ...] = ()
    """The facts of a combatant, by their names in its standing, that the ruling changes."""


@frozen
class OwnRuling:
    """A ruling that only one procedure, or one family, knows."""

    change: Callable[[State, CombatantId, object], State]
    """Return the state after it. Raises an error for a value that it cannot have."""
    read: Callable[[State, CombatantId, object], object]
    """Return the value that it will change, as a plain value."""
    has_public_values: bool = True
    """True: others see the old and the new value. False: they see only the ruling, and a value is required."""
    has_other: bool = False
    """Its value begins with another combatant; viewers who do not perceive that combatant are shown nothing of it."""
    things: Callable[[Combatant], tuple[str, ...]] | None = None
    """Return the things that its value may name, alone or first.

    Viewers who have not seen the thing are shown nothing.
    """
    is_happening: bool = False
    """Its value is something that happens, in the DM's words: told as it stands, at first to the DM alone."""
    form: RulingForm = RulingForm()


RulingChange = Callable[[Combatant, object, tuple[int, int] | None], Combatant]
CHANGES: dict[str, RulingChange] = {
    "vanishes": _vanish,
    "falls": _fall,
    "appears": _appear,
    "moved": _move,
    HIT_POINTS: _set_hit_points,
    "drops": _drop,
    "range": _set_range,
    "behind": _set_behind,
    "ac": _set_armor_class,
    "hidden": _set_hidden,
    "spells": _set_spells,
    "charges": _set_charges,
    "types_dice": _set_types_dice,
}


def rule(state: State, who: CombatantId, what: str, new: object, until: tuple[int, int] | None = None) -> State:
    """Return the state after a ruling; unchanged where only a procedure knows the ruling.

    ``new`` is the value as an event holds it (``convert_measured``).
    """
    if who == DM:
        return _rule_encounter(state, what, new)
    change = CHANGES.get(what)
    if change is None and what not in CONDITIONS:
        return state
    each = state.combatants[who]
    changed = change(each, new, until) if change is not None else _set_condition(each, what, _is_on(new), until)
    return evolve(state, combatants={**state.combatants, who: changed})


def _rule_encounter(state: State, what: str, new: object) -> State:
    if what == "option":
        key, value = read_named_value(new)
        return evolve(state, options={**state.options, key: value})
    if what == "setting":
        return evolve(state, setting=Setting(str(new)))
    return state
