"""The Crucible of Souls procedure: one d12 for each side, and the lower count acts first.

Each combatant acts on a count of its own, and may draw attacks of opportunity. Read it beside the text, in this order.
``opening`` follows its step I, ``rounds`` its steps II and III. ``order`` decides which deed goes first.
``turns`` plays what happens on a count, ``questions`` takes a declaration in. ``forestalling`` and
``opportunity`` play blows out of turn. ``numbers`` has the tables of attacks and movement. ``moves``, ``casting`` and
``attacks`` resolve deeds, ``withdrawal`` has the tactics of the last pages. ``acts`` has what the text does not treat,
``options`` and ``restrictions`` name clauses from the whole of it, and ``deeds`` makes deeds from declarations.
"""

from collections.abc import Sequence
from dataclasses import replace

from rules.kernel.deeds import Deed
from rules.kernel.phrases import shorten_names
from rules.kernel.procedure import Secrecy, join_changes
from rules.kernel.standing import Standing, describe_hit_points
from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.procedures.adnd.deed_types import Blow, Charge, Move, Shot, WeaponSetting
from rules.procedures.adnd.morale import CalledMorale
from rules.procedures.adnd.orders.avoid import Flight
from rules.procedures.adnd.orders.spell import Completion
from rules.procedures.adnd.orders.use_psionics import Psionics
from rules.procedures.adnd.procedure import TYPED_FIELDS, AdndProcedure, Affected, BlowRules, ChargeRules, HarmRules
from rules.procedures.adnd.state import are_engaged
from rules.procedures.adnd.stored_deeds import convert_casting
from rules.procedures.crucible import (
    acts,
    attacks,
    casting,
    forestalling,
    moves,
    numbers,
    opening,
    restrictions,
    rounds,
    withdrawal,
)
from rules.procedures.crucible.deed_types import CastingBegun, LongCasting, SpentTurn
from rules.procedures.crucible.deeds import build_deeds
from rules.procedures.crucible.events import EVENTS
from rules.procedures.crucible.options import OPTIONS, CrucibleCitations, get_settings
from rules.procedures.crucible.order import ORDER
from rules.procedures.crucible.questions import build_questions
from rules.procedures.crucible.state import CHANGES, get_turn

OWN_CLAUSES = (
    *opening.OWN_CLAUSES, *restrictions.HARM, *attacks.OWN_CLAUSES, *moves.OWN_CLAUSES, *numbers.OWN_CLAUSES
)  # fmt: skip
"""The clauses that tell what a combatant has."""


class CrucibleCharging(ChargeRules):
    """Charges that cost no armor class."""

    def is_charger_exposed(self, state: State) -> bool:
        return False


class CrucibleHarm(HarmRules):
    """Spells that damage alone spoils, and not a hit (II.D)."""

    cite_harm = staticmethod(restrictions.cite_harm)

    def can_effect_spoil(self, state: State, affected: Sequence[Affected], *, resisted: bool) -> bool:
        """Return whether a failed save touches what a caster does (II.D)."""
        return resisted and (not affected or any(map(restrictions.is_hindering, affected)))


class CrucibleMorale(CalledMorale):
    """Checks that some never make, and results that cost those their turn who still have it."""

    forbid_check = staticmethod(restrictions.forbid_morale)

    def has_had_turn(self, state: State, who: CombatantId) -> bool:
        return get_turn(state.combatants[who]).taken


class CrucibleBlows(BlowRules):
    """Two weapons and types of armor, each by option, and parrying in retreat."""

    def is_armor_counted(self, state: State) -> bool:
        return get_settings(state).weapon_vs_armor

    def are_two_weapons_allowed(self, state: State) -> bool:
        return get_settings(state).two_weapons

    def get_parry(self, state: State, who: CombatantId) -> int:
        return get_turn(state.combatants[who]).parry_bonus


class Crucible(AdndProcedure):
    """The Crucible of Souls procedure."""

    id = "crucible"
    title = "Crucible of Souls"
    summary = "one d12 a side, low goes first; each chooses when its count comes"
    options = OPTIONS
    stages = {
        "surprise": opening.play_surprise_stage,
        "meeting": opening.play_meeting_stage,
        "ready": rounds.play_ready_stage,
        "initiative": rounds.play_initiative_stage,
        "counts": rounds.play_counts_stage,
        "end": rounds.play_end_stage,
    }
    order = ORDER
    cites = CrucibleCitations()
    secrecy = Secrecy(OWN_CLAUSES, cites.caster_no_dexterity, TYPED_FIELDS)
    resolvers = {
        Blow: attacks.resolve_attack,
        Shot: attacks.resolve_attack,
        Move: moves.resolve_move,
        Charge: moves.resolve_move,
        CastingBegun: casting.resolve_begin,
        Completion: casting.resolve_spell,
        WeaponSetting: acts.resolve_set,
        Flight: withdrawal.resolve_avoid,
        Psionics: acts.resolve_psionic,
        Deed: acts.resolve_untreated,
    }
    before_moment = (forestalling.bring_forward,)
    charging = CrucibleCharging()
    blows = CrucibleBlows()
    harm = CrucibleHarm()
    morale = CrucibleMorale()
    catalogues = ("crucible",)
    clock = rounds.CLOCK
    orders = ""
    events = (*AdndProcedure.events, *EVENTS)
    converters = {**AdndProcedure.converters, **{kind: {4: convert_casting} for kind in (CastingBegun, LongCasting)}}
    changes = join_changes(AdndProcedure.changes, CHANGES)
    renamed = {5: (*AdndProcedure.renamed[5], ("Spent", SpentTurn))}

    # Decided by its modules, in the order of a round.
    choose_first_stage = staticmethod(rounds.choose_first_stage)
    forbid = staticmethod(restrictions.forbid)
    forbid_target = staticmethod(restrictions.forbid_target)
    count_routines = staticmethod(numbers.count_attacks)
    build_deeds = staticmethod(build_deeds)
    find_loss = staticmethod(restrictions.find_loss)
    compute_lasting = staticmethod(casting.compute_lasting)

    def __init__(self) -> None:
        self.questions = build_questions(self)

    def describe_standing(self, state: State, who: CombatantId) -> Standing:
        """Return the hit points of a combatant, and the present foes that it is engaged with."""
        foes = [foe.name for foe in state.list_foes(who) if foe.present and are_engaged(state, who, foe.id)]
        under = (f"engaged with {', '.join(shorten_names(foes))}",) if foes else ()
        return replace(describe_hit_points(state, who), under=under)
