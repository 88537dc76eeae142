"""The words of a task: the verb with which a player, or a file, begins them."""

from enum import Enum, auto


class TaskVerb(Enum):
    """A verb that says plainly what a task is."""

    DRAW = auto()
    DROP = auto()
    OTHER = auto()
    """A verb that no rule names."""


_OTHERS = ("sheathe", "wear", "remove", "switch", "fetch", "open", "close", "pick up")
_VERBS = {"draw": TaskVerb.DRAW, "drop": TaskVerb.DROP, **dict.fromkeys(_OTHERS, TaskVerb.OTHER)}


def read_task_verb(words: str) -> TaskVerb | None:
    """Return the verb with which the words of a task begin; None where it is none of these."""
    return next((verb for text, verb in _VERBS.items() if words.startswith(f"{text} ")), None)
