"""The catalogues' terms in plain words, and names for what a page of the book is about."""

from rules.api import Catalogue, Clause, MatrixRow, OptionSpec

MODES = {
    "auto": "The table applies it by itself.",
    "prompt": "The table stops and asks.",
    "option": "It is played only where its option says so.",
    "advisory": "It is shown and asks nothing of anybody.",
}
"""How a clause is played, by its mode."""

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
"""Kinds of deeds in an ordering matrix."""

NUMBERS = {"SF": "speed factor", "CT": "casting time", "AT": "time of use"}
"""What an ordering matrix calls the numbers that are compared."""

STATES = {"a-won": "the first has the initiative", "tied": "tied", "b-won": "the second has the initiative"}
"""States of the initiative between two deeds, in the order of a table's columns."""


def deed(kind: str) -> str:
    """A kind of deed: "blow without a speed factor"."""
    return DEEDS.get(kind, plain(kind))


def plain(term: str) -> str:
    """A catalogue's key in words: "end-of-round" is "end of round"."""
    return term.replace("_", " ").replace("-", " ")


def rule_words(row: MatrixRow) -> str:
    """The rule that a row goes by: "sf-vs-time" is "speed factor vs time"."""
    said = {"sf": "speed factor", "nosf": "no speed factor"}
    return " ".join(said.get(word, word) for word in plain(row.rule).split())


def heading(term: str) -> str:
    """The same with a capital."""
    words = plain(term)
    return words[:1].upper() + words[1:]


def prefix_of(id: str) -> str:
    """What stands before the first dot of a clause id: its ruleset's."""
    return id.partition(".")[0]


def short_title(catalogue: Catalogue) -> str:
    """The head of a catalogue's title: "ADDICT Lite"."""
    title = catalogue.title
    for sign in (" - ", " (", ": "):
        title = title.partition(sign)[0]
    return title


def subtitle(catalogue: Catalogue) -> str:
    """The rest of a catalogue's title: "ADDICT-inspired, phases 1-11"."""
    rest = catalogue.title.removeprefix(short_title(catalogue)).lstrip(" -:")
    return rest[1:-1] if rest.startswith("(") and rest.endswith(")") else rest


def log_line(clause: Clause) -> str:
    """What a log shows of a clause, without the word that says so."""
    told = clause.observable.removeprefix("log: ")
    return told[:1].upper() + told[1:]


def value_words(value: object) -> str:
    """A value of an option: True is "on"."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return plain(str(value))


def option_values(spec: OptionSpec) -> list[dict[str, object]]:
    """The values of an option in its order, the default marked."""
    return [
        {"words": value_words(each), "default": type(each) is type(spec.default) and each == spec.default}
        for each in spec.choices
    ]


def first_words(row: MatrixRow) -> str:
    """Who goes first by a row: "the first", "together", "the lower casting time"."""
    if row.first in ("a", "b"):
        return "the first" if row.first == "a" else "the second"
    if row.first == "same":
        return "together"
    if row.first != "compare":
        return "nothing to order"
    which = "greater" if row.numbers.sense.startswith("greater") else "lower"
    a, b = (_number(each) for each in (row.numbers.a, row.numbers.b))
    return f"the {which} {a}" if a == b else f"the {which} of {a} and {b}"


def _number(term: str) -> str:
    """What is compared, in words: "CT(a)" is "casting time"."""
    bare = term.removesuffix("(a)").removesuffix("(b)").strip()
    return NUMBERS.get(bare, bare)
