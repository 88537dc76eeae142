"""Dew's kinds of events: their fields, and the viewers of each field."""

from typing import Any

from rules.kernel.events import Event
from rules.kernel.state import Combatant
from rules.procedures.dew.attack import AttackDeclared
from rules.procedures.dew.blows import Complement
from rules.procedures.dew.choices import Chosen
from rules.procedures.dew.damage import Out, Unconscious
from rules.procedures.dew.declared_attack import ParryMade
from rules.procedures.dew.noncombat import Cast
from rules.procedures.dew.parries import ParriesClosed
from rules.procedures.dew.state import DewCombatant
from rules.procedures.dew.trace_movement import Traced
from tests.rules.canaries import NUMBER, WORD
from tests.rules.projection.listing import Listed, listed

KINDS: dict[str, Listed] = {
    "AlertChanged": listed("who alert", "why"),
    "RoundStarted": listed("", "complements anew"),
    "PhaseStarted": listed("phase", "eligible en_limits"),
    "PhaseEnded": listed("phase", "why"),
    "Initiative": listed("holders", "keys"),
    "OptionsRevealed": listed("options"),
    "OptionChosen": listed("who option", "params"),
    "Spoke": listed("who text"),
    "BlowSpent": listed("who blow ordinal en_cost", "borrowed booked use"),
    "EnChanged": listed("who old new why"),
    "Passed": listed("who counts"),
    "PassesCleared": listed("by"),
    "WeaponDrawn": listed("who weapon mode"),
    "Grabbed": listed("who object ok", "needed"),
    "PreparationLost": listed("who weapon count why", "mode"),
    "PreparationUsed": listed("who weapon count", "mode"),
    "ChainOpened": listed("who weapon count"),
    "RangeChanged": listed("a b old new why"),
    "DxChecked": listed("who check sides needed face made"),
    "FellDown": listed("who", "why"),
    "Rose": listed("who"),
    "AttackDeclared": listed("who target weapon mode use", "preparations range limit"),
    "ParriesClosed": listed("who target", "parries"),
    "BreakageWorked": listed("item owner multiplier number limit face broke"),
    "Broke": listed("item owner"),
    "CriticalStruck": listed("who target natural multiplier ac_mod2 preparations result needed critical"),
    "DamageRolled": listed("who target original amount"),
    "ConsultOpened": listed("reason who", "target"),
    "Unconscious": listed("who", "why"),
    "Out": listed("who fate", "text"),
    "NoncombatRevealed": listed("", "options"),
    "Rested": listed("who amount rate spent_before"),
    "Cast": listed("who spell en_cost", "targets note"),
    "ArmorAdjusted": listed("who donned enc_from enc_to"),
    "MovementMode": listed("mode"),
    "Allowance": listed("who base halved blows chase result"),
    "TracesRevealed": listed("traces"),
    "TracePlanned": listed("who time", "how"),
    "PlanShown": listed("who question choice"),
    "TraceStep": listed("time fraction", "enders positions exact"),
    "MovementEnded": listed("who time position alert", "why"),
    "Borrowed": listed("who blow", "left_active left_reactive"),
}

DETAILS = {
    "Attacked": (
        *("natural", "multiplier", "ac_base", "ac_mod1", "parries", "shield", "shot", "preparations"),
        *("result", "outcome"),
    )
}
"""The fields of the details that events of shared kinds carry."""

OUTCOMES = {"Attacked": ("outcome",)}
"""Those of them that are an outcome: they may be otherwise where a secret has its effect."""

PRIVATE = {"Allowance", "EnChanged", "TracePlanned"}
"""Kinds for the DM and the player of the combatant they are about."""

OWNERS = {
    "RoundStarted": ("complements",),
    "PhaseStarted": ("en_limits",),
    "DxChecked": ("needed",),
    "Grabbed": ("needed",),
    "Rested": (
        "amount",
        "rate",
        "spent_before",
    ),
    "Cast": ("en_cost",),
    "ArmorAdjusted": (
        "enc_from",
        "enc_to",
    ),
    "Borrowed": (
        "left_active",
        "left_reactive",
    ),
}
"""Fields for the DM and the player of the combatant that the event is about."""

DMS = {
    "BreakageWorked": (
        "multiplier",
        "number",
        "limit",
    ),
    "CriticalStruck": (
        "ac_mod2",
        "result",
        "needed",
    ),
    "Initiative": ("keys",),
}
"""Fields for the DM alone."""


RECORDS: dict[str, Any] = {
    "tuple[rules.procedures.dew.blows.Complement, ...]": (Complement("otis", NUMBER, 1),),
    "tuple[rules.procedures.dew.choices.Chosen, ...]": (Chosen("otis", WORD),),
    "tuple[rules.procedures.dew.declared_attack.ParryMade, ...]": (ParryMade("otis", WORD, "1h", 1),),
    "tuple[rules.procedures.dew.trace_movement.Traced, ...]": (Traced("otis", ((NUMBER, 1),)),),
}
"""Records about Otis, by the type of their field."""

STANDING = ("bd", "alert", "conscious", "fallen")
"""How a combatant stands besides its EN."""


def standing(combatant: Combatant) -> dict[str, object]:
    """Return what is kept of a combatant besides hit points, place and conditions."""
    if DewCombatant not in combatant.owned:
        return {}
    return {name: getattr(combatant.own(DewCombatant).body, name) for name in STANDING}


SHORT_FORMS: list[tuple[str, Event]] = [
    (
        "otis parries orc-1",
        ParriesClosed(who="orc-1", target="otis", parries=(ParryMade("otis", "spear", "1h", 3),)),
    ),
    ("tenser casts ward", Cast(who="tenser", spell="ward", en_cost=3)),
    ("orc-1 falls", Unconscious(who="orc-1")),
    ("orc-1 dies", Out(who="orc-1", fate="dead")),
]
"""Short forms of scenario files, each with an event that it stands for."""

LET_OUT = (("combatants that fight blow by blow are shown whole", "dew", 0),)
"""Ways to tell a secret, each with the procedure and the number of a fight in which it is found."""


def find_line(event: Event) -> str:
    """Return the line that the battle map ought to draw of an event: shot, spell or ""."""
    if isinstance(event, AttackDeclared):
        return "shot" if event.use in ("missile", "thrown") else ""
    return "spell" if isinstance(event, Cast) else ""
