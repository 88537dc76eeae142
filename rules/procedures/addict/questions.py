"""The questions of ADDICT: each one's form, the events of its answer, and its words."""

from collections.abc import Mapping, Sequence

from rules.kernel import events as e
from rules.kernel.battlefield import is_in_melee_distance
from rules.kernel.deeds import add_own
from rules.kernel.effects import Answer
from rules.kernel.forms import Choice, Field, Form, OneOf, Several, build_yes_or_no
from rules.kernel.procedure import Question
from rules.kernel.question_words import QuestionWords
from rules.kernel.state import Combatant, OpenQuestion, State
from rules.procedures.addict.options import ids
from rules.procedures.addict.surprise import SURPRISE_SEGMENTS
from rules.procedures.adnd import accepting
from rules.procedures.adnd.accepting import find_answer_to_repeat
from rules.procedures.adnd.orders.base import ClosesInstead
from rules.procedures.adnd.orders.strike import Strike, find_first_in_reach
from rules.procedures.adnd.procedure import AdndProcedure
from rules.procedures.adnd.questions import DECLARE_WORDS, EFFECT, MODES, NEXT, OPENING_MORALE
from rules.procedures.adnd.sequencing import Sequencing
from rules.procedures.adnd.several import has_several


def build_questions(addict: AdndProcedure) -> Mapping[str, Question]:
    """Return the questions by their names."""
    return {
        "declare": Question(Orders(addict).build_form, DECLARE_WORDS, accept, find_answer_to_repeat),
        "next": NEXT,
        "effect": EFFECT,
        "dodge": Question(_build_dodge_form, QuestionWords("dodge, and lose the spell?"), default="no"),
        "modes": MODES,
        "opening_morale": OPENING_MORALE,
    }


class Orders(Sequencing):
    """The declare form of ADDICT."""

    def list_further_cantrip_fields(self, state: State, me: Combatant, first: str) -> list[Field]:
        """Return the field for another cantrip in memory, cast in the same round."""
        if self.is_further:
            return []
        left = list(me.spells)
        left.remove(first)
        known = [spell for id in dict.fromkeys(left) if (spell := me.spell(id)) is not None and spell.cantrip]

        def list_second_cantrip_fields() -> Sequence[Field]:
            targets = self.build_targets_field(state, me, "spell")
            which = OneOf(
                "spell", "Second cantrip", [Choice(each.id, each.name, then=lambda: [targets]) for each in known]
            )
            how = OneOf("how", "How", [Choice("spell", "Cast", then=lambda: [which])])
            return [OneOf("action", "Then", [Choice("D", "Cast, shoot or use", then=lambda: [how])])]

        return [Several("with", "A second cantrip", list_second_cantrip_fields)]

    def list_further_fields(self, state: State, me: Combatant, letter: str, how: str) -> Sequence[Field]:
        """Return the field for further deeds, or for the blow of a moving combatant at a charger.

        Closing includes that blow anyway; the field names its weapon and target.
        """
        further = super().list_further_fields(state, me, letter, how)
        weapons = [self.build_weapon_choice(state, me, each, "G") for each in me.stat_block.gear.weapons if each.melee]
        if letter != "E" or how not in ("close", "move") or state.stage == SURPRISE_SEGMENTS or not weapons:
            return further

        def list_blow_fields() -> Sequence[Field]:
            with_what = OneOf("weapon", "Weapon", weapons)
            return [with_what, self.build_target_field(state, me, "G", "", optional=True, label="Target")]

        strike = Choice("G", "Strike, if you are charged" if further else "Strike", then=list_blow_fields)

        def list_strike_fields() -> Sequence[Field]:
            others = self.list_next_letters(state, me, letter, how) if further else ()
            return [OneOf("action", "Add another action" if further else "If charged", [*others, strike])]

        return [Several("with", further[0].label if further else "If you are charged", list_strike_fields)]


def accept(state: State, question: OpenQuestion, answer: Answer) -> tuple[e.Event, ...]:
    """Return the events of a declaration and its seal.

    The declaration cites VII.B where it becomes closing, I.D in a segment of surprise, and II-IV otherwise.
    """
    declared, sealed = accepting.accept(state, question, answer)
    assert isinstance(declared, e.Declared)
    order = declared.declaration
    also = ids("II-IV.several") if has_several(order) else ()
    if state.stage == SURPRISE_SEGMENTS:
        declared.clauses = ids("I.D")
    elif isinstance(order, Strike) and not is_in_melee_distance(state, order.who, find_first_in_reach(state, order)):
        declared.clauses = (*ids("VII.B"), *also)
        declared.declaration = add_own(order, ClosesInstead())
    else:
        declared.clauses = (*ids("II-IV"), *also)
    return declared, sealed


def _build_dodge_form(state: State, question: OpenQuestion) -> Form | None:
    caster = state.combatants[question.who]
    if not caster.able or caster.casting is None:
        return None
    return build_yes_or_no("Dodge the blow, and lose the spell?", yes_price="the spell is lost")
