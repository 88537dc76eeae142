"""The reason why one deed comes before another, as a sentence with the numbers."""

from encounters.narration.columns import name_column
from encounters.narration.names import describe_deed, name_of, shorten_weapon
from rules.api import HUNDREDTHS, Deed, State

PARTS = {25: "¼", 50: "½", 75: "¾"}
"""Hundredths of a foot that have a sign."""


def write_reason(state: State, first: Deed, then: Deed, numbers: str, *, together: bool) -> str:
    """Return why the first deed comes before another, or together with it.

    ``numbers`` are those that were compared, that of the first deed first: "5 > 2".
    """
    if first.who == then.who:
        return f"{name_of(state, first.who)}: first {describe_deed(state, first)}, then {describe_deed(state, then)}."
    compared = _read_numbers(numbers)
    found = compared and (
        _compare_lengths(state, first, then, compared)
        or _compare_initiative(state, first, then, numbers, compared)
        or _compare_columns(state, first, then, compared)
        or _compare_speed(state, first, then, compared)
    )
    if found:
        return f"{found}. So {'both come at once' if together else f'{name_of(state, first.who)} comes first'}."
    one, other = _name_with_deed(state, first), _name_with_deed(state, then)
    return f"{one} and {other} come at once." if together else f"{one} comes before {other}."


def _read_numbers(numbers: str) -> tuple[int, int] | None:
    """Return the two numbers of "5 > 2", "2 < 5" or "3 = 3"; None for other words."""
    words = numbers.split()
    if len(words) != 3 or words[1] not in ("<", ">", "=") or not (_is_number(words[0]) and _is_number(words[2])):
        return None
    return int(words[0]), int(words[2])


def _is_number(word: str) -> bool:
    return word.removeprefix("-").isdigit()


def _compare_lengths(state: State, first: Deed, then: Deed, compared: tuple[int, int]) -> str:
    """Return the lengths of two weapons in words, if these are the numbers; else ""."""
    lengths = [_find_length(state, deed) for deed in (first, then)]
    if lengths != list(compared):
        return ""
    one, other = _name_weapon_of(state, first), _name_weapon_of(state, then)
    long, short = (_write_feet(length) for length in compared)
    if compared[0] == compared[1]:
        return f"{one} and {other} are both {long} long"
    return f"{one}, {long}, is {'longer' if compared[0] > compared[1] else 'shorter'} than {other}, {short}"


def _compare_initiative(state: State, first: Deed, then: Deed, numbers: str, compared: tuple[int, int]) -> str:
    """Return the initiative of two deeds in words if these are the numbers, else ""."""
    if (first.initiative, then.initiative) != compared or "<" in numbers:
        return ""
    one, other = name_of(state, first.who), name_of(state, then.who)
    if compared[0] == compared[1]:
        return f"{one} and {other} both have {compared[0]} for initiative"
    return f"{one} has {compared[0]} for initiative, more than {other}, {compared[1]}"


def _compare_columns(state: State, first: Deed, then: Deed, compared: tuple[int, int]) -> str:
    """Return the columns in which two deeds are due in words, if these are the numbers; else ""."""
    if (first.number, then.number) != compared:
        return ""
    one, other = _name_with_deed(state, first), _name_with_deed(state, then)
    if compared[0] == compared[1]:
        return f"{one} and {other} are both due in {name_column(state, compared[0])}"
    return f"{one} is due in {name_column(state, compared[0])}, earlier than {other}, in {compared[1]}"


def _compare_speed(state: State, first: Deed, then: Deed, compared: tuple[int, int]) -> str:
    """Return the speed factors of two weapons in words, if these are the numbers; else ""."""
    factors = [_find_speed_factor(state, deed) for deed in (first, then)]
    if factors != list(compared):
        return ""
    one, other = _name_weapon_of(state, first), _name_weapon_of(state, then)
    if compared[0] == compared[1]:
        return f"{one} and {other} both have speed factor {compared[0]}"
    return f"{one}, speed factor {compared[0]}, is faster than {other}, {compared[1]}"


def _find_length(state: State, deed: Deed) -> int | None:
    """Return the length of a deed's weapon, in hundredths of a foot."""
    weapon = state.combatants[deed.who].weapon(deed.words.weapon)
    return weapon.length if weapon is not None else None


def _find_speed_factor(state: State, deed: Deed) -> int | None:
    weapon = state.combatants[deed.who].weapon(deed.words.weapon)
    return weapon.speed_factor if weapon is not None else None


def _name_with_deed(state: State, deed: Deed) -> str:
    return f"{name_of(state, deed.who)} ({describe_deed(state, deed)})"


def _name_weapon_of(state: State, deed: Deed) -> str:
    return f"{name_of(state, deed.who)}’s {shorten_weapon(state, deed.who, deed.words.weapon)}"


def _write_feet(length: int) -> str:
    """Return a length in hundredths of a foot in words: "3½ ft"."""
    feet, part = divmod(length, HUNDREDTHS)
    if part and part not in PARTS:
        return f"{length / HUNDREDTHS:g} ft"
    return f"{feet or ''}{PARTS[part]} ft" if part else f"{feet} ft"
