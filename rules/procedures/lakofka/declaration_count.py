"""A declaration counted step by step: what it spends, what will not work, what forbids it."""

from collections.abc import Iterator, Sequence

from rules.kernel.forms import Refusal, Usage
from rules.kernel.frozen import frozen
from rules.kernel.state import Declaration, State, evolve, with_own
from rules.kernel.terms import CombatantId
from rules.procedures.adnd.declaration_types import Shoot
from rules.procedures.lakofka.act_kinds import ActKind
from rules.procedures.lakofka.acts import list_acts, list_steps
from rules.procedures.lakofka.counting import Counted, Counting
from rules.procedures.lakofka.places import move_by_steps
from rules.procedures.lakofka.state import get_spent


@frozen
class DeclarationCount:
    """The count of a declaration, up to the step that a clause forbids."""

    state: State
    """The state after the steps that were counted."""
    counted: tuple[Counted, ...]
    refusal: Refusal | None = None
    """The refusal of the first step that is forbidden, if any is."""

    @property
    def failing(self) -> tuple[Counted, ...]:
        """Return the devices that will not work."""
        return tuple(each for each in self.counted if each.fails)


def count_declaration(counting: Counting, state: State, declared: Declaration) -> DeclarationCount:
    """Return the count of a declaration, after what the combatant has spent already."""
    who = declared.who
    state = evolve(state, declared={**state.declared, who: declared})
    counted: list[Counted] = []
    for step in list_steps(state, declared):
        first = True
        for act in list_acts(state, state.combatants[who], step, counting.limits):
            found = counting.count(state, state.combatants[who], act)
            if isinstance(found, Refusal):
                named = isinstance(step, Shoot) and step.shots
                if act.kind in (ActKind.BLOW, ActKind.SHOT) and not first and not named:
                    break  # a routine has as many blows or shots as there is room for
                return DeclarationCount(state, tuple(counted), found)
            counted.append(found)
            state = with_own(state, who, found.spent)
            first = first and act.kind in (ActKind.LEG, ActKind.THROW)
        state = move_by_steps(state, who, (step,))
    return DeclarationCount(state, tuple(counted))


def count_usage(counting: Counting, state: State, who: CombatantId) -> Sequence[Usage]:
    """Return what a combatant has spent, out of what the rules allow."""
    return tuple(_list_usage(counting, state, who))


def _list_usage(counting: Counting, state: State, who: CombatantId) -> Iterator[Usage]:
    me = state.combatants[who]
    spent, limits = get_spent(me), counting.limits
    yield Usage("actions", spent.actions, limits.count_actions(state, me))
    yield Usage("spells", spent.spells, 1)
    yield Usage("devices", spent.devices, 1 if spent.spells else 2)
    most = max(
        (limits.count_shots(state, me, weapon) for weapon in me.stat_block.gear.weapons if weapon.missile), default=1
    )
    yield Usage("attacks", spent.attacks, most if spent.shots else limits.count_blows(state, me))
