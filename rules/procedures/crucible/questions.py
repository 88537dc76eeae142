"""Crucible's questions: the form, the effect of an answer, and the words of each."""

from collections.abc import Mapping, Sequence

from rules.kernel import events as e
from rules.kernel.deeds import add_own
from rules.kernel.effects import Answer
from rules.kernel.forms import Choice, Field, Form, OneOf, Several, build_yes_or_no
from rules.kernel.procedure import Question
from rules.kernel.question_words import QuestionWords
from rules.kernel.state import Combatant, OpenQuestion, State
from rules.procedures.adnd import accepting
from rules.procedures.adnd.accepting import find_answer_to_repeat
from rules.procedures.adnd.declarations import Declaring
from rules.procedures.adnd.orders.base import list_steps
from rules.procedures.adnd.orders.spell import Cast
from rules.procedures.adnd.orders.wait import Await
from rules.procedures.adnd.procedure import AdndProcedure
from rules.procedures.adnd.questions import DECLARE_WORDS, EFFECT, NEXT
from rules.procedures.crucible import opening, opportunity, withdrawal
from rules.procedures.crucible.options import ids
from rules.procedures.crucible.state import KeepsTurn, RestOfTurn, get_turn

CHANGE_WORDS = QuestionWords(
    "do it, though warned?",
    "warned",
    {
        "casting": "{You} {have} been warned: casting here draws an attack of opportunity by {targets}, "
        "and harm loses the spell.",
        "shooting": "{You} {have} been warned: shooting here draws an attack of opportunity by {targets}.",
        "moving": "{You} {have} been warned: this move draws an attack of opportunity by {targets}.",
        "flight": "{You} {have} been warned: flight draws an attack of opportunity at {your} back by {targets}.",
    },
    silent="as it was said",
)
CIRCUMSTANCES_WORDS = QuestionWords("is anybody surprised?", silent="by the dice")
DISTANCE_WORDS = QuestionWords("how far apart do they meet?", leads={"": "Usual: {usual} feet."}, silent="the usual")
SHOOT_FIRST_WORDS = QuestionWords(
    "shoot before initiative?", "shoot?", {"": "A missile that is ready may go before initiative."}, silent="shoots"
)
TRIGGER_WORDS = QuestionWords("loose the missile?", "loose?", {"": "{You} still {hold} a missile ready."})
EXTRA_ATTACK_WORDS = QuestionWords(
    "may he attack again on his turn?", leads={"": "{who} shot before initiative was rolled; {who}’s turn has come."}
)
GROUP_ROLL_WORDS = QuestionWords("one initiative die for the whole party, this round?")
OPPORTUNITY_WORDS = QuestionWords(
    "attack of opportunity?",
    "strike?",
    {
        "casting": "{by} casts within {your} reach.",
        "shooting": "{by} shoots within {your} reach.",
        "moving": "{by} moves within {your} reach.",
        "flight": "{by} turns and runs from {you}.",
        opportunity.SEVERAL: "{targets} draw an attack by {you} at once.",
    },
    silent="yes",
)
PARRY_WORDS = QuestionWords("parry instead of attacking?", "parry?", {"": "{You} {are} falling back."})
FOLLOW_WORDS = QuestionWords("follow?", "follow?", {"": "{by} gives ground before {you}."})
LET_FIGHT_WORDS = QuestionWords(
    "may one who disengages fight?", leads={"": "{who} is disengaging, and {target} has not let go of {who}."}
)
RALLY_WORDS = QuestionWords(
    "hold to the retreat?", leads={"": "{who} disengaged last round, and may turn back now."}, silent="allowed"
)
MORALE_DUE_WORDS = QuestionWords(
    "should the {side} check morale?", leads={"": "Half of the {side} are out of the fight."}
)


def build_questions(crucible: AdndProcedure) -> Mapping[str, Question]:
    """Return the questions by their names."""
    turns = Turns(crucible)
    return {
        "declare": Question(turns.build_form, DECLARE_WORDS, accept, find_answer_to_repeat),
        "change": Question(turns.build_change_form, CHANGE_WORDS, accept_change, default="keep"),
        "next": NEXT,
        "effect": EFFECT,
        "circumstances": Question(opening.build_circumstances_form, CIRCUMSTANCES_WORDS, default="roll"),
        "distance": Question(opening.build_distance_form, DISTANCE_WORDS),
        "shoot_first": Question(build_shoot_first_form, SHOOT_FIRST_WORDS, default="shoot"),
        "trigger": Question(build_trigger_form, TRIGGER_WORDS, default="no"),
        "extra_attack": Question(_build_extra_attack_form, EXTRA_ATTACK_WORDS, default="no"),
        "group_roll": Question(_build_group_roll_form, GROUP_ROLL_WORDS, default="no"),
        "opportunity": Question(opportunity.build_opportunity_form, OPPORTUNITY_WORDS, default="yes"),
        "parry": Question(withdrawal.build_parry_form, PARRY_WORDS, default="no"),
        "follow": Question(withdrawal.build_follow_form, FOLLOW_WORDS, default="no"),
        "let_fight": Question(_build_let_fight_form, LET_FIGHT_WORDS, default="no"),
        "rally": Question(build_rally_form, RALLY_WORDS, default="allow"),
        "morale_due": Question(withdrawal.build_morale_due_form, MORALE_DUE_WORDS, default="no"),
    }


