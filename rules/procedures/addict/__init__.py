"""ADDICT Lite: surprise by segments, side initiative on a d6, special cases pair by pair.

Read it beside the text, in this order. ``options`` names the rules that it shares with other texts. ``opening`` and
``surprise`` follow its step I, ``rounds`` its steps II to VI, and ``acts`` resolves the attacks, charges and spells of
step VII. ``order`` settles who goes first in that step. ``questions`` takes a declaration in, ``restrictions`` says
what is forbidden, and ``deeds`` makes deeds of declarations.
"""

from collections.abc import Sequence

from rules.kernel.deeds import Deed
from rules.kernel.procedure import Secrecy, join_changes
from rules.kernel.state import State
from rules.kernel.terms import SEGMENTS
from rules.procedures.addict import acts, opening, restrictions, rounds, surprise
from rules.procedures.addict.deeds import build_deeds, count_routines
from rules.procedures.addict.events import EVENTS
from rules.procedures.addict.options import OPTIONS, AddictCitations, get_settings
from rules.procedures.addict.order import ORDER
from rules.procedures.addict.questions import build_questions
from rules.procedures.addict.state import CHANGES
from rules.procedures.adnd.acts import resolve_move_before
from rules.procedures.adnd.deed_types import (
    Arrival,
    ArrivalAtPlace,
    Blow,
    ChargeBlow,
    Move,
    MoveBefore,
    ShortCharge,
    Shot,
)
from rules.procedures.adnd.morale import CalledMorale
from rules.procedures.adnd.orders.spell import Completion
from rules.procedures.adnd.procedure import TYPED_FIELDS, AdndProcedure, Affected, BlowRules, HarmRules, SurpriseRules
from rules.procedures.adnd.running import arrive
from rules.procedures.adnd.segments import turn_to_next_target
from rules.procedures.adnd.sequencing import ONE
from rules.procedures.adnd.several import count_segments_before, is_act, join_steps

CHARGER_CLAUSES = (
    *AddictCitations.charger_no_dexterity, *AddictCitations.charger_worse, *AddictCitations.charger_worst
)  # fmt: skip
"""The clauses that tell of a charger's armor class."""


class AddictSurprise(SurpriseRules):
    """Crossbows first, and shots of the surprised (I.C.6, I.D.2)."""

    find_place = staticmethod(surprise.place_crossbows_first)
    may_act_surprised = staticmethod(surprise.may_still_shoot)
    may_triple_missiles = staticmethod(surprise.may_triple_missiles)


class AddictHarm(HarmRules):
    """Spells that are interrupted (VII.C.6)."""

    cite_spoiling = staticmethod(restrictions.cite_spoiling)

    def can_half_damage_spoil(self, state: State) -> bool:
        return get_settings(state).half_damage_interrupts

    def can_effect_spoil(self, state: State, affected: Sequence[Affected], *, resisted: bool) -> bool:
        """Return that any attack that takes hold of a caster interrupts the spell (C.6)."""
        return True


class AddictBlows(BlowRules):
    """Two weapons and types of armor, each by option."""

    def is_armor_counted(self, state: State) -> bool:
        return get_settings(state).weapon_vs_armor

    def are_two_weapons_allowed(self, state: State) -> bool:
        return get_settings(state).two_weapons


class Addict(AdndProcedure):
    """The ADDICT Lite procedure."""

    id = "addict"
    title = "ADDICT Lite"
    summary = "one d6 a side, high wins, special cases by pair"
    may_be_base = True
    options = OPTIONS
    events = (*AdndProcedure.events, *EVENTS)
    stages = {
        "surprise": opening.play_surprise_stage,
        "meeting": opening.play_meeting_stage,
        surprise.SURPRISE_SEGMENTS: opening.play_surprise_segments_stage,
        "declare": rounds.play_declare_stage,
        "initiative": rounds.play_initiative_stage,
        "segments": rounds.play_segments_stage,
        "end": rounds.play_end_stage,
    }
    order = ORDER
    cites = AddictCitations()
    secrecy = Secrecy(CHARGER_CLAUSES, (*CHARGER_CLAUSES, *cites.caster_no_dexterity), TYPED_FIELDS)
    resolvers = {
        Arrival: acts.resolve_contact,
        ArrivalAtPlace: acts.resolve_arrival_at_place,
        ShortCharge: acts.resolve_short,
        Move: acts.resolve_move,
        MoveBefore: resolve_move_before,
        ChargeBlow: acts.resolve_melee,
        Blow: acts.resolve_melee,
        Shot: acts.resolve_missile,
        Completion: acts.resolve_spell,
    }
    before_moment = (arrive, turn_to_next_target)
    surprise = AddictSurprise()
    blows = AddictBlows()
    harm = AddictHarm()
    morale = CalledMorale()
    catalogues = ("addict",)
    purposes = ("second_cantrip",)
    changes = join_changes(AdndProcedure.changes, CHANGES)

    # Decided by its modules, in the order of a round.
    choose_first_stage = staticmethod(rounds.choose_first_stage)
    forbid = staticmethod(restrictions.forbid)
    forbid_target = staticmethod(restrictions.forbid_target)
    join_steps = staticmethod(join_steps)
    count_routines = staticmethod(count_routines)
    build_deeds = staticmethod(build_deeds)
    find_loss = staticmethod(restrictions.find_loss)
    begin_deed = staticmethod(acts.begin_deed)

    def __init__(self) -> None:
        self.questions = build_questions(self)

    def get_sequence_rule(self, state: State) -> str:
        return ONE if state.stage == surprise.SURPRISE_SEGMENTS else get_settings(state).several_deeds

    def count_segments_to_move(self, state: State, deed: Deed) -> int:
        return SEGMENTS - (count_segments_before(state, state.declared[deed.who]) if is_act(state, deed) else 0)
