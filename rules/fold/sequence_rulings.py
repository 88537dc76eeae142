"""Folding rulings of Dew's detailed sequence: what the DM may change of a combatant fought blow by blow."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from rules.dew_figure import DewFigure
from rules.dew_state import SHIELD, DewCombatant, Preparation, pair_of
from rules.fold.sequence import dew_of, under, with_dew, with_range
from rules.state import Combatant, State, evolve, with_combatant
from rules.terms import HUNDREDTHS

Change = Callable[[Combatant, object], Combatant]


def _on(value: object) -> bool:
    return value in (None, True, "yes", "", 1)


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError("not a whole number")
    return value


def _several(value: object, count: int) -> tuple[Any, ...]:
    values = tuple(cast("Sequence[Any]", value))
    if isinstance(value, str) or len(values) != count:
        raise ValueError(f"not {count} values")
    return values


def changed(each: Combatant, **changes: Any) -> Combatant:
    """The combatant with these things changed."""
    dew = evolve(dew_of(each), **changes)
    return evolve(each, dew=dew, hp=dew.en)


def _flag(name: str) -> Change:
    return lambda each, value: changed(each, **{name: _on(value)})


def _conscious(each: Combatant, value: object) -> Combatant:
    woken = changed(each, conscious=_on(value), alert=dew_of(each).alert and _on(value))
    return evolve(woken, conditions=under(woken, "helpless", not _on(value)))


def _bd(each: Combatant, value: object) -> Combatant:
    """Another BD; what was said of one whose BD is spent holds no longer."""
    return changed(each, bd=_whole(value), fate="")


def _damaged(each: Combatant, value: object) -> Combatant:
    return changed(each, en=dew_of(each).en - _whole(value))


def _charged(each: Combatant, value: object) -> Combatant:
    """EN that is expended for something no table has."""
    dew, cost = dew_of(each), _whole(value)
    return changed(each, en=dew.en - cost, en_phase=dew.en_phase + cost, en_round=dew.en_round + cost, fought=True)


def _refunded(each: Combatant, value: object) -> Combatant:
    """Blows and EN given back: active and reactive blows, EN, and 1 or 0 for what follows.

    Whether the blows were borrowed; whether they were booked to this round; whether anything was expended before them.
    """
    active, reactive, en, borrowed, this_round, fought = (_whole(one) for one in _several(value, 6))
    dew = dew_of(each)
    given: dict[str, Any] = {"en": dew.en + en, "en_phase": dew.en_phase - en, "en_round": dew.en_round - en}
    given |= {"blows": max(0, dew.blows - (active + reactive) * this_round), "fought": bool(fought)}
    if borrowed:
        given |= {"borrowed_active": max(0, dew.borrowed_active - active)}
        given |= {"borrowed_reactive": max(0, dew.borrowed_reactive - reactive)}
    else:
        given |= {"active": dew.active + active, "reactive": dew.reactive + reactive}
    return changed(each, **given)


def _blows(each: Combatant, value: object) -> Combatant:
    active, reactive = (_whole(one) for one in _several(value, 2))
    return changed(each, active=active, reactive=reactive)


def things_of(each: Combatant) -> tuple[str, ...]:
    """What a combatant carries, holds or wears, as far as the state at hand knows."""
    dew = dew_of(each)
    return (*dew.carried, *dew.objects, SHIELD)


def _item(each: Combatant, value: object) -> str:
    if value not in things_of(each):
        raise ValueError("no such thing")
    return str(value)


def let_go(dew: DewCombatant, item: str) -> DewCombatant:
    """The combatant without this thing in its hands."""
    carried = {**dew.carried, **({item: "ground"} if item in dew.carried else {})}
    objects = tuple(each for each in dew.objects if each != item)
    return evolve(dew, carried=carried, objects=objects, shield_held=dew.shield_held and item != SHIELD)


def _drop(each: Combatant, value: object) -> Combatant:
    return evolve(each, dew=let_go(dew_of(each), _item(each, value)))


def _break(each: Combatant, value: object) -> Combatant:
    item = _item(each, value)
    return changed(each, broken=tuple(dict.fromkeys((*dew_of(each).broken, item))))


def _modifier(at: int) -> Change:
    def change(each: Combatant, value: object) -> Combatant:
        ac = list(dew_of(each).ac)
        ac[at] = _whole(value)
        return changed(each, ac=(ac[0], ac[1], ac[2]))

    return change


def _great_blow(each: Combatant, value: object) -> Combatant:
    return changed(each, great_blow=tuple(_whole(one) for one in _several(value, 4)))


def _die(each: Combatant, value: object) -> Combatant:
    if not 2 <= _whole(value) <= 1000:
        raise ValueError("no such die")
    return changed(each, fall_die=value)


def _prepared(each: Combatant, value: object) -> Combatant:
    weapon, mode, count = _several(value, 3)
    dew = dew_of(each)
    rest = tuple(p for p in dew.preparations if (p.weapon, p.mode) != (weapon, mode))
    made = Preparation(_item(each, weapon), str(mode), max(0, _whole(count)))
    return changed(each, preparations=(*rest, made) if made.count else rest)


ATTRIBUTES = {
    "st": (1, 30),
    "dx": (1, 100),
    "el": (0, 40),
    "en_max": (0, 400),
    "bd_max": (0, 100),
    "active_blows": (0, 12),
    "reactive_blows": (0, 12),
    "recovery_rate": (0, 50),
    "hands": (0, 8),
    "move": (0, 60),
}
"""Attributes that are whole numbers, with the least and the most that each may be; movement is in inches."""


def _attribute(name: str) -> Change:
    least, most = ATTRIBUTES[name]
    times = HUNDREDTHS if name == "move" else 1

    def change(each: Combatant, value: object) -> Combatant:
        if not least <= _whole(value) <= most:
            raise ValueError("out of bounds")
        dew = replace(each.figure.dew or DewFigure(), **cast("Any", {name: _whole(value) * times}))
        return evolve(each, figure=evolve(each.figure, dew=dew))

    return change


CHANGES: Mapping[str, Change] = {
    "en": lambda each, value: changed(each, en=_whole(value)),
    "bd": _bd,
    **{name: _flag(name) for name in ("alert", "fallen", "stationary")},
    "conscious": _conscious,
    "damaged": _damaged,
    "charged": _charged,
    "refunded": _refunded,
    "blows": _blows,
    "dropped": _drop,
    "broken": _break,
    "ac_base": _modifier(0),
    "ac_mod1": _modifier(1),
    "ac_mod2": _modifier(2),
    "great_blow": _great_blow,
    "fall_die": _die,
    "prepared": _prepared,
    "forbidden": lambda each, value: changed(each, forbidden=str(value or "")),
    **{name: _attribute(name) for name in ATTRIBUTES},
}
"""What is ruled of one combatant, each with what it does."""

UNTOLD = ("en", "bd", "damaged", "charged", "blows", "ac_base", "ac_mod1", "ac_mod2", *ATTRIBUTES)
"""What a ruling changes without others learning from what to what: they are told it without a value."""

ON_THINGS = ("dropped", "broken", "prepared")
"""Rulings on something carried, held or worn; of the last it is the first of several values."""

PAIR = "pair_range"
"""The ruling on the range of a pair: [other, range]."""

ENDS = "ends_movement"
"""The ruling that a combatant's movement is over."""


