"""Surprise: the chance of each side, the dice, and the segments that are lost.

Chances are exact fractions. A d6 is rolled where every chance is in sixths; else everything becomes percent.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import floor

from rules.kernel import events as e
from rules.kernel.effects import Roll, Rolled
from rules.kernel.frozen import frozen
from rules.kernel.opening import get_noted_sides
from rules.kernel.perception import keep_counted, list_counted_sides
from rules.kernel.procedure import Play, Table
from rules.kernel.stat_block import USUAL_ODDS, Odds
from rules.kernel.state import Combatant, State
from rules.kernel.terms import SideId
from rules.procedures.adnd.procedure import get_citations

STANDARD = USUAL_ODDS.chance


@frozen
class Chance:
    """A side's chance to be surprised."""

    chance: Fraction
    sixths: bool
    """True where it is rolled on a d6."""
    working: str
    """Its derivation, in words."""
    clauses: tuple[str, ...]


def compute_side_chance(table: Table, side: SideId, stacks: bool) -> Chance:
    """Return the chance of a side to be surprised, by those on both sides who have been met.

    Its best member's reduction serves all; with ``stacks`` the reductions add up. Foes surprise more only if all of
    them do.
    """
    present = [each for each in table.state.combatants.values() if each.present]
    members = keep_counted(each for each in present if each.side == side)
    foes = keep_counted(each for each in present if each.side != side)
    own = [each.stat_block.surprise.surprised for each in members]
    theirs = [each.stat_block.surprise.surprises for each in foes]
    base, working, clauses = _compute_own_chance(table, own, stacks)
    bonus = _compute_common_bonus(theirs)
    if bonus:
        working += f", foes surprise {abs(bonus)} {'more' if bonus > 0 else 'less'} often"
        clauses = (*clauses, *get_citations(table).surprises_more)
    chance = max(Fraction(0), min(Fraction(1), base + bonus))
    sixths = all(each.of == 6 for each in (*own, *theirs))
    return Chance(chance, sixths, working, clauses)


def _compute_own_chance(table: Table, own: Sequence[Odds], stacks: bool) -> tuple[Fraction, str, tuple[str, ...]]:
    chances = [each.chance for each in own] or [STANDARD]
    reductions = [STANDARD - chance for chance in chances if chance < STANDARD]
    if not reductions:
        return min(chances), f"chance {min(chances)}", ()
    cut = sum(reductions) if stacks else max(reductions)
    return max(Fraction(0), STANDARD - cut), f"{STANDARD} less {cut}", get_citations(table).surprised_less


def _compute_common_bonus(theirs: Sequence[Odds]) -> Fraction:
    """Return what all foes have in common above (or below) the standard chance."""
    if not theirs:
        return Fraction(0)
    above = [each.chance - STANDARD for each in theirs]
    if min(above) > 0:
        return min(above)
    return max(above) if max(above) < 0 else Fraction(0)


def compute_percent(chance: Fraction, rounding: str) -> int:
    """Return a chance as whole percent: nearest (half up), floor or ceil."""
    exact = chance * 100
    if rounding == "floor":
        return floor(exact)
    return -floor(-exact) if rounding == "ceil" else floor(exact + Fraction(1, 2))


