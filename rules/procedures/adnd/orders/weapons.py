"""The weapons of an order, with their routines and shots."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Annotated

from rules.kernel.deeds import Declaration
from rules.kernel.frozen import evolve
from rules.kernel.order_keys import KeyKind, OrderKey
from rules.kernel.stat_block import Weapon
from rules.kernel.state import Combatant, State
from rules.kernel.terms import CombatantId
from rules.kernel.visibility import PLAIN
from rules.procedures.adnd.deed_types import Attack, Numbering

STRIKING = (
    ("strike", "To hurt"),
    ("subdue", "To subdue"),
    ("grapple", "Grapple"),
    ("overbear", "Overbear"),
    ("pummel", "Pummel"),
)
"""The manners of a blow, with their words."""
BlowManner = Annotated[str, PLAIN, OrderKey(KeyKind.CHOICE, tuple(manner for manner, _ in STRIKING))]


def get_weapon_length(me: Combatant, weapon: str) -> int:
    """Return the reach of a weapon in hundredths of a foot.

    It is that of the weapon in hand where none is named.
    """
    chosen = me.weapon(weapon) or me.weapon(me.in_hand)
    return chosen.length if chosen is not None else 0


def choose_hand_weapon(me: Combatant) -> str:
    """Return the weapon that a combatant strikes with where none is named.

    It is the weapon in hand, else the first for hand to hand. One of which the last was thrown is left out.
    """
    fit = [weapon.id for weapon in me.list_weapons_left() if weapon.melee]
    return me.in_hand if me.in_hand in fit or not fit else fit[0]


def limit_shots(me: Combatant, weapon: Weapon, shots: int) -> int:
    """Return how many of these shots a combatant has missiles for.

    Each shot takes one for every blow of the weapon.
    """
    left = me.count_missiles(weapon)
    return shots if left is None else min(shots, -(-left // max(1, len(weapon.blows))))


def compute_melee_rate(me: Combatant, weapon: str) -> Fraction:
    """Return the attack routines a round with a weapon in hand.

    Some weapons step the rate up (1, 3/2, 2, 5/2, 3).
    """
    chosen = me.weapon(weapon)
    if chosen is None or not chosen.rate_step:
        return me.stat_block.attack.routines
    return me.stat_block.attack.routines + Fraction(chosen.rate_step, 2)


def share_routine(
    targets: Sequence[CombatantId], routine: int, routines: int, blows: int
) -> list[tuple[CombatantId, tuple[int, ...]]]:
    """Return the targets of one routine in the order of its blows, with the places of the blows.

    The blows of the round go at the targets in turn, then from the first again; the places are empty where one target
    takes all. Where every target has a routine of its own (a sweep), a routine is not split.
    """
    if len(targets) == 1:
        return [(targets[0], ())]
    if len(targets) == routines:
        return [(targets[routine - 1], ())]
    aimed = [targets[((routine - 1) * blows + place) % len(targets)] for place in range(blows)]
    if len(dict.fromkeys(aimed)) < 2:
        return [(target, ()) for target in aimed[:1]]
    return [(target, (place,)) for place, target in enumerate(aimed)]


def build_routines(
    state: State, declared: Declaration, weapon: Weapon, first_of_all: Attack, numbering: Numbering, routines: int
) -> Iterator[Attack]:
    """Yield the routines of a round, and the extra ones of a weapon that strikes first.

    They are like ``first_of_all``, which has its numbers against the first target.
    """
    plain = evolve(first_of_all, targets=declared.targets[:1], routines=routines)
    for extra in range(1, weapon.extra + 1 if weapon.strikes_first else 1):
        yield evolve(plain, id=f"{declared.who}:extra{extra}", slot=Fraction(0), first=True, bonus=extra)
    first_target, nominal = declared.targets[0], numbering.nominal
    for routine in range(1, routines + 1):
        first = weapon.strikes_first and not weapon.extra and routine == 1
        for target, chosen in share_routine(declared.targets, routine, routines, len(weapon.blows)):
            yield evolve(
                plain,
                id=f"{declared.who}:{routine}{write_part(chosen)}",
                routine=routine,
                targets=(target,),
                number=plain.number if target == first_target else nominal(state, declared.who, target),
                slot=numbering.spread(state, routine, routines),
                first=first,
                chosen=chosen,
            )


def write_part(chosen: tuple[int, ...]) -> str:
    """Return the end of the id of a part of a split routine; "" for the first part."""
    return f".{chosen[0] + 1}" if chosen and chosen[0] else ""
