"""ADDICT's options, clause ids and refusals, and the clauses of what the family shares."""

from typing import Literal

from rules.catalogue import RuleText
from rules.kernel.frozen import frozen
from rules.procedures.adnd.citations import Citations


@frozen
class AddictSettings:
    """The values of ADDICT's settings in a fight; ``clauses.toml`` has defaults and words."""

    surprise_reduction_stacks: bool
    percent_round: Literal["nearest", "floor", "ceil"]
    dex_surprise_after_net: bool
    individual_tail: Literal["extra-segments", "carry-into-round-1"]
    light_gear_test: Literal["movement-12", "unencumbered-for-race"]
    crossbow_surprise_first: bool
    ready_missiles_triple: Literal["every-segment", "first-segment", "off"]
    surprise_cast_carries: bool
    borrow_demon_phases: bool
    spectator_mixed: Literal["own-d8", "side-d8", "side-d6"]
    strike_first_beats_spell: bool
    midpoint_reroll: bool
    routine_spread: Literal["nested", "endpoints"]
    fractional_phase: Literal["odd-rounds", "even-rounds", "coin"]
    no_charge_load: Literal["encumbered", "heavy-or-worse"]
    charge_defender_attack: Literal["own-routine", "free"]
    melee_sf_vs_spell: Literal["dmg66", "caster-die", "sf-raw", "side-order"]
    first_attack_means: Literal["first-routine", "first-blow"]
    offer_dodge: bool
    half_damage_interrupts: bool
    sf_bonus_attacks: bool
    wait_mode: Literal["after-event", "interrupt"]
    missile_vs_charge: Literal["reach", "side-order"]
    weapon_vs_armor: bool
    two_weapons: bool
    several_deeds: Literal["one", "tasks", "tasks-and-moves"]


TEXT = RuleText("addict", AddictSettings)
OPTIONS, get_settings, ids, refuse = TEXT.options, TEXT.get_settings, TEXT.ids, TEXT.refuse


class AddictCitations(Citations):
    """The clauses of ADDICT, in the order of the text."""

    surprise = ids("I", "I.A")
    surprised_less = ids("I.A.1")
    surprises_more = ids("I.A.2")
    surprise_percent = ids("I.A.3", "I.A.NOTATION")
    no_surprise = ids("I.B")
    surprise_length = ids("I.C")
    length_d6 = ids("I.C.1")
    length_percent = ids("I.C.2", "I.A.NOTATION")
    one_surprised = ids("I.C.3")
    both_surprised = ids("I.C.4")
    reaction = ids("I.C.5")
    tail = ids("I.C.5.tail")
    penalty_needs_surprise = ids("I.C.5.a")
    reaction_gear = ids("I.C.5", "I.C.5.b")
    surprised_shot = ids("I.C.6", "VI.C")
    surprise_act = ids("I.D")
    surprise_melee = ids("I.D.1")
    surprise_missile = ids("I.D.2")
    surprise_ready = ids("I.D.2", "I.D.2.ready")
    surprise_move = ids("I.D.3")
    surprise_spell = ids("I.D.4")
    surprise_begin = ids("I.D.4.begin")
    given_up = ids("I.D.4.begin")
    surprise_other = ids("I.D.5")
    task_given_up = ids("I.D.5")
    reaction_noted = ids("II-IV")
    reaction_rolled = ids("II-IV")
    distance_set = ids("II-IV")
    distance_rolled = ids("II-IV")
    morale = ids("II-IV")
    morale_called = ids("II-IV")
    morale_failed = ids("II-IV")
    psionic_exchange = ids("V", "V.A", "V.A.sim", "V.B")
    psionic_target = ids("V.A")
    psionics_end = ids("V.C")
    order = ids("VII")
    tied_order = ids("VII.tie")
    downed_earlier = ids("VII")
    incidental = ids("VII.A.4")
    charger_no_dexterity = ids("VII.B.2.a")
    charger_worse = ids("VII.B.2.b")
    charger_worst = ids("VII.B.2.c")
    charge_to_hit = ids("VII.B.3.c")
    weapon_set = ids("VII.B.charge", "VII.B.3.b")
    caster_no_dexterity = ids("VII.C.5")
    spoiled = ids("VII.C.6")
    device = ids("VII.C.7", "VII.C.7.nodisrupt")
    device_untimed = ids("VII.C.7")
    device_disabled = ids("VII.C.7.nodisrupt")
    armor_adjustment = ids("OPT.weapon-armor")
    out_of_range = ids("VII.A.5")
    no_missiles = ids("VII.A.5")
    thrown_away = ids("VII.A.4")
    several = ids("II-IV.several")
    two_weapons = ids("OPT.two-weapons")
