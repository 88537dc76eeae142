"""A declaration gone through step by step: what it would spend, what will not work, and what forbids it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.forms import Count, Refusal
from rules.rulesets.lakofka.acts import acts_of, steps
from rules.rulesets.lakofka.counting import Counted, Counting
from rules.rulesets.lakofka.places import after_steps
from rules.state import Declaration, State, evolve, with_combatant
from rules.terms import CombatantId


@dataclass(frozen=True)
class Walk:
    """How far a declaration comes: the state after it, what was counted, and the clause that stops it, if one does."""

    state: State
    counted: tuple[Counted, ...]
    refusal: Refusal | None = None

    @property
    def failing(self) -> tuple[Counted, ...]:
        """The devices that will not work."""
        return tuple(each for each in self.counted if each.fails)


def walk(counting: Counting, state: State, declared: Declaration) -> Walk:
    """Go through what is declared, from what the figure has spent already."""
    who = declared.who
    state = evolve(state, declared={**state.declared, who: declared})
    counted: list[Counted] = []
    for step in steps(state, declared):
        first = True
        for act in acts_of(state, state.combatants[who], step, counting.limits):
            found = counting.count(state, state.combatants[who], act)
            if isinstance(found, Refusal):
                if act.kind in ("blow", "shot") and not first and not step.shots:
                    break  # so many of a routine as there is room for
                return Walk(state, tuple(counted), found)
            counted.append(found)
            state = with_combatant(state, who, spent=found.spent)
            first = first and act.kind in ("leg", "throw")
        state = after_steps(state, who, (step,))
    return Walk(state, tuple(counted))


def account(counting: Counting, state: State, who: CombatantId) -> Sequence[Count]:
    """What a figure has spent, out of what it may."""
    return tuple(_counts(counting, state, who))


def _counts(counting: Counting, state: State, who: CombatantId) -> Iterator[Count]:
    me = state.combatants[who]
    spent, limits = me.spent, counting.limits
    yield Count("actions", spent.actions, limits.actions(state, me))
    yield Count("spells", spent.spells, 1)
    yield Count("devices", spent.devices, 1 if spent.spells else 2)
    most = max((limits.shots(state, me, weapon) for weapon in me.figure.weapons if weapon.missile), default=1)
    yield Count("attacks", spent.attacks, most if spent.shots else limits.blows(state, me))
