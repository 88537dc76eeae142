"""What may be said on a turn: the shared form, with movement split around other acts, and blows while falling back."""

from collections.abc import Sequence

from rules import events as e
from rules.adnd import hearing
from rules.adnd.declarations import Declaring
from rules.effects import Answer
from rules.forms import Field, Form, OneOf, Option, Several, yes_or_no
from rules.rulesets.crucible import opportunity
from rules.rulesets.crucible.options import ids
from rules.rulesets.crucible.turns import KEEPS, LEFT
from rules.state import Combatant, OpenQuestion, State, evolve

SPLIT = {("E", "move"): ("D", "E", "G"), ("G", ""): ("E", "A"), ("D", "shoot"): ("E",), ("D", "spell"): ("E",)}
"""III.D.split: what may still be done in the same turn."""

FIGHTING_BACK = {"fall_back": ("G", "D"), "disengage": ("G",)}
DEEPEST = 2
"""Further steps of a turn: a move, an action, another move."""


class Turns(Declaring):
    """The declare form of one figure on its turn."""

    def __init__(self, ruleset: object, deep: int = 0) -> None:
        super().__init__(ruleset)  # type: ignore[arg-type]
        self._given = ruleset
        self._deep = deep

    def rest(self, state: State, me: Combatant, letter: str, how: str) -> Sequence[Field]:
        """The rest of a split turn."""
        allowed = FIGHTING_BACK.get(how, ()) if letter == "A" else SPLIT.get((letter, how), ())
        if not allowed or self._deep >= DEEPEST:
            return ()
        inner = Turns(self._given, self._deep + 1)

        def steps() -> Sequence[Field]:
            letters = [each for each in inner.letters(state, me) if each.value in allowed]
            return [OneOf("action", "Then", letters)]

        return [Several("with", "And then", steps, most=DEEPEST)]

    def may_choose(self, state: State, other: Combatant, letter: str) -> bool:
        """Whoever was in the fight when the round began, though he may be gone; one who has fled can be pursued."""
        return other.present or not other.turn.absent or (letter == "E" and other.has("fled"))

    def change(self, state: State, question: OpenQuestion) -> Form | None:
        """Keep to what was said in spite of the warning, or say something else."""
        form = self.form(state, question)
        if form is None:
            return None
        options = (
            Option("keep", "Do it all the same", at_once=True),
            Option("change", "Change it", then=lambda: form.fields),
        )
        return Form((OneOf("choice", "All the same?", options),))


def heard(state: State, question: OpenQuestion, answer: Answer) -> tuple[e.Event, ...]:
    """What a figure chooses on its count (II.C, TURN.1), or out of its turn when another enters upon it."""
    declared, sealed = hearing.heard(state, question, answer)
    assert isinstance(declared, e.Declared)
    order = declared.declaration
    if question.facts.get("spent"):
        if order.action == "C":
            return ()
        declared.declaration = evolve(order, becomes=LEFT)
    if question.facts.get("by") is not None and question.question == "declare" and order.action == "C":
        declared.declaration = evolve(order, becomes=KEEPS)
    cited = ["TURN.1"]
    if any(step.how == "spell" for step in hearing.steps_of(order)):
        cited.append("II.C")
        cited += ["CAST.4"] if opportunity.threatening(state, order.who) else []
    declared.clauses = ids(*cited)
    return declared, sealed


def heard_change(state: State, question: OpenQuestion, answer: Answer) -> tuple[e.Event, ...]:
    """A change of mind after a warning."""
    if answer.get("choice") != "change":
        return ()
    told = {name: value for name, value in answer.items() if name != "choice"}
    changed = e.MindChanged(
        who=question.who, what="warned", clause="CRUCIBLE.AoO.3", clauses=ids("AoO.3"), perceived_by=(question.who,)
    )
    return (*heard(state, question, told), changed)


def shoot_first_form(state: State, question: OpenQuestion) -> Form | None:
    """Shoot before initiative is rolled, or hold the missile until the turn at the latest."""
    if not state.combatants[question.who].able:
        return None
    options = (Option("shoot", "Shoot now"), Option("hold", "Hold it", "until your count at the latest"))
    return Form((OneOf("choice", "Your missile is ready", options),))


def rally_form(state: State, question: OpenQuestion) -> Form:
    """Whether who wants to turn back from a retreat is held to it, allowed, or must rally."""
    options = (Option("allow", "Allow it"), Option("hold", "Hold to the retreat"), Option("check", "A rally check"))
    return Form((OneOf("choice", "Turning back from a retreat", options),))


def trigger_form(state: State, question: OpenQuestion) -> Form | None:
    """Whether to loose a missile that is held."""
    return yes_or_no("Loose it now?", yes="Loose it", no="Hold it") if state.combatants[question.who].able else None
