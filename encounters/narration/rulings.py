"""Sentences about the DM's rulings: the combatant, the change, and the DM's note once."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from encounters.narration.columns import column_words
from encounters.narration.magic import BEGINS
from encounters.narration.names import option_words, ruling_word, value_words
from encounters.narration.places import find_short_unit, units
from rules.api import CONDITIONS, DM, EVENT_RULING, Voice, format_note, get_ruleset, lookup_table_option
from rules.api import events as e

QUIETLY_RULED = ("range", "behind", "types_dice")
"""Changes that a ruling's form makes in passing, narrated only with a note of the DM."""

SAID = " "
"""The mark for a note that was narrated with the ruling before."""

CONSULTED = {
    "nothing": "The DM lets it be",
    "allow": "The DM allows it",
    "confirm": "The DM allows it",
    "proceed": "The DM lets it go on",
    "cap": "The DM lets it go as far as maneuvers go",
    "cancel": "The DM calls it off",
    "reduce": "The DM lets the parry count for less",
    "deny": "The DM does not allow it",
    "forbid": "The DM does not allow it",
}
"""The DM's decisions when consulted, as far as they are not rulings in words."""

RULE = "rule"
"""The decision by which the DM rules in words of their own."""


def tell_ruling(t: Voice, event: e.Ruled) -> str:
    """Return the sentence about a ruling, with its note; "" where it is not narrated."""
    if event.what in QUIETLY_RULED and (event.clauses or not event.note):
        return ""
    if event.who == DM and str(event.new) in CONSULTED:
        return f"{CONSULTED[str(event.new)]}.{format_note(event.note)}"
    if event.who == DM and event.new == RULE:
        return f"The DM rules:{format_note(event.note)}" if event.note.strip() else "The DM has ruled."
    if event.note == SAID:
        return f"{_ruling(t, event)}."
    return f"The DM rules: {_ruling(t, event)}.{format_note(event.note)}"


def in_words_alone(event: e.Ruled) -> bool:
    """Return whether a ruling consists of its note only.

    Its changes are narrated for the combatants that they concern.
    """
    return event.who == DM and event.new == RULE


def each_note_once(events: Iterable[e.Event]) -> Iterator[e.Event]:
    """Yield the events; a note that several changes share is narrated with the first of them."""
    note = ""
    for event in events:
        if isinstance(event, e.Ruled):
            again = bool(event.note) and event.note == note
            note = event.note
            yield replace(event, note=SAID) if again else event
            continue
        if isinstance(event, e.EffectDescribed | e.EffectBegan):
            note = event.text
        elif isinstance(event, e.SegmentBegan | e.Answered):
            note = ""
        yield event


def _ruling(t: Voice, event: e.Ruled) -> str:
    if event.who == DM:
        return _of_the_fight(t, event)
    until = ""
    if event.until is not None:
        round_, column = event.until
        until = f" until round {round_}, {column_words(t.state, column, round_)}"
    if event.what in CONDITIONS:
        return _condition(t, event) + until
    said = WHAT.get(event.what)
    return (said(t, event) if said is not None else _plainly(t, event)) + until


def _of_the_fight(t: Voice, event: e.Ruled) -> str:
    if event.what == "option":
        key, value = cast("Sequence[object]", event.new)
        return f"from now on “{option_words(str(key))}” is {value_words(value)}"
    if event.what == "setting":
        return f"the fight is {event.new} from now on"
    if event.what in ("note", EVENT_RULING):
        return str(event.new).strip().rstrip(".")
    return f"{_name(t, event)} {_value(t, event.new)}".strip()


def _name(t: Voice, event: e.Ruled) -> str:
    return ruling_word(get_ruleset(t.state.ruleset), event.what)


def _value(t: Voice, value: object) -> str:
    if value is None or value is True:
        return ""
    if isinstance(value, list | tuple):
        return " ".join(_value(t, each) for each in value)
    text = "no" if value is False else str(value)
    return t.name(text) if text in t.state.combatants else text.replace("_", " ")


def _is_on(value: object) -> bool:
    return value not in (False, "no")


def _condition(t: Voice, event: e.Ruled) -> str:
    name = event.what.replace("_", " ")
    if not _is_on(event.new):
        return f"{t.does(event.who, 'is', 'are')} no longer {name}"
    return t.does(event.who, *BEGINS.get(event.what, (f"is {name}", f"are {name}")))


def _plainly(t: Voice, event: e.Ruled) -> str:
    """Return the clause about something that has a value.

    Viewers who may not know the value are told only that it changes.
    """
    if event.new is None:
        return f"{t.whose(event.who)} {_name(t, event)} changes"
    return f"{t.whose(event.who)} {_name(t, event)} is {_value(t, event.new) or 'so'}"


def _hit_points(t: Voice, event: e.Ruled) -> str:
    if not (t.knows or event.who in t.own or _shows_numbers(t, event.who)):
        return f"{t.whose(event.who)} hit points change"
    return f"{t.does(event.who, 'has', 'have')} {event.new} hit point{'s' if event.new != 1 else ''}"


def _shows_numbers(t: Voice, who: str) -> bool:
    """Return whether the table shows everybody this combatant's hit points as numbers."""
    party = "party" if "party" in t.state.sides else t.state.sides[0]
    key = "table.party_hp" if t.state.combatants[who].side == party else "table.foe_hp"
    return lookup_table_option(t.state, key) == "numbers"


