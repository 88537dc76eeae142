"""The character's conditions with what is left of them, and its companions' health."""

from dataclasses import dataclass

from encounters.screens.combatants import describe_condition
from encounters.screens.graded_health import GradedHealth, describe_health
from encounters.screens.phone.player_view import PlayerView
from encounters.screens.tokens import Token, make_token
from rules.api import Combatant


@dataclass(frozen=True, slots=True)
class Mate:
    """A companion at a glance."""

    name: str
    token: Token
    health: GradedHealth
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
    health = describe_health(view.state, each, is_own=each.id in view.own)
    return Mate(each.name, make_token(each), health, ", ".join(known))
