"""Short words for combatants, their things, deeds and distances, for lanes, marks and rows.

All words come from one viewer's state, so that they name nothing that the viewer was not shown.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.api import (
    MAP_RULING,
    TABLE_OPTIONS,
    Deed,
    OptionSpec,
    Procedure,
    StatBlock,
    State,
    TableOption,
    format_listed_name,
    get_ruleset,
    shorten_names,
)

PARTY = "party"
SHAPES = (PARTY, "foes")
"""The sides with a shape of their own; every other side has the third shape."""

COUNTS = (
    "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"
)  # fmt: skip
"""Small numbers in words."""

PRAYING = ("cleric", "druid")
OTHER_CASTERS = ("magic_user", "illusionist")


def get_side_shape(side: str) -> str:
    """Return the shape of a side's tokens: party, foes, or other."""
    return side if side in SHAPES else "other"


def name_of(state: State, who: str) -> str:
    """Return the name that the viewer knows a combatant by; for the DM or a side, a word."""
    if who in state.combatants:
        return state.combatants[who].name
    return "the DM" if who == "dm" else who.replace("_", " ")


def list_names(state: State, who: Sequence[str]) -> str:
    """Return several names: "Otis, Serten"; of a crowd the numbers: "Goblins 1-4, 6"."""
    return ", ".join(shorten_names([name_of(state, each) for each in who]))


def list_group(state: State, who: Sequence[str]) -> str:
    """Return the names of a group, numbers in a row as one even for two: "Goblins 1-2"."""
    return join_names(name_of(state, each) for each in who)


def join_names(names: Iterable[str]) -> str:
    """Return names as one text, with numbers in a row as one: "Goblins 1-4, 6, Otis"."""
    return ", ".join(shorten_names([*names], least=2))


def list_in_words(names: Sequence[str]) -> str:
    """Return names as a sentence lists them: "Otis, Serten and Ydra"."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def write_count(number: int) -> str:
    """Return a small number as a word: "four"; from 13 on in figures."""
    return COUNTS[number] if 0 <= number < len(COUNTS) else str(number)


def pick_letters(name: str) -> str:
    """Return the text on a name's token: 3 for "Orc 3", O for "Otis", OS for "Orc shaman"."""
    words = name.split() or ["?"]
    if words[-1].isdigit():
        return words[-1]
    return "".join(word[0] for word in words[:2]).upper()


def make_sentence(words: str) -> str:
    """Return words as a sentence: "Web on Orc 3." for "web on Orc 3"."""
    return f"{words[:1].upper()}{words[1:]}."


def write_refusal(name: str, reason: str) -> str:
    """Return a refusal as a sentence; a reason that begins with a small letter follows the name."""
    said = reason if reason[:1].isupper() or not name else f"{name} {reason}"
    return f"Not possible: {said.rstrip('.')}."


ADDRESSED = (
    ("has ", "You have "),
    ("cannot ", "You cannot "),
    ("stands ", "You stand "),
    ("is surprised", "You are surprised"),
    ("is too ", "You are too "),
    ("is held ", "You are held "),
)
"""The beginnings of reasons that speak of a combatant, and the same for its player."""


def write_reason_for_player(reason: str) -> str:
    """Return a reason as its player reads it: "You have no spells" for "has no spells"."""
    for spoken_of, spoken_to in ADDRESSED:
        if reason.startswith(spoken_of):
            return f"{spoken_to}{reason.removeprefix(spoken_of)}"
    return reason


def name_weapon(state: State, who: str, id: str) -> str:
    """Return a combatant's weapon in words."""
    each = state.combatants.get(who)
    found = each.weapon(id) if each is not None else None
    return format_listed_name(found.name) if found is not None else id.replace("_", " ") or "weapon"


def shorten_weapon(state: State, who: str, id: str) -> str:
    """Return a combatant's weapon in one word: "sword" for a long sword."""
    return shorten_words(name_weapon(state, who, id))


def shorten_words(weapon: str) -> str:
    """Return a weapon's name in one word: "sword" for "long sword", or for "Sword, long"."""
    return (format_listed_name(weapon).split() or [""])[-1]


def name_spell(state: State, who: str, id: str) -> str:
    """Return a combatant's spell in words.

    It is "a prayer" or "a spell" where its name was not shown; "a spell" of a caster who may do either.
    """
    each = state.combatants.get(who)
    if not id:
        return "a prayer" if each is not None and _is_praying_alone(each.stat_block) else "a spell"
    found = each.spell(id) if each is not None else None
    return format_listed_name(found.name) if found is not None else drop_class(id)


