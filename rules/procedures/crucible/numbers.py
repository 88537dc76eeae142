"""Numbers of Crucible: counts (II.A), tables of attacks and of movement, reach."""

from fractions import Fraction
from functools import cache
from operator import itemgetter

from rules.kernel.battlefield import ROUNDED, measure_distance
from rules.kernel.stat_block import ClassLevel, Creature, StatBlock, Weapon
from rules.kernel.state import Combatant, State
from rules.kernel.terms import HUNDREDTHS, CombatantId, Load
from rules.procedures.adnd.numbers import count_routines_at_rate
from rules.procedures.adnd.state import are_engaged
from rules.procedures.crucible.options import get_settings, ids
from rules.procedures.crucible.state import get_turn
from rules.reference import lookup_attacks_per_round

SQUARE = 5 * HUNDREDTHS
"""A square of five feet, in hundredths of a foot; also the shortest reach."""

STANDING = 10 * HUNDREDTHS
"""Ten feet, in hundredths of a foot. Foes no further apart when a fight starts at melee are engaged, with any weapon in
hand."""

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
"""Squares a round by load: for human size, and for halflings and gnomes."""

SMALL_RACES = ("halfling", "gnome")

OWN_CLAUSES = ids(*RATES.values(), *(f"MOVE.{row}" for row in range(1, 7)))
"""Clauses cited because of a combatant's class, race, load, and how far it could have gone."""


# II.A: counts.


FIRST, LAST = 1, 12
"""The lowest and the highest face of the die. The counts from one to the other always begin."""

FIRST_FREE = LAST + 1
"""The free round's count is this number less the surprise die: 12 acts on 1, 11 on 2 (I.D.order)."""


def get_count(state: State, who: CombatantId) -> int:
    """Return the count of a combatant's turn: low is early, and it may be 0 or less.

    It is the initiative of the combatant, else of its side, and 0 where that has not rolled. In the free round it comes
    from the surprise dice (I.D).
    """
    if state.round == 0:
        known = state.surprise.get(who) or state.surprise.get(state.combatants[who].side)
        return FIRST_FREE - known.face if known is not None and known.face else 1
    own = state.initiative.get(who)
    return own if own is not None else state.initiative.get(state.combatants[who].stat_block.side, 0)


def may_share_count(state: State, who: CombatantId, count: int) -> bool:
    """Return whether anybody but a combatant and its side may have this count.

    In a round each side or combatant on a count has a number of its own. 0 is also the count of those without a number.
    """
    if state.round == 0 or not count:
        return True
    return list(state.initiative.values()).count(count) > (get_count(state, who) == count)


def get_adjustment(state: State, who: CombatantId) -> int:
    """Return the number that dexterity takes from a combatant's own count.

    It is 0 unless each combatant is adjusted by itself.
    """
    return state.combatants[who].stat_block.attack.reaction if get_settings(state).dex_mod == "individual" else 0


def get_initiative_die(state: State, who: CombatantId) -> int:
    """Return the initiative die of a combatant, or of its side, as it was rolled."""
    return get_count(state, who) + get_adjustment(state, who)


# Attacks.


def count_attacks(state: State, me: Combatant, rate: Fraction, round: int) -> int:
    """Return the number of attacks this round at a rate per round.

    Haste doubles it. A fraction counts in odd rounds (by default).
    """
    if rate == me.stat_block.attack.routines:
        rate = find_class_rate(me.stat_block) or rate
    phase = "odd" if get_settings(state).fractional_phase == "odd-rounds" else "even"
    return count_routines_at_rate(me, rate, max(1, round), phase)


def find_class_rate(stat_block: StatBlock) -> Fraction | None:
    """Return the rate of Crucible's own table for a stat block.

    Of several classes the best counts. None where no class is in it, or the stat block was given another rate.
    """
    found = _find_rate(stat_block)
    return found[0] if found is not None else None


def _find_rate(stat_block: StatBlock) -> tuple[Fraction, str] | None:
    """Return the highest rate of its classes, and the class that has it."""
    found = _lookup_rate(stat_block.creature.kind, stat_block.creature.level, stat_block.creature.classes)
    return found[1:] if found is not None and found[0] == stat_block.attack.routines else None


@cache
def _lookup_rate(kind: str, level: int, several: tuple[ClassLevel, ...]) -> tuple[Fraction, Fraction, str] | None:
    """Return the usual rate, the highest of Crucible's own, and the class that has it."""
    classes = Creature(kind=kind, level=level, classes=several).list_classes()
    rates = [
        (Fraction(1) + Fraction(sum(each.level >= step for step in STEPS[each.id]), 2), each.id)
        for each in classes
        if each.id in STEPS
    ]
    if not rates:
        return None
    return max(lookup_attacks_per_round(each.id, each.level) for each in classes), *max(rates, key=itemgetter(0))


def cite_rate(stat_block: StatBlock) -> tuple[str, ...]:
    """Return the clause of the row in the table of attacks that a rate comes from."""
    found = _find_rate(stat_block)
    return ids(RATES[found[1]]) if found is not None else ()


# Movement.


def count_squares(state: State, stat_block: StatBlock) -> int:
    """Return the squares of five feet that a combatant may move in a round and still act."""
    if stat_block.pace.paced or not (stat_block.creature.level or stat_block.creature.race):
        return _convert_to_squares(stat_block.pace.movement)
    column = SMALL if stat_block.creature.race in SMALL_RACES else FULL_SIZE
    own = column[compute_load(state, stat_block)]
    return max(own, _convert_to_squares(stat_block.pace.movement)) if stat_block.creature.has_class("monk") else own


