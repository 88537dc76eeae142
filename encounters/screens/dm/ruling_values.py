"""The rulings of a ruleset on the DM's form: their names, and their values as typed."""

import re

from encounters.errors import Invalid
from encounters.narration.names import name_ruling
from encounters.narration.supplies import find_item, list_countable
from encounters.numbers import replace_dashes
from encounters.screens.answering.typed import read_value
from encounters.screens.battle_map.plan_lines import read_map_change
from encounters.screens.combatants import IN_HAND
from rules.api import (
    ENCOUNTER_RULINGS,
    MAP_RULING,
    MOST_ENTRIES,
    BadAnswer,
    Change,
    Combatant,
    RulingForm,
    Setting,
    State,
    TypedPart,
    get_ruleset,
    is_number_ruling,
)

HINTS = {
    "hp": "-5 harms, +8 heals, 12 sets",
    "ac": "a whole number; empty: their own",
    "moved": "across, down: 12, 20",
    "range": "combatant and feet: Orc 1, 30",
    "drops": "the thing's name",
    "behind": "whom; empty: nobody",
    "spells": "spells in memory, separated by commas",
    "charges": "what and how many: arrows, 17",
    "note": "words",
    "option": "option and value, separated by a comma",
    "setting": "indoors or outdoors",
    MAP_RULING: "wall 0,0 10,0 or hidden door 4,0 8,0 or open door-1",
}
"""The hints for the values of the rulings of all procedures; one without a hint takes yes or no."""

RULED_BY = {
    "hp": "hp",
    "AC": "ac",
    "Place": "moved",
    "Under": "held",
    IN_HAND: "drops",
    "Spells in memory": "spells",
    "Missiles": "charges",
    "Charges left": "charges",
    "Behind": "behind",
    "Hidden": "hidden",
}
"""The ruling that changes a fact; rulings of one procedure name their facts themselves."""

CHANGED = re.compile(r"\s*([-+=]?)\s*(\d{1,6})\s*|\s*=\s*-\s*(\d{1,6})\s*")
"""A change of a number as it is typed: "-5", "+8", "12"; "=-3" sets a number below 0."""

PARTS = {
    TypedPart.WHOLE: "-5, +8 or 12",
    TypedPart.AMOUNT: "a whole number",
    TypedPart.THING: "the thing's name",
    TypedPart.WORDS: "words",
}
"""The hints for values of one part."""

SWITCH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
"""The words that may be typed for an option that is on or off."""

YES_OR_NO = "yes or no"


def list_rulings(state: State) -> tuple[str, ...]:
    """Return the kinds of rulings of the ruleset in play, the most frequent first."""
    rules = get_ruleset(state.ruleset)
    often = (what for what in rules.rulings.frequent if what in rules.rulings.of_combatants)
    return tuple(dict.fromkeys((*often, *rules.rulings.of_combatants, *ENCOUNTER_RULINGS, MAP_RULING)))


def _find_hint(state: State, what: str) -> str:
    """Return the hint for the value of a kind of ruling; "" for one that takes yes or no."""
    form = find_form(state, what)
    if form is None or not form.parts:
        return HINTS.get(what, "")
    return form.hint or PARTS[form.parts[0]]


def find_form(state: State, what: str) -> RulingForm | None:
    """Return how the procedure in play has a ruling of its own typed; None for other rulings."""
    own = get_ruleset(state.ruleset).rulings.own.get(what)
    return own.form if own is not None else None


def find_hint(state: State, what: str) -> str:
    """Return the hint for the value of a kind of ruling."""
    return _find_hint(state, what) or YES_OR_NO


def list_hints(state: State) -> list[tuple[str, str]]:
    """Return the kinds of rulings in words, each with the hint for its value."""
    rules = get_ruleset(state.ruleset)
    hints = ((name_ruling(rules, what), _find_hint(state, what)) for what in list_rulings(state))
    return [*((word, hint) for word, hint in hints if hint), ("everything else", YES_OR_NO)]


def find_ruling(state: State, label: str) -> str:
    """Return the ruling that changes the fact of this name; "" where none does."""
    rules = get_ruleset(state.ruleset)
    own = (what for what, ruling in rules.rulings.own.items() if label in ruling.form.facts)
    what = next(own, RULED_BY.get(label, ""))
    return what if what in rules.rulings.of_combatants else ""


def read_number_change(who: str, what: str, text: str) -> Change:
    """Return the change of a number as it is typed.

    "-5" and "+8" are differences, "12" and "=-3" new values. Raises BadAnswer with the name of the field.
    """
    found = CHANGED.fullmatch(replace_dashes(text))
    if found is None:
        raise BadAnswer("value", f"'{text.strip()}' is not a number. Write it like -5, +8 or 12.")
    sign, number, below = found.groups()
    if below:
        return Change(who, what, -int(below))
    if sign in ("", "="):
        return Change(who, what, int(number))
    return Change(who, what, by=int(number) if sign == "+" else -int(number))