def _is_praying_alone(stat_block: StatBlock) -> bool:
    return stat_block.creature.has_class(*PRAYING) and not stat_block.creature.has_class(*OTHER_CASTERS)


def name_device(state: State, who: str, id: str) -> str:
    """Return a combatant's device in words."""
    each = state.combatants.get(who)
    found = each.device(id) if each is not None else None
    return format_listed_name(found.name) if found is not None else id.replace("_", " ") or "a device"


def drop_class(spell: str) -> str:
    """Return the words of a spell's id without its class: "web" for magic_user_web."""
    plain = spell.partition(".")[0]
    for class_ in ("magic_user_", "illusionist_", "cleric_", "druid_"):
        plain = plain.removeprefix(class_)
    return plain.replace("_", " ")


MADE_TASK = re.compile(r"(?:draw|drop|wear|remove) [a-z0-9_.]+")
"""A task that was chosen by the id of a thing, not typed."""


def write_task(task: str) -> str:
    """Return a task as it was typed; the id in a task that was chosen becomes words."""
    return task.replace("_", " ") if MADE_TASK.fullmatch(task) else task


def describe_kind(stat_block: StatBlock) -> str:
    """Return the kind of a stat block: "ranger 4", "fighter 3 / thief 3", "orc", "HD 1"."""
    creature = stat_block.creature
    kinds = [f"{each.id.replace('_', '-')} {each.level or ''}".strip() for each in creature.list_classes()]
    return " / ".join(kinds) or (f"HD {creature.hit_dice}" if creature.hit_dice else "")


@dataclass(frozen=True, slots=True)
class MarkWording:
    """The words of marks and rows: names as they are listed, a weapon in one word."""

    state: State

    def name(self, who: str) -> str:
        return name_of(self.state, who)

    def list_names(self, who: Sequence[str]) -> str:
        return list_names(self.state, who)

    def weapon(self, who: str, id: str) -> str:
        return shorten_weapon(self.state, who, id)

    def spell(self, who: str, id: str) -> str:
        return name_spell(self.state, who, id)

    def device(self, who: str, id: str) -> str:
        return name_device(self.state, who, id)

    def quote(self, text: str) -> str:
        return write_task(text)


def describe_deed(state: State, deed: Deed) -> str:
    """Return a deed in a few words, as its mark shows it."""
    return deed.describe(MarkWording(state))


RULINGS = {
    "hp": "hit points",
    "ac": "armor class",
    "charges": "missiles and charges",
    MAP_RULING: "walls and doors",
}
"""The words for rulings of all procedures whose ids are no words."""


def name_ruling(ruleset: Procedure, what: str) -> str:
    """Return the words for a kind of ruling."""
    own = ruleset.rulings.own.get(what)
    return (own.form.words if own is not None else "") or RULINGS.get(what, what.replace("_", " "))


def find_option(ruleset: str, key: str) -> OptionSpec | TableOption | None:
    """Return an option of the table, or of a procedure; None if there is none."""
    return TABLE_OPTIONS.get(key) or get_ruleset(ruleset).options.get(key)


def name_option(option: OptionSpec | TableOption) -> str:
    """Return an option's label; without one, its key in words."""
    prefix, _, name = option.key.partition(".")
    words = (name or prefix).replace("_", " ")
    return option.words.label or words[:1].upper() + words[1:]


def name_choice(option: OptionSpec | TableOption, value: object) -> str:
    """Return the words for an option's value: "on" for True."""
    return option.words.choices.get(str(value)) or name_value(value)


def name_value(value: object) -> str:
    """Return a value in words: "on" for True, "end of round" for "end-of-round"."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value).replace("_", " ").replace("-", " ")


SHORT = {"feet": "ft", "inches": "in"}
"""The units of a plane, and each in short."""


def to_units(hundredths: int | float) -> str:
    """Return hundredths of the unit in units: 1250 becomes "12.5"."""
    return f"{round(hundredths / 100, 2):g}"


def find_short_unit(state: State) -> str:
    """Return the unit of the plane of the ruleset in play, in short: "ft"."""
    return SHORT.get(get_ruleset(state.ruleset).plane.unit, SHORT["feet"])
