"""A combatant's standing at a glance: what it has left, and its sheet.

It is shown to the combatant's own player and the DM alone; a page asks for those that the viewer plays.
"""

from rules.kernel.frozen import frozen
from rules.kernel.state import State
from rules.kernel.terms import CombatantId


@frozen(slots=True)
class Pool:
    """An amount of something that is left."""

    name: str
    """The name as it is written after the number."""
    left: int
    most: int
    """The amount when none is gone."""
    pip: str = ""
    """The shape as which each is drawn (diamond, circle); "" where the number is enough."""
    title: str = ""
    """The name in full, where it differs."""

    @property
    def pips(self) -> tuple[bool, ...]:
        """Return for each whether it is left; those left come first."""
        return tuple(n < self.left for n in range(max(self.left, self.most))) if self.pip else ()

    @property
    def low(self) -> bool:
        """Return whether a third or less is left."""
        return self.left * 3 <= self.most


@frozen(slots=True)
class Standing:
    """A combatant's standing at a glance."""

    vigour: Pool
    """The pool that harm reduces."""
    round: tuple[Pool, ...] = ()
    """The pools left to spend in the round in play."""
    sheet: tuple[tuple[str, str], ...] | None = None
    """Terms with their values; None: the usual terms (hit points, armor class, weapons)."""
    body: Pool | None = None
    """A further pool that harm reduces, if there is one."""
    facts: tuple[tuple[str, str], ...] = ()
    """The few terms that the DM needs at a glance."""
    under: tuple[str, ...] = ()
    """Effects on it besides conditions, in words."""

    @property
    def pools(self) -> tuple[Pool, ...]:
        """Return all pools that harm reduces, the most important first."""
        return (self.vigour,) if self.body is None else (self.vigour, self.body)


def describe_hit_points(state: State, who: CombatantId) -> Standing:
    """Return the standing of a combatant with hit points, and nothing counted in a round."""
    each = state.combatants[who]
    armor = each.stat_block.defence.armor_class if each.armor_class is None else each.armor_class
    armor += each.sum_changes("ac")
    vigour = Pool("hp", each.hp, each.stat_block.defence.hit_points, title="hit points")
    return Standing(vigour, facts=(("AC", str(armor)),))
