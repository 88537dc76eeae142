"""The results of closing the open questions."""

from encounters.pages.asked import silent_words, title_of
from encounters.pages.dm.desk import Desk
from encounters.pages.wording import name_of
from rules.api import DM


def closing(desk: Desk) -> list[dict[str, str]]:
    """Return each awaited question and die: who is asked, for what, and the result of closing."""
    rows = [
        {
            "who": "you" if each.who == DM else name_of(desk.state, each.who),
            "asked": title_of(desk.state, each).rpartition(": ")[2],
            "default": silent_words(desk.state, each),
        }
        for each in desk.awaited
    ]
    rolls = [
        {"who": name_of(desk.state, roll.by), "asked": f"{roll.count}d{roll.sides}", "default": "rolled here"}
        for roll in desk.rolls
    ]
    return rows + rolls
