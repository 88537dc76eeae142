"""II.A, the tables of attacks and of movement, and reach: the numbers that Crucible goes by."""

from fractions import Fraction
from functools import cache

from rules.adnd.numbers import routines_in
from rules.battlefield import distance
from rules.figure import Figure, Weapon
from rules.reference import lookup_attacks_per_round
from rules.rulesets.crucible.options import ids, option
from rules.state import Combatant, State
from rules.terms import HUNDREDTHS, CombatantId, Load

SQUARE = 5 * HUNDREDTHS
"""A square of five feet, in hundredths of a foot; also the shortest reach."""

STANDING = 10 * HUNDREDTHS
"""Figures no further apart than this when a fight starts at melee are engaged, whatever they have in hand."""

STEPS = {
    "fighter": (7, 13),
    "paladin": (8, 14),
    "ranger": (8, 15),
    "monk": (6, 12),
}
"""The levels at which a class has three attacks in two rounds, and two a round."""

RATES = {"fighter": "ATT.1", "paladin": "ATT.2", "ranger": "ATT.3", "monk": "ATT.4"}

BANDS = (Load.LIGHT, Load.HEAVY, Load.VERY_HEAVY, Load.ENCUMBERED)
LIMITS = (35, 70, 105)
"""Pounds up to which a load is light, heavy, very heavy."""

FULL_SIZE = {Load.LIGHT: 6, Load.HEAVY: 4, Load.VERY_HEAVY: 3, Load.ENCUMBERED: 2}
SMALL = {Load.LIGHT: 4, Load.HEAVY: 3, Load.VERY_HEAVY: 2, Load.ENCUMBERED: 0}
"""Squares a round by load: of human size, and of halflings."""

SMALL_RACES = ("halfling", "gnome")


# II.A: counts.


def side_die(state: State, who: CombatantId) -> int:
    """What a figure's side goes by: its die, adjusted where the whole side's is. 0 where it has not rolled."""
    return state.initiative.get(state.combatants[who].side, 0)


def count(state: State, who: CombatantId) -> int:
    """The count of a figure's turn: low is early, and it may be 0 or less. In the free round by surprise dice (I.D)."""
    if state.round == 0:
        known = state.surprise.get(who) or state.surprise.get(state.combatants[who].side)
        return FIRST_FREE - known.face if known is not None and known.face else 1
    return state.initiative.get(who, side_die(state, who))


FIRST_FREE = 13
"""A surprise die of 12 acts on count 1 of the free round, one of 11 on count 2 (I.D.order)."""


def adjustment(state: State, who: CombatantId) -> int:
    """What dexterity takes from a figure's own count, where it is adjusted for each by itself."""
    return state.combatants[who].figure.reaction if option(state, "dex_mod") == "individual" else 0


def die_of(state: State, who: CombatantId) -> int:
    """The initiative die of a figure as it was rolled, or its side's."""
    return count(state, who) + adjustment(state, who)


# Attacks.


def attacks(state: State, me: Combatant, rate: Fraction, round: int) -> int:
    """Attacks this round at a rate a round. Haste doubles it; a fraction counts in odd rounds (by default)."""
    if rate == me.figure.routines:
        rate = by_class(me.figure) or rate
    phase = "odd" if option(state, "fractional_phase") == "odd-rounds" else "even"
    return routines_in(me, rate, max(1, round), phase)


def by_class(figure: Figure) -> Fraction | None:
    """The rate of Crucible's own table; None for whoever is not in it, or was given another rate."""
    return _rate(figure.kind, figure.level, figure.routines)


@cache
def _rate(kind: str, level: int, routines: Fraction) -> Fraction | None:
    steps = STEPS.get(kind)
    if steps is None or routines != lookup_attacks_per_round(kind, level):
        return None
    return Fraction(1) + Fraction(sum(level >= step for step in steps), 2)


def rate_clauses(figure: Figure) -> tuple[str, ...]:
    """The row of the table of attacks that a figure's rate comes from."""
    return ids(RATES[figure.kind]) if by_class(figure) is not None else ()


