"""Rulings on a combatant that only Dew knows."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules.kernel.frozen import evolve
from rules.kernel.rulings import OwnRuling, RulingForm, TypedPart
from rules.kernel.state import Combatant, State, add_condition, remove_conditions
from rules.kernel.terms import HUNDREDTHS, CombatantId
from rules.procedures.dew.state import SHIELD, Body, DewGear, Ledger, Movement, NextRulings, get_round, make_pair
from rules.procedures.dew.terms import (
    change_combatant,
    change_part,
    drop_items,
    get_dew,
    get_dew_of,
    get_sheet,
    set_preparations,
    with_combatant_changed,
    with_part,
    with_range,
)

RulingChange = Callable[[Combatant, object], Combatant]
Read = Callable[[Combatant, object], object]


def _is_on(value: object) -> bool:
    return value in (None, True, "yes", "", 1)


def _read_whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError("not a whole number")
    return value


def _read_several(value: object, count: int) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple) or len(value) != count:
        raise ValueError(f"not {count} values")
    return tuple(value)


def _make_flag_change(name: str) -> RulingChange:
    return lambda each, value: change_part(each, Body, **{name: _is_on(value)})


def _set_conscious(each: Combatant, value: object) -> Combatant:
    woken = change_part(each, Body, conscious=_is_on(value), alert=get_dew_of(each).body.alert and _is_on(value))
    awake = remove_conditions(woken, "helpless")
    return evolve(woken, conditions=awake if _is_on(value) else add_condition(woken, "helpless"))


def _set_bd(each: Combatant, value: object) -> Combatant:
    """Set the BD; an earlier decision on the combatant's fate no longer holds."""
    return change_part(each, Body, bd=_read_whole(value), fate="")


def _lose_en(each: Combatant, value: object) -> Combatant:
    return change_part(each, Body, en=get_dew_of(each).body.en - _read_whole(value))


def _charge_en(each: Combatant, value: object) -> Combatant:
    """Expend EN for something that no rule covers."""
    cost = _read_whole(value)
    return _spend(each, cost, fought=True)


def _spend(each: Combatant, en: int, **changes: object) -> Combatant:
    """Expend EN, or give it back if it is negative; ``changes`` are further ones of the ledger."""
    body, ledger = get_dew_of(each).body, get_dew_of(each).ledger
    spent = {"en_phase": ledger.en_phase + en, "en_round": ledger.en_round + en}
    return change_combatant(each, body=evolve(body, en=body.en - en), ledger=evolve(ledger, **spent, **changes))


def _refund(each: Combatant, value: object) -> Combatant:
    """Give back blows and EN.

    The value has six numbers: active blows, reactive blows, EN, and three that are 1 or 0. Those three say whether the
    blows were borrowed, whether they counted to this round, and whether anything else was expended.
    """
    active, reactive, en, borrowed, this_round, fought = (_read_whole(one) for one in _read_several(value, 6))
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


def _set_blows(each: Combatant, value: object) -> Combatant:
    active, reactive = (_read_whole(one) for one in _read_several(value, 2))
    return change_part(each, Ledger, active=active, reactive=reactive)


def list_things(each: Combatant) -> tuple[str, ...]:
    """Return the things that a combatant carries, holds or wears, as far as they were shown."""
    kept = get_dew_of(each).gear
    return (*kept.carried, *kept.objects, SHIELD)


def _read_item(each: Combatant, value: object) -> str:
    if value not in list_things(each):
        raise ValueError("no such thing")
    return str(value)


def _drop(each: Combatant, value: object) -> Combatant:
    return drop_items(each, (_read_item(each, value),))


def _break(each: Combatant, value: object) -> Combatant:
    item = _read_item(each, value)
    return change_part(each, DewGear, broken=tuple(dict.fromkeys((*get_dew_of(each).gear.broken, item))))


AC_NUMBERS = ("base", "mod1", "mod2")


def _make_modifier_change(at: int) -> RulingChange:
    def change(each: Combatant, value: object) -> Combatant:
        ac = list(get_dew_of(each).gear.ac)
        ac[at] = _read_whole(value)
        return change_part(each, DewGear, ac=(ac[0], ac[1], ac[2]))

    return change


def _set_great_blow(each: Combatant, value: object) -> Combatant:
    return change_part(each, NextRulings, great_blow=tuple(_read_whole(one) for one in _read_several(value, 4)))