def _read_list(text: str) -> list[str]:
    found = [each.strip() for each in text.split(",") if each.strip()]
    if len(found) > MOST_ENTRIES:
        raise BadAnswer("value", f"A list has at most {MOST_ENTRIES} entries. Shorten it.")
    return found


def read_ruling(state: State, who: str, what: str, text: str) -> Change:
    """Return a ruling of a combatant or the encounter from its typed text.

    Raises BadAnswer with the name of the field.
    """
    if who in state.combatants and is_number_ruling(state, what):
        return read_number_change(who, what, text)
    if who in state.combatants and what == "charges":
        return Change(who, what, _read_charges(state.combatants[who], text))
    return Change(who, what, _read_ruling_value(state, what, text))


def _read_ruling_value(state: State, what: str, text: str) -> object:
    """Return the value of a ruling from its typed text; a number without a sign is a new value.

    Places and ranges are typed and returned in feet. Raises BadAnswer with the name of the field.
    """
    text = text.strip()
    form = find_form(state, what)
    if form is not None and form.parts:
        return _read_parts(state, form, text)
    match what:
        case "hp":
            return _read_whole(text)
        case "ac":
            return _read_whole(text) if text else None
        case "drops":
            return _read_thing(text)
        case "moved":
            return [_read_feet(each) for each in _split_parts(text, 2, HINTS[what])]
        case "range":
            other, far = _split_parts(text, 2, HINTS[what])
            return [_find_id(state, other), _read_feet(far)]
        case "option":
            key, value = _split_parts(text, 2, HINTS[what])
            return [key, SWITCH.get(value.lower(), value)]
        case "spells":
            return _read_list(text)
        case "behind":
            return _find_id(state, text)
        case "note":
            return text
        case "setting":
            return _read_setting(text)
        case "map":
            return _read_map_change(text)
    return _read_switch(text)


COUNTED = re.compile(r"(?P<before>\d{1,4})\s+(?P<item>\D.*)|(?P<named>.*\D)[\s,=]+(?P<behind>\d{1,4})")
"""A number of things as it is typed: "17 arrows", "arrows, 17"."""


def _read_charges(each: Combatant, text: str) -> list[object]:
    """Return an item and its number.

    Raises BadAnswer for what cannot be counted of the combatant.
    """
    found = COUNTED.fullmatch(text.strip())
    if found is None:
        raise BadAnswer("value", f"Write {HINTS['charges']}.")
    named = (found["item"] or found["named"]).strip(" ,=\t")
    item = find_item(each.stat_block, named)
    if not item:
        countable = list_countable(each.stat_block)
        perhaps = f" Write one of: {', '.join(countable)}." if countable else ""
        raise BadAnswer("value", f"{each.name} has nothing called “{named}” to count.{perhaps}")
    return [item, int(found["before"] or found["behind"])]


def _read_map_change(text: str) -> list[object]:
    try:
        return read_map_change(text)
    except Invalid as problem:
        raise BadAnswer("value", problem.message) from problem


def _read_setting(text: str) -> str:
    if text not in tuple(Setting):
        raise BadAnswer("value", "Write indoors or outdoors.")
    return text


def _read_switch(text: str) -> bool:
    if text.lower() not in ("", "yes", "no"):
        raise BadAnswer("value", f"Write yes or no, not '{text}'.")
    return text.lower() != "no"


def _read_whole(text: str) -> int:
    value = read_value(text)
    if not isinstance(value, int):
        raise BadAnswer("value", f"'{text}' is not a whole number.")
    return value


def _read_feet(text: str) -> float:
    try:
        return float(replace_dashes(text))
    except ValueError as problem:
        raise BadAnswer("value", f"'{text}' is not a number.") from problem


def _read_parts(state: State, form: RulingForm, text: str) -> object:
    """Return a value of one part, or the list of several."""
    if len(form.parts) == 1:
        return _read_part(state, form.parts[0], text)
    texts = _split_parts(text, len(form.parts), form.hint)
    return [_read_part(state, part, each) for part, each in zip(form.parts, texts, strict=True)]


def _read_part(state: State, part: TypedPart, text: str) -> object:
    match part:
        case TypedPart.WHOLE | TypedPart.AMOUNT:
            return _read_whole(text)
        case TypedPart.THING:
            return _read_thing(text)
        case TypedPart.OTHER:
            return _find_id(state, text)
    return text


def _split_parts(text: str, count: int, hint: str) -> list[str]:
    parts = [each.strip() for each in text.split(",")]
    if len(parts) != count or not all(parts):
        raise BadAnswer("value", f"Write {count} values separated by commas: {hint}.")
    return parts


def _read_thing(text: str) -> str:
    """Return the id of a thing, which may be typed as its name."""
    return text.lower().replace(" ", "_")


def _find_id(state: State, other: str) -> str:
    """Return the id of a combatant, which may be typed as its name."""
    named = (each.id for each in state.combatants.values() if each.name.lower() == other.lower())
    return next(named, other)
