"""Crucible's clauses for the rules that the AD&D procedures share."""

from rules.procedures.adnd.citations import Citations
from rules.procedures.crucible.options import ids


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
    awaited_gone = ids("GAP.1")
