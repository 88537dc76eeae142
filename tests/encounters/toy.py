"""A toy procedure, just enough of one to play a fight of the table through the services.

Everybody declares (strike or wait), the DM steps, who strikes rolls to hit and does one point of damage; a hidden
morale check follows, and an armed combatant may be asked whether to strike again.
"""

from collections.abc import Sequence

from rules.kernel import events as e
from rules.kernel.deeds import Declaration
from rules.kernel.effects import Answer, Ask, Roll
from rules.kernel.forms import Choice, Form, OneOf, Refusal, build_yes_or_no
from rules.kernel.options import OptionSpec
from rules.kernel.order import Order
from rules.kernel.procedure import Play, Procedure, Question, Table
from rules.kernel.question_words import QuestionWords
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import DM
from rules.procedures.adnd.orders.listed import DECLARATION_CLASSES
from rules.procedures.adnd.orders.strike import Strike

NO_FRIENDS = Refusal("TOY.1", "does not strike friends")


def declare(table: Table) -> Play:
    able = [each for each in table.state.combatants.values() if each.able]
    yield [Ask("declare", each.id, {"action": "C"}) for each in able]
    return "blows"


def blows(table: Table) -> Play:
    for who, declared in list(table.state.declared.items()):
        yield Ask("next", DM, {})
        yield from blow(table, who, declared)
    return "morale"


def blow(table: Table, who: str, declared: Declaration) -> Play:
    if not isinstance(declared, Strike) or not table.state.combatants[who].able:
        return
    rolled = yield Roll("to_hit", who, 1, 20)
    target, hit = declared.targets[0], rolled.total > 5
    yield e.Attacked(
        who=who, target=target, weapon="fist", routine=1, mode="melee", needed=6, face=rolled.total, hit=hit,
        rolls=(rolled,), clauses=("TOY.2",),
    )  # fmt: skip
    if hit:
        left = table.state.combatants[target].hp - 1
        yield e.Damaged(who=target, by=who, amount=1, left=left)


def morale(table: Table) -> Play:
    rolled = yield Roll("morale", DM, 1, 100, hidden=True)
    yield e.MoraleChecked(who="foes", needed=50, face=rolled.total, result="stand", rolls=(rolled,), perceived_by=(DM,))
    return None


def declare_form(state: State, question: OpenQuestion) -> Form | None:
    def targets() -> Sequence[OneOf]:
        side = state.combatants[question.who].side
        others = [each for each in state.combatants.values() if each.id != question.who]
        options = [Choice(each.id, each.name, refusal=NO_FRIENDS if each.side == side else None) for each in others]
        return [OneOf("target", "Whom?", options)]

    if not state.combatants[question.who].able:
        return None
    return Form((OneOf("action", "What?", (Choice("C", "Wait"), Choice("G", "Strike", then=targets))),))


def heard_declare(state: State, question: OpenQuestion, answer: Answer) -> Sequence[e.Event]:
    targets = (str(answer["target"]),) if "target" in answer else ()
    declared = DECLARATION_CLASSES[str(answer["action"]), ""](question.who, targets=targets)
    return [
        e.Declared(who=question.who, declaration=declared, perceived_by=(question.who,)),
        e.Sealed(who=question.who),
    ]


class Toy(Procedure):
    """A toy."""

    id = "toy"
    title = "A toy"
    options = {"toy.loud": OptionSpec("toy.loud", False, (False, True), "TOY.1")}
    stages = {"declare": declare, "blows": blows, "morale": morale}
    questions = {
        "declare": Question(declare_form, QuestionWords("orders?", silent="await (C)"), heard_declare),
        "next": Question(lambda state, question: Form(())),
        "stop": Question(lambda state, question: build_yes_or_no("Stop?")),
    }
    order = Order(precede=lambda state, one, other: None, bands=(), key=lambda state, deed: ())

    def choose_first_stage(self, state: State) -> str:
        return "declare"
