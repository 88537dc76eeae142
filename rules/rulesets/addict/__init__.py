"""ADDICT Lite: surprise by segments; side initiative on one d6, the higher first; special cases pair by pair.

Read it beside the text: ``opening`` follows its step I, ``rounds`` its steps V to VII, ``bars`` says what it forbids,
``deeds`` what a declaration comes to, ``order`` who goes before whom, by way of ``comparing``, ``numbers`` and
``against_magic``.
"""

from rules.adnd.charges import put_off
from rules.adnd.hearing import again
from rules.adnd.magic import effect_form
from rules.adnd.morale import call_morale
from rules.adnd.opening import going_on, opening_morale_form
from rules.adnd.procedures import Procedures, SurpriseSegments
from rules.adnd.psionics import mode_form
from rules.forms import Form, yes_or_no
from rules.ruleset import Question, Ruleset
from rules.rulesets.addict import bars, opening, rounds
from rules.rulesets.addict.declaring import Orders
from rules.rulesets.addict.deeds import deeds, routines
from rules.rulesets.addict.heard import heard
from rules.rulesets.addict.options import OPTIONS, ids, option
from rules.rulesets.addict.order import ORDER
from rules.state import OpenQuestion, State


def _dodge(state: State, question: OpenQuestion) -> Form | None:
    caster = state.combatants[question.who]
    if not caster.able or caster.casting is None:
        return None
    return yes_or_no("Dodge the blow, and lose the spell?", yes_price="the spell is lost")


PROCEDURES = Procedures(
    cites={
        "surprise": ids("I", "I.A"),
        "surprise_d6": (),
        "surprise_percent": ids("I.A.3", "I.A.3.ex", "I.A.NOTATION"),
        "surprised_less": ids("I.A.1"),
        "surprises_more": ids("I.A.2"),
        "no_surprise": ids("I.B"),
        "surprise_length": ids("I.C"),
        "length_d6": ids("I.C.1"),
        "length_percent": ids("I.C.2", "I.C.2.ex", "I.A.NOTATION"),
        "one_surprised": ids("I.C.3"),
        "both_surprised": ids("I.C.4"),
        "penalty_needs_surprise": ids("I.C.5.a"),
        "reaction": ids("I.C.5"),
        "reaction_gear": ids("I.C.5", "I.C.5.b"),
        "tail": ids("I.C.5.tail"),
        "surprised_shot": ids("I.C.6", "VI.C"),
        "surprise_act": ids("I.D"),
        "surprise_melee": ids("I.D.1"),
        "surprise_missile": ids("I.D.2"),
        "surprise_ready": ids("I.D.2", "I.D.2.ready"),
        "surprise_move": ids("I.D.3"),
        "surprise_spell": ids("I.D.4"),
        "surprise_begin": ids("I.D.4.begin"),
        "surprise_other": ids("I.D.5"),
        "given_up": ids("I.D.4.begin"),
        "task_given_up": ids("I.D.5"),
        "reaction_noted": ids("II-IV"),
        "reaction_rolled": ids("II-IV"),
        "morale": ids("II-IV"),
        "morale_called": ids("II-IV"),
        "morale_failed": ids("II-IV"),
        "distance_set": ids("II-IV"),
        "distance_rolled": ids("II-IV"),
        "psionic_exchange": ids("V", "V.A", "V.A.sim", "V.B"),
        "psionics_end": ids("V.C"),
        "charger_no_dexterity": ids("VII.B.2.a"),
        "charger_worse": ids("VII.B.2.b"),
        "charger_worst": ids("VII.B.2.c"),
        "charge_to_hit": ids("VII.B.3.c"),
        "caster_no_dexterity": ids("VII.C.5"),
        "spoiled": ids("VII.C.6"),
        "incidental": ids("VII.A.4"),
        "device": ids("VII.C.7", "VII.C.7.nodisrupt"),
        "device_untimed": ids("VII.C.7"),
        "device_disabled": ids("VII.C.7.nodisrupt"),
        "downed_earlier": ids("VII"),
        "order": ids("VII"),
        "tied_order": ids("VII.tie"),
    },
    deeds=deeds,
    bar=bars.bar,
    bar_target=bars.bar_target,
    routines=routines,
    spoils=bars.spoils,
    lost=bars.lost,
    begin=rounds.begin,
    resolve={
        "contact": rounds.resolve_contact,
        "short": rounds.resolve_short,
        "move": rounds.resolve_move,
        "blow": rounds.resolve_melee,
        "melee": rounds.resolve_melee,
        "free": rounds.resolve_melee,
        "missile": rounds.resolve_missile,
        "spell": rounds.resolve_spell,
    },
    between=(put_off,),
    halved_interrupts=lambda state: bool(option(state, "half_damage_interrupts")),
    surprise=SurpriseSegments(
        place=opening.crossbows_first,
        may_act=bars.may_still_shoot,
        triples=opening.ready_missiles_triple,
    ),
)

RULESET: Ruleset = Ruleset(
    id="addict",
    title="ADDICT Lite",
    prefix="ADDICT",
    options=OPTIONS,
    stages={
        "surprise": opening.surprise_stage,
        "meeting": opening.meeting_stage,
        bars.SURPRISE_SEGMENTS: opening.surprise_segments_stage,
        "declare": rounds.declare_stage,
        "initiative": rounds.initiative_stage,
        "segments": rounds.segments_stage,
        "end": rounds.end_stage,
    },
    first_stage=rounds.first_stage,
    questions={
        "declare": Question(Orders(lambda: RULESET).form, heard, again),
        "next": Question(going_on),
        "effect": Question(effect_form),
        "dodge": Question(_dodge),
        "modes": Question(mode_form),
        "opening_morale": Question(opening_morale_form),
    },
    check_morale=call_morale,
    order=ORDER,
    begins_with_opening=lambda state: state.notes.get("start") in ("encounter", "surprise"),
    procedures={"adnd": PROCEDURES},
    catalogues=("addict",),
)
