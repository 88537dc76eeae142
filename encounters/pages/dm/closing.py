"""What closing would make of each open question."""

from encounters.pages.asked import silent_words, title_of
from encounters.pages.dm.desk import Desk
from encounters.pages.wording import name_of
from rules.api import DM


def closing(desk: Desk) -> list[dict[str, str]]:
    """Who, what is asked, what it becomes: each question and each die that is awaited."""
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
