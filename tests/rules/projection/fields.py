"""The fields of every event kind: those of the contract, those that screens read besides, and those of the code."""

from dataclasses import dataclass

COMMON = ("round", "segment", "clock", "moment", "clauses", "rolls", "perceived_by")
"""What every event carries."""

ROLLED = ("purpose", "by", "dice", "faces", "source")
"""What the contract lists of a roll."""


@dataclass(frozen=True)
class Listed:
    """The fields of one event kind, by name."""

    contract: tuple[str, ...]
    """Always projected, empty or not."""
    further: tuple[str, ...] = ()
    """Projected where they hold something: a procedure need not have them."""
    deeds: tuple[str, ...] = ()
    """Ids of deeds, projected as the combatants whose deeds they are."""
    inside: tuple[str, ...] = ()
    """Not projected: their shape is the code's own."""


def _listed(contract: str = "", further: str = "", deeds: str = "", inside: str = "") -> Listed:
    return Listed(*(tuple(names.split()) for names in (contract, further, deeds, inside)))


KINDS: dict[str, Listed] = {
    # The opening, surprise and the round.
    "EncounterOpened": _listed("ruleset setting options notes", "title", inside="version stat_blocks"),
    "EncounterEnded": _listed("reason", "side"),
    "RoundBegan": _listed("", "attempt open_promise dm_promise"),
    "RoundEnded": _listed("", "seed"),
    "StageBegan": _listed("", "stage"),
    "PhaseBegan": _listed("phase"),
    "ReactionRolled": _listed("side face band"),
    "DistanceRolled": _listed("feet face"),
    "SurpriseRolled": _listed("side chance face surprised roller", "who working"),
    "SideSurprised": _listed("side segments", "rolled"),
    "SegmentsLost": _listed("who segments", "working"),
    "InitiativeRolled": _listed("side who face", "number working mid"),
    "RosterRolled": _listed("who face", "order"),
    "SegmentBegan": _listed("", "surprise"),
    "TurnBegan": _listed("who count", "anew"),
    "TurnPassed": _listed("minutes"),
    "RatesSettled": _listed("who rates"),
    "CasesNoted": _listed("", "cases"),
    "Delayed": _listed("who segments"),
    # Declarations, questions, answers and the DM.
    "Declared": _listed("who", inside="declaration"),
    "Sealed": _listed("who"),
    "DeclarationsClosed": _listed(),
    "Asked": _listed("who question", "id epoch awaited", inside="facts"),
    "Answered": _listed("who question", "id by"),
    "Withdrawn": _listed("who question", "id reason"),
    "DiceAsked": _listed("who purpose count sides", "id epoch"),
    "DiceGiven": _listed("who", "id by"),
    "Refused": _listed("who clause reason", "question"),
    "Ruled": _listed("who what old new", "until note"),
    "Appeared": _listed("who", inside="stat_block dew"),
    "Revealed": _listed("who"),
    "TakenBack": _listed("to", "epoch note"),
    "DiceRenewed": _listed("attempt", "open_promise dm_promise"),
    "MindChanged": _listed("who cost", "clause starts what"),
    "Warned": _listed("who target cost", "what"),
    "EffectDescribed": _listed("who what text"),
    # Order.
    "AgendaChanged": _listed("", "why", inside="deeds"),
    "MomentBegan": _listed("", "because", deeds="deeds"),
    "PrecedenceDropped": _listed("", "outranked together", deeds="first then"),
    "DeedWaits": _listed("who", "act targets weapon spell device", inside="deed"),
    "DeedLost": _listed("who", "cause", inside="deed"),
    # What combatants do, and what is done to them.
    "Moved": _listed("who to feet", "closes length relocated"),
    "ChargeBegan": _listed("who target distance_ft", "worse"),
    "ChargeContinues": _listed("who target"),
    "ChargeMet": _listed("who target distance_ft first"),
    "Attacked": _listed(
        "who target weapon routine mode needed face hit",
        "routines blow bonus working opportunity natural multiplier ac_base ac_mod1 parries shield shot preparations"
        " result outcome",
    ),
    "Damaged": _listed("who by amount left", "pool source original preparations critical"),
    "Healed": _listed("who by amount left"),
    "HelplessMade": _listed("who", "cause"),
    "Slain": _listed("who", "by"),
    "Bled": _listed("who left"),
    "Recovered": _listed("who how", "target text"),
    "Fled": _listed("who manner", "to feet"),
    "Surrendered": _listed("who"),
    "Parleyed": _listed("who", "target"),
    "Waited": _listed("who", "target"),
    "WeaponSet": _listed("who", "weapon"),
    "TaskDone": _listed("who task"),
    "TaskContinues": _listed("who task done"),
    "TaskGivenUp": _listed("who task"),
    "Engaged": _listed("who target", "apart"),
    "MissileHeld": _listed("who weapon", "lost"),
    "Parried": _listed("who against bonus works", "once working"),
    "HeldToCourse": _listed("who held"),
    "Dropped": _listed("who", "weapon items why"),
    "Prepared": _listed("who", "when watch weapon mode count"),
    "Triggered": _listed("who by fires", "prepared", inside="deed"),
    "Retaliated": _listed("who target", "left"),
    "MoraleCalled": _listed("who needed due", "why losses"),
    "MoraleChecked": _listed("who needed face result", "occasion modifier affected"),
    "ActionCounted": _listed("who what", "sort cost limit attack", inside="deed spent"),
    "Observed": _listed("who what", inside="known"),
    "Noticed": _listed("who needed face automatic", "target notices modifier told behind what"),
    "Thwarted": _listed("who against", "needed face works"),
    "BalanceTried": _listed("who weapon face balanced"),
    "DefenceChosen": _listed("who against"),
    "WeaponsCompared": _listed("weapon other opposes"),
    # Magic, devices and the mind.
    "SavedOrNot": _listed("who against needed face saved"),
    "SpellBegan": _listed("who spell target", "targets segments done"),
    "SpellContinues": _listed("who spell", "targets done"),
    "SpellCompleted": _listed("who spell target", "targets"),
    "SpellSpoiled": _listed("who spell target cause forgotten", "targets", inside="deed"),
    "CantripTimed": _listed("who spell later"),
    "DeviceUsed": _listed("who device target discharges", "targets"),
    "DeviceFailed": _listed("who device target", "targets cause worn"),
    "UndeadTurned": _listed("who target needed face result", "affected"),
    "EffectBegan": _listed("who effect until", "text"),
    "EffectEnded": _listed("who effect until"),
    "PsionicExchanged": _listed("who target attack_mode defense_mode attack_left defense_left", "result"),
    "PsionicsEnded": _listed("who", "cause"),
    # Dew.
    "AlertChanged": _listed("who alert", "why"),
    "RoundStarted": _listed("", "complements anew"),
    "PhaseStarted": _listed("phase", "eligible en_limits"),
    "PhaseEnded": _listed("phase", "why"),
    "Initiative": _listed("holders", "keys"),
    "OptionsRevealed": _listed("options"),
    "OptionChosen": _listed("who option", "params"),
    "Spoke": _listed("who text"),
    "BlowSpent": _listed("who blow ordinal en_cost", "borrowed booked use"),
    "EnChanged": _listed("who old new why"),
    "Passed": _listed("who counts"),
    "PassesCleared": _listed("by"),
    "WeaponDrawn": _listed("who weapon mode"),
    "Grabbed": _listed("who object ok", "needed"),
    "PreparationLost": _listed("who weapon count why", "mode"),
    "PreparationUsed": _listed("who weapon count", "mode"),
    "ChainOpened": _listed("who weapon count"),
    "RangeChanged": _listed("a b old new why"),
    "DxChecked": _listed("who check sides needed face made"),
    "FellDown": _listed("who", "why"),
    "Rose": _listed("who"),
    "AttackDeclared": _listed("who target weapon mode use", "preparations range limit"),
    "ParriesClosed": _listed("who target", "parries"),
    "BreakageWorked": _listed("item owner multiplier number limit face broke"),
    "Broke": _listed("item owner"),
    "CriticalStruck": _listed("who target natural multiplier ac_mod2 preparations result needed critical"),
    "DamageRolled": _listed("who target original amount"),
    "ConsultOpened": _listed("reason who", "target"),
    "Unconscious": _listed("who", "why"),
    "Out": _listed("who fate", "text"),
    "NoncombatRevealed": _listed("", "options"),
    "Rested": _listed("who amount rate spent_before"),
    "Cast": _listed("who spell en_cost", "targets note"),
    "ArmorAdjusted": _listed("who donned enc_from enc_to"),
    "MovementMode": _listed("mode"),
    "Allowance": _listed("who base halved blows chase result"),
    "TracesRevealed": _listed("traces"),
    "TracePlanned": _listed("who time", "how"),
    "PlanShown": _listed("who question choice"),
    "TraceStep": _listed("time fraction", "enders positions exact"),
    "MovementEnded": _listed("who time position alert", "why"),
    "Borrowed": _listed("who blow", "left_active left_reactive"),
}
"""Every event kind. One that is not here cannot be projected."""
