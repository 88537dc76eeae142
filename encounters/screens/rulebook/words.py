"""The terms of the catalogues in plain words, and titles for the pages of the book."""

from collections.abc import Sequence
from dataclasses import dataclass

from encounters.narration.names import name_choice, name_option
from rules.api import Catalogue, Clause, MatrixRow, OptionSpec

MODES = {
    "auto": "The table applies it by itself.",
    "prompt": "The table stops and asks.",
    "option": "It is played only where its option says so.",
    "advisory": "It is shown and asks nothing of anybody.",
}
"""The way a clause is played, by its mode."""

DEEDS = {
    "melee-sf": "weapon with a speed factor",
    "melee-nosf": "blow without a speed factor",
    "set": "weapon set against a charge",
    "missile": "missile",
    "spell": "spell",
    "device": "device",
    "charge": "charge",
    "move": "move",
    "flee": "flight",
    "parley": "parley",
    "turning": "turning undead",
    "wait": "waiting",
    "psionic": "psionics",
}
"""The kinds of deeds in an ordering matrix."""

NUMBERS = {"SF": "speed factor", "CT": "casting time", "AT": "time of use"}
"""The words for the numbers that an ordering matrix compares."""

STATES = {"a-won": "the first has the initiative", "tied": "tied", "b-won": "the second has the initiative"}
"""The states of the initiative between two deeds, in the order of a table's columns."""


def name_deed(kind: str) -> str:
    """Return the words for a kind of deed: "blow without a speed factor"."""
    return DEEDS.get(kind, to_words(kind))


def to_words(term: str) -> str:
    """Return a catalogue's key in words: "end of round" for "end-of-round"."""
    return term.replace("_", " ").replace("-", " ")


def describe_rule(row: MatrixRow) -> str:
    """Return the rule of a row in words: "speed factor vs time" for "sf-vs-time"."""
    said = {"sf": "speed factor", "nosf": "no speed factor"}
    return " ".join(said.get(word, word) for word in to_words(row.rule).split())


def to_heading(term: str) -> str:
    """Return a catalogue's key in words, with a capital."""
    words = to_words(term)
    return words[:1].upper() + words[1:]


def get_prefix(id: str) -> str:
    """Return the prefix of a clause id, before its first dot; it names the ruleset."""
    return id.partition(".")[0]


def shorten_title(catalogue: Catalogue) -> str:
    """Return the head of a catalogue's title: "Rules" of "Rules (with options)"."""
    title = catalogue.title
    for sign in (" - ", " (", ": "):
        title = title.partition(sign)[0]
    return title


def find_subtitle(catalogue: Catalogue) -> str:
    """Return the rest of a catalogue's title: "with options" of "Rules (with options)"."""
    rest = catalogue.title.removeprefix(shorten_title(catalogue)).lstrip(" -:")
    return rest[1:-1] if rest.startswith("(") and rest.endswith(")") else rest


def describe_trace(clause: Clause) -> str:
    """Return the words on a clause's trace in a log, without the prefix "log: "."""
    told = clause.observable.removeprefix("log: ")
    return told[:1].upper() + told[1:]


@dataclass(frozen=True, slots=True)
class OptionValue:
    """A value of an option."""

    words: str
    default: bool
    """It is the default."""


@dataclass(frozen=True, slots=True)
class ShownOption:
    """An option, with its values in order."""

    key: str
    title: str
    meaning: str
    values: Sequence[OptionValue]


def describe_option(spec: OptionSpec) -> ShownOption:
    """Return an option in words."""
    values = [
        OptionValue(name_choice(spec, each), type(each) is type(spec.default) and each == spec.default)
        for each in spec.choices
    ]
    return ShownOption(spec.key, name_option(spec), spec.words.meaning, values)


def describe_first(row: MatrixRow) -> str:
    """Return the words on which deed of a row goes first: "the first", "the lower casting time"."""
    if row.first in ("a", "b"):
        return "the first" if row.first == "a" else "the second"
    if row.first == "same":
        return "together"
    if row.first != "compare":
        return "nothing to order"
    which = "greater" if row.numbers.sense.startswith("greater") else "lower"
    a, b = (_name_number(each) for each in (row.numbers.a, row.numbers.b))
    return f"the {which} {a}" if a == b else f"the {which} of {a} and {b}"


def _name_number(term: str) -> str:
    """Return the words for a compared number: "casting time" for "CT(a)"."""
    bare = term.removesuffix("(a)").removesuffix("(b)").strip()
    return NUMBERS.get(bare, bare)
