"""Demon Idol: eleven phases; the winner's whole list of letters, then the loser's; on a tie one list for both.

Read it beside the text: ``phases`` follows its phases 1 to 5, ``rounds`` 6 to 8, ``recovery`` 9 to 11. ``letters`` is
its action list, ``order`` and ``against_magic`` the out-of-sequence cases and ties; ``charges``, ``prepared``,
``morale`` and ``cancelling`` what else they say; ``surprise`` what a segment of surprise allows, ``bars`` what is
forbidden.
"""

from rules.adnd.charges import put_off
from rules.adnd.declarations import Declaring
from rules.adnd.hearing import again
from rules.adnd.magic import effect_form
from rules.adnd.morale import call_morale
from rules.adnd.opening import going_on, opening_morale_form
from rules.adnd.procedures import CHARGE_BONUS, Clauses, Procedures
from rules.adnd.psionics import mode_form
from rules.ruleset import Phase, Question, Ruleset, Table
from rules.rulesets.demon_idol import bars, cancelling, charges, morale, phases, prepared, recovery, rounds
from rules.rulesets.demon_idol.deeds import deeds, pace, routines, sweeps
from rules.rulesets.demon_idol.heard import heard
from rules.rulesets.demon_idol.letters import letter_of, tied_with_anyone, time_to_move
from rules.rulesets.demon_idol.options import OPTIONS, ids, option
from rules.rulesets.demon_idol.order import ORDER
from rules.rulesets.demon_idol.surprise import SEGMENTS_OF_SURPRISE
from rules.state import Deed, State


def _general(table: Table, deed: Deed, tied: bool) -> Clauses:
    """The list, and the letter of a deed that it puts where it is."""
    if tied:
        return ids("TIE", "8.SIM")
    simultaneous = option(table.state, "same_side_order") == "simultaneous"
    if simultaneous and len(table.state.acting) > 1:
        return ids("8.2", "OPT.same-side", f"LIST.{letter_of(table.state, deed)}")
    by = "TIE" if tied_with_anyone(table.state, deed.who) else "8.2"
    return ids(by, f"LIST.{letter_of(table.state, deed)}")


def _counts_charges(state: State) -> bool:
    """OPT.charge-bonus: whether a charge adds to hit and costs armor class, as in the rest of the family."""
    return option(state, "charge_bonus") is True


PROCEDURES = Procedures(
    cites={
        "reaction_noted": ids("1.1"),
        "reaction_rolled": ids("1.2", "FN.3"),
        "surprise": ids("2.1", "2.2"),
        "dm_surprise": ids("FN.5"),
        "no_surprise": ids("2.2"),
        "surprise_length": ids("2.2"),
        "surprise_act": ids("5.1"),
        "surprise_melee": ids("5.DFG"),
        "surprise_missile": ids("5.DFG"),
        "surprise_move": ids("5.E.move"),
        "surprise_spell": ids("5.D.spell", "FN.8"),
        "surprise_begin": ids("5.D.spell", "FN.8"),
        "surprise_other": ids("5.DFG"),
        "distance_set": ids("3.1"),
        "distance_rolled": ids("3.2", "FN.7"),
        "given_up": ids("5.D.spell"),
        "task_given_up": ids("5.E.custom.carry"),
        "charger_no_dexterity": ids("OPT.charge-bonus"),
        "charger_worse": ids("OPT.charge-bonus"),
        "charger_worst": ids("OPT.charge-bonus"),
        "charge_to_hit": ids("OPT.charge-bonus"),
        "charge_uncounted": ids("OPT.charge-bonus"),
        "psionic_exchange": ids("8.1", "LIST.P"),
        "psionics_end": ids("LIST.P"),
        "spoiled": ids("FN.20"),
        "device": ids("FN.20"),
        "device_untimed": ids("LIST.D"),
        "device_disabled": ids("FN.20"),
        "morale_announced": ids("8.A.morale"),
        "morale_called": ids("8.A.morale"),
        "morale_failed": ids("8.A.replace"),
        "downed_earlier": ids("8.2", "TIE.SF.unused"),
    },
    deeds=deeds,
    bar=bars.bar,
    bar_target=bars.bar_target,
    routines=routines,
    spoils=bars.spoils,
    lost=bars.lost,
    begin=rounds.begin_deed,
    resolve={
        "contact": charges.resolve_contact,
        "short": charges.resolve_short,
        "blow": charges.resolve_melee,
        "melee": charges.resolve_melee,
        "missile": charges.resolve_missile,
        "set": charges.resolve_set,
        "spell": rounds.resolve_spell,
        "turning": rounds.resolve_turning,
        "ready": prepared.resolve_ready,
    },
    general=_general,
    pace=pace,
    casts=bars.casts,
    further=prepared.prepared_fields,
    sweeps=sweeps,
    between=(put_off, morale.check, prepared.consider),
    at_stop=cancelling.may_cancel,
    stopped=cancelling.cancelled,
    surprise=SEGMENTS_OF_SURPRISE,
    time_to_move=time_to_move,
    charge_exposes=_counts_charges,
    charge_bonus=lambda state: CHARGE_BONUS if _counts_charges(state) else 0,
)

DECLARING = Declaring(lambda: RULESET)

RULESET: Ruleset = Ruleset(
    id="demon_idol",
    title="Demon Idol",
    prefix="DEMON",
    options=OPTIONS,
    stages={
        "reaction": phases.reaction_stage,
        "surprise": phases.surprise_stage,
        "distance": phases.distance_stage,
        "morale": phases.morale_stage,
        bars.SURPRISE_SEGMENTS: phases.surprise_segments_stage,
        "declare": rounds.declare_stage,
        "initiative": rounds.initiative_stage,
        "segments": rounds.segments_stage,
        "end": rounds.end_stage,
        "bleeding": recovery.bleeding_stage,
        "recovery": recovery.recovery_stage,
    },
    first_stage=rounds.first_stage,
    questions={
        "declare": Question(DECLARING.form, heard, again, rounds.is_timed),
        "next": Question(going_on),
        "effect": Question(effect_form),
        "modes": Question(mode_form),
        "opening_morale": Question(opening_morale_form),
        "letter": Question(rounds.letter_form),
        "cancel": Question(cancelling.cancel_form(DECLARING)),
        "trigger": Question(prepared.trigger_form),
        "retaliate": Question(charges.retaliate_form),
        "range": Question(charges.range_form),
        "symbol": Question(rounds.symbol_form),
        "morale_due": Question(morale.morale_form),
        "recover": Question(recovery.recover_form),
    },
    check_morale=call_morale,
    order=ORDER,
    begins_with_opening=lambda state: state.notes.get("start") in ("encounter", "surprise"),
    procedures={"adnd": PROCEDURES},
    catalogues=("demon_idol",),
    phases={
        "reaction": Phase(1, "Reaction"),
        "surprise": Phase(2, "Surprise"),
        "distance": Phase(3, "Distance"),
        "morale": Phase(4, "Opening morale"),
        bars.SURPRISE_SEGMENTS: Phase(5, "Surprise segments", by_column=True),
        "declare": Phase(6, "Declarations"),
        "initiative": Phase(7, "Initiative"),
        "segments": Phase(8, "Resolution", by_column=True),
        "bleeding": Phase(9, "Bleeding"),
        "recap": Phase(10, "Recap"),
        "recovery": Phase(11, "Recovery"),
    },
)
