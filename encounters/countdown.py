"""The seconds that a table counts down while a blow waits for somebody's answer. They are shown, and end nothing.

They run from the asking, by the server's time. No procedure reads them: whoever is late may still answer, until the DM
closes with the default.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from encounters import times
from rules.api import TABLE_OPTIONS, OpenQuestion, Procedure, State, get_ruleset, lookup_table_option

KEY = "table.seconds_to_parry"
"""The option of the table."""

NONE = "none"


@dataclass(frozen=True)
class Countdown:
    """Of ``seconds`` in all so many are ``left``; none means that time is up."""

    seconds: int
    left: int


def has_countdown(ruleset: Procedure) -> bool:
    """Whether a ruleset asks anything for which a blow waits."""
    return any(each.brief for each in ruleset.questions.values())


def choices() -> tuple[str, ...]:
    """What a table may choose: "none", or so many seconds."""
    return TABLE_OPTIONS[KEY].choices


def chosen(state: State) -> str:
    """What the table has chosen."""
    return lookup_table_option(state, KEY)


def countdown_of(state: State, question: OpenQuestion, asked: datetime | None) -> Countdown | None:
    """How a question stands that was asked at this time; None where no seconds are counted for it."""
    seconds = chosen(state)
    if asked is None or seconds == NONE or not get_ruleset(state.ruleset).questions[question.question].brief:
        return None
    gone = (times.now() - asked) // timedelta(seconds=1)
    return Countdown(int(seconds), min(int(seconds), max(0, int(seconds) - gone)))
