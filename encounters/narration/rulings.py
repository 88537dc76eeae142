"""Sentences about the DM's rulings: the combatant, the change, and the DM's note once."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from encounters.narration.columns import name_column
from encounters.narration.magic import BEGINS
from encounters.narration.names import (
    find_option,
    find_short_unit,
    name_choice,
    name_option,
    name_ruling,
    name_value,
    to_units,
)
from encounters.narration.supplies import describe_supply
from rules.api import CONDITIONS, DM, HUNDREDTHS, Voice, format_note, get_ruleset, lookup_table_option
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

RETOLD = ("drops", "dropped", "broken", "conscious", "appears", "vanishes", "falls")
"""Rulings that the recap tells, beside those on conditions."""

RULE = "rule"
"""The decision by which the DM rules in words of their own."""


def tell_ruling(t: Voice, event: e.Ruled) -> str:
    """Return the sentence about a ruling, with its note; "" where it is not narrated."""
    if t.past:
        return _tell_ruling_afterwards(t, event)
    if event.what in QUIETLY_RULED and (event.clauses or not event.note):
        return ""
    if event.who == DM and str(event.new) in CONSULTED:
        return f"{CONSULTED[str(event.new)]}.{format_note(event.note)}"
    if event.who == DM and event.new == RULE:
        return f"The DM rules:{format_note(event.note)}" if event.note.strip() else "The DM has ruled."
    if event.note == SAID:
        return f"{_describe_ruling(t, event)}."
    return f"The DM rules: {_describe_ruling(t, event)}.{format_note(event.note)}"


def _tell_ruling_afterwards(t: Voice, event: e.Ruled) -> str:
    """Return what came of a ruling; "" for numbers, places and the rules of the table."""
    note = "" if event.note == SAID else format_note(event.note)
    if is_note_only(event):
        return note.strip()
    if event.what in CONDITIONS or event.what in RETOLD or _is_happening(t, event):
        return f"{_describe_ruling(t, event)}.{note}"
    return ""


def is_note_only(event: e.Ruled) -> bool:
    """Return whether a ruling consists of its note only.

    Its changes are narrated for the combatants that they concern.
    """
    return event.who == DM and event.new == RULE


def drop_repeated_notes(events: Iterable[e.Event]) -> Iterator[e.Event]:
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


def _describe_ruling(t: Voice, event: e.Ruled) -> str:
    if event.who == DM:
        return _describe_fight_change(t, event)
    until = ""
    if event.until is not None and not t.past:
        round_, column = event.until
        until = f" until round {round_}, {name_column(t.state, column, round_)}"
    if event.what in CONDITIONS:
        return _describe_condition(t, event) + until
    if _is_happening(t, event):
        return _write_happening(event) + until
    said = WHAT.get(event.what)
    return (said(t, event) if said is not None else _describe_plainly(t, event)) + until


def _describe_fight_change(t: Voice, event: e.Ruled) -> str:
    if event.what == "option":
        key, value = cast("Sequence[object]", event.new)
        option = find_option(t.state.ruleset, str(key))
        if option is None:
            return f"from now on “{key}” is {name_value(value)}"
        return f"from now on “{name_option(option)}” is {name_choice(option, value)}"
    if event.what == "setting":
        return f"the fight is {event.new} from now on"
    if event.what == "note" or _is_happening(t, event):
        return t.quote(_write_happening(event))
    return f"{_name_ruling(t, event)} {_format_ruled(t, event.new)}".strip()


def _is_happening(t: Voice, event: e.Ruled) -> bool:
    """Return whether a ruling says what happens, in the DM's words."""
    return get_ruleset(t.state.ruleset).rulings.is_happening(event.what)


def _write_happening(event: e.Ruled) -> str:
    return str(event.new).strip().rstrip(".")


def _name_ruling(t: Voice, event: e.Ruled) -> str:
    return name_ruling(get_ruleset(t.state.ruleset), event.what)


