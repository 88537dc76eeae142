"""ADDICT's options, clause ids and refusals, and the clauses of what the family shares."""

from rules.catalogue import RuleText
from rules.procedures.adnd.citations import Citations

TEXT = RuleText("addict")
OPTIONS, option, ids, refuse = TEXT.options, TEXT.option, TEXT.ids, TEXT.refuse


class AddictCitations(Citations):
    """The clauses of ADDICT, in the order of the text."""

    surprise = ids("I", "I.A")
    surprised_less = ids("I.A.1")
    surprises_more = ids("I.A.2")
    surprise_percent = ids("I.A.3", "I.A.3.ex", "I.A.NOTATION")
    no_surprise = ids("I.B")
    surprise_length = ids("I.C")
    length_d6 = ids("I.C.1")
    length_percent = ids("I.C.2", "I.C.2.ex", "I.A.NOTATION")
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
    psionics_end = ids("V.C")
    order = ids("VII")
    tied_order = ids("VII.tie")
    downed_earlier = ids("VII")
    incidental = ids("VII.A.4")
    charger_no_dexterity = ids("VII.B.2.a")
    charger_worse = ids("VII.B.2.b")
    charger_worst = ids("VII.B.2.c")
    charge_to_hit = ids("VII.B.3.c")
    caster_no_dexterity = ids("VII.C.5")
    spoiled = ids("VII.C.6")
    device = ids("VII.C.7", "VII.C.7.nodisrupt")
    device_untimed = ids("VII.C.7")
    device_disabled = ids("VII.C.7.nodisrupt")
