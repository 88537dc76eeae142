"""Questions of orders to the procedure, and the parts of the declare form that they share.

A player may choose only targets in sight: what is hidden and what is absent are alike.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Protocol

from rules.kernel.battlefield import find_range_band, measure_distance, to_feet
from rules.kernel.forms import Choice, Field, OneOf, PlaceField, Refusal, SomeOf
from rules.kernel.frozen import frozen
from rules.kernel.stat_block import Device, Spell, Weapon
from rules.kernel.state import Combatant, State
from rules.kernel.terms import ClauseId, CombatantId

# The procedure.


@frozen
class Using:
    """The use of one thing: a weapon or a device of a combatant."""

    thing: str
    """Its id."""


Way = str | Using
"""A way of acting under a letter: its word, "" for the letter itself, or the thing that is used."""


class ReadyMissiles(Protocol):
    """The part of its rules of surprise that orders ask."""

    def may_triple_missiles(self, state: State) -> bool: ...


class StruckBlows(Protocol):
    """The part of its rules of blows that orders ask."""

    def count_sweep(self, state: State, me: Combatant) -> int: ...

    def are_two_weapons_allowed(self, state: State) -> bool: ...


class OrderClauses(Protocol):
    """The part of its clauses that orders cite."""

    @property
    def two_weapons(self) -> tuple[ClauseId, ...]: ...


class OrderRules(Protocol):
    """The part of ``AdndProcedure`` that orders ask, where each method is documented."""

    @property
    def cites(self) -> OrderClauses: ...

    @property
    def surprise(self) -> ReadyMissiles: ...

    @property
    def blows(self) -> StruckBlows: ...

    def forbid(self, state: State, who: CombatantId, letter: str, how: Way) -> Refusal | None: ...

    def forbid_target(
        self, state: State, who: CombatantId, letter: str, how: str, target: CombatantId
    ) -> Refusal | None: ...

    def count_routines(self, state: State, me: Combatant, rate: Fraction, round: int) -> int: ...


# The form.

Fields = Sequence[Field]


class OrderForm(ABC):
    """The parts of a declare form."""

    def __init__(self, rules: OrderRules) -> None:
        self.rules = rules

    @abstractmethod
    def list_letters_after(self, state: State, me: Combatant) -> Sequence[Choice]:
        """Return the letters of what is done after waiting, without a procedure's own fields."""

    # Differences between procedures.

    def get_price(self, state: State, me: Combatant, letter: str, how: str) -> str:
        """Return the cost of a letter, or of a way of doing it, where the procedure counts it."""
        return ""

    def forbid_spell(self, state: State, me: Combatant, spell: Spell) -> Refusal | None:
        """Return the refusal of this spell, beside what forbids them all."""
        return None

    def forbid_weapon(self, state: State, me: Combatant, weapon: Weapon) -> Refusal | None:
        """Return the refusal of a blow with this weapon."""
        return None

    def forbid_device(self, state: State, me: Combatant, device: Device, how: str) -> Refusal | None:
        """Return the refusal to put a device on (``how``: wear) or take it off (remove)."""
        return None

    def list_further_charge_fields(self, state: State, me: Combatant) -> Fields:
        """Return further fields for a charge."""
        return ()

    def list_further_move_fields(self, state: State, me: Combatant) -> Fields:
        """Return further fields for a move, or for closing."""
        return ()

    def list_further_cantrip_fields(self, state: State, me: Combatant, first: str) -> list[Field]:
        """Return the fields for a cantrip after the first.

        There are none unless the procedure has second ones.
        """
        return []

    def list_further_fields(self, state: State, me: Combatant, letter: str, how: str) -> Fields:
        """Return the fields for the rest of a turn that is split between actions.

        There are none unless the procedure has such turns.
        """
        return ()

    def may_choose(self, state: State, other: Combatant, letter: str) -> bool:
        """Return whether another combatant can be named as a target at all.

        It must still be in the fight.
        """
        return other.present

    # Parts.

    def build_way(
        self,
        state: State,
        me: Combatant,
        letter: str,
        how: str,
        label: str,
        then: Callable[[], Fields],
        unfit: bool = False,
    ) -> Choice:
        """Return the choice for a way of acting under a letter, which opens these fields."""
        refusal, price = self.rules.forbid(state, me.id, letter, how), self.get_price(state, me, letter, how)
        return Choice(how, label, price, refusal, then, unfit=unfit)

    def forbid_thrown_away(self, state: State, me: Combatant, weapon: Weapon, letter: str) -> Refusal | None:
        """Return the refusal of a weapon of which the last was thrown; None for any other."""
        return self.rules.forbid(state, me.id, letter, Using(weapon.id)) if me.is_thrown_away(weapon) else None

    def build_weapon_choice(self, state: State, me: Combatant, weapon: Weapon, letter: str) -> Choice:
        """Return the choice for a weapon that is not thrown."""
        return Choice(weapon.id, weapon.name, refusal=self.forbid_thrown_away(state, me, weapon, letter))

    def build_target_field(
        self,
        state: State,
        me: Combatant,
        letter: str,
        how: str,
        *,
        optional: bool = False,
        label: str = "Target",
        weapon: Weapon | None = None,
    ) -> OneOf:
        """Return the field for the combatant aimed at, closed with or waited for."""
        choices = []
        for each in list_in_sight(state, me, lambda each: self.may_choose(state, each, letter)):
            price = describe_distance(state, me, each)
            if letter == "D" and weapon is not None and weapon.missile is not None:
                band = find_range_band(state, measure_distance(state, me.id, each.id), weapon.missile.ranges)
                price += ("", ", medium range", ", long range", ", out of range")[band]
            refusal = self.rules.forbid_target(state, me.id, letter, how, each.id)
            choices.append(Choice(each.id, each.name, price, refusal))
        return OneOf("target", label, choices, optional)

    def build_targets_field(self, state: State, me: Combatant, how: str) -> SomeOf:
        """Return the field for targets of a spell or device: anybody in sight, friends too."""
        forbid = self.rules.forbid_target
        choices = [
            Choice(each.id, each.name, describe_distance(state, me, each), forbid(state, me.id, "D", how, each.id))
            for each in list_in_sight(state, me, lambda each: self.may_choose(state, each, "D"), everyone=True)
        ]
        return SomeOf("target", "Target", choices, most=40)


