"""Events of the order of deeds: agenda, moments, precedences, deeds that wait or are lost."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from rules.kernel.deeds import Deed
from rules.kernel.event import Event
from rules.kernel.frozen import evolve
from rules.kernel.order import Because
from rules.kernel.state import State
from rules.kernel.terms import ClauseId
from rules.kernel.visibility import (
    OUTSIDE_MOMENTS,
    PRIVATE,
    Audience,
    Doer,
    Mask,
    Open,
    SeenCombatants,
    Words,
    show_as,
    show_to_dm,
)


@dataclass(slots=True, kw_only=True)
class AgendaChanged(Event):
    """The pending deeds were replaced by these."""

    audience = Audience.OWNER
    inherited = PRIVATE
    is_narrated = False  # shown by the strip and the graph

    deeds: Annotated[tuple[Deed, ...], show_as(Mask.OWN_DEEDS)] = ()
    why: Annotated[str, show_to_dm("")] = ""
    """The reason for the change."""

    def apply(self, state: State) -> State:
        known = {deed.id: deed for deed in state.pending}
        deeds = tuple([deed if known.get(deed.id) is deed else _keep_same(known, deed) for deed in self.deeds])
        return evolve(state, pending=deeds)


def _keep_same(known: Mapping[str, Deed], deed: Deed) -> Deed:
    """Return a deed as the object that is known already, where nothing about it is changed."""
    was = known.get(deed.id)
    return was if was is not None and was == deed else deed


@dataclass(slots=True, kw_only=True)
class MomentBegan(Event):
    """The next moment began: its deeds, and the reasons why they are due."""

    audience = Audience.OWNER
    inherited = PRIVATE
    is_narrated = False

    deeds: Annotated[tuple[str, ...], show_as(Mask.OWN_DEED_IDS)] = ()
    because: Annotated[tuple[Because, ...], show_as(Mask.OWN_REASONS)] = ()
    """The deeds that they go before or together with, with the clauses and the numbers compared."""

    def apply(self, state: State) -> State:
        acting = tuple([deed for deed in state.pending if deed.id in self.deeds])
        pending = tuple([deed for deed in state.pending if deed.id not in self.deeds])
        return evolve(state, moment=state.moment + 1, acting=acting, pending=pending, done=(*state.done, *acting))


@dataclass(slots=True, kw_only=True)
class PrecedenceDropped(Event):
    """A circle of precedences was broken at its weakest edge.

    The deed ``first`` no longer goes before ``then``.
    """

    audience = Audience.OWNER
    inherited = PRIVATE
    is_narrated = False

    first: Annotated[str, show_as(Mask.OWN_DEED)]
    then: Annotated[str, show_as(Mask.OWN_DEED)]
    outranked: Open[tuple[ClauseId, ...]] = ()
    together: Open[bool] = False
    """The two deeds were to resolve together."""

    def apply(self, state: State) -> State:
        return evolve(state, dropped=(*state.dropped, (self.first, self.then)))


@dataclass(slots=True, kw_only=True)
class DeedWaits(Event):
    """A deed was not done in its own column, because what must come before it has not happened.

    The clauses are those that put something before it.
    """

    audience = Audience.OWNER
    inherited = PRIVATE

    who: Doer
    deed: Annotated[str, show_as(Mask.OWN_DEED)]
    act: Open[str]
    """The kind of the deed."""
    targets: SeenCombatants = ()
    weapon: Open[str] = ""
    spell: Open[str] = ""
    device: Open[str] = ""


@dataclass(slots=True, kw_only=True)
class DeedLost(Event):
    """A pending deed will not happen: whose, which, and why."""

    audience = Audience.OWNER
    inherited = PRIVATE

    who: Doer
    deed: Annotated[str, show_as(Mask.OWN_DEED)]
    cause: Words

    def apply(self, state: State) -> State:
        found = [(state.round, deed) for deed in (*state.done, *state.pending) if deed.id == self.deed][-1:]
        pending = tuple(deed for deed in state.pending if deed.id != self.deed)
        return evolve(state, pending=pending, lost=(*state.lost, *found))


@dataclass(slots=True, kw_only=True)
class SegmentBegan(Event):
    """A column of the clock began; ``clock`` is its number."""

    audience = Audience.PERCEIVERS
    inherited = OUTSIDE_MOMENTS
    is_narrated = False  # shown as a heading
    is_retold = False

    surprise: Open[bool] = False
    """The column is a segment of surprise."""

    def apply(self, state: State) -> State:
        if self.surprise:
            combatants = {who: evolve(state.combatants[who], last=order) for who, order in state.declared.items()}
            return evolve(
                state, clock=self.clock, declared={}, acting=(), combatants={**state.combatants, **combatants}
            )
        return evolve(state, clock=self.clock, acting=())