def compute_segments_lost(face: int, sixths: bool) -> int:
    """Return the segments of inactivity.

    They are the pips of a d6, or a percentile roll divided by 16 2/3, fractions up.
    """
    return face if sixths else -(-3 * face // 50)


def roll_surprise(
    table: Table, stacks: bool, rounding: str, hidden: Callable[[SideId], bool] = lambda side: False
) -> Play:
    """Roll for every side that can be surprised, and net the results.

    Only the DM sees the dice of ``hidden`` sides.
    """
    state = table.state
    decree = get_noted_sides(state.notes, "surprised")
    aware = get_noted_sides(state.notes, "detected_by") or ()
    rolled: dict[SideId, int] = {}
    for side in state.sides:
        if side in aware or (decree is not None and side not in decree):
            continue
        chance = compute_side_chance(table, side, stacks)
        rolled[side] = yield from _roll_side(table, side, chance, rounding, decree is not None, hidden(side))
    yield from _net(table, rolled)


def _roll_side(table: Table, side: SideId, chance: Chance, rounding: str, decreed: bool, hidden: bool = False) -> Play:
    """Roll for one side. Returns the segments that it loses before netting.

    A side that the DM decreed to be surprised has a failing face brought within its chance.
    """
    sides = 6 if chance.sixths else 100
    threshold = int(chance.chance * 6) if chance.sixths else compute_percent(chance.chance, rounding)
    dice: Rolled = yield Roll("surprise", side, 1, sides, hidden)
    face = dice.faces[0]
    if decreed and threshold and face > threshold:
        face = (face - 1) % threshold + 1
    surprised = decreed or face <= threshold
    by_dm = side != "party"
    how = get_citations(table).surprise_d6 if chance.sixths else get_citations(table).surprise_percent
    yield e.SurpriseRolled(
        side=side,
        chance=f"{threshold}/6" if chance.sixths else f"{threshold}%",
        face=face,
        surprised=surprised,
        roller="dm" if by_dm else "player",
        working=chance.working,
        rolls=(dice,),
        clauses=(
            *get_citations(table).surprise,
            *how,
            *chance.clauses,
            *(get_citations(table).dm_surprise if by_dm else ()),
        ),
    )
    return compute_segments_lost(face, chance.sixths) if surprised else 0


def _net(table: Table, rolled: dict[SideId, int]) -> Play:
    """Subtract the lesser result from the greater; only the more surprised side loses segments.

    A side of which nobody has been met changes nothing for the others, and loses no more segments than they do.
    """
    state = table.state
    counted = list_counted_sides(state)
    least = min((rolled.get(side, 0) for side in counted), default=0)
    most = max((rolled.get(side, 0) for side in counted), default=0) - least
    nobody = not any(rolled.get(side, 0) for side in counted)
    for side in state.sides:
        lost = rolled.get(side, 0)
        percentile = state.surprise.get(side) is not None and _was_percent(state, side)
        clauses: tuple[str, ...]
        if nobody:
            clauses = get_citations(table).no_surprise
        else:
            length = (
                (get_citations(table).length_percent if percentile else get_citations(table).length_d6) if lost else ()
            )
            netting = get_citations(table).both_surprised if least else get_citations(table).one_surprised
            clauses = (*get_citations(table).surprise_length, *length, *netting)
        yield e.SideSurprised(side=side, segments=min(most, max(0, lost - least)), rolled=lost, clauses=clauses)


def _was_percent(state: State, side: SideId) -> bool:
    return state.counts.get(("surprise", side, 100), 0) > 0


def settle_individual_losses(table: Table, after_net: bool, light: str) -> Play:
    """Settle each combatant's own segments.

    Reaction adjustments shorten or lengthen what its side loses, if its side loses any. With ``after_net`` they
    adjust the netted segments, else those rolled. Who has never been met loses no more than those who have.
    """
    state = table.state
    counted = keep_counted(state.combatants.values())
    most = max((_compute_own_loss(state, each, after_net, light) for each in counted), default=0)
    for who, each in state.combatants.items():
        net, rolled = _get_loss_of_side(state, each)
        reaction = each.stat_block.attack.reaction
        if (net if after_net else rolled) <= 0:
            if reaction < 0:
                yield e.SegmentsLost(
                    who=who,
                    segments=0,
                    working="his side is not surprised",
                    clauses=get_citations(table).penalty_needs_surprise,
                )
            continue
        kept = _get_kept_reaction(each, light)
        lost = min(most, _compute_own_loss(state, each, after_net, light))
        clauses = get_citations(table).reaction if kept else ()
        if reaction > 0 and not kept:
            clauses = get_citations(table).reaction_gear
        if lost > net:
            clauses = (*clauses, *get_citations(table).tail)
        yield e.SegmentsLost(who=who, segments=lost, working=f"side {net}, reaction {kept:+d}: {lost}", clauses=clauses)


def _get_loss_of_side(state: State, each: Combatant) -> tuple[int, int]:
    """Return the segments that a combatant's side loses, after netting and before."""
    known = state.surprise.get(each.side)
    return (known.segments, known.rolled) if known is not None else (0, 0)


def _get_kept_reaction(each: Combatant, light: str) -> int:
    """Return the reaction adjustment that counts: a bonus only with light gear."""
    reaction = each.stat_block.attack.reaction
    return reaction if reaction < 0 or has_light_gear(each, light) else 0


def _compute_own_loss(state: State, each: Combatant, after_net: bool, light: str) -> int:
    """Return the segments that a combatant loses by its side and its own reaction adjustment."""
    net, rolled = _get_loss_of_side(state, each)
    if (net if after_net else rolled) <= 0:
        return 0
    kept = _get_kept_reaction(each, light)
    return max(0, net - kept) if after_net else max(0, max(0, rolled - kept) - (rolled - net))


def has_light_gear(each: Combatant, test: str) -> bool:
    """Return whether no more than light gear is carried.

    That is a movement of 12 inches or, by ``test``, that of the unencumbered race.
    """
    stat_block = each.stat_block
    return stat_block.pace.movement >= (stat_block.pace.unencumbered if test == "unencumbered-for-race" else 12)
