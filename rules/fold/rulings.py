"""Folding rulings: what the DM may change, one small function for each thing.

``old_value`` reads what a ruling will change, ``ruled`` changes it. A ruling on the encounter itself names "dm".
"""

from collections.abc import Callable, Mapping
from typing import cast

from rules import events as e
from rules.fold import sequence_rulings
from rules.state import GONE, Combatant, Condition, State, evolve, with_combatant
from rules.terms import DM, HUNDREDTHS, CombatantId

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
"""Conditions a ruling may set (value yes or nothing) or lift (value no)."""

FIGURE_RULINGS = (
    "vanishes",
    "falls",
    "held",
    "moved",
    "hp",
    "dead",
    "appears",
    "drops",
    "range",
    "behind",
    "ac",
    "hidden",
    "spells",
    "types_dice",
    "actions",
    *CONDITIONS,
)
"""What may be ruled of a figure, in the rulesets that go by hit points."""

SEQUENCE_RULINGS = ("vanishes", "moved", "appears", "hidden", "types_dice", *sequence_rulings.NAMES)
"""What may be ruled of a figure that fights blow by blow, in Dew's detailed sequence."""

HAPPENS = "event"
"""What may be ruled of a figure or the encounter where others may notice it: words for what has come about."""

MOST_GRANTED = 20
LONGEST_EVENT = 120
"""Characters of the words for what has come about."""

DEADLY = ("hp", "dead")
"""Rulings that change who is bleeding."""

ENCOUNTER_RULINGS = ("option", "setting", "note")
"""What may be ruled of the encounter; ``option`` takes [key, value]."""


def _set_condition(combatant: Combatant, name: str, on: bool, until: tuple[int, int] | None) -> Combatant:
    rest = tuple(each for each in combatant.conditions if each.name != name)
    return evolve(combatant, conditions=(*rest, Condition(name, until)) if on else rest)


def _on(value: object) -> bool:
    return value in (None, True, "yes", "", 1)


def _vanishes(each: Combatant, value: object, until: tuple[int, int] | None) -> Combatant:
    return _set_condition(each, "vanished", True, until)


def _falls(each: Combatant, value: object, until: tuple[int, int] | None) -> Combatant:
    return _set_condition(each, "helpless", True, until)


def _appears(each: Combatant, value: object, until: tuple[int, int] | None) -> Combatant:
    kept = tuple(condition for condition in each.conditions if condition.name not in GONE)
    return evolve(each, hidden=False, conditions=kept)


def _moved(each: Combatant, value: object, until: tuple[int, int] | None) -> Combatant:
    x, y = cast("tuple[float, float]", value)
    return evolve(each, place=(round(x * HUNDREDTHS), round(y * HUNDREDTHS)))


def _hit_points(each: Combatant, value: object, until: tuple[int, int] | None) -> Combatant:
    return with_hit_points(each, int(cast("int", value)))


def with_hit_points(each: Combatant, hp: int) -> Combatant:
    """Return the figure with these hit points: on its feet above 0, helpless at 0 and below, dead at -10."""
    kept = tuple(c for c in each.conditions if not (c.name in ("helpless", "dead") and hp > 0))
    revived = evolve(each, hp=hp, conditions=kept)
    if hp <= -10:
        return _set_condition(revived, "dead", True, None)
    return revived if hp > 0 else _set_condition(revived, "helpless", True, None)


def _drops(each: Combatant, value: object, until: tuple[int, int] | None) -> Combatant:
    return evolve(each, in_hand="" if value in (None, each.in_hand, "") else each.in_hand)


def _range(each: Combatant, value: object, until: tuple[int, int] | None) -> Combatant:
    other, feet = cast("tuple[str, float]", value)
    return evolve(each, ranges={**each.ranges, other: round(feet * HUNDREDTHS)})


def _behind(each: Combatant, value: object, until: tuple[int, int] | None) -> Combatant:
    return evolve(each, behind=str(value or ""))


def _armor_class(each: Combatant, value: object, until: tuple[int, int] | None) -> Combatant:
    return evolve(each, armor_class=None if value is None else int(cast("int", value)))


def _hidden(each: Combatant, value: object, until: tuple[int, int] | None) -> Combatant:
    return evolve(each, hidden=_on(value))


def _spells(each: Combatant, value: object, until: tuple[int, int] | None) -> Combatant:
    return evolve(each, spells=tuple(cast("list[str]", value or ())))


def _types_dice(each: Combatant, value: object, until: tuple[int, int] | None) -> Combatant:
    return evolve(each, types_dice=_on(value))


def _actions(each: Combatant, value: object, until: tuple[int, int] | None) -> Combatant:
    """So many actions more than the rules give, this round."""
    granted = int(cast("int", value))
    if not 0 <= granted <= MOST_GRANTED:
        raise ValueError(f"from 0 to {MOST_GRANTED} actions more")
    return evolve(each, spent=evolve(each.spent, granted=granted))


def encounter_rulings(rulings: tuple[str, ...]) -> tuple[str, ...]:
    """What may be ruled of the encounter itself, in a ruleset with these rulings."""
    return (*ENCOUNTER_RULINGS, HAPPENS) if HAPPENS in rulings else ENCOUNTER_RULINGS


