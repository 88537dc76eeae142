"""How a combatant stands, as its own player and the DM read it at a glance: what it has left, and its sheet.

Of others nobody else is told these; a page asks for those whom the viewer plays.
"""

from dataclasses import dataclass

from rules.state import State
from rules.terms import CombatantId


@dataclass(frozen=True, slots=True)
class Pool:
    """So many of something are left: ``name`` as it is written after the number, ``most`` when none is gone.

    ``pip`` is the shape each is drawn as (diamond, circle); none where the number is enough. ``title`` is the name in
    full, where that is another.
    """

    name: str
    left: int
    most: int
    pip: str = ""
    title: str = ""

    @property
    def pips(self) -> tuple[bool, ...]:
        """Each of them, whether it is left; the first are."""
        return tuple(n < self.left for n in range(max(self.left, self.most))) if self.pip else ()

    @property
    def low(self) -> bool:
        """Whether less than a third is left."""
        return self.left * 3 < self.most


@dataclass(frozen=True, slots=True)
class Standing:
    """``vigour`` is what is lost by harm, ``round`` what is left to spend of the round in play.

    ``sheet`` are terms with what they come to; None: those that every figure has (hit points, armor class, weapons).
    ``body`` is what else harm takes, if anything. ``facts`` are the few terms that the DM needs at a glance, and
    ``under`` what it is under besides conditions, in words.
    """

    vigour: Pool
    round: tuple[Pool, ...] = ()
    sheet: tuple[tuple[str, str], ...] | None = None
    body: Pool | None = None
    facts: tuple[tuple[str, str], ...] = ()
    under: tuple[str, ...] = ()

    @property
    def pools(self) -> tuple[Pool, ...]:
        """All that harm takes, what matters most first."""
        return (self.vigour,) if self.body is None else (self.vigour, self.body)


def hit_points(state: State, who: CombatantId) -> Standing:
    """A figure that has hit points, and nothing that is counted in a round."""
    each = state.combatants[who]
    armor = each.figure.armor_class if each.armor_class is None else each.armor_class
    vigour = Pool("hp", each.hp, each.figure.hit_points, title="hit points")
    return Standing(vigour, facts=(("AC", str(armor)),))
