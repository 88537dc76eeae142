"""The functions that write what lasts between fights.

An action that is refused raises ``encounters.errors.Rejected`` and leaves no trace. Locks are taken in one order: the
campaign's row, its encounters, its characters.
"""

from campaigns.definitions import read_value, write_definition
from campaigns.services.carrying import LEAST_LEFT, MOST_FIGURE, Figures, LastWords, carry_over, find_later, take_back
from campaigns.services.characters import (
    Author,
    change_character,
    make_character,
)
from campaigns.services.players import forget_player, list_stored

__all__ = [
    "LEAST_LEFT",
    "MOST_FIGURE",
    "Author",
    "Figures",
    "LastWords",
    "carry_over",
    "change_character",
    "find_later",
    "forget_player",
    "list_stored",
    "make_character",
    "read_value",
    "take_back",
    "write_definition",
]