def let_split(one: OneOf, count_attacks: Callable[[], int], sweep: int = 1) -> Field:
    """Return the field for one target or, as there are attacks, for several in their order.

    A sweep at weak foes is offered as several from the first.
    """
    if sweep > 1:
        return SomeOf(one.name, one.label, one.choices, 1, max(sweep, count_attacks()))
    return OneOf(one.name, one.label, one.choices, count_most=count_attacks)


def defer(fields: Fields) -> Callable[[], Fields]:
    """Return a function that returns these fields."""
    return lambda: fields


def list_in_sight(
    state: State,
    me: Combatant,
    is_there: Callable[[Combatant], bool] = lambda each: each.present,
    *,
    everyone: bool = False,
) -> list[Combatant]:
    """Return the foes that a combatant may choose; friends too with ``everyone``.

    ``is_there`` tests who is still there. Hidden foes are only for combatants that the DM plays.
    """
    dm = not me.stat_block.played and me.side != "party"
    return [
        each
        for each in state.combatants.values()
        if (everyone or each.side != me.side) and is_there(each) and (dm or not each.hidden or each.side == me.side)
    ]


def build_aim_field(magic: Spell | Device) -> PlaceField:
    """Return the field for the place at which magic is aimed, or puts down its user."""
    label = "Where do you land? (The DM says, if you leave it open.)" if magic.relocation else "Where?"
    return PlaceField("to", label, optional=True)


def describe_distance(state: State, me: Combatant, each: Combatant) -> str:
    """Return the distance to another combatant in words."""
    return f"{to_feet(measure_distance(state, me.id, each.id))} ft" if each.present else "gone"


def describe_segments(number: int | None) -> str:
    """Return a number of segments in words; nothing where it is not known."""
    return "" if number is None else f"{number} segment{'s' if number != 1 else ''}"
