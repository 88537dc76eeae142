"""Crucible of Souls: a d12 a side and low goes first; each acts on its own count; attacks of opportunity.

Read it beside the text: ``opening`` follows its step I, ``rounds`` its steps II and III with ``turns`` for what happens
on a count, ``opportunity`` the attacks out of turn, ``withdrawal`` the tactics of its last pages. ``acts`` resolves,
``bars`` says what is forbidden, ``deeds`` what a turn comes to, ``order`` who goes before whom.
"""

from rules.adnd.hearing import again
from rules.adnd.morale import call_morale
from rules.adnd.opening import going_on
from rules.adnd.procedures import Procedures
from rules.forms import yes_or_no
from rules.ruleset import Question, Ruleset
from rules.rulesets.crucible import (
    acts,
    bars,
    counts,
    declaring,
    durations,
    opening,
    opportunity,
    rounds,
    standing,
    turns,
    withdrawal,
)
from rules.rulesets.crucible.deeds import deeds
from rules.rulesets.crucible.numbers import attacks
from rules.rulesets.crucible.options import OPTIONS, ids
from rules.rulesets.crucible.order import ORDER

PROCEDURES = Procedures(
    cites={
        "morale": ids("WD.MOR.2"),
        "morale_called": ids("WD.MOR.2"),
        "morale_failed": ids("WD.MOR.2"),
        "caster_no_dexterity": ids("III.E"),
        "spoiled": ids("II.D", "II.D.forgotten"),
        "spoiled_by_harm": ids("II.D", "II.D.forgotten", "CAST.1", "CAST.3"),
        "device": ids("GAP.1"),
        "device_untimed": ids("GAP.1"),
        "device_disabled": ids("GAP.1"),
        "forced": ids("WD.MOR.4"),
        "given_up": ids("II.C"),
        "awaited_gone": ids("GAP.1"),
        "order": ids("II.A.order"),
        "tied_order": ids("II.F", "II.A.sim"),
    },
    deeds=deeds,
    bar=bars.bar,
    bar_target=bars.bar_target,
    routines=attacks,
    spoils=bars.spoils,
    lost=bars.lost,
    begin=lambda table, deed: iter(()),  # type: ignore[arg-type, return-value]
    resolve={
        "melee": acts.resolve_attack,
        "missile": acts.resolve_attack,
        "move": acts.resolve_move,
        "charge": acts.resolve_move,
        "begin": acts.resolve_begin,
        "spell": acts.resolve_spell,
        "set": acts.resolve_set,
        "flee": withdrawal.resolve_avoid,
        "psionic": acts.resolve_psionic,
        "turning": acts.resolve_untreated,
        "parley": acts.resolve_untreated,
        "wait": acts.resolve_untreated,
        "device": acts.resolve_untreated,
        "task": acts.resolve_untreated,
    },
    between=(turns.bring_forward,),
    harmed=bars.harmed,
    charge_exposes=lambda state: False,
    lasting=durations.lasting,
    bar_morale=bars.bar_morale,
    by_turns=True,
)

TURNS = declaring.Turns(lambda: RULESET)

RULESET: Ruleset = Ruleset(
    id="crucible",
    title="Crucible of Souls",
    prefix="CRUCIBLE",
    options=OPTIONS,
    stages={
        "surprise": opening.surprise_stage,
        "meeting": opening.meeting_stage,
        "ready": rounds.ready_stage,
        "initiative": rounds.initiative_stage,
        "counts": rounds.counts_stage,
        "end": rounds.end_stage,
    },
    first_stage=rounds.first_stage,
    questions={
        "declare": Question(TURNS.form, declaring.heard, again),
        "change": Question(TURNS.change, declaring.heard_change),
        "next": Question(going_on),
        "effect": Question(durations.form),
        "circumstances": Question(opening.circumstances_form),
        "distance": Question(opening.distance_form),
        "shoot_first": Question(declaring.shoot_first_form),
        "trigger": Question(declaring.trigger_form),
        "extra_attack": Question(lambda state, question: yes_or_no("Another attack after the missile?")),
        "group_roll": Question(
            lambda state, question: yes_or_no("One roll for the party?", yes="One roll for all", no="Each rolls")
        ),
        "opportunity": Question(opportunity.opportunity_form),
        "parry": Question(withdrawal.parry_form),
        "follow": Question(withdrawal.follow_form),
        "let_fight": Question(lambda state, question: yes_or_no("May one who disengages fight?")),
        "rally": Question(declaring.rally_form),
        "morale_due": Question(withdrawal.morale_due_form),
    },
    check_morale=call_morale,
    order=ORDER,
    begins_with_opening=lambda state: state.notes.get("start") in ("encounter", "surprise"),
    procedures={"adnd": PROCEDURES},
    catalogues=("crucible",),
    clock=counts.CLOCK,
    orders="",
    standing=standing.standing,
)
