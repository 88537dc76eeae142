"""ADDICT Lite: surprise by segments, side initiative on a d6, special cases pair by pair.

Read it beside the text, in this order. ``options`` names the rules that it shares with other texts. ``opening`` and
``surprise`` follow its step I, ``rounds`` its steps II to VI, and ``acts`` resolves the attacks, charges and spells of
step VII. ``order`` settles who goes first in that step, by the rules of ``deciding``. ``questions`` takes a declaration
in, ``restrictions`` says what is forbidden, and ``deeds`` makes deeds of declarations.
"""

from collections.abc import Sequence
from fractions import Fraction

from rules.kernel.forms import Refusal
from rules.kernel.procedure import Play, Table, join_changes
from rules.kernel.state import Combatant, Declaration, Deed, State
from rules.kernel.terms import SEGMENTS, CombatantId
from rules.procedures.addict import acts, opening, restrictions, rounds, surprise
from rules.procedures.addict.deeds import build_deeds, count_routines
from rules.procedures.addict.events import EVENTS
from rules.procedures.addict.options import OPTIONS, AddictCitations, option
from rules.procedures.addict.order import ORDER
from rules.procedures.addict.questions import build_questions
from rules.procedures.addict.state import CHANGES
from rules.procedures.adnd.acts import resolve_move_before
from rules.procedures.adnd.citations import Clauses
from rules.procedures.adnd.deed_types import (
    Arrival,
    ArrivalAtPlace,
    Blow,
    ChargeBlow,
    Completion,
    Move,
    MoveBefore,
    ShortCharge,
    Shot,
)
from rules.procedures.adnd.moments import Telling
from rules.procedures.adnd.morale import call_morale
from rules.procedures.adnd.procedure import AdndProcedure, Affected
from rules.procedures.adnd.running import arrive
from rules.procedures.adnd.segments import turn_to_next_target
from rules.procedures.adnd.sequencing import ONE
from rules.procedures.adnd.several import count_segments_before, is_act, join_steps


class Addict(AdndProcedure):
    """The ADDICT Lite procedure."""

    id = "addict"
    title = "ADDICT Lite"
    summary = "one d6 a side, high wins, special cases by pair"
    may_be_base = True
    prefix = "ADDICT"
    options = OPTIONS
    events = EVENTS
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
    own_clauses = (*cites.charger_no_dexterity, *cites.charger_worse, *cites.charger_worst)
    target_clauses = (*own_clauses, *cites.caster_no_dexterity)
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
    catalogues = ("addict",)
    changes = join_changes(AdndProcedure.changes, CHANGES)

    def __init__(self) -> None:
        self.questions = build_questions(self)

    def choose_first_stage(self, state: State) -> str:
        """Return the name of the stage that a round begins with."""
        return rounds.choose_first_stage(state)

    def check_morale(self, table: Table, who: CombatantId, occasion: str, modifier: int) -> Play:
        """Check the morale of a combatant, group or side when the DM calls for it.

        The occasion and the modifier adjust the roll.
        """
        return call_morale(table, who, occasion, modifier)

    def place_in_surprise(self, state: State, who: CombatantId) -> int:
        return surprise.place_crossbows_first(state, who)

    def may_act_surprised(self, state: State, who: CombatantId) -> bool:
        return surprise.may_still_shoot(state, who)

    def may_triple_missiles(self, state: State) -> bool:
        return surprise.may_triple_missiles(state)

    def forbid(self, state: State, who: CombatantId, letter: str, how: str) -> Refusal | None:
        return restrictions.forbid(state, who, letter, how)

    def forbid_target(
        self, state: State, who: CombatantId, letter: str, how: str, target: CombatantId
    ) -> Refusal | None:
        return restrictions.forbid_target(state, who, letter, how, target)

    def get_sequence_rule(self, state: State) -> str:
        return ONE if state.stage == surprise.SURPRISE_SEGMENTS else str(option(state, "several_deeds"))

    def join_steps(self, declared: Declaration) -> Declaration:
        return join_steps(declared)

    def count_segments_to_move(self, state: State, deed: Deed) -> int:
        return SEGMENTS - (count_segments_before(state, state.declared[deed.who]) if is_act(state, deed) else 0)

    def count_routines(self, state: State, me: Combatant, rate: Fraction, round: int) -> int:
        return count_routines(state, me, rate, round)

    def build_deeds(self, state: State) -> tuple[Deed, ...]:
        return build_deeds(state)

    def find_loss(self, state: State, deed: Deed) -> tuple[str, Clauses] | None:
        return restrictions.find_loss(state, deed)

    def is_armor_counted(self, state: State) -> bool:
        return option(state, "weapon_vs_armor") is True

    def are_two_weapons_allowed(self, state: State) -> bool:
        return option(state, "two_weapons") is True

    def begin_deed(self, table: Table, deed: Deed) -> Telling:
        return acts.begin_deed(table, deed)

    def cite_spoiling(
        self, state: State, blow: Deed, nth: int, spell: Deed | None, target: CombatantId
    ) -> Clauses | None:
        return restrictions.cite_spoiling(state, blow, nth, spell, target)

    def can_half_damage_spoil(self, state: State) -> bool:
        return bool(option(state, "half_damage_interrupts"))

    def can_effect_spoil(self, state: State, affected: Sequence[Affected], *, resisted: bool) -> bool:
        """Return that any attack that takes hold of a caster interrupts the spell (C.6)."""
        return True
