"""The reaches of the AD&D family: hand to hand an inch, shots to their long range."""

from collections.abc import Iterator

from rules.kernel import events as e
from rules.kernel.apply import apply
from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from tests.rules.reaches.checking import Claim, Exemption, Point, is_within


def find_claims(point: Point) -> Iterator[Claim]:
    """Yield what an event claims of reaches."""
    event, state = point.event, point.state
    if isinstance(event, e.Attacked):
        yield Claim(event.who, event.target, find_far(state, event))
    elif isinstance(event, e.ChargeMet):
        yield Claim(event.who, event.target, state.setting.inch)
    elif isinstance(event, e.Parried):
        yield from (Claim(event.who, each, state.setting.inch) for each in [event.against] if each)
    elif isinstance(event, e.SpellCompleted):
        spell = state.combatants[event.who].spell(event.spell)
        if spell is not None and spell.range is not None:
            far = max(spell.range * state.setting.inch // 100, state.setting.inch)
            yield from (Claim(event.who, each, far) for each in event.targets if each != event.who)


def find_far(state: State, event: e.Attacked) -> int:
    """Return how far an attack reaches: an inch, or the long range of what is shot or thrown."""
    if event.mode == "melee":
        return state.setting.inch
    return find_long_range(state, event.who, event.weapon)


def find_long_range(state: State, who: CombatantId, weapon: str) -> int:
    """Return the long range of a weapon, in hundredths of a foot."""
    held = state.combatants[who].weapon(weapon)
    assert held is not None
    assert held.missile is not None
    return max(held.missile.ranges) * state.setting.inch // 100


def come_both(point: Point, claim: Claim) -> bool:
    """Return whether the target of a charge has still to be told as coming, in the same moment."""
    event = point.event
    at = (event.round, event.clock, event.moment)
    moved = (each for each in point.later if isinstance(each, e.Moved) and each.who == claim.target)
    comes = next((each for each in moved if (each.round, each.clock, each.moment) == at), None)
    return isinstance(event, e.ChargeMet) and comes is not None and is_within(apply(comes, point.state), claim)


AT_ONCE = "all of a moment reads the places of its beginning"


MEETING = "two who run at each other meet"


def at_once(clause: str) -> Exemption:
    """Return the exemption of what was in reach as the moment began."""
    return Exemption(clause, AT_ONCE, lambda point, claim: is_within(point.began, claim))


def meeting(clause: str) -> Exemption:
    """Return the exemption of two who run at each other: one move is told first."""
    return Exemption(clause, MEETING, come_both)


UNBARRED = Exemption(
    "", "ranges of spells are shown, and bar nobody", lambda point, _: isinstance(point.event, e.SpellCompleted)
)
"""The exemption of spells: the form shows how far they carry, and no text bars a target by it."""
