"""Demon Idol's options, clause ids, refusals, and the clauses of what the family shares."""

from typing import Literal

from rules.catalogue import RuleText
from rules.kernel.frozen import frozen
from rules.procedures.adnd.citations import Citations


@frozen
class DemonIdolSettings:
    """The values of Demon Idol's settings in a fight; ``clauses.toml`` has defaults and words."""

    reaction_roll: Literal["auto", "public", "private"]
    public_surprise: bool
    surprise_index: Literal["ordinal", "remaining"]
    delay_timer: bool
    lock_declarations: bool
    cancelled_spell_kept: Literal["if-not-begun", "always", "never"]
    set_on_tie: bool
    charge_bonus: bool
    same_side_order: Literal["roster", "simultaneous"]
    prepared_carries_over: bool
    mar_spread: Literal["slot-in", "first-last"]
    reaction_applies: Literal["missiles", "all-D"]
    gvsd_scope: Literal["caster-won-or-tied", "always"]
    sf_bonus_attacks: bool
    device_time_compare: bool
    charge_vs_spell: Literal["ties-only", "always"]
    thrown_sf: bool
    tie_mar_all_disrupt: bool
    bleed_in_recovery: bool
    declare_in_turn: bool
    weapon_vs_armor: bool
    two_weapons: bool
    several_deeds: Literal["one", "tasks", "tasks-and-moves"]


TEXT = RuleText("demon_idol", DemonIdolSettings)
OPTIONS, get_settings, ids, refuse = TEXT.options, TEXT.get_settings, TEXT.ids, TEXT.refuse


class DemonIdolCitations(Citations):
    """The clauses of Demon Idol, in the order of the text."""

    reaction_noted = ids("1.1")
    reaction_rolled = ids("1.2", "FN.3")
    surprise = ids("2.1", "2.2")
    no_surprise = ids("2.2")
    surprise_length = ids("2.2")
    dm_surprise = ids("FN.5")
    distance_set = ids("3.1")
    distance_rolled = ids("3.2", "FN.7")
    surprise_act = ids("5.1")
    surprise_melee = ids("5.DFG")
    surprise_missile = ids("5.DFG")
    surprise_spell = ids("5.D.spell", "FN.8")
    surprise_begin = ids("5.D.spell", "FN.8")
    given_up = ids("5.D.spell")
    surprise_move = ids("5.E.move")
    surprise_other = ids("5.DFG")
    task_given_up = ids("5.E.custom.carry")
    psionic_exchange = ids("8.1", "LIST.P")
    psionic_target = ids("LIST.P")
    psionics_end = ids("LIST.P")
    downed_earlier = ids("8.2", "TIE.SF.unused")
    charger_no_dexterity = ids("OPT.charge-bonus")
    charger_worse = ids("OPT.charge-bonus")
    charger_worst = ids("OPT.charge-bonus")
    charge_to_hit = ids("OPT.charge-bonus")
    charge_uncounted = ids("OPT.charge-bonus")
    weapon_set = ids("LIST.F")
    morale_announced = ids("8.A.morale")
    morale_called = ids("8.A.morale")
    morale_failed = ids("8.A.replace")
    spoiled = ids("FN.20")
    device = ids("FN.20")
    device_untimed = ids("LIST.D")
    device_disabled = ids("FN.20")
    armor_adjustment = ids("OPT.weapon-armor")
    out_of_range = ids("LIST.D")
    no_missiles = ids("LIST.D")
    thrown_away = ids("LIST.G")
    several = ids("6.several")
    two_weapons = ids("OPT.two-weapons")
