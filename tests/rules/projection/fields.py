"""The fields of every event kind: of the contract, of screens besides, of the code alone."""

from dataclasses import replace

from tests.registered import merge
from tests.rules.projection.listing import Listed, listed

KERNEL_KINDS: dict[str, Listed] = {
    # The opening, surprise and the round.
    "EncounterOpened": listed("ruleset setting options notes", "title", inside="version stat_blocks effects plan"),
    "EncounterEnded": listed("reason", "side"),
    "RoundBegan": listed("", "attempt open_promise dm_promise"),
    "RoundEnded": listed("", "seed"),
    "StageBegan": listed("", "stage"),
    "ReactionRolled": listed("side face band"),
    "DistanceRolled": listed("feet face"),
    "SurpriseRolled": listed("side chance face surprised roller", "who working"),
    "SideSurprised": listed("side segments", "rolled"),
    "SegmentsLost": listed("who segments", "working"),
    "InitiativeRolled": listed("side who face", "number working mid"),
    "RosterRolled": listed("who face", "order"),
    "SegmentBegan": listed("", "surprise"),
    "RatesSettled": listed("who rates"),
    # Declarations, questions, answers and the DM.
    "Declared": listed("who", inside="declaration"),
    "Sealed": listed("who"),
    "DeclarationsClosed": listed(),
    "Asked": listed("who question", "id epoch awaited", inside="facts"),
    "Answered": listed("who question", "id by"),
    "Withdrawn": listed("who question", "id reason"),
    "DiceAsked": listed("who purpose count sides", "id epoch why", inside="call first"),
    "DiceGiven": listed("who", "id by"),
    "Refused": listed("who clause reason", "question"),
    "Ruled": listed("who what old new", "until note"),
    "MapChanged": listed("change note", inside="feature plan"),
    "EffectChanged": listed("note", inside="magic effect"),
    "Appeared": listed("who", inside="stat_block own_state"),
    "Revealed": listed("who"),
    "Unmet": listed("who"),
    "TakenBack": listed("to", "epoch note"),
    "DiceRenewed": listed("attempt", "open_promise dm_promise"),
    "MindChanged": listed("who cost", "clause starts what"),
    "Warned": listed("who target cost", "what"),
    "EffectDescribed": listed("who what text"),
    # Order.
    "AgendaChanged": listed("", "why", inside="deeds"),
    "MomentBegan": listed("", "because", deeds="deeds"),
    "PrecedenceDropped": listed("", "outranked together", deeds="first then"),
    "DeedWaits": listed("who", "act targets weapon spell device", inside="deed"),
    "DeedLost": listed("who", "cause", inside="deed"),
    # What combatants do, and what is done to them.
    "Moved": listed("who to feet", "closes length relocated working"),
    "Ran": listed("who to", inside="way"),
    "ChargeBegan": listed("who target distance_ft", "worse"),
    "ChargeContinues": listed("who target"),
    "ChargeMet": listed("who target distance_ft first"),
    "Attacked": listed(
        "who target weapon routine mode needed face hit",
        "routines blow bonus working opportunity",
        inside="deed details",
    ),
    "Damaged": listed("who by amount left", "pool source original preparations critical working", inside="deed"),
    "Healed": listed("who by amount left", "working"),
    "HelplessMade": listed("who", "cause"),
    "Slain": listed("who", "by"),
    "Fled": listed("who manner", "to feet working"),
    "Surrendered": listed("who"),
    "Parleyed": listed("who", "target"),
    "Waited": listed("who", "target"),
    "WeaponSet": listed("who", "weapon"),
    "TaskDone": listed("who task", "drawn"),
    "TaskContinues": listed("who task done"),
    "TaskGivenUp": listed("who task"),
    "Parried": listed("who against bonus works", "once working"),
    "Dropped": listed("who", "weapon items why"),
    "Prepared": listed("who", "when watch weapon mode count"),
    "Retaliated": listed("who target", "left"),
    "DiceCalled": listed("", inside="call number"),
    "DiceRolled": listed("who dice total", "why made at_least at_most follows", inside="call"),
    "CallAnswered": listed("", inside="call number results"),
    "MoraleCalled": listed("who needed due", "why losses"),
    "MoraleChecked": listed("who needed face result", "occasion modifier affected"),
    # Magic, devices and the mind.
    "SavedOrNot": listed("who against needed face saved", "working follows", inside="call"),
    "SpellBegan": listed("who spell target", "targets segments done"),
    "SpellContinues": listed("who spell", "targets done"),
    "SpellCompleted": listed("who spell target", "targets", inside="deed"),
    "SpellSpoiled": listed("who spell target cause forgotten", "targets", inside="deed"),
    "DeviceUsed": listed("who device target discharges", "targets", inside="deed"),
    "DeviceFailed": listed("who device target", "targets cause worn"),
    "UndeadTurned": listed("who target needed face result", "affected"),
    "EffectBegan": listed("who effect until", "text changes"),
    "EffectEnded": listed("who effect until"),
    "PsionicExchanged": listed("who target attack_mode defense_mode attack_left defense_left", "result"),
    "PsionicsEnded": listed("who", "cause"),
}
"""The event kinds that several procedures have."""

DETAILS: dict[str, tuple[str, ...]] = merge("shown", "DETAILS")
"""The fields of the details that events of shared kinds carry for one procedure, by kind."""

KINDS: dict[str, Listed] = {
    kind: replace(each, further=(*each.further, *DETAILS.get(kind, ())))
    for kind, each in (KERNEL_KINDS | merge("shown", "KINDS")).items()
}
"""Every event kind, those of one procedure as its tests/procedures/<name>/shown.py lists them.

One that is not here cannot be projected.
"""
