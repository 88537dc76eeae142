"""Consultations of the DM: blocking questions, answered with words and changes.

Clauses: DEW.R5a, R6a.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from rules.kernel import events as e
from rules.kernel.effects import Answer, Ask, Rolled
from rules.kernel.event import Voice
from rules.kernel.events import Event
from rules.kernel.form_fields import ChangesField, Choice, Field, Text
from rules.kernel.frozen import frozen
from rules.kernel.procedure import Play, Table
from rules.kernel.ruling_values import check_ruling, read_old_value
from rules.kernel.rulings import convert_measured
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import DM, CombatantId
from rules.kernel.visibility import Audience, Doer, Open, SeenCombatant
from rules.procedures.dew.answers import read_changes
from rules.procedures.dew.beats import Beat
from rules.procedures.dew.rulings import DEW_RULINGS
from rules.procedures.dew.terms import ids

REASON_WORDS: dict[str, str] = {}
"""What the DM is consulted about, in words, by the id of the reason. The table of reasons enters it."""


@dataclass(slots=True, kw_only=True)
class ConsultOpened(Event):
    """The DM is consulted about a combatant. The dice are among the event's rolls."""

    audience = Audience.PERCEIVERS
    is_retold = False

    reason: Open[str]
    """The id of the reason."""
    who: Doer
    """The combatant about which the DM is asked."""
    target: SeenCombatant = ""

    def narrate(self, voice: Voice) -> str:
        return f"The DM is consulted about {voice.name(self.who)}: {REASON_WORDS.get(self.reason, self.reason)}."


BY_THE_DM = "R6a"
"""The clause by which the DM decides a question that waits for the answer."""

NOTHING: Answer = {"command": "nothing"}


def _list_usual_choices(state: State, question: OpenQuestion) -> Sequence[Choice]:
    return (Choice("nothing", "Nothing"), build_rule_choice(state))


@frozen
class Reason:
    """A reason to consult the DM; it stands in the module that asks."""

    id: str
    title: str
    """The DM's question."""
    lead: str
    """The event that led to it, for the screen."""
    said: str = ""
    """What the DM is consulted about, in the sentence that announces it to all; empty if nothing does."""
    default: Answer = field(default_factory=lambda: NOTHING)
    """The answer if the DM closes the question unanswered."""
    list_choices: Callable[[State, OpenQuestion], Sequence[Choice]] = _list_usual_choices
    """Return what the DM may answer."""
    commands: tuple[str, ...] = ("nothing", "rule")
    """The commands of these answers."""

    @property
    def what(self) -> str:
        """Return the id in words, as screens look it up."""
        return self.id.replace("_", " ")


def consult(
    table: Table,
    reason: Reason,
    clauses: Sequence[str],
    *,
    who: CombatantId = "",
    target: CombatantId = "",
    rolls: Sequence[Rolled] = (),
    facts: Mapping[str, object] | None = None,
) -> Play:
    """Ask the DM. Returns the DM's answer.

    The event that announces the question carries the dice that the DM decides by.
    """
    if who:
        yield ConsultOpened(reason=reason.id, who=who, target=target, rolls=tuple(rolls), clauses=ids(*clauses))
    faces = {f"{each.purpose} {each.by}": list(each.faces) for each in rolls}
    about = {"reason": reason.id, "what": reason.what, "by": who, "target": target, "faces": faces}
    answer = yield Ask(
        "consult", DM, reason.default, facts={**about, **(facts or {})}, clauses=ids(*clauses, BY_THE_DM)
    )
    return answer


def make_dm_changes(
    table: Table, beat: Beat, reason: Reason, answer: Answer, *clauses: str, by: CombatantId = ""
) -> Play:
    """Make the DM's changes happen, with the others of the beat, and note the DM's words.

    Words about an act of a hidden combatant (``by``) are shown to that combatant alone.
    """
    text, changes = str(answer.get("text", "") or ""), read_changes(answer)
    cited = ids("R5a", BY_THE_DM, *clauses)
    hidden = by in table.state.combatants and table.state.combatants[by].hidden
    seen_by = (by,) if hidden else None
    yield e.Ruled(who=DM, what=reason.id, new=answer["command"], note=text, clauses=cited, seen_by=seen_by)
    for change in changes:
        yield from beat.happen(partial(_make_dm_change, table, change, text, cited))


def _make_dm_change(table: Table, change: Mapping[str, Any], text: str, clauses: tuple[str, ...]) -> Play:
    who, what, value = change["who"], change["what"], change.get("value")
    old = read_old_value(table.state, who, what, value)
    yield e.Ruled(who=who, what=what, old=old, new=convert_measured(what, value), note=text, clauses=clauses)


def list_ruled_on(answer: Answer, what: Sequence[str]) -> tuple[CombatantId, ...]:
    """Return the combatants for which the DM's answer changes any of these things."""
    return tuple(dict.fromkeys(str(change["who"]) for change in read_changes(answer) if change["what"] in what))


# Parts of the forms of the DM's answers.


def list_ruling_fields(state: State) -> tuple[Field, ...]:
    """Return the fields for what happens, and what it changes."""
    who = [Choice(each.id, each.name) for each in state.combatants.values()]
    what = [Choice(name, name.replace("_", " ")) for name in DEW_RULINGS]

    def check(change: Mapping[str, object]) -> None:
        check_ruling(state, str(change["who"]), str(change["what"]), change.get("value"), change.get("until"))

    return (Text("text", "What happens"), ChangesField("changes", "What it changes", who, what, check=check))


def build_rule_choice(state: State) -> Choice:
    """Return the choice by which something happens that the DM says."""
    return Choice("rule", "Something happens", then=lambda: list_ruling_fields(state))
