"""Crucible's options, clause ids and refusals, and the clauses of what the family shares."""

from typing import Literal

from rules.catalogue import RuleText
from rules.kernel.frozen import frozen
from rules.procedures.adnd.citations import Citations


@frozen
class CrucibleSettings:
    """The values of Crucible's settings in a fight; ``clauses.toml`` has defaults and words."""

    dex_mod: Literal["individual", "roller", "average", "none"]
    individual_rolls: bool
    length_attack: Literal["own-attack", "bonus"]
    natural_weapons_armed: bool
    tie_wsf: bool
    tie_more_attacks: bool
    tie_spell_strike: bool
    tie_spell_missile: bool
    aoo_shooting_other: bool
    aoo_on_cast: Literal["during", "before"]
    charge_beyond_rate: bool
    aoo_per_round: int
    fractional_phase: Literal["odd-rounds", "even-rounds"]
    own_range_sharing: Literal["best", "worst", "individual-only"]
    surprise_stack: bool
    individual_surprise: bool
    ready_extra_attack: Literal["ask", "never", "always"]
    aoo_warning: bool
    dwarf_load_bonus: bool
    limited_move_aoo: bool
    turn_length: Literal["sooner", "rounds", "minutes"]
    parry_effect: Literal["subtract-hit-bonus", "lakofka", "dm"]
    disengage_move_when: Literal["own-count", "last"]
    hold_to_disengage: Literal["ask", "hold", "rally-check", "off"]
    flee_drop_percent: int
    device_time: bool
    weapon_vs_armor: bool
    two_weapons: bool


TEXT = RuleText("crucible", CrucibleSettings)
OPTIONS, get_settings, ids, refuse = TEXT.options, TEXT.get_settings, TEXT.ids, TEXT.refuse


class CrucibleCitations(Citations):
    """The clauses of Crucible, rule by rule."""

    order = ids("II.A.order")
    tied_order = ids("II.F", "II.A.sim")
    given_up = ids("II.C")
    spoiled = ids("II.D", "II.D.forgotten")
    spoiled_by_harm = ids("II.D", "II.D.forgotten", "CAST.1", "CAST.3")
    caster_no_dexterity = ids("III.E")
    morale = ids("WD.MOR.2")
    morale_called = ids("WD.MOR.2")
    morale_failed = ids("WD.MOR.2")
    forced = ids("WD.MOR.4")
    device = ids("GAP.1")
    device_untimed = ids("GAP.1")
    device_disabled = ids("GAP.1")
    psionic_target = ids("GAP.1")
    awaited_gone = ids("GAP.1")
    armor_adjustment = ids("OPT.weapon-armor")
    out_of_range = ids("III.A")
    no_missiles = ids("III.A")
    thrown_away = ids("III.B")
    two_weapons = ids("OPT.two-weapons")
