"""Strategies that make up a value of every type in events, inputs, combatants and states."""

import types
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rules.kernel.deeds import DECLARATION_KINDS, DEED_KINDS, DEED_STATUSES, Declaration, Deed, DeedStatus
from rules.kernel.own import OWN_KINDS, Own, OwnDetails, Sheet
from rules.kernel.stat_block import Odds
from rules.procedures import get_ruleset, list_rulesets

for each_id in list_rulesets():
    get_ruleset(each_id)  # each brings the kinds of what it keeps


def is_abstract(kind: type[object]) -> bool:
    """Return whether a class lacks what its bases leave to it.

    Those of orders have no ABCMeta, for speed.
    """
    return any(getattr(getattr(kind, name, None), "__isabstractmethod__", False) for name in dir(kind))


SHEETS = [sheet for id in list_rulesets() if (sheet := get_ruleset(id).own_sheet) is not None]
WORDS = st.text(max_size=5)
BY_NAME: Mapping[Any, Mapping[str, type[Any]]] = {Deed: DEED_KINDS, DeedStatus: DEED_STATUSES}
"""The classes that a field may name, by their base."""
BY_BASE: Mapping[Any, Sequence[type[Any]]] = {
    Own: [*OWN_KINDS.values()],
    OwnDetails: [each for each in OWN_KINDS.values() if each is not OwnDetails and issubclass(each, OwnDetails)],
    Sheet: SHEETS,
    Deed: [*DEED_KINDS.values()],
    Declaration: [each for each in DECLARATION_KINDS.values() if not is_abstract(each)],
}
"""The classes whose instances a field may hold, by their base."""
PLAIN: SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-999, 999) | WORDS,
    lambda inner: st.lists(inner, max_size=2) | st.tuples(inner) | st.dictionaries(WORDS, inner, max_size=2),
    max_leaves=4,
)
"""What a field typed ``object`` may be given: plain values, with tuples where JSON has lists."""

SIMPLE: dict[Any, SearchStrategy[Any]] = {
    str: WORDS,
    int: st.integers(-(10**6), 10**6),
    bool: st.booleans(),
    object: PLAIN,
    Fraction: st.fractions(-9, 9, max_denominator=12),
    Odds: st.builds(Odds, st.integers(0, 99), st.integers(99, 999)),
    type(None): st.none(),
}


def anything(kind: type[Any], depth: int = 2) -> SearchStrategy[Any]:
    """Return a strategy for instances of a dataclass with every field filled in."""
    hints = get_type_hints(kind)
    return st.builds(kind, **{each.name: _of(hints[each.name], depth) for each in fields(kind)})


def _of(hint: Any, depth: int) -> SearchStrategy[Any]:
    if hint in SIMPLE:
        return SIMPLE[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return st.one_of([_of(each, depth) for each in inner])
    if origin is tuple:
        if len(inner) == 2 and inner[1] is Ellipsis:
            return st.lists(_of(inner[0], depth - 1), max_size=2).map(tuple) if depth else st.just(())
        return st.tuples(*(_of(each, depth) for each in inner))
    if isinstance(origin, type) and issubclass(origin, Mapping) and inner == (type[Own], Own):
        return st.one_of(st.just({}), *(_owned(kind, depth) for kind in OWN_KINDS.values())) if depth else st.just({})
    if isinstance(origin, type) and issubclass(origin, Mapping):
        if not depth:
            return st.just({})
        return st.dictionaries(_of(inner[0], depth), _of(inner[1], depth - 1), max_size=2)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return st.sampled_from(list(hint))
    if origin is type:
        return st.sampled_from([*BY_NAME[inner[0]].values()])
    if hint is Declaration:
        return st.sampled_from(BY_BASE[hint]).flatmap(lambda kind: anything(kind, max(0, depth - 1)))
    if hint in BY_BASE:
        return st.one_of([anything(kind, depth - 1) for kind in BY_BASE[hint]]) if depth else st.none()
    assert isinstance(hint, type)
    assert is_dataclass(hint)
    return anything(hint, depth - 1) if depth else st.deferred(lambda: anything(hint, 0))


def _owned(kind: type[Own], depth: int) -> SearchStrategy[Any]:
    """Return what procedures keep, with one kind of it."""
    return anything(kind, depth - 1).map(lambda thing: {kind: thing})