def _moved(t: Voice, event: e.Ruled) -> str:
    if event.put_at is None:
        return _plainly(t, event)
    across, down = (units(each) for each in event.put_at)
    return f"{t.does(event.who, 'is', 'are')} moved to {across}, {down} {find_short_unit(t.state)}"


def _pair(t: Voice, event: e.Ruled) -> str:
    if not isinstance(event.new, list | tuple) or len(event.new) != 2:
        return _plainly(t, event)
    other, far = event.new
    if event.what == "range":
        return f"{t.does(event.who, 'is', 'are')} {far:g} ft from {t.name(str(other))}"
    return f"{t.does(event.who, 'is', 'are')} at range {far} to {t.name(str(other))}"


def _armor_class(t: Voice, event: e.Ruled) -> str:
    if event.new is None and event.old is not None:
        return f"{t.whose(event.who)} own armor class counts again"
    return _plainly(t, event)


def _spells(t: Voice, event: e.Ruled) -> str:
    if event.new is None:
        return f"{t.whose(event.who)} spells in memory change"
    spells = [t.spell(event.who, str(each)) for each in cast("Sequence[object]", event.new)]
    return f"{t.does(event.who, 'has', 'have')} {', '.join(spells) or 'no spell'} in memory"


def _blows(t: Voice, event: e.Ruled) -> str:
    if event.new is None:
        return f"{t.whose(event.who)} blows left change"
    active, reactive = cast("Sequence[object]", event.new)
    return f"{t.does(event.who, 'has', 'have')} {active} active and {reactive} reactive blows left"


def _prepared(t: Voice, event: e.Ruled) -> str:
    weapon, _, count = cast("Sequence[Any]", event.new)
    how = f"{count} great blow{'s' if count != 1 else ''}" if count else "no great blow"
    return f"{t.does(event.who, 'has', 'have')} {how} with the {t.weapon(event.who, str(weapon))} prepared"


def _lets_go(t: Voice, event: e.Ruled) -> str:
    thing = t.weapon(event.who, str(event.new or event.old or ""))
    return f"{t.does(event.who, 'drops')} the {thing}"


def _breaks(t: Voice, event: e.Ruled) -> str:
    return f"{t.whose(event.who)} {t.weapon(event.who, str(event.new))} breaks" if event.new else _plainly(t, event)


def _takes(t: Voice, event: e.Ruled) -> str:
    return f"{t.does(event.who, 'takes')} {_value(t, event.new)} damage to EN".replace("  ", " ")


def _expends(t: Voice, event: e.Ruled) -> str:
    return f"{t.does(event.who, 'expends')} {_value(t, event.new)} EN".replace("  ", " ")


def _pool(t: Voice, event: e.Ruled) -> str:
    if event.new is None:
        return f"{t.whose(event.who)} {event.what.upper()} changes"
    return f"{t.does(event.who, 'has', 'have')} {event.new} {event.what.upper()}"


def _behind(t: Voice, event: e.Ruled) -> str:
    name = t.name(str(event.new)) if event.new else "nobody"
    return f"{t.does(event.who, 'stands')} behind {name}"


def _dice(t: Voice, event: e.Ruled) -> str:
    return f"{t.whose(event.who)} dice are {'real, and typed in' if _is_on(event.new) else 'rolled by the table'}"


def _granted(t: Voice, event: e.Ruled) -> str:
    return f"{t.does(event.who, 'has', 'have')} {event.new} action{'s' if event.new != 1 else ''} more this round"


def _forbidden(t: Voice, event: e.Ruled) -> str:
    why = f" ({event.new})" if isinstance(event.new, str) and event.new else ""
    return f"{t.whose(event.who)} next maneuver is forbidden{why}"


def _state(on: str, off: str, many: str = "") -> Callable[[Voice, e.Ruled], str]:
    """Return a function that narrates a change that is either on or off.

    ``on`` and ``off`` are the words after the combatant's name. For "you", "is" becomes "are", and ``many`` is the verb
    if that is irregular.
    """

    def tell(t: Voice, event: e.Ruled) -> str:
        words = on if _is_on(event.new) else off
        verb, _, rest = words.partition(" ")
        second = "are" if verb == "is" else many or verb.removesuffix("s")
        return f"{t.does(event.who, verb, second)}{f' {rest}' if rest else ''}"

    return tell


WHAT: Mapping[str, Callable[[Voice, e.Ruled], str]] = {
    "hp": _hit_points,
    "moved": _moved,
    "range": _pair,
    "pair_range": _pair,
    "ac": _armor_class,
    "spells": _spells,
    "blows": _blows,
    "prepared": _prepared,
    "drops": _lets_go,
    "dropped": _lets_go,
    "broken": _breaks,
    "damaged": _takes,
    "charged": _expends,
    "en": _pool,
    "bd": _pool,
    "behind": _behind,
    "types_dice": _dice,
    "actions": _granted,
    "forbidden": _forbidden,
    "refunded": lambda t, event: f"{t.does(event.who, 'gets')} the blow back",
    EVENT_RULING: lambda t, event: str(event.new).strip().rstrip("."),
    "alert": _state("is alert", "is no longer alert"),
    "conscious": _state("is conscious", "is unconscious"),
    "hidden": _state("is hidden", "is hidden no longer"),
    "appears": _state("appears", "appears"),
    "vanishes": _state("vanishes", "vanishes", "vanish"),
    "falls": _state("falls", "falls"),
    "ends_movement": _state("moves no further", "moves no further"),
}
"""The function that narrates each kind of ruling: "Otis has 7 hit points"."""
