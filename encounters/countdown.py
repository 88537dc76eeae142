"""The seconds that a table counts down while a blow waits for an answer.

They start at the asking, by the server's time, and only show the time: no procedure reads them. A late answer still
counts, until the DM closes the question with its default.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from encounters import times
from rules.api import TABLE_OPTIONS, OpenQuestion, Procedure, State, get_ruleset, lookup_table_option

KEY = "table.seconds_to_parry"
"""The option of the table that sets the seconds."""

NONE = "none"


@dataclass(frozen=True)
class Countdown:
    """The countdown of one question."""

    seconds: int
    """The seconds in all."""
    left: int
    """The seconds that are left; 0 means that time is up."""


def has_countdown(ruleset: Procedure) -> bool:
    """Return whether a ruleset has a question for which a blow waits."""
    return any(each.brief for each in ruleset.questions.values())


def list_choices() -> tuple[str, ...]:
    """Return what a table may choose: "none", or a number of seconds."""
    return TABLE_OPTIONS[KEY].choices


def read_choice(state: State) -> str:
    """Return what the table has chosen."""
    return lookup_table_option(state, KEY)


def compute_countdown(state: State, question: OpenQuestion, asked: datetime | None) -> Countdown | None:
    """Return the countdown of a question that was asked at this time.

    Returns None where no seconds are counted for it.
    """
    seconds = read_choice(state)
    if asked is None or seconds == NONE or not get_ruleset(state.ruleset).questions[question.question].brief:
        return None
    gone = (times.now() - asked) // timedelta(seconds=1)
    return Countdown(int(seconds), min(int(seconds), max(0, int(seconds) - gone)))
