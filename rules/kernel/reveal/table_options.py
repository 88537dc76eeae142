"""The options of the table, such as what players are shown of others."""

from rules.kernel.frozen import frozen
from rules.kernel.state import State


@frozen
class TableOption:
    """An option of the table, not of its procedure, in ``EncounterOpened.options``."""

    key: str
    default: str
    choices: tuple[str, ...]
    meaning: str


HIDDEN_ACTS = "table.hidden_acts"

HP_CHOICES = ("hidden", "words", "numbers")

TABLE_OPTIONS: dict[str, TableOption] = {
    each.key: each
    for each in (
        TableOption("table.foe_hp", "words", HP_CHOICES, "what players see of foes' hit points"),
        TableOption("table.party_hp", "numbers", HP_CHOICES, "what players see of each other's hit points"),
        TableOption("table.show_needed", "dm", ("dm", "owner", "all"), "who sees the number a die had to show"),
        TableOption(
            HIDDEN_ACTS,
            "show",
            ("show", "ask"),
            "when a hidden combatant acts against somebody, show it or ask the DM",
        ),
        TableOption(
            "table.seconds_to_parry",
            "20",
            ("none", "10", "20", "30", "60"),
            "seconds that are counted down, and only shown, while a blow waits for somebody's answer",
        ),
    )
}
"""Every option of the table by its key."""


def lookup_table_option(state: State, key: str) -> str:
    """Return the table's choice for an option.

    The default is returned where nothing valid was chosen.
    """
    option = TABLE_OPTIONS[key]
    chosen = state.options.get(key, option.default)
    return str(chosen) if chosen in option.choices else option.default