def _format_ruled(t: Voice, value: object) -> str:
    if value is None or value is True:
        return ""
    if isinstance(value, list | tuple):
        return " ".join(_format_ruled(t, each) for each in value)
    text = "no" if value is False else str(value)
    return t.name(text) if text in t.state.combatants else text.replace("_", " ")


def _is_on(value: object) -> bool:
    return value not in (False, "no")


def _describe_condition(t: Voice, event: e.Ruled) -> str:
    name = event.what.replace("_", " ")
    if not _is_on(event.new):
        return f"{t.does(event.who, 'is', 'are')} no longer {name}"
    return t.does(event.who, *BEGINS.get(event.what, (f"is {name}", f"are {name}")))


def _describe_plainly(t: Voice, event: e.Ruled) -> str:
    """Return the clause about something that has a value.

    Viewers who may not know the value are told only that it changes.
    """
    if event.new is None:
        return f"{t.whose(event.who)} {_name_ruling(t, event)} changes"
    return f"{t.whose(event.who)} {_name_ruling(t, event)} is {_format_ruled(t, event.new) or 'so'}"


def _describe_hit_points(t: Voice, event: e.Ruled) -> str:
    if not (t.knows or event.who in t.own or _are_numbers_shown(t, event.who)):
        return f"{t.whose(event.who)} hit points change"
    return f"{t.does(event.who, 'has', 'have')} {event.new} hit point{'s' if event.new != 1 else ''}"


def _are_numbers_shown(t: Voice, who: str) -> bool:
    """Return whether the table shows everybody this combatant's hit points as numbers."""
    key = "table.party_hp" if t.state.combatants[who].side == t.state.party else "table.foe_hp"
    return lookup_table_option(t.state, key) == "numbers"


def _describe_place(t: Voice, event: e.Ruled) -> str:
    if event.put_at is None:
        return _describe_plainly(t, event)
    across, down = (to_units(each) for each in event.put_at)
    return f"{t.does(event.who, 'is', 'are')} moved to {across}, {down} {find_short_unit(t.state)}"


def _describe_range(t: Voice, event: e.Ruled) -> str:
    if not isinstance(event.new, list | tuple) or len(event.new) != 2:
        return _describe_plainly(t, event)
    other, far = event.new
    if event.what == "range":
        return f"{t.does(event.who, 'is', 'are')} {far / HUNDREDTHS:g} ft from {t.name(str(other))}"
    return f"{t.does(event.who, 'is', 'are')} at range {far} to {t.name(str(other))}"


def _describe_armor_class(t: Voice, event: e.Ruled) -> str:
    if event.new is None and event.old is not None:
        return f"{t.whose(event.who)} own armor class counts again"
    return _describe_plainly(t, event)


def _describe_spells(t: Voice, event: e.Ruled) -> str:
    if event.new is None:
        return f"{t.whose(event.who)} spells in memory change"
    spells = [t.spell(event.who, str(each)) for each in cast("Sequence[object]", event.new)]
    return f"{t.does(event.who, 'has', 'have')} {', '.join(spells) or 'no spell'} in memory"


def _describe_charges(t: Voice, event: e.Ruled) -> str:
    if event.new is None:
        return f"{t.whose(event.who)} missiles or charges change"
    item, left = cast("Sequence[object]", event.new)
    supply = describe_supply(t.state.combatants[event.who].stat_block, str(item), left)
    return f"{t.does(event.who, 'has', 'have')} {supply}"


def _describe_blows(t: Voice, event: e.Ruled) -> str:
    if event.new is None:
        return f"{t.whose(event.who)} blows left change"
    active, reactive = cast("Sequence[object]", event.new)
    return f"{t.does(event.who, 'has', 'have')} {active} active and {reactive} reactive blows left"


