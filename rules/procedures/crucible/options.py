"""Crucible's options, clause ids and refusals, and the clauses of what the family shares."""

from rules.catalogue import RuleText
from rules.procedures.adnd.citations import Citations

TEXT = RuleText("crucible")
OPTIONS, option, ids, refuse = TEXT.options, TEXT.option, TEXT.ids, TEXT.refuse


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
