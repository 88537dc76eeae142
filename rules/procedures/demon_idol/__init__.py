"""The Demon Idol procedure: a round of eleven phases, resolved by a list of letters.

The winner's list is played, then the loser's; on a tie there is one list for both. Read it beside the text, in this
order. ``phases`` follows phases 1 to 5, ``surprise`` the deeds in a segment of surprise; ``restrictions`` says what is
forbidden, and ``options`` names the rules that it shares with other texts. ``questions`` and ``cancelling`` follow the
declarations of phase 6, ``rounds`` phases 6 to 8, with ``prepared`` for what is held ready. ``letters`` is the action
list, and ``acts`` resolves spells and turning. ``order`` decides which deed goes first, and ``charges`` plays charges.
``recovery`` follows phases 9 to 11, ``morale`` the rules of morale.
"""

from collections.abc import Mapping, Sequence

from rules.kernel.deeds import Deed
from rules.kernel.forms import Refusal
from rules.kernel.procedure import DeclaringRules, Phase, Secrecy, join_changes
from rules.kernel.state import OpenQuestion, State
from rules.procedures.adnd.deed_types import (
    Arrival,
    ArrivalAtPlace,
    Blow,
    Charge,
    ChargeBlow,
    ShortCharge,
    Shot,
    Turning,
    WeaponSetting,
)
from rules.procedures.adnd.morale import CalledMorale
from rules.procedures.adnd.orders.spell import Completion
from rules.procedures.adnd.procedure import (
    TYPED_FIELDS,
    AdndProcedure,
    Affected,
    BlowRules,
    ChargeRules,
    HarmRules,
    SurpriseRules,
)
from rules.procedures.adnd.running import arrive
from rules.procedures.adnd.segments import turn_to_next_target
from rules.procedures.adnd.sequencing import ONE
from rules.procedures.adnd.several import join_steps
from rules.procedures.demon_idol import (
    acts,
    cancelling,
    charges,
    morale,
    phases,
    prepared,
    recovery,
    restrictions,
    rounds,
    surprise,
)
from rules.procedures.demon_idol.declaration_types import Hesitation, Preparation
from rules.procedures.demon_idol.deed_types import Ready
from rules.procedures.demon_idol.deeds import build_deeds, compute_pace, count_routines, count_sweeps
from rules.procedures.demon_idol.events import EVENTS
from rules.procedures.demon_idol.letters import cite_order, count_segments_to_move
from rules.procedures.demon_idol.options import OPTIONS, TEXT, DemonIdolCitations, get_settings, refuse
from rules.procedures.demon_idol.order import ORDER
from rules.procedures.demon_idol.questions import build_questions
from rules.procedures.demon_idol.state import CHANGES


class DemonIdolDeclaring(DeclaringRules):
    """Orders against the clock, in turn or for good, each by option (6.3)."""

    def describe_clock(self, options: Mapping[str, object]) -> str:
        """Return what hesitation costs, told before the first round (6.3.delay, FN.10)."""
        return rounds.CLOCK_WORDS if TEXT.read_settings(options).delay_timer else ""

    def forbid_new_order(self, state: State, question: OpenQuestion) -> Refusal | None:
        return refuse("6.3.lock", "has declared already") if get_settings(state).lock_declarations else None

    def may_hold_orders(self, state: State) -> bool:
        return not get_settings(state).declare_in_turn


class DemonIdolSurprise(SurpriseRules):
    """Segments of surprise by the list of letters (5.1)."""

    resolvers = surprise.RESOLVERS
    find_place = staticmethod(surprise.get_place_by_letter)


class DemonIdolCharging(ChargeRules):
    """Charges at their own pace, and weapons set by letter F."""

    get_pace = staticmethod(compute_pace)
    is_set_in_time = staticmethod(charges.is_set_in_time)
    set_weapon = staticmethod(charges.set_weapon)

    def may_run(self, state: State, deed: Deed) -> bool:
        return super().may_run(state, deed) and not (isinstance(deed, Charge) and charges.is_before_turn(state, deed))

    def get_bonus(self, state: State) -> int:
        return super().get_bonus(state) if self.is_charger_exposed(state) else 0

    def is_charger_exposed(self, state: State) -> bool:
        """Return whether a charge adds to hit and costs armor class (OPT.charge-bonus)."""
        return get_settings(state).charge_bonus


class DemonIdolHarm(HarmRules):
    """Spells that hits and damage cost, declared or begun (FN.11, FN.20)."""

    cite_spoiling = staticmethod(acts.cite_spoiling)
    may_lose_declared_spell = staticmethod(acts.has_declared_spell)

    def can_effect_spoil(self, state: State, affected: Sequence[Affected], *, resisted: bool) -> bool:
        """Return that only hits and damage cost a spell (FN.11, FN.20)."""
        return False