def _build_extra_attack_form(state: State, question: OpenQuestion) -> Form:
    return build_yes_or_no("Another attack after the missile?")


def _build_group_roll_form(state: State, question: OpenQuestion) -> Form:
    return build_yes_or_no("One roll for the party?", yes="One roll for all", no="Each rolls")


def _build_let_fight_form(state: State, question: OpenQuestion) -> Form:
    return build_yes_or_no("May one who disengages fight?")


# Declarations on a turn, with moves around other acts, and blows while falling back.


SPLIT = {("E", "move"): ("D", "E", "G"), ("G", ""): ("E", "A"), ("D", "shoot"): ("E",), ("D", "spell"): ("E",)}
"""III.D.split: the letters that may follow in the same turn, by the act declared before them."""

FIGHTING_BACK = {"fall_back": ("G", "D"), "disengage": ("G",)}
DEEPEST = 2
"""The highest number of further steps in a turn: a move, an action, another move."""


class Turns(Declaring):
    """The declaration form of one combatant on its turn."""

    def __init__(self, procedure: AdndProcedure, deep: int = 0) -> None:
        super().__init__(procedure)
        self._deep = deep

    def list_further_fields(self, state: State, me: Combatant, letter: str, how: str) -> Sequence[Field]:
        """Return the field for the rest of a split turn; empty where no further step is allowed."""
        allowed = FIGHTING_BACK.get(how, ()) if letter == "A" else SPLIT.get((letter, how), ())
        if not allowed or self._deep >= DEEPEST:
            return ()
        inner = Turns(self._procedure, self._deep + 1)

        def build_steps() -> Sequence[Field]:
            letters = [each for each in inner.list_letters(state, me) if each.value in allowed]
            return [OneOf("action", "Then", letters)]

        return [Several("with", "Add another action", build_steps, most=DEEPEST)]

    def may_choose(self, state: State, other: Combatant, letter: str) -> bool:
        """Return whether a combatant may be the target of a declaration under this letter.

        It may if it was in the fight when the round began, even if it has left since. A combatant that has fled can be
        pursued (E).
        """
        return other.present or not get_turn(other).absent_at_start or (letter == "E" and other.has("fled"))

    def build_change_form(self, state: State, question: OpenQuestion) -> Form | None:
        """Return the form after a warning: keep to the declaration, or change it.

        None where the combatant can declare nothing any more.
        """
        form = self.build_form(state, question)
        if form is None:
            return None
        choices = (
            Choice("keep", "Do it all the same", at_once=True),
            Choice("change", "Change it", then=lambda: form.fields),
        )
        return Form((OneOf("choice", "All the same?", choices),))


def accept(state: State, question: OpenQuestion, answer: Answer) -> tuple[e.Event, ...]:
    """Return the events of a declaration on a combatant's count, or out of its turn.

    On its count, clauses II.C and TURN.1 apply. Out of turn, it declares when another combatant enters upon it.

    A combatant whose attacks are spent declares only the rest of its turn (``RestOfTurn``), and C then gives no event:
    others are not shown whether it has declared anything.
    With a C out of turn the combatant keeps its turn (``KeepsTurn``).
    """
    declared, sealed = accepting.accept(state, question, answer)
    assert isinstance(declared, e.Declared)
    order = declared.declaration
    if question.facts.get("spent"):
        if isinstance(order, Await):
            return ()
        declared.declaration = add_own(order, RestOfTurn())
        sealed = e.Sealed(who=order.who, seen_by=(order.who,))
    if question.facts.get("by") is not None and question.question == "declare" and isinstance(order, Await):
        declared.declaration = add_own(order, KeepsTurn())
    cited = ["TURN.1"]
    if any(isinstance(step, Cast) for step in list_steps(order)):
        cited.append("II.C")
        cited += ["CAST.4"] if opportunity.list_seen_threatening(state, order.who) else []
    declared.clauses = ids(*cited)
    return declared, sealed


def accept_change(state: State, question: OpenQuestion, answer: Answer) -> tuple[e.Event, ...]:
    """Return the events of the answer to a warning; empty where the declaration is kept."""
    if answer.get("choice") != "change":
        return ()
    new_answer = {name: value for name, value in answer.items() if name != "choice"}
    changed = e.MindChanged(
        who=question.who, what="warned", clause="CRUCIBLE.AoO.3", clauses=ids("AoO.3"), seen_by=(question.who,)
    )
    return (*accept(state, question, new_answer), changed)


def build_shoot_first_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form: shoot before initiative is rolled, or hold the missile.

    It is held until the combatant's count at the latest. None for a combatant that cannot act.
    """
    if not state.combatants[question.who].able:
        return None
    choices = (Choice("shoot", "Shoot now"), Choice("hold", "Hold it", "until your count at the latest"))
    return Form((OneOf("choice", "Your missile is ready", choices),))


def build_rally_form(state: State, question: OpenQuestion) -> Form:
    """Return the form on turning back from a retreat: allow it, hold to it, or a rally check."""
    choices = (Choice("allow", "Allow it"), Choice("hold", "Hold to the retreat"), Choice("check", "A rally check"))
    return Form((OneOf("choice", "Turning back from a retreat", choices),))


def build_trigger_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form on a held missile: loose it now or not. None if its holder cannot act."""
    return (
        build_yes_or_no("Loose it now?", yes="Loose it", no="Hold it") if state.combatants[question.who].able else None
    )
