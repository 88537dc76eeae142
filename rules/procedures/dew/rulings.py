"""Rulings on a combatant that only Dew knows."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.kernel.changes import add_condition, remove_conditions
from rules.kernel.rulings import OwnRuling
from rules.kernel.state import Combatant, State, evolve
from rules.kernel.terms import HUNDREDTHS, CombatantId
from rules.procedures.dew.changes import (
    change_combatant,
    change_part,
    drop_items,
    prepare,
    with_changed,
    with_part,
    with_range,
)
from rules.procedures.dew.state import SHIELD, Body, Gear, Ledger, Movement, NextRulings, get_round, make_pair
from rules.procedures.dew.terms import get_dew, get_dew_of, get_sheet

RulingChange = Callable[[Combatant, object], Combatant]
Read = Callable[[Combatant, object], object]


def _on(value: object) -> bool:
    return value in (None, True, "yes", "", 1)


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError("not a whole number")
    return value


def _several(value: object, count: int) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple) or len(value) != count:
        raise ValueError(f"not {count} values")
    return tuple(value)


def _flag(name: str) -> RulingChange:
    return lambda each, value: change_part(each, Body, **{name: _on(value)})


def _conscious(each: Combatant, value: object) -> Combatant:
    woken = change_part(each, Body, conscious=_on(value), alert=get_dew_of(each).body.alert and _on(value))
    awake = remove_conditions(woken, "helpless")
    return evolve(woken, conditions=awake if _on(value) else add_condition(woken, "helpless"))


def _bd(each: Combatant, value: object) -> Combatant:
    """Set the BD; an earlier decision on the combatant's fate no longer holds."""
    return change_part(each, Body, bd=_whole(value), fate="")


def _damaged(each: Combatant, value: object) -> Combatant:
    return change_part(each, Body, en=get_dew_of(each).body.en - _whole(value))


def _charged(each: Combatant, value: object) -> Combatant:
    """Expend EN for something that no rule covers."""
    cost = _whole(value)
    return _spend(each, cost, fought=True)


def _spend(each: Combatant, en: int, **changes: object) -> Combatant:
    """Expend EN, or give it back if it is negative; ``changes`` are further ones of the ledger."""
    body, ledger = get_dew_of(each).body, get_dew_of(each).ledger
    spent = {"en_phase": ledger.en_phase + en, "en_round": ledger.en_round + en}
    return change_combatant(each, body=evolve(body, en=body.en - en), ledger=evolve(ledger, **spent, **changes))


def _refunded(each: Combatant, value: object) -> Combatant:
    """Give back blows and EN.

    The value has six numbers: active blows, reactive blows, EN, and three that are 1 or 0. Those three say whether the
    blows were borrowed, whether they counted to this round, and whether anything else was expended.
    """
    active, reactive, en, borrowed, this_round, fought = (_whole(one) for one in _several(value, 6))
    kept = get_dew_of(each).ledger
    given: dict[str, object] = {
        "blows": max(0, kept.blows - (active + reactive) * this_round),
        "fought": bool(fought),
    }
    if borrowed:
        given |= {"borrowed_active": max(0, kept.borrowed_active - active)}
        given |= {"borrowed_reactive": max(0, kept.borrowed_reactive - reactive)}
    else:
        given |= {"active": kept.active + active, "reactive": kept.reactive + reactive}
    return _spend(each, -en, **given)


def _blows(each: Combatant, value: object) -> Combatant:
    active, reactive = (_whole(one) for one in _several(value, 2))
    return change_part(each, Ledger, active=active, reactive=reactive)


def things_of(each: Combatant) -> tuple[str, ...]:
    """Return the things that a combatant carries, holds or wears, as far as they were shown."""
    kept = get_dew_of(each).gear
    return (*kept.carried, *kept.objects, SHIELD)


def _item(each: Combatant, value: object) -> str:
    if value not in things_of(each):
        raise ValueError("no such thing")
    return str(value)


def _drop(each: Combatant, value: object) -> Combatant:
    return drop_items(each, (_item(each, value),))


def _break(each: Combatant, value: object) -> Combatant:
    item = _item(each, value)
    return change_part(each, Gear, broken=tuple(dict.fromkeys((*get_dew_of(each).gear.broken, item))))


AC_NUMBERS = ("base", "mod1", "mod2")


def _modifier(at: int) -> RulingChange:
    def change(each: Combatant, value: object) -> Combatant:
        ac = list(get_dew_of(each).gear.ac)
        ac[at] = _whole(value)
        return change_part(each, Gear, ac=(ac[0], ac[1], ac[2]))

    return change


def _great_blow(each: Combatant, value: object) -> Combatant:
    return change_part(each, NextRulings, great_blow=tuple(_whole(one) for one in _several(value, 4)))


def _die(each: Combatant, value: object) -> Combatant:
    if not 2 <= _whole(value) <= 1000:
        raise ValueError("no such die")
    return change_part(each, NextRulings, fall_die=value)


