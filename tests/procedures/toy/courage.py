"""Courage, a toy procedure: the side with the higher roll strikes first.

Each combatant has three points of courage, and loses one when struck. Nobody but the DM learns the die that a point is
kept on. A combatant that has lost a point may be asked to rally.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from rules.kernel import events as e
from rules.kernel.drawing import EventMark
from rules.kernel.effects import Answer, Ask, Roll
from rules.kernel.event import Voice
from rules.kernel.forms import Choice, Form, OneOf, build_yes_or_no
from rules.kernel.order import Order
from rules.kernel.own import Own
from rules.kernel.procedure import Play, Procedure, Question, Table
from rules.kernel.question_words import QuestionWords
from rules.kernel.state import OpenQuestion, State, with_own
from rules.kernel.terms import DM, CombatantId
from rules.kernel.visibility import Audience, Doer, Open, show_to_dm
from rules.procedures.adnd.orders.listed import DECLARATION_CLASSES
from rules.procedures.adnd.orders.strike import Strike

KEPT_ON = 7321
"""The lowest face on which a point is kept: more than a d20 has, and a number that no page has otherwise."""


@dataclass(frozen=True)
class Courage(Own):
    """The state that the procedure keeps of a combatant."""

    points: int = 3


@dataclass(slots=True, kw_only=True)
class CourageTested(e.Event):
    """A combatant that was struck tested its courage, or rallied."""

    audience = Audience.PERCEIVERS

    who: Doer
    left: Open[int]
    kept_on: Annotated[int, show_to_dm(0)] = 0
    """The lowest face that would have kept the point."""

    def apply(self, state: State) -> State:
        return with_own(state, self.who, Courage(self.left))

    def narrate(self, voice: Voice) -> str:
        needed = f" (kept on {self.kept_on})" if voice.knows and self.kept_on else ""
        return f"{voice.does(self.who, 'stands', 'stand')} with courage {self.left}{needed}."

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, f"courage {self.left}"),)


def declare(table: Table) -> Play:
    """Ask everybody for a target."""
    yield [Ask("declare", each.id, {"action": "C"}) for each in table.state.combatants.values() if each.able]
    return "initiative"


def initiative(table: Table) -> Play:
    """Roll a die for each side."""
    for side in table.state.sides:
        rolled = yield Roll("initiative", side, 1, 6)
        yield e.InitiativeRolled(side=side, face=rolled.total, number=rolled.total, rolls=(rolled,))
    return "blows"


def blows(table: Table) -> Play:
    """Let the sides strike, the higher first, a column each; the struck test their courage."""
    sides = sorted(table.state.sides, key=lambda side: -table.state.initiative[side])
    for column, side in enumerate(sides, 1):
        yield Ask("next", DM, {})
        yield e.SegmentBegan(clock=column)
        for who, declared in list(table.state.declared.items()):
            if isinstance(declared, Strike) and table.state.combatants[who].side == side:
                yield from strike(table, who, declared.targets[0])
    return None


def strike(table: Table, who: CombatantId, target: CombatantId) -> Play:
    """Strike without a roll, and test the courage of the struck with the DM's die."""
    weapon = table.state.combatants[who].stat_block.gear.weapons[0].id
    yield e.Attacked(who=who, target=target, weapon=weapon, routine=1, mode="melee", needed=1, face=20, hit=True)
    yield e.Damaged(who=target, by=who, amount=1, left=table.state.combatants[target].hp - 1)
    rolled = yield Roll("morale", target, 1, 20, hidden=True)
    points = table.state.combatants[target].own(Courage).points
    kept = rolled.total >= KEPT_ON
    yield CourageTested(who=target, left=points if kept else points - 1, kept_on=KEPT_ON, rolls=(rolled,))
    rallied = yield Ask("rally", target, {"choice": "no"}, {"by": who})
    if rallied["choice"] == "yes":
        yield CourageTested(who=target, left=points)


def declare_form(state: State, question: OpenQuestion) -> Form:
    """Return the form of a declaration: wait, or strike a target."""
    foes = tuple(Choice(each.id, each.name) for each in state.list_foes(question.who))
    target = (OneOf("target", "Whom?", foes),)
    return Form((OneOf("action", "What?", (Choice("C", "Wait"), Choice("G", "Strike", then=lambda: target))),))


def hear_declaration(state: State, question: OpenQuestion, answer: Answer) -> Sequence[e.Event]:
    """Return what an order emits: only its player and the DM learn it."""
    targets = (str(answer["target"]),) if "target" in answer else ()
    declared = DECLARATION_CLASSES[str(answer["action"]), ""](question.who, targets=targets)
    return (
        e.Declared(who=question.who, declaration=declared, perceived_by=(question.who,)),
        e.Sealed(who=question.who),
    )


class CourageProcedure(Procedure):
    """The toy."""

    id = "courage"
    title = "Courage"
    options = {}
    stages = {"declare": declare, "initiative": initiative, "blows": blows}
    questions = {
        "declare": Question(declare_form, QuestionWords("orders?", silent="wait"), accept=hear_declaration),
        "next": Question(lambda state, question: Form(())),
        "rally": Question(
            lambda state, question: build_yes_or_no("Rally at once?"),
            QuestionWords("rally at once?", "rally?", {"": "{by} has shaken {your} courage."}),
            default="no",
        ),
    }
    order = Order(precede=lambda state, one, other: None, bands=(), key=lambda state, deed: ())
    events = (CourageTested,)

    def choose_first_stage(self, state: State) -> str:
        """Return the stage of orders."""
        return "declare"
