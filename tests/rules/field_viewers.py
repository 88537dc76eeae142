"""Kinds and fields of events by their viewers: the DM, a combatant's owner, or everybody.

Those of one procedure stand in its tests/procedures/<name>/shown.py.
"""

from tests.registered import gather, merge

NEVER: set[str] = {"MoraleCalled", "DiceCalled", "CallAnswered", "EffectChanged", "Unmet"}.union(
    *gather("shown", "NEVER")
)
"""Kinds for the DM alone."""

PRIVATE: set[str] = {
    *("Asked", "Answered", "Withdrawn", "DiceAsked", "DiceGiven", "Refused", "Declared", "RatesSettled"),
    *("AgendaChanged", "MomentBegan", "PrecedenceDropped", "DeedWaits", "DeedLost"),
}.union(*gather("shown", "PRIVATE"))
"""Kinds for the DM and the player of the combatant they are about."""

OWNERS: dict[str, tuple[str, ...]] = {
    "SegmentsLost": ("working",),
    "InitiativeRolled": ("working",),
    "ChargeBegan": ("worse",),
    "SavedOrNot": ("needed", "working"),
    "DiceRolled": ("at_least", "at_most"),
    "Moved": ("working",),
    "Fled": ("working",),
    "SpellBegan": ("spell", "segments", "done", "segment", "clauses"),
    "SpellContinues": ("spell", "done", "segment", "clauses"),
    "SpellSpoiled": ("spell", "segment", "clauses"),
    "SpellCompleted": ("deed",),
    "DeviceUsed": ("discharges", "deed"),
    "DeviceFailed": ("device", "segment", "clauses"),
    "UndeadTurned": ("needed",),
    "EffectBegan": ("until", "changes"),
    "EffectEnded": ("until",),
    "PsionicExchanged": ("attack_left", "defense_left"),
    "MoraleChecked": ("needed",),
    "TaskContinues": ("done", "segment", "clauses"),
    "MindChanged": ("cost", "starts", "what"),
    "Warned": ("cost",),
    "Prepared": ("when", "watch"),
    "Retaliated": ("left",),
    "Healed": ("working",),
    "Parried": ("bonus",),
} | merge("shown", "OWNERS")
"""Fields for the DM and the player of the combatant that the event is about."""

DMS: dict[str, tuple[str, ...]] = {
    "EncounterOpened": ("notes", "rolls", "effects", "plan"),  # of the plan its hidden parts, as in the next
    "MapChanged": ("plan", "feature"),
    "Asked": ("id", "epoch"),
    "Answered": ("id",),
    "Withdrawn": ("id",),
    "DiceAsked": ("id", "epoch", "call", "first"),
    "SavedOrNot": ("call",),
    "DiceRolled": ("call",),
    "DiceGiven": ("id",),
    "SideSurprised": ("rolled",),
    "SurpriseRolled": ("working",),
    "MoraleChecked": ("occasion", "modifier", "affected"),
    "Attacked": ("needed", "working", "deed"),
    "Appeared": ("own_state",),
    "Damaged": ("working", "deed"),
    "Parried": ("working",),
    "AgendaChanged": ("why",),
    "Ran": ("way",),
} | merge("shown", "DMS")
"""Fields for the DM alone."""

IDS = (
    "who",
    "target",
    "targets",
    "by",
    "against",
    "closes",
    "affected",
    "side",
    "deed",
    "first",
    "then",
    "perceived_by",
    "order",
    "watch",
    "holders",
    "enders",
    "eligible",
    "a",
    "b",
    "owner",
    "prepared",
    "cases",
    "told",
)
"""Fields that name combatants, sides or deeds: they have tests of their own."""

APART = {"EncounterOpened": ("stat_blocks", "setting"), "Appeared": ("stat_block",), "TakenBack": ("to", "epoch")}
APART |= {"AgendaChanged": ("deeds",), "MomentBegan": ("deeds", "because")}