def _convert_to_squares(inches: int) -> int:
    if inches >= 6:
        return inches // 2
    return 2 if inches >= 3 else min(inches, 1)


def compute_load(state: State, stat_block: StatBlock) -> Load:
    """Return the load by the weight carried, else the load as given.

    Strength adds to every limit. By option a dwarf's load is one step lighter.
    """
    load = stat_block.pace.load
    if stat_block.pace.carried is not None:
        over = sum(stat_block.pace.carried > limit + stat_block.pace.allowance for limit in LIMITS)
        load = BANDS[over]
    if stat_block.creature.race == "dwarf" and get_settings(state).dwarf_load_bonus and load is not Load.LIGHT:
        load = BANDS[BANDS.index(load) - 1]
    return load


def compute_pace(state: State, who: CombatantId) -> int:
    """Return the standard rate of a round, in hundredths of a foot.

    Effects change it in the proportion in which they change the movement in inches, to whole squares.
    """
    each = state.combatants[who]
    squares, plain = count_squares(state, each.stat_block), each.stat_block.pace.movement
    if each.movement == plain:
        return squares * SQUARE
    return int(squares * Fraction(each.movement) / plain) * SQUARE if plain else squares * SQUARE


def compute_ground_left(state: State, who: CombatantId, *, fighting: bool = False) -> int:
    """Return how far a combatant may still go this round, in hundredths of a foot (III.D).

    It is twice the rate, the rate if ``fighting``, less the ground covered already.
    """
    return max(0, compute_pace(state, who) * (1 if fighting else 2) - get_turn(state.combatants[who]).covered)


def compute_allowance(state: State, who: CombatantId, *, charging: bool = False) -> int:
    """Return how far a combatant may move in a turn and still fight (III.D).

    In hundredths of a foot it is the standard rate, doubled for a charge by the option ``charge_beyond_rate``.
    """
    return compute_pace(state, who) * (2 if charging and get_settings(state).charge_beyond_rate else 1)


def is_beyond(length: int, limit: int) -> bool:
    """Return whether a length goes beyond a limit by more than places are rounded."""
    return length > limit + ROUNDED


def cite_pace(state: State, who: CombatantId) -> tuple[str, ...]:
    """Return the clauses of the table of movement that apply to a combatant."""
    stat_block = state.combatants[who].stat_block
    if stat_block.pace.paced or not (stat_block.creature.level or stat_block.creature.race):
        return ()
    cited = ["MOVE.2" if stat_block.creature.race in SMALL_RACES else "MOVE.1"]
    if compute_load(state, stat_block) is not Load.LIGHT or stat_block.pace.carried is not None:
        cited.append("MOVE.4")
    if stat_block.creature.race == "dwarf":
        cited.append("MOVE.5")
    if stat_block.pace.carried is not None and stat_block.pace.allowance:
        cited.append("MOVE.6")
    return ids(*cited)


# Reach.


def find_weapon_in_hand(me: Combatant) -> Weapon | None:
    """Return the hand weapon that a combatant strikes with unless it declares another.

    Natural weapons where it holds none.
    """
    held = me.weapon(me.in_hand)
    if held is not None and held.melee and not me.is_thrown_away(held):
        return held
    free = [each for each in me.list_weapons_left() if each.melee and (me.in_hand or each.natural or each.id == "fist")]
    return free[0] if free else None


def compute_reach(me: Combatant, weapon: Weapon | None = None) -> int:
    """Return how far a combatant's blows reach, in hundredths of a foot.

    It is a square, or the length of the weapon if greater: of the one in hand where none is given.
    """
    weapon = weapon or find_weapon_in_hand(me)
    return max(SQUARE, weapon.length) if weapon is not None else SQUARE


def is_in_reach(state: State, who: CombatantId, target: CombatantId, weapon: Weapon | None = None) -> bool:
    """Return whether a combatant can strike another from where it stands, with this weapon.

    Engaged combatants can do so up to ten feet apart.
    """
    gap = measure_distance(state, who, target)
    if gap <= SQUARE:
        return True  # nobody's reach is shorter
    return gap <= compute_reach(state.combatants[who], weapon) or (gap <= STANDING and are_engaged(state, who, target))


def is_armed(state: State, who: CombatantId, weapon: Weapon | None) -> bool:
    """Return whether a combatant is armed with this weapon (II.E).

    Natural weapons count unless the option says otherwise; a monk is always armed.
    """
    if state.combatants[who].stat_block.creature.has_class("monk"):
        return True
    if weapon is None or weapon.id == "fist":
        return False
    return not weapon.natural or get_settings(state).natural_weapons_armed


def get_length_at_entry(state: State, who: CombatantId, weapon: Weapon | None) -> int:
    """Return the length that decides at the moment of entering; bare hands have none (II.E)."""
    return weapon.length if weapon is not None and is_armed(state, who, weapon) else 0


# Player characters, and the surprised.


def is_played(state: State, who: CombatantId) -> bool:
    """Return whether a combatant is a player character.

    It is marked as played, or of the party where no combatant is marked.
    """
    each = state.combatants[who]
    if each.stat_block.played:
        return True
    return each.side == "party" and not any(other.stat_block.played for other in state.combatants.values())


def is_surprised(state: State, who: CombatantId) -> bool:
    """Return whether a combatant does nothing in the free round."""
    return state.round == 0 and state.lost_segments.get(who, 0) > 0
