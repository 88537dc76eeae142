"""The character's conditions with what is left of them, and its companions' health."""

from dataclasses import dataclass

from encounters.screens.combatants import describe_condition
from encounters.screens.phone.player_view import PlayerView
from encounters.screens.tokens import Token, make_token
from rules.api import Combatant, lookup_table_option

QUARTERS = ("down", "badly hurt", "hurt", "a little hurt", "unhurt")
"""The words for the quarters of hit points that are left."""


@dataclass(frozen=True, slots=True)
class Mate:
    """A companion at a glance."""

    name: str
    token: Token
    health: str
    """The hit points, in numbers or words; "" where a bar says it."""
    left: int = 0
    """The parts of its bar that are left."""
    most: int = 0
    """The parts of its bar; 0 for no bar."""
    conditions: str = ""


@dataclass(frozen=True, slots=True)
class Company:
    """The character's conditions, and its companions."""

    conditions: tuple[str, ...]
    mates: tuple[Mate, ...]


def build_company(view: PlayerView) -> Company | None:
    """Return conditions and companions, or None where there are none."""
    me = view.me if view.has_begun else None
    if me is None or view.state.ended:
        return None
    conditions = tuple(dict.fromkeys([describe_condition(view.state, each) for each in me.conditions]))
    others = [each for each in view.state.combatants.values() if each.side == me.side and each.id != me.id]
    mates = tuple(_build_mate(view, each) for each in others if each.present and not each.hidden)
    return Company(conditions, mates) if conditions or mates else None


def _build_mate(view: PlayerView, each: Combatant) -> Mate:
    known = tuple(dict.fromkeys(condition.name.replace("_", " ") for condition in each.conditions))
    most = each.stat_block.defence.hit_points
    words = ", ".join(known)
    grade = "numbers" if each.id in view.own else lookup_table_option(view.state, "table.party_hp")
    if grade == "numbers":
        pool = view.ruleset.describe_standing(view.state, each.id).vigour
        return Mate(each.name, make_token(each), f"{pool.left} of {pool.most} {pool.name}", conditions=words)
    if grade == "hidden":
        return Mate(each.name, make_token(each), "standing" if each.hp > 0 else "down", conditions=words)
    if grade == "bar":
        return Mate(each.name, make_token(each), "" if each.hp > 0 else "down", max(each.hp, 0), most, words)
    return Mate(each.name, make_token(each), QUARTERS[max(0, min(each.hp, len(QUARTERS) - 1))], conditions=words)
