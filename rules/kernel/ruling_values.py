"""Values of rulings: the value that a ruling will change, and the check of the new value."""

from collections.abc import Callable, Mapping

from rules.kernel.registry import get_ruleset
from rules.kernel.rulings import (
    EFFECT_RULING,
    HIT_POINTS,
    MAP_RULING,
    OwnRuling,
    TypedPart,
    convert_measured,
    read_charges,
    read_named_value,
    rule,
)
from rules.kernel.state import Combatant, State
from rules.kernel.terms import DM


def read_old_value(state: State, who: str, what: str, value: object) -> object:
    """Return the value that a ruling will change, as a plain value.

    Places and lengths are in hundredths.
    """
    if who == DM:
        if what == "option":
            return state.options.get(read_named_value(value)[0])
        return state.setting.value if what == "setting" else None
    own = _find_own(state, what)
    return _read(state, who, what, value) if own is None else own.read(state, who, value)


def _find_own(state: State, what: str) -> OwnRuling | None:
    """Return the ruling of this name that only the procedure in play knows."""
    return get_ruleset(state.ruleset).rulings.own.get(what)


def _read(state: State, who: str, what: str, value: object) -> object:
    each = state.combatants[who]
    readings: dict[str, Callable[[], object]] = {
        HIT_POINTS: lambda: each.hp,
        "moved": lambda: list(each.place),
        "drops": lambda: each.in_hand,
        "range": lambda: each.ranges.get(read_named_value(value)[0], 0),
        "behind": lambda: each.behind,
        "ac": lambda: each.stat_block.defence.armor_class if each.armor_class is None else each.armor_class,
        "hidden": lambda: each.hidden,
        "spells": lambda: list(each.spells),
        "charges": lambda: _read_charges(each, value),
        "types_dice": lambda: each.types_dice,
        "vanishes": lambda: each.has("vanished"),
        "falls": lambda: each.has("helpless"),
        "appears": lambda: each.present and not each.hidden,
    }
    reading = readings.get(what)
    return reading() if reading is not None else each.has(what)


def _read_charges(each: Combatant, value: object) -> object:
    """Return the item that a value names with its charges; None where they are not counted.

    Raises ValueError for an item of which the combatant can count nothing.
    """
    item, _ = read_charges(value)
    if item not in each.list_counted_items():
        raise ValueError(f"'{item}' has neither charges nor missiles")
    return [item, each.charges[item]] if item in each.charges else None


def is_number_ruling(state: State, what: str) -> bool:
    """Return whether a ruling sets one whole number, which a difference may change."""
    own = _find_own(state, what)
    return what == HIT_POINTS if own is None else own.form.parts == (TypedPart.WHOLE,)


def compute_changed_number(state: State, who: str, what: str, by: int) -> int:
    """Return a number of a combatant after a difference; healing stops at the full hit points.

    Raises ValueError where the combatant is not there, or has no such number.
    """
    if who not in state.combatants or not is_number_ruling(state, what):
        raise ValueError(f"'{what}' is no number to which {by:+d} can be added")
    before = read_old_value(state, who, what, None)
    if not isinstance(before, int):
        raise ValueError(f"'{what}' has no number yet: give one")
    if what != HIT_POINTS or by <= 0:
        return before + by
    return max(before, min(before + by, state.combatants[who].stat_block.defence.hit_points))


def check_ruling(state: State, who: str, what: str, value: object, until: object = None) -> None:
    """Raise ValueError where a ruling cannot have this value, or not until then.

    ``value`` is as the DM gives it, in units of the plane.
    """
    own = _find_own(state, what)
    if own is not None and not own.has_public_values and value is None:
        raise ValueError(f"'{what}' takes a value")
    if until is not None and not is_moment(until):
        raise ValueError(f"'{until}' is not a round and segment")
    try:
        read_old_value(state, who, what, value)
        new = convert_measured(what, value)
        if what not in OF_OWN_EVENTS and has_float(new):
            raise TypeError("a number is whole")
        if own is None:
            rule(state, who, what, new)
        else:
            own.change(state, who, value)
    except (TypeError, ValueError, ArithmeticError, LookupError) as error:
        raise ValueError(f"'{value}' is not a value of '{what}'") from error


OF_OWN_EVENTS = (MAP_RULING, EFFECT_RULING)
"""The rulings that have events of their own, which hold no value as it was given."""


def has_float(value: object) -> bool:
    """Return whether a plain value is a float or holds one; no event holds any."""
    if isinstance(value, Mapping):
        return any(map(has_float, value.values()))
    if isinstance(value, list | tuple):
        return any(map(has_float, value))
    return isinstance(value, float)


def is_moment(until: object) -> bool:
    """Return whether this is a round and a segment."""
    if not isinstance(until, list | tuple) or len(until) != 2:
        return False
    return all(isinstance(each, int) and not isinstance(each, bool) for each in until)
