"""Fields of answers and facts of questions by type; answers shown before all are in (R3).

A form has checked the answers before.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.kernel import events as e
from rules.kernel.effects import Answer
from rules.kernel.event import Voice
from rules.kernel.events import Event
from rules.kernel.form_fields import Choice, OneOf, Refusal
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import Place
from rules.kernel.visibility import Audience, Doer, Open, Words
from rules.procedures.dew.clause_options import DewSettings
from rules.procedures.dew.terms import get_settings, ids

Fields = Mapping[str, object]


def read_names(fields: Fields, key: str) -> tuple[str, ...]:
    """Return the values under a key, as a tuple even for a single value."""
    named = fields.get(key)
    if isinstance(named, list | tuple):
        return tuple(named)
    return (named,) if isinstance(named, str) and named else ()


def read_number(fields: Fields, key: str, default: int = 0) -> int:
    """Return the whole number under a key, or the default if there is none."""
    number = fields.get(key)
    return number if isinstance(number, int) else default


def read_place(fields: Fields, key: str) -> Place | None:
    """Return the place under a key, or None."""
    place = fields.get(key)
    return (place[0], place[1]) if isinstance(place, list | tuple) and place else None


def read_path(fields: Fields, key: str) -> tuple[Place, ...]:
    """Return the corners of the path under a key; empty if there is none."""
    path = fields.get(key)
    return tuple((corner[0], corner[1]) for corner in path) if isinstance(path, list | tuple) else ()


def read_changes(fields: Fields) -> list[dict[str, Any]]:
    """Return the DM's changes."""
    changes = fields.get("changes")
    return list(changes) if isinstance(changes, list | tuple) else []


def build_yes_field(name: str, label: str, refusal: Refusal | None = None) -> OneOf:
    """Return an optional yes-or-no field; if it is left out, the answer is no."""
    return OneOf(name, label, (Choice("yes", "Yes", refusal=refusal), Choice("no", "No")), optional=True)


def is_yes(fields: Fields, name: str) -> bool:
    """Return whether such a field was answered with yes."""
    return fields.get(name) in ("yes", True)


# Answers that the table, by option, shows before all are in.


SECRET = "R3a"
"""The clause by which answers of several stay secret until they are revealed together."""


Accept = Callable[[State, OpenQuestion, Answer], Sequence[e.Event]]


PLANS = {
    "keep": "as planned",
    "to_the_end": "to the end of the trace",
    "end_at": "after a part of the way",
    "end_when": "on coming near somebody",
    "decline": "no parry",
    "parry": "a parry",
}
"""Answers that are shown to all, in words."""


@dataclass(slots=True, kw_only=True)
class PlanShown(Event):
    """An answer was shown at once, by option of the table."""

    audience = Audience.PERCEIVERS
    is_retold = False

    who: Doer
    question: Open[str]
    choice: Words

    def narrate(self, voice: Voice) -> str:
        command, _, rest = self.choice.partition(" ")
        answer = PLANS.get(command) or f"{command} {rest}".strip().replace("_", " ")
        return f"{voice.does(self.who, 'answers')}: {answer}."


def show_at_once(clause: str, is_shown: Callable[[DewSettings], bool]) -> Accept:
    """Return a function that shows everybody an answer at once where the settings say so.

    ``clause`` is the clause that the settings read.
    """

    def accept(state: State, question: OpenQuestion, answer: Answer) -> Sequence[e.Event]:
        if not is_shown(get_settings(state)) or question.facts.get("step", "plan") != "plan":
            return ()
        named = sorted(answer, key=lambda name: (name != "command", name))  # in a fixed order
        choice = " ".join(str(answer[name]) for name in named)
        return (PlanShown(who=question.who, question=question.question, choice=choice, clauses=ids(clause)),)

    return accept
