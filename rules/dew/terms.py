"""Words and small readings that every procedure of Dew's sequence uses."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import cast

from rules.dew.options import OPTIONS
from rules.dew_figure import DewFigure
from rules.dew_state import DewCombatant
from rules.fold.sequence import dew_of
from rules.state import State
from rules.terms import ClauseId, CombatantId

COMBAT, NONCOMBAT, MOVEMENT = "combat", "noncombat", "movement"
MELEE, THROWN, MISSILE = "melee", "thrown", "missile"
ACTIVE, REACTIVE = "active", "reactive"
SYLLABLES = 40
"""Characters of a speech before an option that are heard (DEW.1.2c)."""
DEFAULTS = DewFigure()


@cache
def ids(*clauses: str) -> tuple[ClauseId, ...]:
    """Clause ids, from their short forms."""
    return tuple(f"DEW.{clause}" for clause in clauses)


def option(state: State, key: str) -> object:
    """The value of the option ``dew.key`` in this encounter."""
    full = f"dew.{key}"
    return state.options.get(full, OPTIONS[full].default)


def number(state: State, key: str) -> int:
    """The value of an option that is a whole number."""
    value = option(state, key)
    assert isinstance(value, int)
    return value


def now(state: State, who: CombatantId) -> DewCombatant:
    """A combatant as it is."""
    each = state.combatants[who]
    return each.dew or dew_of(each)


def attributes(state: State, who: CombatantId) -> DewFigure:
    """A combatant's attributes."""
    return state.combatants[who].figure.dew or DEFAULTS


def several(answer: Mapping[str, object], key: str) -> tuple[str, ...]:
    """What an answer names under a key that takes several: a list, or one alone."""
    named = answer.get(key) or ()
    return (named,) if isinstance(named, str) else tuple(cast("Sequence[str]", named))


def is_object(state: State, who: CombatantId) -> bool:
    """Whether this is a thing, not a character."""
    return attributes(state, who).kind == "object"


def present(state: State) -> tuple[CombatantId, ...]:
    """Everybody and everything that is there, in roster order."""
    return tuple([who for who, each in state.combatants.items() if each.present])


def conscious(state: State) -> tuple[CombatantId, ...]:
    """The characters who can be asked anything, in roster order."""
    return tuple(
        [
            who
            for who, each in state.combatants.items()
            if each.present and dew_of(each).conscious and (each.figure.dew or DEFAULTS).kind != "object"
        ]
    )


def name_of(state: State, who: CombatantId) -> str:
    """A combatant's name."""
    return state.combatants[who].name