def _prepared(each: Combatant, value: object) -> Combatant:
    weapon, mode, count = _several(value, 3)
    return prepare(each, _item(each, weapon), str(mode), max(0, _whole(count)))


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
"""Attributes that are whole numbers, each with its least and greatest value; movement is in inches."""


def _attribute(name: str) -> RulingChange:
    least, most = ATTRIBUTES[name]
    times = HUNDREDTHS if name == "move" else 1

    def change(each: Combatant, value: object) -> Combatant:
        if not least <= _whole(value) <= most:
            raise ValueError("out of bounds")
        before = get_sheet(each)
        sheet = evolve(before, attributes=evolve(before.attributes, **{name: _whole(value) * times}))
        return evolve(each, stat_block=evolve(each.stat_block, sheet=sheet))

    return change


def _of_one(
    change: RulingChange,
    read: Read,
    *,
    has_public_values: bool = True,
    things: Callable[[Combatant], tuple[str, ...]] | None = None,
) -> OwnRuling:
    """Return a ruling that changes one combatant and nothing else."""

    def change_state(state: State, who: CombatantId, value: object) -> State:
        return with_changed(state, who, change(state.combatants[who], value))

    def read_state(state: State, who: CombatantId, value: object) -> object:
        return read(state.combatants[who], value)

    return OwnRuling(change_state, read_state, has_public_values=has_public_values, things=things)


def _kept(name: str) -> Read:
    """Return the reader of a field of the body."""
    return lambda each, value: getattr(get_dew_of(each).body, name)


def _read_attribute(name: str) -> Read:
    def read(each: Combatant, value: object) -> object:
        number: int = getattr(get_sheet(each).attributes, name)
        return number // HUNDREDTHS if name == "move" else number

    return read


def _read_modifier(at: int) -> Read:
    return lambda each, value: get_dew_of(each).gear.ac[at]


def _read_nothing(each: Combatant, value: object) -> None:
    return None


PAIR = "pair_range"
"""The ruling on the range of a pair: [other, range]."""


def _rule_pair(state: State, who: CombatantId, value: object) -> State:
    other, to = _several(value, 2)
    if other not in state.combatants or other == who or not 1 <= _whole(to) <= 999:
        raise ValueError("no such range")
    return with_range(state, who, other, to)


def _read_pair(state: State, who: CombatantId, value: object) -> object:
    return get_round(state).ranges.get(make_pair(who, _several(value, 2)[0]))


def _end_movement(state: State, who: CombatantId, value: object) -> State:
    return with_part(state, who, Movement, ended_at=get_round(state).time)


RULINGS: Mapping[str, OwnRuling] = {
    "en": _of_one(lambda each, value: change_part(each, Body, en=_whole(value)), _kept("en"), has_public_values=False),
    "bd": _of_one(_bd, _kept("bd"), has_public_values=False),
    **{name: _of_one(_flag(name), _kept(name)) for name in ("alert", "fallen", "stationary")},
    "conscious": _of_one(_conscious, _kept("conscious")),
    "damaged": _of_one(_damaged, _kept("en"), has_public_values=False),
    "charged": _of_one(_charged, _kept("en"), has_public_values=False),
    "refunded": _of_one(_refunded, _kept("en")),
    "blows": _of_one(
        _blows,
        lambda each, value: [get_dew_of(each).ledger.active, get_dew_of(each).ledger.reactive],
        has_public_values=False,
    ),
    "dropped": _of_one(_drop, _read_nothing, things=things_of),
    "broken": _of_one(_break, _read_nothing, things=things_of),
    **{
        f"ac_{name}": _of_one(_modifier(at), _read_modifier(at), has_public_values=False)
        for at, name in enumerate(AC_NUMBERS)
    },
    "great_blow": _of_one(_great_blow, lambda each, value: list(get_dew_of(each).ruled.great_blow)),
    "fall_die": _of_one(_die, lambda each, value: get_dew_of(each).ruled.fall_die),
    "prepared": _of_one(
        _prepared, lambda each, value: get_dew_of(each).ledger.prepared(*_several(value, 3)[:2]), things=things_of
    ),
    "forbidden": _of_one(
        lambda each, value: change_part(each, NextRulings, forbidden=str(value or "")),
        lambda each, value: get_dew_of(each).ruled.forbidden,
    ),
    **{name: _of_one(_attribute(name), _read_attribute(name), has_public_values=False) for name in ATTRIBUTES},
    PAIR: OwnRuling(_rule_pair, _read_pair, has_other=True),
    "ends_movement": OwnRuling(_end_movement, lambda state, who, value: get_dew(state, who).movement.ended),
}
"""Rulings on a combatant that only this procedure has."""

DEW_RULINGS = ("vanishes", "moved", "appears", "hidden", "types_dice", *RULINGS)
"""All rulings on a combatant."""


def apply_ruling(state: State, who: CombatantId, what: str, value: object) -> State:
    """Return the state after a ruling.

    It is unchanged if the value is hidden from the viewer, and for a ruling that is not Dew's own.
    """
    ruling = RULINGS.get(what)
    if ruling is None or (value is None and not ruling.has_public_values):
        return state
    return ruling.change(state, who, value)
