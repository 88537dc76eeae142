"""Who is to see what: kinds and fields of events for the DM, for the owner of a figure, for tests of their own."""

NEVER = {"CasesNoted", "MoraleCalled", "Observed", "WeaponsCompared"}
"""Kinds for the DM alone."""

PRIVATE = {
    *("Asked", "Answered", "Withdrawn", "DiceAsked", "DiceGiven", "Refused", "Declared", "RatesSettled"),
    *("AgendaChanged", "MomentBegan", "PrecedenceDropped", "DeedWaits", "DeedLost", "CantripTimed"),
    *("ActionCounted", "Noticed", "DefenceChosen"),
    *("EnChanged", "Allowance", "TracePlanned"),
}
"""Kinds for the DM and the player of the figure they are about."""

OWNERS = {
    "SegmentsLost": ("working",),
    "InitiativeRolled": ("working",),
    "ChargeBegan": ("worse",),
    "SavedOrNot": ("needed",),
    "SpellBegan": ("spell", "segments", "done", "segment", "clauses"),
    "SpellContinues": ("spell", "done", "segment", "clauses"),
    "SpellSpoiled": ("spell", "segment", "clauses"),
    "DeviceUsed": ("discharges",),
    "DeviceFailed": ("device", "segment", "clauses"),
    "UndeadTurned": ("needed",),
    "EffectBegan": ("until",),
    "EffectEnded": ("until",),
    "PsionicExchanged": ("attack_left", "defense_left"),
    "MoraleChecked": ("needed",),
    "TaskContinues": ("done", "segment", "clauses"),
    "MindChanged": ("cost", "starts", "what"),
    "Warned": ("cost",),
    "Thwarted": ("needed",),
    "Prepared": ("when", "watch"),
    "Triggered": ("prepared",),
    "Retaliated": ("left",),
    "Parried": ("bonus",),
    "RoundStarted": ("complements",),
    "PhaseStarted": ("en_limits",),
    "DxChecked": ("needed",),
    "Grabbed": ("needed",),
    "Rested": ("amount", "rate", "spent_before"),
    "Cast": ("en_cost",),
    "ArmorAdjusted": ("enc_from", "enc_to"),
    "Borrowed": ("left_active", "left_reactive"),
}
"""Fields for the DM and the player of the figure that the event is about."""

DMS = {
    "EncounterOpened": ("notes", "rolls"),
    "Asked": ("id", "epoch"),
    "Answered": ("id",),
    "Withdrawn": ("id",),
    "DiceAsked": ("id", "epoch"),
    "DiceGiven": ("id",),
    "SideSurprised": ("rolled",),
    "SurpriseRolled": ("working",),
    "MoraleChecked": ("occasion", "modifier", "affected"),
    "Attacked": ("needed", "working", "ac_base", "ac_mod1", "shield", "result"),
    "BreakageWorked": ("multiplier", "number", "limit"),
    "CriticalStruck": ("ac_mod2", "result", "needed"),
    "Initiative": ("keys",),
    "Appeared": ("dew",),
    "Parried": ("working",),
    "AgendaChanged": ("why",),
}
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
"""Fields that name figures, sides or deeds: they have tests of their own."""

APART = {"EncounterOpened": ("stat_blocks", "setting"), "Appeared": ("stat_block",), "TakenBack": ("to", "epoch")}
APART |= {"AgendaChanged": ("deeds",), "MomentBegan": ("deeds", "because")}
