"""The price and effect of each option, as shown beside it: its blows as a sign, and a line.

Clause: 1.2.
"""

from collections.abc import Sequence

from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.procedures.dew.blows import compute_price, count_blows_before
from rules.procedures.dew.great_blows import CHAINED, get_preparation_numbers
from rules.procedures.dew.ranges import get_range
from rules.procedures.dew.sheet import DewWeapon
from rules.procedures.dew.terms import MELEE, get_dew, get_equipment, get_name, list_present
from rules.procedures.dew.weapons import is_in_reach, is_usable

FREE, ANY, ACTIVE_BLOW, HEAVY = "0", "1", "1A", "1A+1"
"""Signs of an option's blows: none, a blow of either kind, an active blow, an active blow and another."""

MOST_NAMED = 2


def format_en(en: int) -> str:
    """Return EN in words."""
    return f"{en} EN" if en else "no EN"


def find_blows_sign(state: State, who: CombatantId, command: str) -> str:
    """Return the blows of an option as a sign.

    If they depend on the weapon, those that could be used or drawn decide.
    """
    if command == "attack":
        return HEAVY if _are_all_heavy(_list_usable(state, who)) else ACTIVE_BLOW
    if command == "draw":
        return ACTIVE_BLOW if _are_all_heavy(_list_sheathed(state, who)) else ANY
    return {"prepare": ACTIVE_BLOW, "grab": ACTIVE_BLOW, "maneuver": ANY}.get(command, FREE)


def describe_option(state: State, who: CombatantId, command: str, borrowed: bool) -> str:
    """Return in a few words what an option does, and its EN."""
    blows = 2 if find_blows_sign(state, who, command) == HEAVY else 1
    does = {
        "attack": _describe_attack,
        "prepare": _describe_prepare,
        "draw": _describe_draw,
        "pass": _describe_pass,
    }.get(command)
    said = does(state, who) if does is not None else FIXED[command]
    if command in FREE_OPTIONS:
        return said
    cost = format_en(compute_price(count_blows_before(state, who, borrowed), blows))
    return f"{said}, {cost}" if said else cost


FIXED = {
    "nothing": "keep the blows of the next round",
    "abandon": "its preparations are lost",
    "grab": "what the DM lets you reach",
    "maneuver": "close, open, step",
}
FREE_OPTIONS = ("nothing", "abandon", "pass")


def _list_usable(state: State, who: CombatantId) -> list[DewWeapon]:
    return [each for each in get_equipment(state, who).weapons if is_usable(state, who, each)]


def _list_sheathed(state: State, who: CombatantId) -> list[DewWeapon]:
    carried = get_dew(state, who).gear.carried
    return [each for each in get_equipment(state, who).weapons if carried.get(each.id) == "sheath"]


def _are_all_heavy(weapons: Sequence[DewWeapon]) -> bool:
    return bool(weapons) and all(each.weight == "heavy" for each in weapons)


def _describe_attack(state: State, who: CombatantId) -> str:
    """Return the weapons in hand, each with the opponents that it reaches from here."""
    found: list[str] = []
    for weapon in _list_usable(state, who):
        near = [each for each in _list_opponents(state, who) if can_reach(state, who, each, weapon)]
        said = " or ".join(
            f"{get_name(state, each)}, range {get_range(state, who, each)}" for each in near[:MOST_NAMED]
        )
        found += [f"{weapon.name.lower()} on {said}"] if said else []
    return "; ".join(found)


def _list_opponents(state: State, who: CombatantId) -> list[CombatantId]:
    side = state.combatants[who].side
    return [each for each in list_present(state) if state.combatants[each].side != side]


def can_reach(state: State, who: CombatantId, target: CombatantId, weapon: DewWeapon) -> bool:
    """Return whether a weapon reaches a target in some use that the bearer's alertness allows."""
    alert = get_dew(state, who).body.alert
    apart = get_range(state, who, target)
    return any((each.use == MELEE) == alert and is_in_reach(state, who, apart, weapon, each) for each in weapon.modes)


def _describe_prepare(state: State, who: CombatantId) -> str:
    hit, _, damage, _ = get_preparation_numbers(state, who)
    weapons = [each for each in _list_usable(state, who) if not each.flexible]
    followed = bool(weapons) and all(each.motion in CHAINED for each in weapons)
    return f"+{damage} damage, -{hit} to hit" + ("; to be followed at once" if followed else "")


def _describe_draw(state: State, who: CombatantId) -> str:
    return ", ".join(each.name.lower() for each in _list_sheathed(state, who))


def _describe_pass(state: State, who: CombatantId) -> str:
    each = get_dew(state, who)
    may = ["drop", *([] if each.body.fallen else ["fall"]), *([] if each.body.alert else ["become alert"])]
    return f"you may {' or '.join([', '.join(may[:-1]), may[-1]]) if len(may) > 1 else may[0]}"