def _set_fall_die(each: Combatant, value: object) -> Combatant:
    if not 2 <= _read_whole(value) <= 1000:
        raise ValueError("no such die")
    return change_part(each, NextRulings, fall_die=value)


def _set_prepared(each: Combatant, value: object) -> Combatant:
    weapon, mode, count = _read_several(value, 3)
    return set_preparations(each, _read_item(each, weapon), str(mode), max(0, _read_whole(count)))


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


def _make_attribute_change(name: str) -> RulingChange:
    least, most = ATTRIBUTES[name]
    times = HUNDREDTHS if name == "move" else 1

    def change(each: Combatant, value: object) -> Combatant:
        if not least <= _read_whole(value) <= most:
            raise ValueError("out of bounds")
        before = get_sheet(each)
        sheet = evolve(before, attributes=evolve(before.attributes, **{name: _read_whole(value) * times}))
        return evolve(each, stat_block=evolve(each.stat_block, sheet=sheet))

    return change


def _build_ruling(
    change: RulingChange,
    read: Read,
    *,
    has_public_values: bool = True,
    things: Callable[[Combatant], tuple[str, ...]] | None = None,
) -> OwnRuling:
    """Return a ruling that changes one combatant and nothing else."""

    def change_state(state: State, who: CombatantId, value: object) -> State:
        return with_combatant_changed(state, who, change(state.combatants[who], value))

    def read_state(state: State, who: CombatantId, value: object) -> object:
        return read(state.combatants[who], value)

    return OwnRuling(change_state, read_state, has_public_values=has_public_values, things=things)


def _make_body_reader(name: str) -> Read:
    """Return the reader of a field of the body."""
    return lambda each, value: getattr(get_dew_of(each).body, name)


def _make_attribute_reader(name: str) -> Read:
    def read(each: Combatant, value: object) -> object:
        number: int = getattr(get_sheet(each).attributes, name)
        return number // HUNDREDTHS if name == "move" else number

    return read


def _make_modifier_reader(at: int) -> Read:
    return lambda each, value: get_dew_of(each).gear.ac[at]


def _read_nothing(each: Combatant, value: object) -> None:
    return None


PAIR = "pair_range"
"""The ruling on the range of a pair: [other, range]."""


def _rule_pair(state: State, who: CombatantId, value: object) -> State:
    other, to = _read_several(value, 2)
    if other not in state.combatants or other == who or not 1 <= _read_whole(to) <= 999:
        raise ValueError("no such range")
    return with_range(state, who, other, to)


def _read_pair(state: State, who: CombatantId, value: object) -> object:
    return get_round(state).ranges.get(make_pair(who, _read_several(value, 2)[0]))


def _end_movement(state: State, who: CombatantId, value: object) -> State:
    return with_part(state, who, Movement, ended_at=get_round(state).time)


NUMBER = (TypedPart.WHOLE,)
AMOUNT = (TypedPart.AMOUNT,)
FORMS: Mapping[str, RulingForm] = {
    "en": RulingForm("EN", NUMBER, facts=("EN",)),
    "bd": RulingForm("BD", NUMBER, facts=("BD",)),
    "alert": RulingForm(facts=("Under",)),
    "damaged": RulingForm("damage to EN", AMOUNT),
    "charged": RulingForm("EN expended", AMOUNT),
    "refunded": RulingForm(
        "blows and EN given back", NUMBER * 4, "active blows, reactive blows, EN, 1 if they were borrowed: 1, 0, 2, 0"
    ),
    "blows": RulingForm("blows left", NUMBER * 2, "active and reactive blows left: 2, 1", ("active", "reactive")),
    "dropped": RulingForm("drops", (TypedPart.THING,), facts=("In hand",)),
    "broken": RulingForm("breaks", (TypedPart.THING,), facts=("Broken",)),
    "ac_base": RulingForm("armor class", NUMBER, facts=("Armor class",)),
    "ac_mod1": RulingForm("armor class, first modifier", NUMBER),
    "ac_mod2": RulingForm("armor class, second modifier", NUMBER),
    "great_blow": RulingForm(
        "numbers of the great blow",
        NUMBER * 4,
        "to hit, critical, damage, breakage, each per preparation: 1, 1, 2, 1",
    ),
    "fall_die": RulingForm("die of the next fall check", NUMBER),
    "prepared": RulingForm(
        "great blow prepared",
        (TypedPart.THING, TypedPart.WORDS, TypedPart.WHOLE),
        "weapon, mode, how many: great axe, 2h, 1",
        ("Prepared",),
    ),
    "forbidden": RulingForm("forbids the next maneuver", (TypedPart.WORDS,), "why his next maneuver is forbidden"),
    "st": RulingForm("ST", NUMBER),
    "dx": RulingForm("DX", NUMBER),
    "el": RulingForm("level", NUMBER),
    "en_max": RulingForm("full EN", NUMBER),
    "bd_max": RulingForm("full BD", NUMBER),
    "active_blows": RulingForm("active blows a round", NUMBER),
    "reactive_blows": RulingForm("reactive blows a round", NUMBER),
    "recovery_rate": RulingForm("recovery", NUMBER),
    "hands": RulingForm("number of hands", NUMBER),
    "move": RulingForm("movement, inches", NUMBER),
    PAIR: RulingForm("range to another", (TypedPart.OTHER, TypedPart.WHOLE), "to whom, range: Cora, 3", ("Range",)),
    "ends_movement": RulingForm("ends movement"),
}
"""The way each ruling is shown and typed; one that is missing is its id in words, and takes yes or no."""

