"""Demon Idol's clauses for the rules that the AD&D procedures share."""

from rules.procedures.adnd.citations import Citations
from rules.procedures.demon_idol.options import ids


class DemonIdolCitations(Citations):
    """The clauses of Demon Idol, rule by rule."""

    reaction_noted = ids("1.1")
    reaction_rolled = ids("1.2", "FN.3")
    surprise = ids("2.1", "2.2")
    dm_surprise = ids("FN.5")
    no_surprise = ids("2.2")
    surprise_length = ids("2.2")
    surprise_act = ids("5.1")
    surprise_melee = ids("5.DFG")
    surprise_missile = ids("5.DFG")
    surprise_move = ids("5.E.move")
    surprise_spell = ids("5.D.spell", "FN.8")
    surprise_begin = ids("5.D.spell", "FN.8")
    surprise_other = ids("5.DFG")
    distance_set = ids("3.1")
    distance_rolled = ids("3.2", "FN.7")
    given_up = ids("5.D.spell")
    task_given_up = ids("5.E.custom.carry")
    charger_no_dexterity = ids("OPT.charge-bonus")
    charger_worse = ids("OPT.charge-bonus")
    charger_worst = ids("OPT.charge-bonus")
    charge_to_hit = ids("OPT.charge-bonus")
    charge_uncounted = ids("OPT.charge-bonus")
    psionic_exchange = ids("8.1", "LIST.P")
    psionics_end = ids("LIST.P")
    spoiled = ids("FN.20")
    device = ids("FN.20")
    device_untimed = ids("LIST.D")
    device_disabled = ids("FN.20")
    morale_announced = ids("8.A.morale")
    morale_called = ids("8.A.morale")
    morale_failed = ids("8.A.replace")
    downed_earlier = ids("8.2", "TIE.SF.unused")