# Movement.


def squares(state: State, figure: Figure) -> int:
    """Squares of five feet that a figure may move in a round and still act."""
    if figure.paced or not (figure.level or figure.race):
        return _squares_of(figure.movement)
    column = SMALL if figure.race in SMALL_RACES else FULL_SIZE
    own = column[band_of(state, figure)]
    return max(own, _squares_of(figure.movement)) if figure.kind == "monk" else own


def _squares_of(inches: int) -> int:
    if inches >= 6:
        return inches // 2
    return 2 if inches >= 3 else min(inches, 1)


def band_of(state: State, figure: Figure) -> Load:
    """The load by the weight carried, with what strength adds to every limit; else as it was given."""
    load = figure.load
    if figure.carried is not None:
        over = sum(figure.carried > limit + figure.allowance for limit in LIMITS)
        load = BANDS[over]
    if figure.race == "dwarf" and option(state, "dwarf_load_bonus") and load is not Load.LIGHT:
        load = BANDS[BANDS.index(load) - 1]
    return load


def pace(state: State, who: CombatantId) -> int:
    """The standard rate of a round, in hundredths of a foot."""
    return squares(state, state.combatants[who].figure) * SQUARE


def pace_clauses(state: State, who: CombatantId) -> tuple[str, ...]:
    """What the table of movement says of a figure."""
    figure = state.combatants[who].figure
    if figure.paced or not (figure.level or figure.race):
        return ()
    cited = ["MOVE.2" if figure.race in SMALL_RACES else "MOVE.1"]
    if band_of(state, figure) is not Load.LIGHT or figure.carried is not None:
        cited.append("MOVE.4")
    if figure.race == "dwarf":
        cited.append("MOVE.5")
    if figure.carried is not None and figure.allowance:
        cited.append("MOVE.6")
    return ids(*cited)


# Reach.


def in_hand(me: Combatant) -> Weapon | None:
    """The hand weapon a figure strikes with unless it says otherwise; natural ones where it holds none."""
    held = me.weapon(me.in_hand)
    if held is not None and held.melee:
        return held
    free = [each for each in me.figure.weapons if each.melee and (me.in_hand or each.natural or each.id == "fist")]
    return free[0] if free else None


def reach(me: Combatant) -> int:
    """How far a figure's blows carry: a square, or the length of what it has in hand."""
    weapon = in_hand(me)
    return max(SQUARE, weapon.length) if weapon is not None else SQUARE


def engaged(state: State, one: CombatantId, other: CombatantId) -> bool:
    """Whether two figures stand in the fight with each other."""
    return ((one, other) if one < other else (other, one)) in state.engaged


def in_reach(state: State, who: CombatantId, target: CombatantId) -> bool:
    """Whether a figure can strike another from where it stands."""
    gap = distance(state, who, target)
    return gap <= reach(state.combatants[who]) or (gap <= STANDING and engaged(state, who, target))


def is_armed(state: State, who: CombatantId, weapon: Weapon | None) -> bool:
    """II.E: weapons; natural ones unless the option says otherwise; a monk always."""
    if state.combatants[who].figure.kind == "monk":
        return True
    if weapon is None or weapon.id == "fist":
        return False
    return not weapon.natural or bool(option(state, "natural_weapons_armed"))


def length(state: State, who: CombatantId, weapon: Weapon | None) -> int:
    """II.E: the length that decides at the moment of entering; bare hands have none."""
    return weapon.length if weapon is not None and is_armed(state, who, weapon) else 0


# Who is who.


def is_played(state: State, who: CombatantId) -> bool:
    """Whether a figure is a player character: of the party, and played where anyone is marked so."""
    each = state.combatants[who]
    if each.figure.played:
        return True
    marked = any(other.figure.played for other in state.combatants.values())
    return each.side == "party" and not marked


def is_surprised(state: State, who: CombatantId) -> bool:
    """Whether a figure does nothing in the free round."""
    return state.round == 0 and state.lost_segments.get(who, 0) > 0