class DemonIdolOrderCitations(DemonIdolCitations):
    """The clauses of the text, with the list of letters (LIST)."""

    cite_order = staticmethod(cite_order)


class DemonIdolBlows(BlowRules):
    """Two weapons and types of armor, each by option, and sweeps."""

    count_sweep = staticmethod(count_sweeps)

    def is_armor_counted(self, state: State) -> bool:
        return get_settings(state).weapon_vs_armor

    def are_two_weapons_allowed(self, state: State) -> bool:
        return get_settings(state).two_weapons


class DemonIdol(AdndProcedure):
    """The Demon Idol procedure."""

    id = "demon_idol"
    title = "Demon Idol"
    summary = "eleven phases; the winner's whole list of letters, then the loser's"
    may_be_base = True
    secrecy = Secrecy(typed_fields=TYPED_FIELDS | {"text"})
    options = OPTIONS
    events = (*AdndProcedure.events, *EVENTS)
    stages = {
        "reaction": phases.play_reaction_stage,
        "surprise": phases.play_surprise_stage,
        "distance": phases.play_distance_stage,
        "morale": phases.play_morale_stage,
        restrictions.SURPRISE_SEGMENTS: phases.play_surprise_segments_stage,
        "declare": rounds.play_declare_stage,
        "initiative": rounds.play_initiative_stage,
        "segments": rounds.play_segments_stage,
        "end": rounds.play_end_stage,
        "bleeding": recovery.play_bleeding_stage,
        "recovery": recovery.play_recovery_stage,
    }
    order = ORDER
    cites = DemonIdolOrderCitations()
    resolvers = {
        Arrival: charges.resolve_contact,
        ArrivalAtPlace: charges.resolve_arrival_at_place,
        ShortCharge: charges.resolve_short,
        ChargeBlow: charges.resolve_melee,
        Blow: charges.resolve_melee,
        Shot: charges.resolve_missile,
        WeaponSetting: charges.resolve_set,
        Completion: acts.resolve_spell,
        Turning: acts.resolve_turning,
        Ready: prepared.resolve_ready,
    }
    additions = (Preparation.read, Hesitation.read)
    before_moment = (arrive, turn_to_next_target, morale.check, prepared.consider)
    declaring_rules = DemonIdolDeclaring()
    surprise = DemonIdolSurprise()
    charging = DemonIdolCharging()
    blows = DemonIdolBlows()
    harm = DemonIdolHarm()
    morale = CalledMorale()
    catalogues = ("demon_idol",)
    purposes = ("roster",)
    changes = join_changes(AdndProcedure.changes, CHANGES)
    phases = {
        "reaction": Phase(1, "Reaction"),
        "surprise": Phase(2, "Surprise"),
        "distance": Phase(3, "Distance"),
        "morale": Phase(4, "Opening morale"),
        restrictions.SURPRISE_SEGMENTS: Phase(5, "Surprise segments", by_column=True),
        "declare": Phase(6, "Declarations"),
        "initiative": Phase(7, "Initiative"),
        "segments": Phase(8, "Resolution", by_column=True),
        "bleeding": Phase(9, "Bleeding"),
        "recap": Phase(10, "Recap"),
        "recovery": Phase(11, "Recovery"),
    }

    # Decided by its modules, in the order of a round.
    choose_first_stage = staticmethod(rounds.choose_first_stage)
    forbid = staticmethod(restrictions.forbid)
    forbid_target = staticmethod(restrictions.forbid_target)
    join_steps = staticmethod(join_steps)
    count_routines = staticmethod(count_routines)
    build_deeds = staticmethod(build_deeds)
    find_loss = staticmethod(charges.find_loss)
    add_fields = staticmethod(prepared.build_prepared_fields)
    ask_at_stop = staticmethod(cancelling.build_cancel_asks)
    take_at_stop = staticmethod(cancelling.apply_cancel_answers)
    begin_deed = staticmethod(acts.begin_deed)
    count_segments_to_move = staticmethod(count_segments_to_move)

    def __init__(self) -> None:
        # This text alone offers what may replace a cancelled declaration, under a layer too.
        alone = self if type(self) is DemonIdol else DemonIdol()
        self.questions = build_questions(self, alone)

    def get_sequence_rule(self, state: State) -> str:
        return ONE if state.stage == restrictions.SURPRISE_SEGMENTS else get_settings(state).several_deeds