def _describe_great_blow(t: Voice, event: e.Ruled) -> str:
    weapon, _, count = cast("Sequence[Any]", event.new)
    how = f"{count} great blow{'s' if count != 1 else ''}" if count else "no great blow"
    return f"{t.does(event.who, 'has', 'have')} {how} with the {t.weapon(event.who, str(weapon))} prepared"


def _describe_drop(t: Voice, event: e.Ruled) -> str:
    thing = t.weapon(event.who, str(event.new or event.old or ""))
    return f"{t.does(event.who, 'drops')} the {thing}"


def _describe_breaking(t: Voice, event: e.Ruled) -> str:
    if not event.new:
        return _describe_plainly(t, event)
    return f"{t.whose(event.who)} {t.weapon(event.who, str(event.new))} {t.tense('breaks', 'broke')}"


def _describe_damage(t: Voice, event: e.Ruled) -> str:
    return f"{t.does(event.who, 'takes')} {_format_ruled(t, event.new)} damage to EN".replace("  ", " ")


def _describe_expense(t: Voice, event: e.Ruled) -> str:
    return f"{t.does(event.who, 'expends')} {_format_ruled(t, event.new)} EN".replace("  ", " ")


def _describe_pool(t: Voice, event: e.Ruled) -> str:
    if event.new is None:
        return f"{t.whose(event.who)} {event.what.upper()} changes"
    return f"{t.does(event.who, 'has', 'have')} {event.new} {event.what.upper()}"


def _describe_rank(t: Voice, event: e.Ruled) -> str:
    name = t.name(str(event.new)) if event.new else "nobody"
    return f"{t.does(event.who, 'stands')} behind {name}"


def _describe_dice(t: Voice, event: e.Ruled) -> str:
    return f"{t.whose(event.who)} dice are {'real, and typed in' if _is_on(event.new) else 'rolled by the table'}"


def _describe_actions(t: Voice, event: e.Ruled) -> str:
    return f"{t.does(event.who, 'has', 'have')} {event.new} action{'s' if event.new != 1 else ''} more this round"


def _describe_ended_effect(t: Voice, event: e.Ruled) -> str:
    name = _format_ruled(t, event.new)
    return f"{t.does(event.who, 'is', 'are')} no longer {name}" if name else "An effect ends"


def _describe_forbidden(t: Voice, event: e.Ruled) -> str:
    why = f" ({t.quote(event.new)})" if isinstance(event.new, str) and event.new else ""
    return f"{t.whose(event.who)} next maneuver is forbidden{why}"


def _narrate_switch(on: str, off: str, many: str = "") -> Callable[[Voice, e.Ruled], str]:
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
    "hp": _describe_hit_points,
    "moved": _describe_place,
    "range": _describe_range,
    "pair_range": _describe_range,
    "ac": _describe_armor_class,
    "spells": _describe_spells,
    "charges": _describe_charges,
    "blows": _describe_blows,
    "prepared": _describe_great_blow,
    "drops": _describe_drop,
    "dropped": _describe_drop,
    "broken": _describe_breaking,
    "damaged": _describe_damage,
    "charged": _describe_expense,
    "en": _describe_pool,
    "bd": _describe_pool,
    "behind": _describe_rank,
    "types_dice": _describe_dice,
    "actions": _describe_actions,
    "forbidden": _describe_forbidden,
    "effect_ends": _describe_ended_effect,
    "refunded": lambda t, event: f"{t.does(event.who, 'gets')} the blow back",
    "alert": _narrate_switch("is alert", "is no longer alert"),
    "conscious": _narrate_switch("is conscious", "is unconscious"),
    "hidden": _narrate_switch("is hidden", "is hidden no longer"),
    "appears": _narrate_switch("appears", "appears"),
    "vanishes": _narrate_switch("vanishes", "vanishes", "vanish"),
    "falls": _narrate_switch("falls", "falls"),
    "ends_movement": _narrate_switch("moves no further", "moves no further"),
}
"""The function that narrates each kind of ruling: "Otis has 7 hit points"."""
