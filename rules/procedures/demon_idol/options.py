"""Demon Idol's options, clause ids, refusals, and the clauses of what the family shares."""

from rules.catalogue import RuleText
from rules.procedures.adnd.citations import Citations

TEXT = RuleText("demon_idol")
OPTIONS, option, ids, refuse = TEXT.options, TEXT.option, TEXT.ids, TEXT.refuse


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