def rule_pair(state: State, who: str, value: object) -> State:
    """The state with the range to another ruled."""
    other, to = _several(value, 2)
    if other not in state.combatants or other == who or not 1 <= _whole(to) <= 999:
        raise ValueError("no such range")
    return with_range(state, who, other, to)


def old_of(state: State, who: str, what: str, value: object) -> object:
    """What a ruling will change, as a plain value."""
    dew = dew_of(state.combatants[who])
    readings: dict[str, Callable[[], object]] = {
        PAIR: lambda: state.dew.ranges.get(pair_of(who, _several(value, 2)[0])),
        "blows": lambda: [dew.active, dew.reactive],
        "damaged": lambda: dew.en,
        "charged": lambda: dew.en,
        "refunded": lambda: dew.en,
        "dropped": lambda: None,
        "broken": lambda: None,
        "ac_base": lambda: dew.ac[0],
        "ac_mod1": lambda: dew.ac[1],
        "ac_mod2": lambda: dew.ac[2],
        "great_blow": lambda: list(dew.great_blow),
        "prepared": lambda: dew.prepared(*_several(value, 3)[:2]),
        ENDS: lambda: dew.ended,
    }
    if what in ATTRIBUTES:
        own = getattr(state.combatants[who].figure.dew or DewFigure(), what)
        return own // HUNDREDTHS if what == "move" else own
    reading = readings.get(what)
    return reading() if reading is not None else getattr(dew, what)


def rule(state: State, who: str, what: str, value: object) -> State:
    """The state after a ruling of this sequence; as it was, for those who are not told to what."""
    if value is None and what in UNTOLD:
        return state
    if what == PAIR:
        return rule_pair(state, who, value)
    if what == ENDS:
        return with_dew(state, who, ended_at=state.dew.time)
    each = CHANGES[what](state.combatants[who], value)
    return with_combatant(state, who, dew=each.dew, hp=each.hp, conditions=each.conditions, figure=each.figure)


NAMES = (*CHANGES, PAIR, ENDS)
"""Everything that is ruled of a combatant of this sequence."""
