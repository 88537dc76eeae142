"""What a ruleset of the AD&D family hands to the shared procedures, and how they reach it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

from rules.adnd.moments import Resolving, Telling
from rules.battlefield import charging_stride
from rules.effects import Answer, Ask
from rules.forms import Field, Refusal
from rules.order import Moment
from rules.ruleset import Play, Ruleset, Table
from rules.state import Combatant, Declaration, Deed, State
from rules.terms import SEGMENTS, ClauseId, CombatantId

CHARGE_BONUS = 2

Clauses = tuple[ClauseId, ...]
Resolve = Callable[[Table, Deed, Clauses], Resolving]


@dataclass(frozen=True)
class Lasting:
    """How long an effect lasts: until a moment, if one ends it, in words, and by which clauses."""

    until: tuple[int, int] | None = None
    words: str = ""
    clauses: Clauses = ()


@dataclass(frozen=True)
class SurpriseSegments:
    """What a ruleset allows in a segment of surprise.

    ``place`` is where a figure that has declared comes: low places first. ``may_act`` is whether
    one who is surprised may act all the same. ``triples`` is whether ready missiles have three times their rate in the
    segment being played. ``resolve`` replaces the shared resolution of a deed's part or kind; it is told the
    declaration as well.
    """

    place: Callable[[State, CombatantId], int] = lambda state, who: 0
    may_act: Callable[[State, CombatantId], bool] = lambda state, who: False
    triples: Callable[[State], bool] = lambda state: False
    resolve: Mapping[str, Callable[[Table, Deed, Declaration], Resolving]] = field(default_factory=dict)


@dataclass(frozen=True)
class Procedures:
    """The answers that differ between the rulesets of the family.

    ``cites`` gives clause ids by the name under which a shared procedure knows the rule. ``deeds`` turns everyone's
    declarations into deeds. ``bar`` says which clause forbids an action, or a way of acting, to a figure now, and
    ``bar_target`` which forbids it against one target. ``routines`` is how many attack routines a rate gives a figure
    in a round. ``spoils`` gives the clauses by which this deed, if it hits, breaks off that spell. ``lost`` is why a
    pending deed cannot be done any more. ``begin`` tells what begins with a deed in the first column. ``resolve``
    replaces the shared resolution of a deed's part or kind.

    ``general`` gives the clauses of the general order for a deed, tied or not; without it ``order`` and ``tied_order``
    are cited. ``pace`` is what a charge covers in a segment. ``casts`` is whether a hit may cost a figure a spell.
    ``halved_interrupts`` is whether damage halved by a save breaks off a spell. ``further`` are fields after those
    of a letter in the declare form. ``sweeps`` is how many foes too weak to stand up to a figure it may strike.
    ``between`` come one after the other before each moment (None after the last of a column), which is chosen anew
    where they change what is pending or anybody in the fight. ``at_stop`` is what is asked, beside the DM, before a
    column begins, ``stopped`` what the answers do, ``opens`` what comes before anything begins in it. ``harmed`` is
    what losing hit points means to a figure by the clauses, ``charge_exposes`` whether a charge costs armor class,
    ``charge_bonus`` what the blow at its end adds to hit.
    ``time_to_move`` is how many segments of the round a deed that moves its doer has.
    ``keeps`` is whether a deed is not lost with its target before its time. ``around`` goes round the resolution of
    every deed, and is handed what would resolve it.
    ``lasting`` reads a duration in words, where a ruleset has any.
    """

    cites: Mapping[str, Clauses]
    deeds: Callable[[State], tuple[Deed, ...]]
    bar: Callable[[State, CombatantId, str, str], Refusal | None]
    bar_target: Callable[[State, CombatantId, str, str, CombatantId], Refusal | None]
    routines: Callable[[State, Combatant, Fraction, int], int]
    spoils: Callable[[State, Deed, int, Deed | None, CombatantId], Clauses | None]
    lost: Callable[[State, Deed], tuple[str, Clauses] | None]
    begin: Callable[[Table, Deed], Telling]
    resolve: Mapping[str, Callable[[Table, Deed, Clauses], Resolving]]
    general: Callable[[Table, Deed, bool], Clauses] | None = None
    pace: Callable[[State, CombatantId], Fraction] = charging_stride
    casts: Callable[[State, CombatantId], bool] | None = None
    halved_interrupts: Callable[[State], bool] = lambda state: False
    further: Callable[[State, Combatant, str], Sequence[Field]] = lambda state, me, letter: ()
    sweeps: Callable[[State, Combatant], int] = lambda state, me: 1
    between: Sequence[Callable[[Table, Moment | None], Play]] = ()
    at_stop: Callable[[State, Moment | None, int], Sequence[Ask]] = lambda state, moment, clock: ()
    stopped: Callable[[Table, Sequence[Ask], Sequence[Answer]], Play] | None = None
    opens: Sequence[Callable[[Table], Play]] = ()
    surprise: SurpriseSegments = SurpriseSegments()
    harmed: Callable[[State, CombatantId], Clauses] = lambda state, who: ()
    time_to_move: Callable[[State, Deed], int] = lambda state, deed: SEGMENTS
    charge_exposes: Callable[[State], bool] = lambda state: True
    charge_bonus: Callable[[State], int] = lambda state: CHARGE_BONUS
    keeps: Callable[[State, Deed], bool] = lambda state, deed: False
    around: Callable[[Table, Deed, Clauses, Resolve], Resolving] | None = None
    lasting: Callable[[State, str], Lasting] = lambda state, text: Lasting()
    bar_morale: Callable[[State, Sequence[CombatantId]], Refusal | None] = lambda state, members: None
    """Which clause keeps these figures from checking morale."""
    by_turns: bool = False
    """Whether each chooses on its own turn, so that deeds come of a declaration only then."""


def of(ruleset: Ruleset) -> Procedures:
    """The family's procedures of a ruleset."""
    procedures: Procedures = ruleset.procedures["adnd"]
    return procedures


def cite(table: Table, name: str) -> Clauses:
    """The clause ids under which this ruleset has the rule of that name; none where it has no such rule."""
    return of(table.ruleset).cites.get(name, ())


@cache
def slot(routine: int, routines: int) -> Fraction:
    """Where routine k of n sits in the round: (2k-1)/(2n)."""
    return Fraction(2 * routine - 1, 2 * routines)