_CHANGES: Mapping[str, OwnRuling] = {
    "en": _build_ruling(
        lambda each, value: change_part(each, Body, en=_read_whole(value)),
        _make_body_reader("en"),
        has_public_values=False,
    ),
    "bd": _build_ruling(_set_bd, _make_body_reader("bd"), has_public_values=False),
    **{
        name: _build_ruling(_make_flag_change(name), _make_body_reader(name))
        for name in ("alert", "fallen", "stationary")
    },
    "conscious": _build_ruling(_set_conscious, _make_body_reader("conscious")),
    "damaged": _build_ruling(_lose_en, _make_body_reader("en"), has_public_values=False),
    "charged": _build_ruling(_charge_en, _make_body_reader("en"), has_public_values=False),
    "refunded": _build_ruling(_refund, _make_body_reader("en")),
    "blows": _build_ruling(
        _set_blows,
        lambda each, value: [get_dew_of(each).ledger.active, get_dew_of(each).ledger.reactive],
        has_public_values=False,
    ),
    "dropped": _build_ruling(_drop, _read_nothing, things=list_things),
    "broken": _build_ruling(_break, _read_nothing, things=list_things),
    **{
        f"ac_{name}": _build_ruling(_make_modifier_change(at), _make_modifier_reader(at), has_public_values=False)
        for at, name in enumerate(AC_NUMBERS)
    },
    "great_blow": _build_ruling(_set_great_blow, lambda each, value: list(get_dew_of(each).ruled.great_blow)),
    "fall_die": _build_ruling(_set_fall_die, lambda each, value: get_dew_of(each).ruled.fall_die),
    "prepared": _build_ruling(
        _set_prepared,
        lambda each, value: get_dew_of(each).ledger.count_prepared(*_read_several(value, 3)[:2]),
        things=list_things,
    ),
    "forbidden": _build_ruling(
        lambda each, value: change_part(each, NextRulings, forbidden=str(value or "")),
        lambda each, value: get_dew_of(each).ruled.forbidden,
    ),
    **{
        name: _build_ruling(_make_attribute_change(name), _make_attribute_reader(name), has_public_values=False)
        for name in ATTRIBUTES
    },
    PAIR: OwnRuling(_rule_pair, _read_pair, has_other=True),
    "ends_movement": OwnRuling(_end_movement, lambda state, who, value: get_dew(state, who).movement.ended),
}
RULINGS: Mapping[str, OwnRuling] = {
    what: replace(ruling, form=FORMS.get(what, RulingForm())) for what, ruling in _CHANGES.items()
}
"""Rulings on a combatant that only this procedure has."""

DEW_RULINGS = ("vanishes", "moved", "appears", "hidden", "types_dice", *RULINGS)
"""All rulings on a combatant."""

FREQUENT = ("en", "bd", "blows", PAIR, "alert", "conscious", "moved", "hidden", "appears")
"""The rulings that are made most often."""


def apply_ruling(state: State, who: CombatantId, what: str, value: object) -> State:
    """Return the state after a ruling.

    It is unchanged if the value is hidden from the viewer, and for a ruling that is not Dew's own.
    """
    ruling = RULINGS.get(what)
    if ruling is None or (value is None and not ruling.has_public_values):
        return state
    return ruling.change(state, who, value)
