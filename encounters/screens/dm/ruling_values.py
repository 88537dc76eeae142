"""The rulings of a ruleset on the DM's form: their names, and their values as typed."""

from encounters.narration.names import ruling_word
from encounters.screens.answering.typed import read_value
from rules.api import ENCOUNTER_RULINGS, EVENT_RULING, BadAnswer, Setting, State, get_ruleset

NUMBER, TEXT, THING, PLACE = "a whole number", "words", "the thing's name", "across, down: 12, 20"

NUMBERS = (
    *("hp", "actions", "en", "bd", "damaged", "charged", "ac_base", "ac_mod1", "ac_mod2", "fall_die"),
    *("st", "dx", "el", "en_max", "bd_max", "active_blows", "reactive_blows", "recovery_rate", "hands", "move"),
)
"""The rulings whose value is a whole number."""

THINGS = ("drops", "dropped", "broken")
"""The rulings whose value is a thing that is held or worn."""

LISTS = {
    "blows": (2, "active and reactive blows left: 2, 1"),
    "refunded": (4, "active blows, reactive blows, EN, 1 if they were borrowed: 1, 0, 2, 0"),
    "great_blow": (4, "to hit, critical, damage, breakage, each per preparation: 1, 1, 2, 1"),
}
"""The rulings whose value is a list of whole numbers: their count, and a hint for the form."""

HELP = {
    **dict.fromkeys(NUMBERS, NUMBER),
    **dict.fromkeys(THINGS, THING),
    **{what: words for what, (_, words) in LISTS.items()},
    "ac": "a whole number, or nothing for his own",
    "moved": PLACE,
    "range": "to whom, feet: Orc 1, 30",
    "pair_range": "to whom, range: Cora, 3",
    "prepared": "weapon, mode, how many: great axe, 2h, 1",
    "behind": "behind whom, or nothing",
    "spells": "ids of the spells in memory, with commas",
    "forbidden": "why his next maneuver is forbidden",
    "note": TEXT,
    EVENT_RULING: "what happens, in a few words",
    "option": "the option's key, its value",
    "setting": "indoors or outdoors",
}
"""The hints for the values of rulings; a ruling without one takes yes or no."""

OFTEN = ("hp", "en", "bd", "blows", "pair_range", "alert", "conscious", "moved", "hidden", "appears", "ac")
"""The most frequent rulings, which the form lists first."""

SWITCH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
"""The words that may be typed for an option that is on or off."""


def list_rulings(state: State) -> tuple[str, ...]:
    """Return the kinds of rulings of the ruleset in play, the most frequent first."""
    there = get_ruleset(state.ruleset).rulings
    return tuple(dict.fromkeys((*(what for what in OFTEN if what in there), *there, *ENCOUNTER_RULINGS)))


def find_hint(what: str) -> str:
    """Return the hint for the value of a kind of ruling."""
    return HELP.get(what, "yes or no")


def list_hints(state: State) -> list[tuple[str, str]]:
    """Return the kinds of rulings in words, each with the hint for its value."""
    listed = [(ruling_word(what), HELP[what]) for what in list_rulings(state) if what in HELP]
    return [*listed, ("everything else", "yes or no")]


def read_ruling(state: State, what: str, text: str) -> object:
    """Return the value of a ruling from its typed text.

    Places and ranges are typed and returned in feet. Raises BadAnswer with the name of the field.
    """
    text = text.strip()
    if what == "ac" and not text:
        return None
    if what == "ac" or what in NUMBERS:
        return _read_whole(text)
    if what in LISTS:
        return [_read_whole(each) for each in _split_parts(what, text, LISTS[what][0])]
    if what in THINGS:
        return _read_thing(text)
    match what:
        case "moved":
            return [_read_feet(each) for each in _split_parts(what, text, 2)]
        case "range" | "pair_range":
            other, far = _split_parts(what, text, 2)
            return [_find_id(state, other), _read_feet(far) if what == "range" else _read_whole(far)]
        case "prepared":
            weapon, mode, count = _split_parts(what, text, 3)
            return [_read_thing(weapon), mode, _read_whole(count)]
        case "option":
            key, value = _split_parts(what, text, 2)
            return [key, SWITCH.get(value.lower(), value)]
        case "spells":
            return [each.strip() for each in text.split(",") if each.strip()]
        case "behind":
            return _find_id(state, text)
        case "forbidden" | "note" | "event":
            return text
        case "setting":
            return _read_setting(text)
    return _read_switch(text)


def _read_setting(text: str) -> str:
    if text not in tuple(Setting):
        raise BadAnswer("value", "The setting is indoors or outdoors.")
    return text


def _read_switch(text: str) -> bool:
    if text.lower() not in ("", "yes", "no"):
        raise BadAnswer("value", f"'{text}' is neither yes nor no.")
    return text.lower() != "no"


def _read_whole(text: str) -> int:
    value = read_value(text)
    if not isinstance(value, int):
        raise BadAnswer("value", f"'{text}' is no whole number.")
    return value


def _read_feet(text: str) -> float:
    try:
        return float(text)
    except ValueError as problem:
        raise BadAnswer("value", f"'{text}' is no number.") from problem


def _split_parts(what: str, text: str, count: int) -> list[str]:
    parts = [each.strip() for each in text.split(",")]
    if len(parts) != count or not all(parts):
        raise BadAnswer("value", f"{count} values, with commas: {HELP[what]}.")
    return parts


def _read_thing(text: str) -> str:
    """Return the id of a thing, which may be typed as its name."""
    return text.lower().replace(" ", "_")


def _find_id(state: State, other: str) -> str:
    """Return the id of a combatant, which may be typed as its name."""
    named = (each.id for each in state.combatants.values() if each.name.lower() == other.lower())
    return next(named, other)