def _happens(state: State, who: str, words: object) -> State:
    if not isinstance(words, str) or not 0 < len(words) <= LONGEST_EVENT:
        raise ValueError(f"what happens is said in up to {LONGEST_EVENT} characters")
    about = "" if who == DM else who
    marks = {name: value for name, value in state.marks.items() if name != f"said|{about}"}
    return evolve(state, marks=marks, happened={**state.happened, about: words})


def bleeding_in(combatants: Mapping[CombatantId, Combatant]) -> tuple[CombatantId, ...]:
    """Return who has fewer than no hit points and is not dead, in roster order."""
    return tuple(who for who, each in combatants.items() if each.hp < 0 and not each.has("dead"))


Change = Callable[[Combatant, object, tuple[int, int] | None], Combatant]
CHANGES: dict[str, Change] = {
    "vanishes": _vanishes,
    "falls": _falls,
    "appears": _appears,
    "moved": _moved,
    "hp": _hit_points,
    "drops": _drops,
    "range": _range,
    "behind": _behind,
    "ac": _armor_class,
    "hidden": _hidden,
    "spells": _spells,
    "types_dice": _types_dice,
    "actions": _actions,
}


def old_value(state: State, who: str, what: str, value: object) -> object:
    """What a ruling will change, as a plain value."""
    if what == HAPPENS:
        return None
    if who == DM:
        if what == "option":
            return state.options.get(cast("tuple[str, object]", value)[0])
        return state.setting.value if what == "setting" else None
    if what in sequence_rulings.NAMES:
        return sequence_rulings.old_of(state, who, what, value)
    each = state.combatants[who]
    readings: dict[str, Callable[[], object]] = {
        "hp": lambda: each.hp,
        "moved": lambda: [each.place[0] / HUNDREDTHS, each.place[1] / HUNDREDTHS],
        "drops": lambda: each.in_hand,
        "range": lambda: each.ranges.get(cast("tuple[str, object]", value)[0], 0) / HUNDREDTHS,
        "behind": lambda: each.behind,
        "ac": lambda: each.figure.armor_class if each.armor_class is None else each.armor_class,
        "hidden": lambda: each.hidden,
        "spells": lambda: list(each.spells),
        "types_dice": lambda: each.types_dice,
        "actions": lambda: each.spent.granted,
        "vanishes": lambda: each.has("vanished"),
        "falls": lambda: each.has("helpless"),
        "appears": lambda: each.present and not each.hidden,
    }
    reading = readings.get(what)
    return reading() if reading is not None else each.has(what)


def check_ruling(state: State, who: str, what: str, value: object, until: object = None) -> None:
    """Raise ValueError where a thing that may be ruled cannot have this value, or not until then."""
    if value is None and what in sequence_rulings.UNTOLD:
        raise ValueError(f"'{what}' takes a value")
    if until is not None and not _is_moment(until):
        raise ValueError(f"'{until}' is no round and segment")
    try:
        old = old_value(state, who, what, value)
        ruled(state, e.Ruled(who=who, what=what, old=old, new=value))
    except (TypeError, ValueError, ArithmeticError, LookupError) as error:
        raise ValueError(f"'{value}' is no value for '{what}'") from error


def _is_moment(until: object) -> bool:
    pair = isinstance(until, list | tuple) and len(until) == 2
    return pair and all(isinstance(each, int) and not isinstance(each, bool) for each in cast("list[object]", until))


def ruled(state: State, event: e.Ruled) -> State:
    """The state after a ruling."""
    if event.what == HAPPENS:
        return _happens(state, event.who, event.new)
    if event.who == DM:
        return _ruled_encounter(state, event)
    if event.what in sequence_rulings.NAMES:
        return sequence_rulings.rule(state, event.who, event.what, event.new)
    each = state.combatants[event.who]
    change = CHANGES.get(event.what)
    if change is not None:
        changed = change(each, event.new, event.until)
    else:
        changed = _set_condition(each, event.what, _on(event.new), event.until)
    combatants = dict(state.combatants)
    combatants[event.who] = changed
    after = evolve(state, combatants=combatants)
    return _with_bleeding(after) if event.what in DEADLY and _round_begins(after) else after


def _round_begins(state: State) -> bool:
    """Return whether a round has begun and initiative is not rolled: what is ruled now held as it began."""
    return not state.between_rounds and state.clock is None and not state.initiative


def _with_bleeding(state: State) -> State:
    """Return the state with those noted as bleeding who now have fewer than no hit points."""
    return evolve(state, bleeding=bleeding_in(state.combatants))


def _ruled_encounter(state: State, event: e.Ruled) -> State:
    if event.what == "option":
        key, value = cast("tuple[str, object]", event.new)
        return evolve(state, options={**state.options, key: value})
    if event.what == "setting":
        return evolve(state, setting=type(state.setting)(cast("str", event.new)))
    return state


__all__ = [
    "CONDITIONS",
    "ENCOUNTER_RULINGS",
    "FIGURE_RULINGS",
    "HAPPENS",
    "SEQUENCE_RULINGS",
    "check_ruling",
    "encounter_rulings",
    "old_value",
    "ruled",
    "with_hit_points",
    "with_combatant",
]
