"""The published procedures, a folder for each, and their registry, a line for each.

Code outside the kernel asks for procedures here: importing this package registers those of this project.
"""

from rules.kernel.kinds import get_all_kinds, get_kinds, list_details, lookup_kind
from rules.kernel.registry import (
    UnknownRuleset,
    get_ruleset,
    list_rulesets,
    lookup_layered,
    register,
    split_layer,
    unregister,
)

__all__ = [
    "UnknownRuleset",
    "get_all_kinds",
    "get_kinds",
    "get_ruleset",
    "list_details",
    "list_rulesets",
    "lookup_kind",
    "lookup_layered",
    "register",
    "split_layer",
    "unregister",
]

register("addict", "rules.procedures.addict:Addict")
register("demon_idol", "rules.procedures.demon_idol:DemonIdol")
register("crucible", "rules.procedures.crucible:Crucible")
register("lakofka", "rules.procedures.lakofka:TenRules", over="addict")
register("lakofka/demon_idol", "rules.procedures.lakofka:TenRules", over="demon_idol")
register("dew", "rules.procedures.dew:Dew")
