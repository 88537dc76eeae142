"""The options of a procedure and of every table, with the values that each may have."""

from collections.abc import Callable, Mapping
from dataclasses import field

from rules.kernel.frozen import frozen
from rules.kernel.state import State
from rules.kernel.terms import ClauseId


@frozen
class OptionWords:
    """The words of an option on a screen."""

    label: str = ""
    meaning: str = ""
    """What the option changes, in a sentence or two."""
    group: str = ""
    """The heading that it stands under, such as Surprise."""
    choices: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The words for each choice that is no switch, by the choice as it is written."""


@frozen
class OptionSpec:
    """One of a procedure's options: its key, default, choices and clause."""

    key: str
    default: object
    choices: tuple[object, ...]
    clause: ClauseId
    reads: Callable[[object], object] | None = field(default=None, compare=False, repr=False)
    """Return the value that is kept, of a written value that is not among the choices.

    It raises ValueError for an impossible value.
    """
    words: OptionWords = field(default=OptionWords(), compare=False)

    def read_value(self, written: object) -> object:
        """Return the value that is kept, of a written value. Raises ValueError, naming the key."""
        if any(is_same(written, choice) for choice in self.choices):
            return written
        choices = ", ".join(str(choice) for choice in self.choices)
        if self.reads is None:
            raise ValueError(f"'{self.key}' is one of {choices}; not {written!r}")
        try:
            return self.reads(written)
        except ValueError as error:
            raise ValueError(f"'{self.key}' is one of {choices}, or {error}; not {written!r}") from error


def is_same(value: object, other: object) -> bool:
    """Return whether two values are of one type and equal."""
    return value is other or (type(value) is type(other) and value == other)


@frozen
class TableOption:
    """An option of the table, not of its procedure, in ``EncounterOpened.options``."""

    key: str
    default: str
    choices: tuple[str, ...]
    words: OptionWords
    unsaid: str = ""
    """The choice of a log that says nothing, such as a scenario file's; "" for the default.

    Where there is one, a fight that is opened at a table has its own choice or the default in its opening.
    """


CLOSE_ORDERS = "table.close_orders"
"""The option of the table that says who closes orders."""

HIDDEN_ACTS = "table.hidden_acts"

HP_CHOICES = ("hidden", "words", "bar", "numbers")
_HP_WORDS = {"words": "in words", "bar": "as a bar"}

_AT_THE_TABLE = "At the table"

TABLE_OPTIONS: dict[str, TableOption] = {
    each.key: each
    for each in (
        TableOption(
            "table.foe_hp",
            "words",
            HP_CHOICES,
            OptionWords("Show foes’ hit points", "What players see of them.", _AT_THE_TABLE, _HP_WORDS),
        ),
        TableOption(
            "table.party_hp",
            "numbers",
            HP_CHOICES,
            OptionWords("Show companions’ hit points", "What players see of each other’s.", _AT_THE_TABLE, _HP_WORDS),
        ),
        TableOption(
            "table.show_needed",
            "dm",
            ("dm", "owner", "all"),
            OptionWords(
                "Show the number needed",
                "Who sees the number that a die had to show.",
                _AT_THE_TABLE,
                {"dm": "the DM", "owner": "the player too", "all": "everyone"},
            ),
        ),
        TableOption(
            HIDDEN_ACTS,
            "show",
            ("show", "ask"),
            OptionWords(
                "Reveal a hidden combatant who attacks",
                "What happens when a hidden combatant acts against somebody.",
                _AT_THE_TABLE,
                {"show": "at once", "ask": "ask the DM"},
            ),
        ),
        TableOption(
            "table.seconds_to_parry",
            "20",
            ("none", "10", "20", "30", "60"),
            OptionWords(
                "Countdown for a parry",
                "Seconds that are shown while a blow waits for somebody’s answer. Nothing happens when they are over.",
                _AT_THE_TABLE,
            ),
        ),
        TableOption(
            CLOSE_ORDERS,
            "dm",
            ("dm", "itself"),
            OptionWords(
                "Close orders",
                "The DM closes orders, and until then players may change theirs; or they close with the last order.",
                _AT_THE_TABLE,
                {"dm": "the DM", "itself": "by itself"},
            ),
            unsaid="itself",
        ),
    )
}
"""Every option of the table by its key."""


def lookup_table_option(state: State, key: str) -> str:
    """Return the table's choice for an option.

    Where nothing valid was chosen, it is the default, or what the option says of such a log.
    """
    option = TABLE_OPTIONS[key]
    unsaid = option.unsaid or option.default
    chosen = state.options.get(key, unsaid)
    return str(chosen) if chosen in option.choices else unsaid
